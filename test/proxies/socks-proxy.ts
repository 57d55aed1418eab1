import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { TestProxy } from './http-proxy.ts';

/**
 * A SOCKS 5 proxy (RFC 1928) on a free port of this machine. `target` of what it was asked is host and port, with a name
 * in quotes.
 *
 * @param credentials `name:password`, or none
 * @param names names that only the proxy can resolve
 */
export async function socksProxy(
  credentials: string | null = null,
  names: Readonly<Record<string, string>> = {},
): Promise<TestProxy> {
  const asked: TestProxy['asked'][number][] = [];
  const sockets = new Set<Socket>();
  const serve = async (socket: Socket): Promise<void> => {
    const read = reader(socket);
    const [, methods = 0] = await read(2);
    await read(methods);
    socket.write(Buffer.of(5, credentials === null ? 0 : 2));
    if (credentials !== null) {
      const [, length = 0] = await read(2);
      const name = (await read(length)).toString();
      const password = (await read((await read(1))[0] ?? 0)).toString();
      const isRight = `${name}:${password}` === credentials;
      socket.write(Buffer.of(1, isRight ? 0 : 1));
      if (!isRight) return void socket.end();
    }
    const [, , , kind = 0] = await read(4);
    const address = kind === 1 ? await read(4) : kind === 4 ? await read(16) : await read((await read(1))[0] ?? 0);
    const port = (await read(2)).readUInt16BE();
    const host = kind === 3 ? address.toString() : kind === 1 ? address.join('.') : address.toString('hex');
    asked.push({ method: 'connect', target: `${kind === 3 ? `"${host}"` : host}:${port}`, headers: {} });
    const far = connect(port, names[host] ?? host, () => {
      socket.write(Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
      socket.pipe(far).pipe(socket);
    });
    sockets.add(far.on('error', () => socket.end(Buffer.of(5, 5, 0, 1, 0, 0, 0, 0, 0, 0))));
  };
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    serve(socket).catch(() => socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    url: `socks5h://127.0.0.1:${port}`,
    asked,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await once(server.close(), 'close');
    },
  };
}

/** Reads exactly so many bytes. */
function reader(socket: Socket): (length: number) => Promise<Buffer> {
  return async (length) => {
    for (;;) {
      const bytes: unknown = length === 0 ? Buffer.alloc(0) : socket.read(length);
      if (bytes instanceof Buffer) return bytes;
      await once(socket, 'readable');
    }
  };
}
