/** Covers: crawler/politeness/pause.ts */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { LookupFunction } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { waitBeforeRetry } from '../../../crawler/judge.ts';
import { agreeOnPoliteness, keptPoliteness } from '../../../crawler/politeness/politeness.ts';
import { LONGEST_WAIT } from '../../../crawler/politeness/retry-after.ts';
import { type Frontier, MemoryFrontier, openFrontier } from '../../../db/index.ts';
import { temporaryFolder } from '../../cli/dustpan.ts';
import { request as leaseRequest } from '../../db/helpers.ts';
import { type CrawlTestOptions, crawl } from '../crawling.ts';
import { type Answer, links, redirect, respond, serve, site, type Web } from '../web.ts';

const robots = { robots: true };
const agent = { userAgent: 'ExampleBot/1.0 (+https://example.com/bot)' };

function text(body: string): Answer {
  return respond(200, { 'content-type': 'text/plain' }, body);
}

/**
 * When requests are sent to an origin from now on, in milliseconds. They arrive later on a busy machine, and less far apart.
 *
 * @param onSent called as each is sent, with their number so far
 */
function sending(origin: string, onSent: (count: number) => void = () => {}): readonly number[] {
  const sent: number[] = [];
  const note = (message: unknown): void => {
    if (Object(message).request.origin === origin) onSent(sent.push(performance.now()));
  };
  subscribe(SENDING, note);
  onTestFinished(() => void unsubscribe(SENDING, note));
  return sent;
}
const SENDING = 'undici:client:sendHeaders';

describe('robots.txt', () => {
  test('RFC 9309 2.2: a disallowed URL is recorded and not fetched, even if it is found again', async () => {
    const web = await site({
      '/robots.txt': text(
        'User-agent: examplebot\nDisallow: /private\nAllow: /private/open\n\nUser-agent: *\nDisallow: /',
      ),
      '/': links('/private/a', '/private/open', '/b'),
      '/private/open': links('/private/a'),
      '/b': links('/private/a', '/private/a#x'),
    });
    const { entry, report } = await crawl([`${web.origin}/`], { ...robots, fetch: agent });
    expect(web.requests).toEqual(['/robots.txt', '/', '/private/open', '/b']);
    expect(entry(`${web.origin}/private/a`)).toMatchObject({ state: 'skipped', reason: 'robots' });
    expect(report.progress).toMatchObject({ pages: 3, refused: 1, failed: 0 });
  });

  test('a site that disallows everything is fetched only with --no-robots', async () => {
    const web = await site({ '/robots.txt': text('User-agent: *\nDisallow: /'), '/': links('/a'), '/a': 'page' });
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], robots, frontier);
    expect(web.requests).toEqual(['/robots.txt']);
    await crawl([], { robots: false }, frontier);
    expect(web.requests).toEqual(['/robots.txt', '/', '/a']);
  });

  test('RFC 9309 2.4: a copy is used for a day, also in the next session', async () => {
    const web = await site({
      '/robots.txt': text('User-agent: *\nDisallow: /a'),
      '/': links('/a', '/b'),
      '/b': 'page',
    });
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], { ...robots, maxPages: 1 }, frontier);
    const second = await crawl([], robots, frontier);
    expect(web.requests.filter((target) => target === '/robots.txt')).toHaveLength(1);
    expect(second.entry(`${web.origin}/a`)).toMatchObject({ reason: 'robots' });
    expect(second.entry(`${web.origin}/b`)).toMatchObject({ state: 'done' });
  });

  test('RFC 9309 2.4: a copy of yesterday is fetched again', async () => {
    let rules = 'User-agent: *\nDisallow: /';
    const web = await site({
      '/robots.txt': (_, response) => response.end(rules),
      '/': 'page',
    });
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], robots, frontier);
    const name = `robots ${web.origin}`;
    const copy: unknown = JSON.parse((await frontier.getMeta(name)) ?? '');
    await frontier.setMeta(name, JSON.stringify({ ...Object(copy), at: Date.now() - 25 * 3_600_000 }));
    rules = '';
    const { entry } = await crawl([], { ...robots, recrawl: 0 }, frontier);
    expect(entry(`${web.origin}/`)).toMatchObject({ state: 'done' });
  });

  test.each([
    ['is missing', respond(404)],
    ['may not be seen', respond(403)],
    ['is a page', respond(200, { 'content-type': 'text/html' }, '<html>Disallow: /')],
    [
      'is binary',
      respond(
        200,
        {},
        Uint8Array.from({ length: 3000 }, (_, i) => (i * 7919) % 256),
      ),
    ],
  ])('one that %s allows everything', async (_, answer) => {
    const web = await site({ '/robots.txt': answer, '/': links('/a'), '/a': 'page' });
    expect((await crawl([`${web.origin}/`], robots)).report.progress).toMatchObject({ pages: 2, refused: 0 });
  });

  test('RFC 9309 2.3.1.4: a server error disallows everything; the next session asks again', async () => {
    let status = 500;
    const web = await site({
      '/robots.txt': (_, response) => response.writeHead(status).end(),
      '/': 'page',
    });
    const frontier = new MemoryFrontier();
    const first = await crawl([`${web.origin}/`], { ...robots, retries: 1 }, frontier);
    expect(first.entries).toMatchObject([{ state: 'skipped', reason: 'robots-unreachable' }]);
    expect(web.requests).not.toContain('/');
    status = 404;
    const second = await crawl([], robots, frontier);
    expect(second.entries).toMatchObject([{ state: 'done', status: 200 }]);
    // It had not been fetched.
    expect(second.report.progress).toMatchObject({ pages: 1, changed: 0, unchanged: 0 });
  });

  test('an unreachable server is reported as a failure of the page', async () => {
    const web = await serve({});
    await web.close();
    const { entries, failures } = await crawl([`${web.origin}/`], { ...robots, retries: 0 });
    expect(entries).toMatchObject([{ state: 'failed', reason: 'connection-refused' }]);
    expect(failures[0]?.message).toContain(`127.0.0.1:${web.port}`);
  });

  test('RFC 9309 2.3.1.2: five redirects are followed, also to other hosts; with a sixth, the file counts as missing', async () => {
    const chain = (length: number): Record<string, Answer> => ({
      '/robots.txt': redirect(301, '/1'),
      ...Object.fromEntries(Array.from({ length: length - 1 }, (_, i) => [`/${i + 1}`, redirect(302, `/${i + 2}`)])),
      [`/${length}`]: text('User-agent: *\nDisallow: /'),
      '/': 'page',
    });
    const five = await site(chain(5));
    expect((await crawl([`${five.origin}/`], robots)).entries).toMatchObject([{ reason: 'robots' }]);
    const six = await site(chain(6));
    expect((await crawl([`${six.origin}/`], robots)).entries).toMatchObject([{ state: 'done' }]);
  });

  test.each([
    ['itself', '/robots.txt'],
    ['no URL', 'http://['],
    ['another scheme', 'file:///etc/passwd'],
  ])('a redirect to %s ends', async (_, location) => {
    const web = await site({ '/robots.txt': redirect(302, location), '/': 'page' });
    expect((await crawl([`${web.origin}/`], robots)).report.progress).toMatchObject({ pages: 1 });
  });

  test('of ten megabytes, the first 500 KiB count and no more is read', async () => {
    let sent = 0;
    const web = await site({
      '/robots.txt': (_, response) => {
        response.write('User-agent: *\nDisallow: /a\n');
        const more = (): void => {
          while (sent < 10 * 1024 ** 2 && !response.destroyed) {
            sent += 65_536;
            if (!response.write('#'.repeat(65_535).concat('\n'))) return void response.once('drain', more);
          }
          response.end('\nDisallow: /b\n');
        };
        more();
      },
      '/': links('/a', '/b'),
      '/b': 'page',
    });
    const { entry } = await crawl([`${web.origin}/`], robots);
    expect(entry(`${web.origin}/a`)).toMatchObject({ reason: 'robots' });
    expect(entry(`${web.origin}/b`)).toMatchObject({ state: 'done' });
    expect(sent).toBeLessThan(10 * 1024 ** 2);
  });

  test('is fetched once per site, however many pages are fetched at a time', async () => {
    const web = await site({
      '/robots.txt': text(''),
      '/': links(...Array.from({ length: 30 }, (_, i) => `/${i}`)),
      ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`/${i}`, 'page'])),
    });
    await crawl([`${web.origin}/`], robots);
    expect(web.requests.filter((target) => target === '/robots.txt')).toHaveLength(1);
    expect(web.requests).toHaveLength(32);
  });

  test('Crawl-delay spaces the requests, including the one for robots.txt', async () => {
    const web = await site({
      '/robots.txt': text('User-agent: *\nCrawl-delay: 0.06'),
      '/': links('/a', '/b', '/c'),
      '/a': 'a',
      '/b': 'b',
      '/c': 'c',
    });
    const sent = sending(web.origin);
    await crawl([`${web.origin}/`], robots);
    expect(sent).toHaveLength(5);
    const gaps = sent.slice(1).map((at, i) => at - (sent[i] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(57);
  });

  test('Crawl-delay spaces the two requests for a page whose headers changed', async () => {
    const headers: Record<string, string> = { etag: '"e"' };
    const web = await site({
      '/robots.txt': text('User-agent: *\nCrawl-delay: 0.06'),
      '/': (request, response) => {
        response.writeHead(request.headers['if-none-match'] === undefined ? 200 : 304, headers).end();
      },
    });
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], robots, frontier);
    headers['x-robots-tag'] = 'noindex';
    const sent = sending(web.origin);
    await crawl([`${web.origin}/`], { ...robots, recrawl: 0 }, frontier);
    const [conditional = 0, full = 0] = sent.slice(-2);
    expect(web.requests.slice(-2)).toEqual(['/', '/']);
    expect(full - conditional).toBeGreaterThan(57);
  });

  test('pages that were leased before it told of a Crawl-delay are leased again with it', async () => {
    const web = await site({
      '/robots.txt': text('User-agent: *\nCrawl-delay: 0.02'),
      '/a': 'a',
      '/b': 'b',
      '/c': 'c',
    });
    const frontier = new MemoryFrontier();
    const leasing = vi.spyOn(frontier, 'lease');
    await crawl(
      ['/a', '/b', '/c'].map((path) => web.origin + path),
      robots,
      frontier,
    );
    const leases = await Promise.all(leasing.mock.results.map(async ({ value }) => value));
    const fetchedWith = new Map(leases.flat().map(({ url, delay }) => [url.replace(web.origin, ''), delay]));
    expect(Object.fromEntries(fetchedWith)).toEqual({ '/a': 20, '/b': 20, '/c': 20 });
    expect(web.requests.toSorted()).toEqual(['/a', '/b', '/c', '/robots.txt']);
  });
});

/** A site of three pages, each of which links to the next. */
function threePages(atLast: () => void): Promise<Web> {
  return site({
    '/1': links('/2'),
    '/2': links('/3'),
    '/3': (_, response) => {
      atLast();
      response.end('page');
    },
  });
}

test('a site that is slow to answer does not hold up the others', async () => {
  const { promise: isDone, resolve } = Promise.withResolvers<void>();
  const other = await threePages(resolve);
  const slow = await site({ '/a': (_, response) => void isDone.then(() => response.end('a')), '/b': 'b' });
  const seeds = [`${slow.origin}/a`, `${slow.origin}/b`, `${other.origin}/1`];
  const { failures, report } = await crawl(seeds, { delay: 20, perSite: 1, retries: 0 });
  expect(failures).toEqual([]);
  expect(report.progress.pages).toBe(5);
});

test.each([
  ['', () => {}],
  [
    ', also after the program stood still for longer',
    () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600),
  ],
])('pages that waited for the same robots.txt are requested one delay apart%s', async (_, afterFirst) => {
  // Each page of the other site lets the crawl take one more of this one.
  const { promise: isBusy, resolve } = Promise.withResolvers<void>();
  const sent: number[] = [];
  // Without connections: how long they take to open depends on the machine.
  const customFetch = async (url: string): Promise<Response> => {
    const { host, pathname } = new URL(url);
    if (host === 'other.example') {
      if (pathname === '/3') resolve();
      const next = pathname === '/3' ? [] : [`/${Number(pathname.slice(1)) + 1}`];
      return new Response(links(...next), { headers: { 'content-type': 'text/html' } });
    }
    if (pathname === '/robots.txt') return isBusy.then(() => new Response(null, { status: 404 }));
    if (sent.push(performance.now()) === 1) setImmediate(afterFirst);
    return new Response('page');
  };
  const seeds = ['http://a.example/a', 'http://a.example/b', 'http://a.example/c', 'http://other.example/1'];
  await crawl(seeds, { ...robots, delay: 200, perSite: 3, customFetch });
  const [first = 0, second = 0, third = 0] = sent;
  expect(second - first).toBeGreaterThan(190);
  expect(third - second).toBeGreaterThan(190);
});

test('a host that waits for the delay after its robots.txt holds up no other one', async () => {
  const asked: string[] = [];
  const note =
    (request: string): Answer =>
    (_, response) => {
      asked.push(request);
      response.writeHead(request.endsWith('.txt') ? 404 : 200, { 'content-type': 'text/html' }).end();
    };
  const hosts = await Promise.all(
    ['a', 'b', 'c'].map((name) => site({ '/robots.txt': note(`${name}/robots.txt`), '/': note(`${name}/`) })),
  );
  const seeds = hosts.map(({ origin }) => `${origin}/`);
  await crawl(seeds, { ...robots, delay: 1000, perSite: 1, concurrency: 1 });
  expect(asked.slice(0, 3)).toEqual(['a/robots.txt', 'b/robots.txt', 'c/robots.txt']);
  expect(asked.slice(3).toSorted()).toEqual(['a/', 'b/', 'c/']);
});

test('a host does not wait after URLs that robots.txt disallows', async () => {
  const web = await site({ '/robots.txt': text('User-agent: *\nDisallow: /') });
  const seeds = [1, 2, 3].map((n) => `${web.origin}/${n}`);
  const { entries } = await crawl(seeds, { ...robots, delay: 3_600_000 });
  expect(entries.map(({ reason }) => reason)).toEqual(['robots', 'robots', 'robots']);
});

test('a page that waits for the delay when the crawl is stopped is not requested', async () => {
  const stop = new AbortController();
  const { promise: isBusy, resolve } = Promise.withResolvers<void>();
  const other = await threePages(resolve);
  const web = await site({
    '/robots.txt': (_, response) => void isBusy.then(() => response.writeHead(404).end()),
    '/a': 'page',
    '/b': 'page',
  });
  // As the first page is sent for: until the server has it, the other one's delay may be over.
  sending(web.origin, (count) => count === 2 && stop.abort());
  const seeds = [`${web.origin}/a`, `${web.origin}/b`, `${other.origin}/1`];
  const { entries } = await crawl(seeds, { ...robots, delay: 200, perSite: 2, signal: stop.signal });
  expect(web.requests).toHaveLength(2);
  const states = entries.slice(0, 2).map(({ state }) => state);
  expect(states.toSorted()).toEqual(['done', 'queued']);
});

test('a probe that follows the last page waits for the delay', async () => {
  const web = await site({ '/': links('/') });
  const sent = sending(web.origin);
  const stop = new AbortController();
  let probedAt = 0;
  const onProbe = (): void => {
    probedAt = performance.now();
    stop.abort();
  };
  await crawl([`${web.origin}/`], { delay: 400, probe: 'full', onProbe, signal: stop.signal });
  expect(probedAt - (sent[0] ?? 0)).toBeGreaterThan(300);
});

/** Finds this machine after a while, so that connections open slowly. */
const slowLookup: LookupFunction = (_host, _options, callback) => {
  setTimeout(() => callback(null, [{ address: '127.0.0.1', family: 4 }]), 150);
};

test('a delay counts from the request, and not from the opening of its connection', async () => {
  const web = await site({ '/': links('/a'), '/a': 'a' });
  const fetch = { userAgent: 'x', lookup: slowLookup };
  const sent = sending(`http://slow.test:${web.port}`);
  await crawl([`http://slow.test:${web.port}/`], { delay: 200, fetch });
  const [first = 0, second = 0] = sent;
  expect(second - first).toBeGreaterThan(180);
});

test('the second request for a page whose headers changed counts the delay from the first one in the same way', async () => {
  const headers: Record<string, string> = { etag: '"e"' };
  const web = await site({
    '/': (request, response) => {
      response.writeHead(request.headers['if-none-match'] === undefined ? 200 : 304, headers).end();
    },
  });
  const options = { delay: 200, fetch: { userAgent: 'x', lookup: slowLookup } };
  const frontier = new MemoryFrontier();
  await crawl([`http://slow.test:${web.port}/`], options, frontier);
  headers['x-robots-tag'] = 'noindex';
  const sent = sending(`http://slow.test:${web.port}`);
  await crawl([], { ...options, recrawl: 0 }, frontier);
  const [conditional = 0, full = 0] = sent;
  expect(full - conditional).toBeGreaterThan(180);
});

describe('an overloaded site', () => {
  test('is not asked for as long as it says, and none of its pages is lost', async () => {
    const pages = Array.from({ length: 20 }, (_, i) => `/${i}`);
    let refused = 0;
    let window = 0;
    let openAt = 0;
    // Three answers in 40 milliseconds, then 429 for as long, as a rate limit does.
    const web = await site((target) => (_, response) => {
      const now = performance.now();
      if (now > openAt) [window, openAt] = [0, now + 40];
      if (window++ < 3) return void response.end(target === '/' ? links(...pages) : 'page');
      refused++;
      return void response.writeHead(429, { 'retry-after': '0' }).end();
    });
    const { report, entries } = await crawl([`${web.origin}/`], { retries: 1 });
    expect(entries.filter(({ state }) => state === 'done')).toHaveLength(21);
    expect(report.progress.failed).toBe(0);
    expect(refused).toBeLessThan(20);
  });

  test('a page that is never served fails in the end, and other pages do not wait for it', async () => {
    const web = await site({ '/': links('/never', '/a'), '/never': respond(500), '/a': 'page' });
    const { entry } = await crawl([`${web.origin}/`], { retries: 1 });
    expect(entry(`${web.origin}/never`)).toMatchObject({ state: 'failed', reason: 'http-500' });
    expect(entry(`${web.origin}/a`)).toMatchObject({ state: 'done' });
  });

  test('waits twice as long for each further retry, up to a limit', () => {
    expect([0, 1, 4, 10, 2000].map((attempts) => waitBeforeRetry(attempts))).toEqual([
      500,
      1000,
      8000,
      LONGEST_WAIT,
      LONGEST_WAIT,
    ]);
  });

  test('its delay is kept for the next session', async () => {
    let answers = 0;
    const web = await site((target) => (_, response) => {
      if (answers++ === 0) response.writeHead(503, { 'retry-after': '0' }).end();
      else response.end(target === '/' ? links('/a') : 'page');
    });
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], { maxPages: 1 }, frontier);
    const [lease] = await frontier.lease(leaseRequest({ now: Date.now() + 60_000 }));
    expect(lease?.delay).toBe(250);
  });

  test.each([
    ['goes down again in the next session, after good answers', 22, 20],
    ['is not shortened by a Crawl-delay in the next session', 3, 40],
  ])('its delay %s', async (_, pages, expected) => {
    const paths = Array.from({ length: pages - 1 }, (_one, n) => `/${n}`);
    const web = await site((target) => (_request, response) => {
      if (target === '/robots.txt') response.end('User-agent: *\nCrawl-delay: 0.02');
      else response.end(target === '/' ? links(...paths) : 'page');
    });
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], { ...robots, maxPages: 1 }, frontier);
    await frontier.pace(new URL(web.origin).host, 40);
    await crawl([], robots, frontier);
    await frontier.requeue(Date.now() + 60_000);
    const [lease] = await frontier.lease(leaseRequest({ now: Date.now() + 60_000 }));
    expect(lease?.delay).toBe(expected);
  });
});

test('a Crawl-delay goes when a recrawl reads a robots.txt without it', async () => {
  let rules = 'User-agent: *\nCrawl-delay: 0.02';
  const web = await site({ '/robots.txt': (_, response) => response.end(rules), '/': links('/a'), '/a': 'page' });
  const frontier = new MemoryFrontier();
  await crawl([`${web.origin}/`], robots, frontier);
  rules = '';
  await crawl([], { ...robots, recrawl: 0 }, frontier);
  await frontier.requeue(Date.now() + 60_000);
  const [lease] = await frontier.lease(leaseRequest({ now: Date.now() + 60_000 }));
  expect(lease?.delay).toBe(0);
});

describe('how often a site is asked', () => {
  /** The delay, and the number of fetches of one site at a time, that each session uses. */
  async function sessions(frontier: Frontier, told: readonly CrawlTestOptions[]): Promise<(readonly number[])[]> {
    const pages = Array.from({ length: told.length }, (_, n) => `/${n}`);
    const web = await site((target) => (target === '/' ? links(...pages) : 'page'));
    const lease = vi.spyOn(frontier, 'lease');
    const seen: (readonly number[])[] = [];
    for (const [n, options] of told.entries()) {
      lease.mockClear();
      await crawl(n === 0 ? [`${web.origin}/`] : [], { maxPages: 1, ...options }, frontier);
      seen.push(...lease.mock.calls.slice(0, 1).map(([{ delay, perSite }]) => [delay, perSite] as const));
    }
    return seen;
  }

  test('is kept for the next session, until that session changes it', async () => {
    const told = [{ delay: 20, perSite: 3 }, {}, { delay: 5 }, {}, { perSite: 2 }, {}];
    const seen = await sessions(new MemoryFrontier(), told);
    expect(seen).toEqual([
      [20, 3],
      [20, 3],
      [5, 3],
      [5, 3],
      [5, 2],
      [5, 2],
    ]);
  });

  test('is kept exactly, down to no delay and one fetch at a time', async () => {
    const frontier = new MemoryFrontier();
    const nobody = { delay: null, perSite: null };
    expect(await keptPoliteness(frontier)).toEqual(nobody);
    expect(await agreeOnPoliteness(frontier, { delay: 0, perSite: 1 })).toEqual({ delay: 0, perSite: 1 });
    expect(await agreeOnPoliteness(frontier, nobody)).toEqual({ delay: 0, perSite: 1 });
    expect(await keptPoliteness(frontier)).toEqual({ delay: 0, perSite: 1 });
  });

  test('is that of the other programs while they crawl, and another one is refused', async () => {
    const db = join(temporaryFolder(), 'shared.dustpan');
    const agree = async (frontier: Frontier, delay: number | null, perSite: number | null): Promise<unknown> =>
      agreeOnPoliteness(frontier, { delay, perSite });
    const open = async (): Promise<Frontier> => {
      const frontier = await openFrontier(db, { join: true });
      onTestFinished(() => frontier.close());
      return frontier;
    };
    const first = await open();
    await agree(first, 20, 1);
    expect(await agree(first, 30, null)).toEqual({ delay: 30, perSite: 1 });
    const second = await open();
    expect(await agree(second, null, 1)).toEqual({ delay: 30, perSite: 1 });
    const refusal = 'another program runs this crawl with the option delay 30ms and with the option perHost 1: ';
    await expect(agree(second, 0, null)).rejects.toThrow(refusal);
    await expect(agree(second, 30, 2)).rejects.toThrow(refusal);
    await second.close();
    expect(await agree(first, 0, null)).toEqual({ delay: 0, perSite: 1 });
  });

  test('has defaults that are not kept', async () => {
    const none = [0, Number.POSITIVE_INFINITY];
    expect(await sessions(new MemoryFrontier(), [{}, {}, { delay: 5 }])).toEqual([none, none, [5, 1]]);
  });

  test.each(['', 'null', '[', '{"delay":-1,"perSite":0}', '{"delay":1e999,"perSite":"2"}'])(
    'is as ever where the database holds what nobody says: %s',
    async (kept) => {
      const frontier = new MemoryFrontier();
      await frontier.setMeta('politeness', kept);
      expect(await sessions(frontier, [{}])).toEqual([[0, Number.POSITIVE_INFINITY]]);
    },
  );
});

describe('fetched again', () => {
  test('RFC 9110 13.1: asks whether a page changed, and counts unchanged, changed and deleted pages', async () => {
    let visit = 1;
    const asked: (string | undefined)[] = [];
    const web = await site({
      '/': links('/same', '/dated', '/other', '/gone'),
      '/same': (request, response) => {
        asked.push(request.headers['if-none-match']);
        if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
        else response.writeHead(200, { 'content-type': 'text/html', etag: '"1"' }).end(links('/child'));
      },
      '/dated': (request, response) => {
        const date = 'Mon, 02 Nov 2026 00:00:00 GMT';
        if (request.headers['if-modified-since'] === date) response.writeHead(304).end();
        else response.writeHead(200, { 'last-modified': date }).end('page');
      },
      '/other': (_, response) => response.end(`version ${visit}`),
      '/gone': (_, response) => response.writeHead(visit === 1 ? 200 : 410).end('page'),
      '/child': 'page',
    });
    const frontier = new MemoryFrontier();
    const first = await crawl([`${web.origin}/`], {}, frontier);
    expect(first.report.progress).toMatchObject({ pages: 6, unchanged: 0, changed: 0, gone: 0 });
    visit = 2;
    const second = await crawl([], { recrawl: 0 }, frontier);
    expect(asked).toEqual([undefined, '"1"']);
    expect(second.report.progress).toMatchObject({ fetched: 6, unchanged: 4, changed: 1, gone: 1, failed: 1 });
    expect(second.entry(`${web.origin}/same`)).toMatchObject({ state: 'done', status: 200, details: { etag: '"1"' } });
    expect(second.entry(`${web.origin}/gone`)).toMatchObject({ state: 'failed', status: 410 });
    expect((await frontier.stats()).states).toMatchObject({ done: 5, failed: 1, queued: 0 });
  });

  test('does not fetch pages again that are recent enough', async () => {
    const web = await site({ '/': 'page' });
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], {}, frontier);
    await crawl([], { recrawl: 3_600_000 }, frontier);
    expect(web.requests).toEqual(['/']);
  });
});
