import type { Server } from 'node:http';
import type { Server as TcpServer } from 'node:net';

/** Listens on a free loopback port. @returns the port */
export function listen(server: TcpServer): Promise<number> {
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
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
