import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { close, listen } from '../../config/demo-site/loopback.ts';

/** A request that a proxy got. */
interface Asked {
  readonly method: string;
  /** A whole URL, or host and port. */
  readonly target: string;
  readonly headers: IncomingMessage['headers'];
}

export interface TestProxy {
  readonly port: number;
  /** `http://127.0.0.1:PORT`, with the chosen scheme. */
  readonly url: string;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

interface HttpProxyOptions {
  readonly scheme?: 'http' | 'https';
  /** `name:password`; any other gets 407. */
  readonly credentials?: string;
  /** Names that only the proxy can resolve; all other ones it connects to. */
  readonly names?: Readonly<Record<string, string>>;
}

const pem = (name: string): string =>
  readFileSync(new URL(`../hostile/localhost-${name}.pem`, import.meta.url), 'utf8');

/** An HTTP proxy on a free port of this machine. It forwards requests with a whole URL, and opens tunnels. */
export async function httpProxy(options: HttpProxyOptions = {}): Promise<TestProxy> {
  const { scheme = 'http', credentials, names = {} } = options;
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  const isAllowed = ({ method = '', url = '', headers }: IncomingMessage): boolean => {
    asked.push({ method, target: url, headers });
    const wanted = credentials === undefined ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`;
    return headers['proxy-authorization'] === wanted;
  };
  const server: Server = scheme === 'https' ? createTlsServer({ key: pem('key'), cert: pem('cert') }) : createServer();
  server.on('request', (given, answer) => {
    if (!isAllowed(given)) return void answer.writeHead(407).end();
    const { hostname, port, pathname, search } = new URL(given.url ?? '');
    const { 'proxy-authorization': _, ...headers } = given.headers;
    const host = names[hostname] ?? hostname;
    request({ host, port: port === '' ? 80 : port, path: pathname + search, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(answer);
    })
      .on('error', () => answer.writeHead(502).end())
      .end();
  });
  server.on('connect', (given: IncomingMessage, socket: Socket) => {
    sockets.add(socket.on('error', () => {}));
    if (!isAllowed(given)) return void socket.end('HTTP/1.1 407 No\r\n\r\n');
    const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(given.url ?? '') ?? [];
    const far = connect(Number(port), names[host] ?? host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(far).pipe(socket);
    });
    sockets.add(far.on('error', () => socket.end('HTTP/1.1 502 No\r\n\r\n')));
  });
  const port = await listen(server);
  return {
    port,
    url: `${scheme}://${scheme === 'https' ? 'localhost' : '127.0.0.1'}:${port}`,
    asked,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return close(server);
    },
  };
}
