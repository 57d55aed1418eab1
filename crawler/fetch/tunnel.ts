import type { Socket } from 'node:net';
import type { SocksClientOptions } from 'socks';
import { Client } from 'undici';
import type { Endpoint } from './connect-to.ts';
import { MAX_HEADER_BYTES, shortAscii } from './failure.ts';
import { authorityOf, authorizationFor, type Proxy } from './proxy.ts';

/** Where a tunnel ends. */
export type TunnelEnd = Pick<Endpoint, 'host' | 'port'>;

/** A proxy that did not open a connection. It becomes a `FetchFailure`, whose message adds what to do. */
export class TunnelError extends Error {
  override readonly name = 'TunnelError';
  readonly code: 'proxy-failed' | 'proxy-auth';

  constructor(what: string, code: TunnelError['code'] = 'proxy-failed') {
    super(`the proxy ${what}`);
    this.code = code;
  }
}

/** The error of a proxy that answers 407. */
export function wantsPassword(): TunnelError {
  return new TunnelError('asks for a user name and password (407)', 'proxy-auth');
}

/**
 * Asks a proxy for a connection to a host. The caller limits the time, by destroying the socket.
 *
 * @param socket connected to the proxy
 * @throws {TunnelError} if there is none
 */
export async function openTunnel(socket: Socket, proxy: Proxy, end: TunnelEnd): Promise<Socket> {
  try {
    return proxy.protocol === 'http' || proxy.protocol === 'https'
      ? await connectTunnel(socket, proxy, end)
      : await socksTunnel(socket, proxy, end);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** RFC 9110, section 9.3.6. */
async function connectTunnel(socket: Socket, proxy: Proxy, end: TunnelEnd): Promise<Socket> {
  const authority = authorityOf(end);
  const client = new Client('http://proxy', {
    // Asynchronous, because undici finishes its own work after this returns.
    connect: (_options, callback) => queueMicrotask(() => callback(null, socket)),
    maxHeaderSize: MAX_HEADER_BYTES,
    // The caller has a timer for everything.
    headersTimeout: 0,
  });
  try {
    const headers = { host: authority, ...authorizationFor(proxy) };
    const status = await statusOf(client, authority, headers);
    if (status === 407) throw wantsPassword();
    if (status < 200 || status > 299) throw new TunnelError(`answered CONNECT with ${status}`);
    return socket;
  } catch (error) {
    throw asTunnelError(error);
  } finally {
    void client.destroy();
  }
}

/** The status of the answer to CONNECT, after which the socket is free. */
function statusOf(client: Client, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    client.dispatch(
      { method: 'CONNECT', path, headers: { ...headers } },
      {
        onRequestStart: () => {},
        onRequestUpgrade: (_controller, status) => resolve(status),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

/** In bytes (RFC 1928, section 5). */
const MAX_SOCKS_NAME = 255;

async function socksTunnel(socket: Socket, proxy: Proxy, end: TunnelEnd): Promise<Socket> {
  if (end.host.length > MAX_SOCKS_NAME) throw new TunnelError('cannot be asked for so long a name');
  const { SocksClient } = await import('socks');
  const { host, port, credentials } = proxy;
  const options: SocksClientOptions = {
    proxy: { host, port, type: 5, ...(credentials && { userId: credentials.user, password: credentials.password }) },
    command: 'connect',
    destination: { host: end.host, port: end.port },
    existing_socket: socket,
  };
  try {
    await SocksClient.createConnection(options);
    return socket;
  } catch (error) {
    throw asTunnelError(error);
  }
}

/** Without the library's own error, which carries the password. */
function asTunnelError(error: unknown): TunnelError {
  if (error instanceof TunnelError) return error;
  const message = error instanceof Error ? error.message : '';
  if (/Authentication failed|no accepted authentication type/.test(message)) {
    return new TunnelError('refuses the user name and password', 'proxy-auth');
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : message;
  return new TunnelError(`opened no connection (${shortAscii(code)})`);
}
