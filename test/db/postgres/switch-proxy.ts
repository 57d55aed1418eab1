import { connect, createServer, type Socket } from 'node:net';

/** Stands between programs and a server, for the network between them. */
export interface SwitchProxy {
  readonly port: number;
  /** How many connections there were. */
  connections(): number;
  /** Leads new connections to another server, and ends those there are. */
  lead(port: number): void;
  /** From now on, the open connections pass nothing on, and do not end. With `all`, new ones do not either. */
  swallow(all: boolean): void;
  /** From now on, the open connections pass on what programs say, but not what the server says. */
  deafen(): void;
  /** Ends the connections that swallow, and passes on what new ones bring. */
  heal(): void;
  close(): Promise<void>;
}

/** @param target the port of the server */
export async function switchProxy(target: number): Promise<SwitchProxy> {
  let connections = 0;
  let isSwallowing = false;
  const sockets = new Set<Socket>();
  const servers = new WeakSet<Socket>();
  /** The sockets that pass on what they receive. */
  const passing = new Set<Socket>();
  const proxy = createServer((client) => {
    connections++;
    const server = connect(target, '127.0.0.1');
    servers.add(server);
    if (!isSwallowing) for (const socket of [client, server]) passing.add(socket);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes: Buffer) => passing.has(from) && to.write(bytes));
      from.on('error', () => from.destroy());
      from.on('close', () => {
        sockets.delete(from);
        if (passing.has(from) || from === client) to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const end = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const address = proxy.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: () => connections,
    lead: (port) => {
      target = port;
      end();
    },
    swallow: (all) => {
      isSwallowing = all;
      passing.clear();
    },
    deafen: () => {
      for (const socket of passing) if (servers.has(socket)) passing.delete(socket);
    },
    heal: () => {
      isSwallowing = false;
      end();
    },
    close: async () => {
      end();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
