/** Covers: crawler/fetch/custom-answer.ts, crawler/seed-fetcher.ts */
import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { close, listen } from '../../../config/demo-site/loopback.ts';
import { FetchClock } from '../../../crawler/fetch/fetch-clock.ts';
import {
  type CrawlFailure,
  type CrawlOptions,
  type CustomFetch,
  type CustomFetcher,
  crawl,
  Fetcher,
} from '../../../crawler/index.ts';
import { type Entry, MemoryFrontier } from '../../../db/index.ts';
import { links, redirect, site } from '../web.ts';

const HTML = { 'content-type': 'text/html' };

/** Crawls http://a.example/, which no network has, or `seed`. */
async function crawled(fetch: CustomFetch | CustomFetcher, options: CrawlOptions = {}, seed = 'http://a.example/') {
  const frontier = new MemoryFrontier();
  const failures: CrawlFailure[] = [];
  await crawl(seed, {
    delay: 0,
    retries: 0,
    robots: false,
    ...options,
    db: frontier,
    fetch,
    onFailure: (failure) => failures.push(failure),
  }).finish();
  const entries: readonly Entry[] = await Array.fromAsync(frontier.entries());
  return { entries, failures, entry: (path: string) => entries.find(({ url }) => url === new URL(path, seed).href) };
}

/** Answers by path; 404 for all others. */
function pages(answers: Readonly<Record<string, () => unknown>>): CustomFetch {
  return async (url) => {
    const answer = answers[new URL(url).pathname]?.() ?? new Response('', { status: 404 });
    // Tests return what the types forbid.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return answer as Response;
  };
}

const page = (...references: readonly string[]) => new Response(links(...references), { headers: HTML });

test.each([Number.POSITIVE_INFINITY, 2 ** 31])(
  'a fetch with a time limit of %d ms does not end at once',
  async (limit) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let hasEnded = false;
    const clock = new FetchClock(limit, () => {
      hasEnded = true;
    });
    vi.advanceTimersByTime(3_600_000);
    await clock.pauseFor(Promise.resolve());
    vi.advanceTimersByTime(3_600_000);
    expect(hasEnded).toBe(false);
    clock.stop();
  },
);

describe('a crawl with a fetch of its own', () => {
  test('sends everything through it: pages, robots.txt, sitemaps', async () => {
    const urls: string[] = [];
    const answer = pages({
      '/robots.txt': () => new Response('Sitemap: http://a.example/map.xml\nUser-agent: *\nDisallow: /no'),
      '/map.xml': () =>
        new Response('<urlset><url><loc>http://a.example/listed</loc></url></urlset>', {
          headers: { 'content-type': 'application/xml' },
        }),
      '/': () => page('/no', '/b'),
      '/b': () => page(),
      '/listed': () => page(),
    });
    const { entries } = await crawled(
      (url, request) => {
        urls.push(new URL(url).pathname);
        return answer(url, request);
      },
      { robots: true },
    );
    expect(urls.toSorted()).toEqual(['/', '/b', '/listed', '/map.xml', '/robots.txt']);
    expect(entries.filter(({ state }) => state === 'done')).toHaveLength(4);
  });

  test('probes through it, and opens no connection', async () => {
    const probed: string[] = [];
    const { entries } = await crawled(
      pages({ '/': () => page('/a'), '/a': () => page(), '/a/': () => Response.redirect('http://a.example/a', 301) }),
      { probe: 'full', onProbe: (url) => probed.push(url) },
    );
    expect(probed).toContain('http://a.example/a/');
    expect(entries.filter(({ state }) => state === 'failed')).toEqual([]);
  });

  test('asks no IP address directly, where a probe would', async () => {
    let connections = 0;
    const server = createServer().on('connection', (socket) => {
      connections++;
      socket.destroy();
    });
    const port = await listen(server);
    const probed: string[] = [];
    await crawled(
      async () => page(`http://127.0.0.1:${port}/a`, 'http://shop.example/a'),
      { scope: 'any', depth: 1, probe: 'full', onProbe: (url) => probed.push(url) },
      `http://127.0.0.1:${port}/`,
    );
    await close(server);
    expect(probed.length).toBeGreaterThan(0);
    expect(connections).toBe(0);
  });

  test('takes the global fetch, which sees redirects and gets the headers of the crawl', async () => {
    const agents: (string | undefined)[] = [];
    const { origin } = await site({
      '/': links('/old'),
      '/old': redirect(301, '/new'),
      '/new': ({ headers }, response) => {
        agents.push(headers['user-agent'], headers.authorization);
        response.writeHead(200, HTML).end(links());
      },
    });
    const options = { userAgent: 'mine/1', headers: { authorization: 'Bearer x' } };
    const { entry } = await crawled(fetch, options, `${origin}/`);
    expect(entry('/old')).toMatchObject({ state: 'done', status: 301, aliasBy: 'redirect', aliasOf: `${origin}/new` });
    expect(entry('/new')).toMatchObject({ state: 'done', status: 200 });
    expect(agents).toEqual(['mine/1', 'Bearer x']);
  });

  test('sends secret headers to the origins of the seeds only', async () => {
    const sent = new Map<string, readonly (readonly string[])[]>();
    await crawled(
      async (url, { headers }) => {
        sent.set(new URL(url).host, headers);
        return page('http://b.example/');
      },
      { scope: 'any', depth: 1, headers: { cookie: 'x=1', 'x-own': '2' } },
    );
    expect(sent.get('a.example')).toContainEqual(['cookie', 'x=1']);
    expect(sent.get('b.example')).not.toContainEqual(['cookie', 'x=1']);
    expect(sent.get('b.example')).toContainEqual(['x-own', '2']);
  });

  test('takes a Fetcher, whose headers do not double', async () => {
    const agents: string[] = [];
    const { origin } = await site({
      '/': ({ rawHeaders }, response) => {
        agents.push(...rawHeaders.filter((_, index) => rawHeaders[index - 1]?.toLowerCase() === 'user-agent'));
        response.writeHead(200, HTML).end(links());
      },
    });
    const fetcher = new Fetcher({ userAgent: 'own', seeds: [origin] });
    const { entry } = await crawled(fetcher, { userAgent: 'crawl' }, `${origin}/`);
    await fetcher.close();
    expect(entry('/')).toMatchObject({ state: 'done', status: 200 });
    expect(agents).toEqual(['crawl']);
  });
});

describe('goes on after a fetch that', () => {
  const never = new Promise<never>(() => {});
  const after = async (bad: () => unknown, options: CrawlOptions = {}) =>
    crawled(pages({ '/': () => page('/bad', '/good'), '/bad': bad, '/good': () => page() }), options);

  test.each<[string, () => unknown, string, string]>([
    ['throws', () => Promise.reject(new Error('no\ntokens')), 'fetcher-error', 'threw "Error: no?tokens"; correct it'],
    [
      'meets a dead network',
      () =>
        Promise.reject(
          new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }),
        ),
      'connection-refused',
      'nothing is listening at a.example:80',
    ],
    ['returns nothing', () => Promise.resolve(null), 'fetcher-error', 'returned no response; return a Response'],
    ['returns text', () => '<html>', 'fetcher-error', 'returned no response'],
    ['returns no status', () => ({ headers: {}, body: null }), 'fetcher-error', 'a response without a status'],
    ['returns a false status', () => ({ status: '200' }), 'fetcher-error', 'a response without a status'],
    ['returns headers as text', () => ({ status: 200, headers: 'a: b' }), 'fetcher-error', 'headers that are not'],
    [
      'returns a header that is a number',
      () => ({ status: 200, headers: { age: 1 } }),
      'fetcher-error',
      'headers that',
    ],
    [
      'returns a body of text',
      () => ({ status: 200, headers: HTML, body: 'text' }),
      'fetcher-error',
      'a body that is neither bytes nor a stream',
    ],
    [
      'streams something else than bytes',
      () => ({
        status: 200,
        headers: HTML,
        body: (async function* () {
          yield 'text';
        })(),
      }),
      'fetcher-error',
      'a stream of something else',
    ],
    [
      'followed a redirect',
      () => ({ status: 200, headers: HTML, body: null, redirected: true }),
      'fetcher-error',
      'manual',
    ],
    [
      'returns an unknown failure',
      () => ({ kind: 'failure', code: 'x', message: '', retryable: true }),
      'fetcher-error',
      'code',
    ],
    [
      'claims to be cancelled',
      () => ({ kind: 'failure', code: 'cancelled', message: '', retryable: true }),
      'fetcher-error',
      'code',
    ],
    [
      'returns a failure',
      () => ({ kind: 'failure', code: 'tls-failed', message: 'a\nb', retryable: false }),
      'tls-failed',
      'a\\nb',
    ],
    [
      'throws because no connection was completed in time',
      () => {
        const cause = Object.assign(new Error('Connect Timeout Error'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
        throw new TypeError('fetch failed', { cause });
      },
      'connect-timeout',
      'firewall',
    ],
    ['never answers', () => never, 'timeout', 'a.example:80 did not respond within 50 ms'],
    [
      'never ends its body',
      () => new Response(new ReadableStream({ pull: () => never }), { headers: HTML }),
      'timeout',
      'within 50 ms',
    ],
  ])('%s', async (_, bad, reason, message) => {
    const { entry, failures } = await after(bad, { timeout: 50 });
    expect(entry('/bad')).toMatchObject({ state: 'failed', reason });
    expect(failures).toEqual([{ url: 'http://a.example/bad', reason, message: expect.stringContaining(message) }]);
    expect(entry('/good')).toMatchObject({ state: 'done', status: 200 });
  });

  test.each<[string, (html: string) => unknown]>([
    ['of bytes', (html) => ({ status: 200, headers: HTML, body: Buffer.from(html) })],
    ['of a stream', (html) => new Response(html, { headers: HTML })],
  ])('returns a body larger than maxSize, %s: the rest is not read', async (_, answer) => {
    const html = `<a href="/before">x</a>${' '.repeat(2000)}<a href="/after">x</a>`;
    const { entry } = await after(() => answer(html), { maxSize: 1000 });
    expect(entry('/bad')).toMatchObject({ state: 'done', reason: 'truncated' });
    expect(entry('/before')).toBeDefined();
    expect(entry('/after')).toBeUndefined();
  });

  test('throws once: the URL is retried', async () => {
    let calls = 0;
    const flaky = (): Response => {
      if (calls++ === 0) throw new Error('once');
      return page();
    };
    expect((await after(flaky, { retries: 1 })).entry('/bad')).toMatchObject({ state: 'done' });
  });

  test('streams a picture: the crawl cancels the stream', async () => {
    const cancelled = Promise.withResolvers<string>();
    const picture = (): Response =>
      new Response(new ReadableStream({ pull: () => never, cancel: () => cancelled.resolve('cancelled') }), {
        headers: { 'content-type': 'image/png' },
      });
    const { entry } = await after(picture);
    expect(entry('/bad')).toMatchObject({ state: 'done', contentType: 'image/png' });
    expect(await cancelled.promise).toBe('cancelled');
  });
});

test('the signal of a request is aborted when the crawl no longer waits for it', async () => {
  const aborted = Promise.withResolvers<unknown>();
  await crawled(
    (_, { signal }) =>
      new Promise(() => signal.addEventListener('abort', () => aborted.resolve(signal.reason), { once: true })),
    { timeout: 50 },
  );
  expect(await aborted.promise).toMatchObject({ message: expect.stringContaining('within 50 ms') });
});

test('options that it makes useless, and values that cannot fetch, are refused', () => {
  const options = (given: object): CrawlOptions => given;
  expect(() => crawl('http://a.example/', { fetch, ca: 'x' })).toThrow(
    'the option ca of crawl has no effect with fetch',
  );
  expect(() => crawl('http://a.example/', options({ fetch: {} }))).toThrow('neither a function nor an object with one');
  expect(() => crawl('http://a.example/', options({ fetch: 7 }))).toThrow(TypeError);
});
