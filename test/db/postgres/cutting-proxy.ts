import { connect, createServer, type Socket } from 'node:net';

/** Stands between programs and a server, and cuts connections where it hurts most. */
export interface CuttingProxy {
  readonly port: number;
  /** How many connections were cut. */
  cuts(): number;
  close(): Promise<void>;
}

/** A COMMIT as a simple query of the protocol. */
const COMMIT = Buffer.from('COMMIT\0');

/**
 * @param every cuts at every such COMMIT
 * @param when after the server committed, so that its answer is lost, or before it learns of the COMMIT
 */
export async function cuttingProxy(target: number, every: number, when: 'before' | 'after'): Promise<CuttingProxy> {
  let commits = 0;
  let cuts = 0;
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(target, '127.0.0.1');
    let isCutting = false;
    const cut = (): void => {
      cuts++;
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.on('data', (bytes: Buffer) => {
      const isCommit = bytes.includes(COMMIT) && ++commits % every === 0;
      if (isCommit && when === 'before') return cut();
      isCutting ||= isCommit;
      server.write(bytes);
    });
    // An answer that comes now may be to a statement before the COMMIT; the last one tells that the server is done.
    let answers = Buffer.alloc(0);
    server.on('data', (bytes: Buffer) => {
      if (!isCutting) return client.write(bytes);
      answers = Buffer.concat([answers, bytes]);
      if (answers.includes(COMMIT) || answers.includes('ROLLBACK\0')) cut();
      return undefined;
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cuts: () => cuts,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
