/** Covers: crawler/fetch/{connect,tunnel}.ts */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { parseConnectTo } from '../../../crawler/fetch/connect-to.ts';
import type { FetchFailure, FetchResult } from '../../../crawler/fetch/fetch-result.ts';
import { Fetcher, type FetcherOptions } from '../../../crawler/fetch/fetcher.ts';
import { CERTIFICATE, type HostileServer, respond, startServer } from '../../hostile/server.ts';
import { httpProxy, type TestProxy } from '../../proxies/http-proxy.ts';
import { socksProxy } from '../../proxies/socks-proxy.ts';
import { crawl } from '../crawling.ts';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function server(scheme: 'http' | 'https' = 'http'): Promise<HostileServer> {
  const started = await startServer({ '/': (socket) => respond(socket, 'fine') }, scheme);
  closing.push(() => started.close());
  return started;
}

async function proxied(starting: Promise<TestProxy>): Promise<TestProxy> {
  const proxy = await starting;
  closing.push(() => proxy.close());
  return proxy;
}

function fetcher(options: Partial<FetcherOptions>): Fetcher {
  const made = new Fetcher({ userAgent: 'test', ca: CERTIFICATE, ...options });
  closing.push(() => made.close());
  return made;
}

function text(result: FetchResult): string {
  return result.kind === 'response' ? `${result.status} ${Buffer.from(result.body ?? '').toString()}` : result.message;
}

/** That only the proxies of these tests can resolve. */
const NAMES = { 'staging.example': '127.0.0.1' };

describe.each([
  ['http', (credentials?: string) => httpProxy({ names: NAMES, ...(credentials && { credentials }) })],
  [
    'https',
    (credentials?: string) => httpProxy({ scheme: 'https', names: NAMES, ...(credentials && { credentials }) }),
  ],
  ['socks5h', (credentials?: string) => socksProxy(credentials ?? null, NAMES)],
] as const)('a proxy of the scheme %s', (scheme, start) => {
  test.each(['http', 'https'] as const)('leads to a host that it resolves, over %s', async (protocol) => {
    const { port, requests } = await server(protocol);
    const proxy = await proxied(start());
    const url = `${protocol}://staging.example:${port}/`;
    expect(text(await fetcher({ proxy: proxy.url }).fetch(url))).toBe('200 fine');
    expect(requests.map(({ target, headers, serverName }) => [target, headers.get('host'), serverName])).toEqual([
      ['/', `staging.example:${port}`, protocol === 'https' ? 'staging.example' : null],
    ]);
    expect(proxy.asked.map(({ target }) => target)).toEqual([
      scheme === 'socks5h' ? `"staging.example":${port}` : protocol === 'https' ? `staging.example:${port}` : url,
    ]);
  });

  test.each(['http', 'https'] as const)('gets the user name and password of its URL, over %s', async (protocol) => {
    const { port, requests } = await server(protocol);
    const proxy = await proxied(start('ann:p w'));
    const url = `${protocol}://staging.example:${port}/`;
    const right = proxy.url.replace('//', '//ann:p%20w@');
    expect(text(await fetcher({ proxy: right }).fetch(url))).toBe('200 fine');
    expect(requests[0]?.headers.has('proxy-authorization')).toBe(false);
    const wrong = await fetcher({ proxy: proxy.url.replace('//', '//ann:s3cret@') }).fetch(url);
    expect(wrong).toMatchObject({ kind: 'failure', code: 'proxy-auth', retryable: false });
    expect(text(wrong)).not.toContain('s3cret');
  });

  test('is asked for the endpoint of a rule', async () => {
    const { port, requests } = await server();
    const proxy = await proxied(start());
    const connectTo = [parseConnectTo(`a.example:80:127.0.0.1:${port}`)];
    expect(text(await fetcher({ proxy: proxy.url, connectTo }).fetch('http://a.example/'))).toBe('200 fine');
    expect(requests[0]?.headers.get('host')).toBe('a.example');
    expect(proxy.asked.map(({ target }) => target)).toEqual([`127.0.0.1:${port}`]);
  });

  test.each(['http://127.0.0.1', 'http://2130706433', 'http://localhost', 'http://a.localhost.', 'https://[::1]'])(
    'is not asked for the private host of %s',
    async (origin) => {
      const proxy = await proxied(start());
      const failed = await fetcher({ proxy: proxy.url }).fetch(`${origin}:9/`);
      expect(failed).toMatchObject({ code: 'private-address' });
      expect(proxy.asked).toEqual([]);
    },
  );

  test('is asked for the private host of a seed', async () => {
    const { origin } = await server();
    const proxy = await proxied(start());
    expect(text(await fetcher({ proxy: proxy.url, seeds: [`${origin}/`] }).fetch(`${origin}/`))).toBe('200 fine');
    expect(proxy.asked).toHaveLength(1);
  });

  test('is not asked for a host that it cannot reach without a typed failure', async () => {
    const proxy = await proxied(start());
    const failed = await fetcher({ proxy: proxy.url, allowPrivate: true }).fetch('https://127.0.0.1:1/');
    expect(failed).toMatchObject({ code: 'proxy-failed', retryable: true });
    expect(text(failed)).toContain(`through the proxy ${new URL(proxy.url.replace(/^[^:]*/, 'http')).host}`);
  });
});

test('a request that a proxy forwards has a connection of its own', async () => {
  const { port } = await server();
  const proxy = await proxied(httpProxy({ names: NAMES }));
  const made = fetcher({ proxy: proxy.url });
  for (const _ of [1, 2]) expect(text(await made.fetch(`http://staging.example:${port}/`))).toBe('200 fine');
  expect(proxy.asked.map(({ headers }) => headers.connection)).toEqual(['close', 'close']);
});

describe('a proxy of the scheme socks5', () => {
  const lookup: FetcherOptions['lookup'] = (_name, options, callback) =>
    options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);

  test('is asked for the address that the name has here, if it is allowed', async () => {
    const { port } = await server();
    const proxy = await proxied(socksProxy());
    const named = proxy.url.replace('socks5h', 'socks5');
    const url = `http://a.example:${port}/`;
    expect(await fetcher({ proxy: named, lookup }).fetch(url)).toMatchObject({ code: 'private-address' });
    expect(proxy.asked).toEqual([]);
    expect(text(await fetcher({ proxy: named, lookup, allowPrivate: true }).fetch(url))).toBe('200 fine');
    expect(proxy.asked.map(({ target }) => target)).toEqual([`127.0.0.1:${port}`]);
  });
});

describe('a hostile proxy', () => {
  async function hostile(behave: (socket: Socket) => void): Promise<string> {
    const sockets = new Set<Socket>();
    const listening = createServer((socket) => {
      sockets.add(socket.on('error', () => {}));
      behave(socket);
    }).listen(0, '127.0.0.1');
    await once(listening, 'listening');
    closing.push(() => {
      for (const socket of sockets) socket.destroy();
      return once(listening.close(), 'close');
    });
    const address = listening.address();
    return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  async function failureOf(proxy: string, options: Partial<FetcherOptions> = {}): Promise<FetchFailure> {
    const result = await fetcher({ proxy, ...options }).fetch('https://a.example/');
    if (result.kind !== 'failure') throw new Error('no failure');
    return result;
  }

  /** Only where nothing else ends it: a busy machine would reach a short limit first. */
  function limitFor(code: string): Partial<FetcherOptions> {
    return code === 'connect-timeout' ? { timeout: 300 } : {};
  }

  const flood = (socket: Socket): void => {
    const more = (): void => {
      while (!socket.destroyed && socket.write('x: '.padEnd(60_000, 'y').concat('\r\n')));
    };
    socket.on('drain', more).write('HTTP/1.1 200 OK\r\n');
    more();
  };

  const drip = (socket: Socket): void => {
    socket.write('HTTP/1.1 200 OK\r\nx: ');
    const timer = setInterval(() => socket.write('y'), 20);
    socket.on('close', () => clearInterval(timer));
  };

  test.each<[string, (socket: Socket) => void, string]>([
    ['that closes', (socket) => socket.destroy(), 'proxy-failed'],
    ['that is silent', () => {}, 'connect-timeout'],
    ['that speaks of something else', (socket) => socket.end('220 mail.example ESMTP\r\n'), 'proxy-failed'],
    ['that sends headers without end', flood, 'proxy-failed'],
    ['that answers 100', (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 'proxy-failed'],
    ['that answers 500', (socket) => socket.write('HTTP/1.1 500 No\r\n\r\n'), 'proxy-failed'],
    ['that answers 302', (socket) => socket.write('HTTP/1.1 302 No\r\nlocation: http://b/\r\n\r\n'), 'proxy-failed'],
    ['that lies about the host', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nnot TLS at all'), 'tls-failed'],
    ['that drips', drip, 'connect-timeout'],
  ])('by HTTP %s is a typed failure', async (_, behave, code) => {
    const proxy = await hostile((socket) => socket.once('data', () => behave(socket)));
    const failure = await failureOf(`http://ann:s3cret@${proxy}`, limitFor(code));
    expect(failure.code).toBe(code);
    expect(failure.message).not.toContain('s3cret');
    expect(failure.message).toMatch(/^[ -~]+$/);
  });

  test.each<[string, (socket: Socket) => void, string]>([
    ['that closes', (socket) => socket.destroy(), 'proxy-failed'],
    ['that is silent', () => {}, 'connect-timeout'],
    ['that speaks of something else', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'proxy-failed'],
    ['that knows no method', (socket) => socket.write(Buffer.of(5, 255)), 'proxy-auth'],
    ['that chooses a method that does not exist', (socket) => socket.write(Buffer.of(5, 77)), 'proxy-failed'],
    ['that sends without end', (socket) => socket.write(Buffer.alloc(1 << 20, 5)), 'proxy-failed'],
  ])('by SOCKS %s is a typed failure', async (_, behave, code) => {
    const proxy = await hostile((socket) => socket.once('data', () => behave(socket)));
    const failure = await failureOf(`socks5h://ann:s3cret@${proxy}`, limitFor(code));
    expect(failure.code).toBe(code);
    expect(failure.message).not.toContain('s3cret');
  });

  test('a name that SOCKS cannot carry is a typed failure', async () => {
    const proxy = await proxied(socksProxy());
    const url = `http://${'a.'.repeat(140)}example/`;
    expect(await fetcher({ proxy: proxy.url }).fetch(url)).toMatchObject({ code: 'proxy-failed' });
  });

  test('that is not there is a typed failure', async () => {
    const failure = await failureOf('http://127.0.0.1:1');
    expect(failure).toMatchObject({ code: 'proxy-failed' });
    expect(failure.message).toContain(
      '(through the proxy 127.0.0.1:1) was not reached: the proxy cannot be reached (ECONNREFUSED)',
    );
  });

  test('whose certificate is not trusted gets no password', async () => {
    const proxy = await proxied(httpProxy({ scheme: 'https' }));
    const made = new Fetcher({ userAgent: 'test', proxy: proxy.url.replace('//', '//ann:s3cret@') });
    closing.push(() => made.close());
    expect(await made.fetch('http://a.example/')).toMatchObject({ code: 'proxy-failed' });
    expect(proxy.asked).toEqual([]);
  });
});

test('a crawl goes on after a host that the proxy cannot reach', async () => {
  const page = '<a href="https://dead.example:1/">x</a><a href="/b">x</a>';
  const behaviours = { '/': page, '/b': 'b' };
  const web = await startServer((target) => {
    const body = Object.entries(behaviours).find(([path]) => path === target)?.[1];
    return body === undefined ? undefined : (socket) => respond(socket, body, 'content-type: text/html\r\n');
  });
  closing.push(() => web.close());
  const proxy = await proxied(httpProxy({ names: { ...NAMES, 'dead.example': '127.0.0.1' } }));
  const { entries } = await crawl([`http://staging.example:${web.port}/`], {
    fetch: { userAgent: 'test', proxy: proxy.url },
    scope: { kind: 'any' },
    delay: 0,
    retries: 0,
  });
  expect(entries.map(({ state, reason }) => [state, reason])).toEqual([
    ['done', null],
    ['failed', 'proxy-failed'],
    ['done', null],
  ]);
});

test('the secrets of a crawl end with the tunnel: a proxy for https sees none of them', async () => {
  const { port, origin, requests } = await server('https');
  const proxy = await proxied(httpProxy());
  const headersByOrigin = new Map([[origin, [['authorization', 'Bearer s3cret']] as const]]);
  const made = fetcher({ proxy: proxy.url, seeds: [`${origin}/`], headersByOrigin });
  expect(text(await made.fetch(`${origin}/`))).toBe('200 fine');
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer s3cret');
  expect(proxy.asked).toMatchObject([{ method: 'CONNECT', target: `127.0.0.1:${port}` }]);
  expect(JSON.stringify(proxy.asked)).not.toContain('s3cret');
});
