/** Covers: crawler/fetch/{bytes,decode,exchange,reused-connection,target}.ts */
import { lookup } from 'node:dns';
import { getEventListeners } from 'node:events';
import { createServer, Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { listen } from '../../../config/demo-site/loopback.ts';
import { createConnect } from '../../../crawler/fetch/connect.ts';
import { parseConnectTo } from '../../../crawler/fetch/connect-to.ts';
import { Fetcher, type FetcherOptions } from '../../../crawler/fetch/fetcher.ts';
import { RequestHeaderError } from '../../../crawler/fetch/headers.ts';
import { type Behaviour, CERTIFICATE, type HostileServer, respond, startServer } from '../../hostile/server.ts';

const fetchers: Fetcher[] = [];
const servers: HostileServer[] = [];

afterEach(async () => {
  // Fetchers close before servers, so that no fetcher sees its server disappear.
  await Promise.all(fetchers.splice(0).map((fetcher) => fetcher.close()));
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(behaviours: Record<string, Behaviour>, scheme?: 'http' | 'https'): Promise<HostileServer> {
  const server = await startServer(behaviours, scheme);
  servers.push(server);
  return server;
}

function fetcherWith(options: Partial<FetcherOptions> = {}): Fetcher {
  const fetcher = new Fetcher({ userAgent: 'dustpan-test', allowPrivate: true, ...options });
  fetchers.push(fetcher);
  return fetcher;
}

/** Bytes that compress to about three quarters, equal in every run. */
function noise(length: number): Buffer {
  let state = 1;
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 16) & 0x3f;
    }),
  );
}

const fine: Behaviour = (socket) => respond(socket, 'fine');

describe('the request', () => {
  test.each([
    '/',
    '/^',
    '/|',
    '/%zz',
    '/%',
    '//',
    '//a//b',
    '/..;/',
    '/a/../b',
    '/./.',
    '/%2e%2E/',
    '/{}"<>`',
    '/a\\b',
    '/;a=1',
    '/?',
    '/?a+b',
    '/?q=[]|^`{}',
    '/?%C3%C0',
    "/?'",
    '/http://other.example/',
    '/@x:y',
  ])('sends the path %s unaltered', async (path) => {
    const server = await serve({});
    await fetcherWith().fetch(`${server.origin}${path}#fragment`);
    expect(server.requests.map(({ target }) => target)).toEqual([path]);
  });

  test('sends "/" for an empty path, also before a query', async () => {
    const server = await serve({});
    await fetcherWith().fetch(server.origin);
    await fetcherWith().fetch(`${server.origin}?q`);
    expect(server.requests.map(({ target }) => target)).toEqual(['/', '/?q']);
  });

  test('has one header of each name, and prefers the extra one', async () => {
    const server = await serve({});
    const headers = [
      ['Accept', 'text/plain'],
      ['X-Token', 's3cret'],
    ] as const;
    await fetcherWith({ headers }).fetch(`${server.origin}/`);
    expect(Object.fromEntries(server.requests[0]?.headers ?? [])).toEqual({
      host: `127.0.0.1:${server.port}`,
      connection: 'keep-alive',
      'user-agent': 'dustpan-test',
      'accept-encoding': 'gzip, deflate, br, zstd',
      accept: 'text/plain',
      'x-token': 's3cret',
    });
  });

  test.each([
    ['x-a', 'secret\r\nx-b: 1'],
    ['bad name', 'secret'],
    ['Host', 'secret'],
    ['content-length', 'secret'],
  ])('is refused with the header %s: %j, which is not repeated', (name, value) => {
    const make = (): Fetcher => new Fetcher({ userAgent: 'test', headers: [[name, value]] });
    expect(make).toThrow(RequestHeaderError);
    expect(make).not.toThrow(/secret/);
  });

  test('carries userinfo as Basic credentials, with that URL only', async () => {
    const server = await serve({});
    const other = await serve({});
    const fetcher = fetcherWith();
    await fetcher.fetch(`http://us%C3%A9r:p%40ss@127.0.0.1:${server.port}/`);
    await fetcher.fetch(`${server.origin}/`);
    await fetcher.fetch(`${other.origin}/`);
    const sent = [...server.requests, ...other.requests].map(({ headers }) => headers.get('authorization'));
    expect(sent).toEqual([`Basic ${Buffer.from('usér:p@ss').toString('base64')}`, undefined, undefined]);
    expect(server.requests[0]?.headers.get('host')).toBe(`127.0.0.1:${server.port}`);
  });

  test('keeps its connection for the next one', async () => {
    const server = await serve({ '/a': fine });
    const fetcher = fetcherWith();
    await fetcher.fetch(`${server.origin}/a`);
    await fetcher.fetch(`${server.origin}/a`);
    await fetcher.fetch(`${server.origin}/a`);
    expect(server.connections()).toBe(1);
  });

  test('does not keep it for minutes, even if the server offers that', async () => {
    const server = await serve({ '/a': (socket) => respond(socket, 'fine', 'keep-alive: timeout=600\r\n') });
    await fetcherWith().fetch(`${server.origin}/a`);
    await server.idle();
  });

  test('closes the connections that were used longest ago if hundreds of hosts were asked, and none in use', async () => {
    const open = new Set<Socket>();
    let answerSlow = (): void => undefined;
    const note = (socket: Socket): void => {
      if (open.has(socket)) return;
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    };
    const server = await serve({
      '/a': (socket) => {
        note(socket);
        respond(socket, 'fine');
      },
      '/slow': (socket) => {
        note(socket);
        answerSlow = () => respond(socket, 'late');
      },
    });
    const fetcher = fetcherWith({ connectTo: [parseConnectTo(`::127.0.0.1:${server.port}`)] });
    const slow = fetcher.fetch('http://slow.example/slow');
    for (let n = 0; n < 1000; n++) await fetcher.fetch(`http://h${n}.example/a`);
    expect(open.size).toBeLessThan(920);
    const before = server.connections();
    await fetcher.fetch('http://h999.example/a');
    expect(server.connections()).toBe(before);
    answerSlow();
    expect(await slow).toMatchObject({ body: Buffer.from('late') });
  });

  test('is sent again, once and on a new connection, if the one it reused is closed without a byte', async () => {
    const served = new WeakSet<Socket>();
    const once: Behaviour = (socket) => {
      if (served.has(socket)) socket.resetAndDestroy();
      else respond(socket, 'fine');
      served.add(socket);
    };
    const server = await serve({ '/once': once, '/never': (socket) => socket.resetAndDestroy() });
    const fetcher = fetcherWith({ connections: 1 });
    for (let n = 0; n < 4; n++) expect(await fetcher.fetch(`${server.origin}/once`)).toMatchObject({ status: 200 });
    expect(await fetcher.fetch(`${server.origin}/404`)).toMatchObject({ status: 404 });
    const before = server.requests.length;
    expect(await fetcher.fetch(`${server.origin}/never`)).toMatchObject({ code: 'connection-reset' });
    expect(server.requests.length - before).toBe(2);
  });

  test('is not sent again and again if no new connection can be opened', async () => {
    const server = await serve({ '/a': fine, '/reset': (socket) => socket.destroy() }, 'https');
    let connections = 0;
    /** Lets only the first connection through. */
    const gate = createServer((socket) => {
      socket.on('error', () => undefined);
      if (connections++ > 0) return socket.resetAndDestroy();
      const inner = new Socket().connect(server.port, '127.0.0.1');
      socket.pipe(inner).pipe(socket);
      inner.on('error', () => undefined);
      inner.on('close', () => socket.destroy());
    });
    const origin = `https://127.0.0.1:${await listen(gate)}`;
    const fetcher = fetcherWith({ connections: 1, ca: CERTIFICATE });
    expect(await fetcher.fetch(`${origin}/a`)).toMatchObject({ status: 200 });
    expect(await fetcher.fetch(`${origin}/reset`)).toMatchObject({ code: 'connection-reset' });
    expect(connections).toBe(2);
    gate.close();
  });

  test('is sent again if the rest of an earlier body comes in the place of its answer', async () => {
    const served = new WeakSet<Socket>();
    const short: Behaviour = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nbod');
      served.add(socket);
    };
    const next: Behaviour = (socket) => {
      if (served.has(socket)) socket.write('y');
      respond(socket, 'fine');
    };
    const server = await serve({ '/short': short, '/next': next });
    const fetcher = fetcherWith({ connections: 1 });
    expect(await fetcher.fetch(`${server.origin}/short`)).toMatchObject({ body: Buffer.from('bod') });
    expect(await fetcher.fetch(`${server.origin}/next`)).toMatchObject({ body: Buffer.from('fine') });
    expect(server.requests.map(({ target }) => target)).toEqual(['/short', '/next', '/next']);
  });

  test('is not sent again if its connection was new, or a byte of its response came', async () => {
    const cut: Behaviour = (socket) => socket.write('HTTP/1.1 2', () => socket.destroySoon());
    const server = await serve({ '/cut': cut, '/reset': (socket) => socket.resetAndDestroy() });
    const fetcher = fetcherWith({ connections: 1 });
    expect(await fetcher.fetch(`${server.origin}/reset`)).toMatchObject({ code: 'connection-reset' });
    expect(await fetcher.fetch(`${server.origin}/404`)).toMatchObject({ status: 404 });
    expect(await fetcher.fetch(`${server.origin}/cut`)).toMatchObject({ code: 'connection-reset' });
    expect(server.requests.map(({ target }) => target)).toEqual(['/reset', '/404', '/cut']);
  });

  test('does not follow a redirect', async () => {
    const server = await serve({ '/a': (socket) => respond(socket, '', 'location: /b\r\n', '301 Moved Permanently') });
    const result = await fetcherWith().fetch(`${server.origin}/a`);
    expect(result).toMatchObject({ kind: 'response', status: 301, headers: { location: '/b' } });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a URL that cannot be fetched is a failure without a request', () => {
  test.each([
    ['ftp://example.com/', 'unsupported-scheme'],
    ['javascript:alert(1)', 'unsupported-scheme'],
    ['file:///etc/passwd', 'unsupported-scheme'],
    ['example.com/', 'invalid-url'],
    ['http://', 'invalid-url'],
    ['http:///path', 'invalid-url'],
    ['http://a:b/', 'invalid-url'],
    ['http://example.com:99999/', 'invalid-url'],
    ['http://[::1/', 'invalid-url'],
    ['http://user:secret@/', 'invalid-url'],
    ['http://user:secret@a b/', 'invalid-url'],
    ['http://example.com/a b', 'invalid-url'],
    ['http://example.com/\r\nx: y', 'invalid-url'],
    ['http://example.com/é', 'invalid-url'],
    ['', 'invalid-url'],
  ])('%j: %s', async (url, code) => {
    const result = await fetcherWith().fetch(url);
    expect(result).toMatchObject({ kind: 'failure', code, retryable: false });
    const message = result.kind === 'failure' ? result.message : '';
    expect(message).toMatch(/^[ -~]{20,300}$/);
    expect(message).not.toContain('secret');
  });
});

describe('the body', () => {
  const text = 'täxt '.repeat(1000);
  test.each([
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['identity', Buffer.from(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['gzip,gzip,gzip,gzip,gzip', [1, 2, 3, 4, 5].reduce<Uint8Array>((bytes) => gzipSync(bytes), Buffer.from(text))],
  ])('is decoded from %s', async (coding, body) => {
    const server = await serve({ '/a': (socket) => respond(socket, body, `content-encoding: ${coding}\r\n`) });
    const result = await fetcherWith().fetch(`${server.origin}/a`);
    expect(result).toMatchObject({ kind: 'response', truncated: false });
    expect(result.kind === 'response' && Buffer.from(result.body ?? []).toString()).toBe(text);
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])(
    'of %s is decoded when it is large, cut when it is too large, and kept when it ends early',
    async (coding, compress) => {
      const large = noise(400_000);
      const coded = compress(large);
      const header = `content-encoding: ${coding}\r\n`;
      const server = await serve({
        '/whole': (socket) => respond(socket, coded, header),
        '/part': (socket) => respond(socket, coded.subarray(0, coded.length / 2), header),
      });
      const whole = await fetcherWith().fetch(`${server.origin}/whole`);
      expect(whole.kind === 'response' && large.equals(whole.body ?? Buffer.of())).toBe(true);
      const cut = await fetcherWith({ maxBytes: 300_000 }).fetch(`${server.origin}/whole`);
      expect(cut).toMatchObject({ kind: 'response', truncated: true });
      expect(cut.kind === 'response' && large.subarray(0, 300_000).equals(cut.body ?? Buffer.of())).toBe(true);
      const part = await fetcherWith().fetch(`${server.origin}/part`);
      expect(part).toMatchObject({ kind: 'response', truncated: true });
      const kept = part.kind === 'response' ? (part.body ?? Buffer.of()) : Buffer.of();
      expect(kept.length).toBeGreaterThan(100_000);
      expect(large.subarray(0, kept.length).equals(kept)).toBe(true);
    },
  );

  test.each([
    [1000, 1000, false],
    [1001, 1000, true],
  ])('of %i bytes under a limit of %i: truncated is %s', async (size, maxBytes, truncated) => {
    const server = await serve({ '/a': (socket) => respond(socket, 'a'.repeat(size)) });
    const result = await fetcherWith({ maxBytes }).fetch(`${server.origin}/a`);
    expect(result).toMatchObject({ kind: 'response', truncated, body: { length: 1000 } });
  });

  test.each([
    ['a line feed', '\n', 1000],
    ['a line', '\r\n<!-- cached -->', 1000],
    ['a line after a large body', '\r\n', 400_000],
  ])('of gzip is whole if %s follows it', async (_, tail, size) => {
    const whole = noise(size);
    const coded = Buffer.concat([gzipSync(whole), Buffer.from(tail)]);
    const server = await serve({ '/a': (socket) => respond(socket, coded, 'content-encoding: gzip\r\n') });
    const result = await fetcherWith().fetch(`${server.origin}/a`);
    expect(result).toMatchObject({ kind: 'response', truncated: false });
    expect(result.kind === 'response' && whole.equals(result.body ?? Buffer.of())).toBe(true);
  });

  test('of gzip is truncated if its second part is damaged, or its sum is wrong', async () => {
    const damaged = gzipSync('second').fill(0xff, 12);
    const wrong = gzipSync('whole');
    wrong.writeUInt32LE(7, wrong.length - 8);
    const server = await serve({
      '/second': (socket) => respond(socket, Buffer.concat([gzipSync('first'), damaged]), 'content-encoding: gzip\r\n'),
      '/sum': (socket) => respond(socket, Buffer.concat([wrong, Buffer.from('\n')]), 'content-encoding: gzip\r\n'),
    });
    for (const path of ['/second', '/sum']) {
      // One after the other, on one connection.
      // oxlint-disable-next-line no-await-in-loop
      const result = await fetcherWith().fetch(`${server.origin}${path}`);
      expect(result.kind === 'failure' || result.truncated).toBe(true);
    }
  });

  test('may be empty although a coding is declared', async () => {
    const server = await serve({ '/a': (socket) => respond(socket, '', 'content-encoding: gzip\r\n') });
    const result = await fetcherWith().fetch(`${server.origin}/a`);
    expect(result).toMatchObject({ kind: 'response', truncated: false, body: { length: 0 } });
  });

  test('can be declined by status and headers, and a small one keeps the connection', async () => {
    const server = await serve({ '/a': (socket) => respond(socket, 'a'.repeat(1000), 'x-kind: image\r\n', '404 No') });
    const fetcher = fetcherWith();
    const seen: unknown[] = [];
    const wantBody = (status: number, headers: Readonly<Record<string, unknown>>): boolean => {
      seen.push(status, headers['x-kind']);
      return false;
    };
    const result = await fetcher.fetch(`${server.origin}/a`, { wantBody });
    await fetcher.fetch(`${server.origin}/a`);
    expect(result).toMatchObject({ kind: 'response', status: 404, body: null, truncated: false });
    expect(seen).toEqual([404, 'image']);
    expect(server.connections()).toBe(1);
  });

  test('is not waited for if it is declined and large', async () => {
    const server = await serve({
      '/a': (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9999999\r\n\r\n'),
    });
    const fetcher = fetcherWith({ timeout: 60_000 });
    const result = await fetcher.fetch(`${server.origin}/a`, { wantBody: () => false });
    expect(result).toMatchObject({ kind: 'response', body: null });
    await server.idle();
  });
});

describe('a fetch ends', () => {
  test('as cancelled, before it starts', async () => {
    const server = await serve({ '/a': fine });
    const result = await fetcherWith().fetch(`${server.origin}/a`, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ kind: 'failure', code: 'cancelled', retryable: false });
    expect(server.connections()).toBe(0);
  });

  test('as cancelled, while the server is silent, and its connection with it', async () => {
    const controller = new AbortController();
    const server = await serve({ '/a': () => controller.abort() });
    const result = await fetcherWith().fetch(`${server.origin}/a`, { signal: controller.signal });
    expect(result).toMatchObject({ kind: 'failure', code: 'cancelled' });
    await server.idle();
  });

  test('as cancelled, while it waits for a connection, without harm to the fetch that uses it', async () => {
    const controller = new AbortController();
    const server = await serve({
      '/first': (socket) => {
        controller.abort();
        setImmediate(() => respond(socket, 'first'));
      },
    });
    const fetcher = fetcherWith({ connections: 1 });
    const first = fetcher.fetch(`${server.origin}/first`);
    const second = fetcher.fetch(`${server.origin}/second`, { signal: controller.signal });
    const third = fetcher.fetch(`${server.origin}/third`);
    expect(await second).toMatchObject({ kind: 'failure', code: 'cancelled' });
    expect(await first).toMatchObject({ kind: 'response', body: Buffer.from('first') });
    expect(await third).toMatchObject({ kind: 'response', status: 404 });
    expect(server.requests.map(({ target }) => target)).toEqual(['/first', '/third']);
    expect(server.connections()).toBe(1);
  });

  test('at its deadline, while the TLS handshake gets no answer, and close() ends that connection', async () => {
    const server = await serve({});
    const fetcher = fetcherWith({ timeout: 200 });
    const result = await fetcher.fetch(`https://127.0.0.1:${server.port}/`);
    expect(result).toMatchObject({ kind: 'failure', code: 'connect-timeout', retryable: true });
    await fetcher.close();
    await server.idle();
  });

  test('as cancelled by close(), connecting or waiting, and every later one too', async () => {
    const server = await serve({ '/silent': () => undefined });
    const fetcher = fetcherWith({ timeout: 60_000 });
    const running = [
      fetcher.fetch(`${server.origin}/silent`),
      fetcher.fetch(`https://127.0.0.1:${server.port}/handshake`),
      fetcher.fetch(`http://127.0.0.1:${server.port}/silent`),
    ];
    await expect.poll(() => server.requests.length).toBe(2);
    await fetcher.close();
    running.push(fetcher.fetch(`${server.origin}/silent`));
    for (const result of await Promise.all(running)) expect(result).toMatchObject({ code: 'cancelled' });
    await server.idle();
  });

  test('and leaves nothing of its connection behind', async () => {
    const server = await serve({});
    const { signal } = new AbortController();
    const connect = createConnect({
      connectTo: [],
      at: null,
      verifies: true,
      allowPrivate: true,
      seedSites: new Set(),
      lookup,
      ca: null,
      proxyFor: null,
      clientCertificate: null,
      timeout: 5000,
      signal,
    });
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    connect({ hostname: '127.0.0.1', protocol: 'http:', port: String(server.port) }, (_, socket) =>
      socket?.once('close', resolve).destroy(),
    );
    await closed;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  test('as connection-refused, if nothing is listening', async () => {
    // A port that was free a moment ago may be in use by another test. Port 1 is never assigned.
    const result = await fetcherWith().fetch('http://user:secret@127.0.0.1:1/');
    expect(result).toEqual({
      kind: 'failure',
      code: 'connection-refused',
      message: 'nothing is listening at 127.0.0.1:1; check the host and port, or start the server',
      retryable: true,
    });
  });

  test('as a DNS failure, for a name that cannot exist', async () => {
    const result = await fetcherWith().fetch('http://no-such-host.invalid/');
    expect(result).toMatchObject({
      kind: 'failure',
      code: expect.stringMatching(/^dns-/),
      message: expect.stringContaining('check'),
    });
  });
});

describe('--connect-to', () => {
  test("changes where to connect; Host and SNI stay the URL's", async () => {
    const server = await serve({ '/a': fine }, 'https');
    const connectTo = [parseConnectTo(`staging.example:443:127.0.0.1:${server.port}`)];
    const result = await fetcherWith({ connectTo, ca: CERTIFICATE }).fetch('https://staging.example/a');
    expect(result).toMatchObject({ kind: 'response', status: 200 });
    expect(server.requests[0]).toMatchObject({ serverName: 'staging.example' });
    expect(server.requests[0]?.headers.get('host')).toBe('staging.example');
  });

  test('keeps a port that the URL names in Host', async () => {
    const server = await serve({ '/a': fine });
    const connectTo = [parseConnectTo(`::127.0.0.1:${server.port}`)];
    await fetcherWith({ connectTo }).fetch('http://staging.example:8080/a');
    expect(server.requests[0]?.headers.get('host')).toBe('staging.example:8080');
  });

  test('is named in the failure', async () => {
    const server = await startServer({});
    await server.close();
    const connectTo = [parseConnectTo(`::127.0.0.1:${server.port}`)];
    const result = await fetcherWith({ connectTo }).fetch('http://staging.example/a');
    const message = result.kind === 'failure' ? result.message : '';
    expect(message).toContain(`staging.example:80 (connected to 127.0.0.1:${server.port})`);
  });
});

describe('TLS', () => {
  test('a self-signed certificate is refused, and the message names the option ca', async () => {
    const server = await serve({ '/a': fine }, 'https');
    const result = await fetcherWith().fetch(`https://localhost:${server.port}/a`);
    expect(result).toMatchObject({ kind: 'failure', code: 'tls-failed', retryable: false });
    expect(result.kind === 'failure' && result.message).toContain("pass the site's certificate with the option ca");
    expect(server.requests).toHaveLength(0);
  });

  test('a certificate given by --ca is trusted, by name and by address', async () => {
    const server = await serve({ '/a': fine }, 'https');
    const fetcher = fetcherWith({ ca: CERTIFICATE });
    expect(await fetcher.fetch(`https://127.0.0.1:${server.port}/a`)).toMatchObject({ kind: 'response' });
    expect(
      await fetcherWith({ ca: CERTIFICATE, connectTo: [parseConnectTo('localhost::127.0.0.1:')] }).fetch(
        `https://localhost:${server.port}/a`,
      ),
    ).toMatchObject({ kind: 'response' });
  });

  test('a certificate for another host is refused', async () => {
    const server = await serve({ '/a': fine }, 'https');
    const connectTo = [parseConnectTo(`::127.0.0.1:${server.port}`)];
    const result = await fetcherWith({ ca: CERTIFICATE, connectTo }).fetch('https://bank.example/a');
    expect(result).toMatchObject({
      kind: 'failure',
      code: 'tls-failed',
      message: expect.stringContaining('another host'),
    });
  });

  test('a port that does not speak TLS is distinguished from a bad certificate', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const result = await fetcherWith().fetch(`https://127.0.0.1:${port}/`);
    expect(result).toMatchObject({
      kind: 'failure',
      code: 'tls-failed',
      message: expect.stringContaining('check that the port speaks TLS'),
    });
    server.close();
  });
});
