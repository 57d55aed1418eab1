import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

/** Listens on a free loopback port. @returns the port */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not a TCP server');
  return address.port;
}

/** Closes the server and its connections. */
export function close(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
