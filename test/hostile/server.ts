import { readFileSync } from 'node:fs';
import { createServer, isIPv6, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';

/** A request as the server received it, byte for byte. */
interface ReceivedRequest {
  /** The request target as sent. */
  readonly target: string;
  /** Header names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The name requested in the TLS handshake; null over plain TCP or without SNI. */
  readonly serverName: string | null;
}

/** Answers one request by writing to the socket, or leaves it unanswered. */
export type Behaviour = (socket: Socket, request: ReceivedRequest) => void;

export interface HostileServer {
  /** `http://127.0.0.1:PORT`, with the chosen scheme and address. */
  readonly origin: string;
  readonly port: number;
  /** All requests so far. */
  readonly requests: readonly ReceivedRequest[];
  /** The number of connections accepted so far. */
  readonly connections: () => number;
  /** Resolves when no connection is open. */
  readonly idle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A self-signed certificate for localhost, staging.example and 127.0.0.1, with its key; both in PEM. */
export const CERTIFICATE: string = readFileSync(new URL('localhost-cert.pem', import.meta.url), 'utf8');
const KEY = readFileSync(new URL('localhost-key.pem', import.meta.url), 'utf8');

/** Writes a well-formed response and keeps the connection. */
export function respond(socket: Socket, body: string | Uint8Array, headers = '', status = '200 OK'): void {
  const bytes = Buffer.from(body);
  socket.write(`HTTP/1.1 ${status}\r\n${headers}content-length: ${bytes.length}\r\n\r\n`, 'latin1');
  socket.write(bytes);
}

/** Behaviours by path without query, or by whole request target. */
export type Behaviours = Readonly<Record<string, Behaviour>> | ((target: string) => Behaviour | undefined);

/**
 * A server on a free port of loopback. It answers each path by the behaviour of that name, and every other path with
 * 404.
 *
 * @param address where to listen; `::` stands for every address, including IPv4
 * @param wanted the port, for a second server at another address; 0 for a free one
 */
export async function startServer(
  behaviours: Behaviours,
  scheme: 'http' | 'https' = 'http',
  address = '127.0.0.1',
  wanted = 0,
): Promise<HostileServer> {
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const accept = (socket: Socket): void => {
    connections += 1;
    sockets.add(socket);
    socket.setNoDelay(true);
    // The client may disconnect at any time, which most tests rely on.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) server.emit('idle');
    });
    readRequests(socket, (request) => {
      requests.push(request);
      const { target } = request;
      const behaviour =
        typeof behaviours === 'function' ? behaviours(target) : behaviours[target.split('?', 1)[0] ?? ''];
      if (behaviour === undefined) respond(socket, 'not found', '', '404 Not Found');
      else behaviour(socket, request);
    });
  };
  const server: Server =
    scheme === 'https' ? createTlsServer({ key: KEY, cert: CERTIFICATE }, accept) : createServer(accept);
  server.on('tlsClientError', () => undefined);
  const port = await listen(server, address, wanted);
  return {
    origin: `${scheme}://${isIPv6(address) ? `[${address}]` : address}:${port}`,
    port,
    requests,
    connections: () => connections,
    idle: () => new Promise((resolve) => (sockets.size === 0 ? resolve() : server.once('idle', resolve))),
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function listen(server: Server, host: string, wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, host, () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('not a TCP server'));
    });
  });
}

function readRequests(socket: Socket, handle: (request: ReceivedRequest) => void): void {
  let pending = '';
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1');
    for (let end = pending.indexOf('\r\n\r\n'); end !== -1; end = pending.indexOf('\r\n\r\n')) {
      const head = pending.slice(0, end);
      pending = pending.slice(end + 4);
      handle(parseHead(head, socket));
    }
  });
}

function parseHead(head: string, socket: Socket | TLSSocket): ReceivedRequest {
  const [requestLine = '', ...fields] = head.split('\r\n');
  const headers = fields.map((field): [string, string] => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
  });
  const serverName = 'servername' in socket && typeof socket.servername === 'string' ? socket.servername : null;
  return { target: requestLine.split(' ')[1] ?? '', headers: new Map(headers), serverName };
}
