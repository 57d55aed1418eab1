import type { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

/** Listens on a free loopback port. @returns the port */
export function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('not a TCP server'));
    });
  });
}

/** Closes the server and its connections. */
export function close(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
