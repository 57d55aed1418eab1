/** Covers: crawler/crawled-page.ts, crawler/handover.ts, db/open.ts */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CrawledPage, type CrawlFailure, type CrawlOptions, crawl, PageError } from '../../crawler/index.ts';
import { MemoryFrontier, openFrontier } from '../../db/index.ts';
import { UrlError } from '../../src/index.ts';
import { temporaryFolder } from '../cli/dustpan.ts';
import { type Answer, links, respond, site } from './web.ts';

const SITE: Readonly<Record<string, Answer>> = {
  '/': links('/a', '/b', '/b?utm_source=x', '/gone'),
  '/a': '<h1>A</h1>',
  '/b': links('/c'),
  '/c': 'c',
  '/more': 'more',
};

const pathOf = ({ url }: { readonly url: string }): string => new URL(url).pathname;

/** Crawls with a handler, and returns the report with the paths handled and the failures. */
async function handled(seed: string, onPage: (page: CrawledPage) => unknown, options: CrawlOptions = {}) {
  const paths: string[] = [];
  const failures: CrawlFailure[] = [];
  const report = await crawl(seed, {
    ...options,
    onFailure: (failure) => failures.push(failure),
    onPage: async (page) => {
      paths.push(pathOf(page));
      await onPage(page);
    },
  }).finish();
  return { report, paths, failures };
}

describe('a loop over a crawl', () => {
  test('gets each page once, with its key, status, headers, links and the other URLs of the page', async () => {
    const { origin } = await site(SITE);
    const pages: CrawledPage[] = [];
    for await (const page of crawl(`${origin}/`)) pages.push(page);
    expect(pages.map(pathOf)).toEqual(['/', '/a', '/b', '/c']);
    expect(pages[0]).toMatchObject({ status: 200, depth: 0, key: `${origin}/`, aliases: [] });
    expect(pages[0]?.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(pages[0]?.links).toEqual(['/a', '/b', '/b?utm_source=x', '/gone'].map((path) => origin + path));
    expect(pages[2]?.aliases).toEqual([`${origin}/b?utm_source=x`]);
  });

  test('reads bytes, text in its encoding, and elements', async () => {
    const latin = respond(
      200,
      { 'content-type': 'text/html; charset=latin1' },
      Buffer.from('<h1>Z\xfcri</h1>', 'latin1'),
    );
    const { origin } = await site({ '/': latin });
    for await (const page of crawl(`${origin}/`)) {
      expect(page.bytes()).toHaveLength(13);
      expect(page.text()).toBe('<h1>Züri</h1>');
      expect((await page.dom())('h1').text()).toBe('Züri');
    }
  });

  test('is followed by the report', async () => {
    const { origin } = await site(SITE);
    const crawling = crawl(`${origin}/`);
    for await (const page of crawling) void page;
    const { progress } = await crawling.finish();
    expect(progress).toMatchObject({ pages: 4, failed: 1, duplicates: 1 });
  });

  test('that asks for two pages at a time is refused, and loses none', async () => {
    const { origin, requests } = await site(SITE);
    const failures: CrawlFailure[] = [];
    const onFailure = (failure: CrawlFailure): number => failures.push(failure);
    const pages = crawl(`${origin}/`, { onFailure, handlerTimeout: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
    const first = pages.next();
    await expect(pages.next()).rejects.toThrow('a loop over a crawl gets one page at a time');
    const paths: string[] = [];
    for (let next = await first; next.done !== true; next = await pages.next()) paths.push(pathOf(next.value));
    expect(paths).toEqual(['/', '/a', '/b', '/c']);
    expect(requests.filter((path) => path === '/')).toHaveLength(1);
    expect(failures.map(({ reason }) => reason)).toEqual(['http-404']);
  });

  test('that is left by break ends the crawl, and its last page comes again', async () => {
    const { origin, requests } = await site(SITE);
    const db = join(temporaryFolder(), 'crawl.dustpan');
    for await (const page of crawl(`${origin}/`, { db, concurrency: 1 })) if (pathOf(page) === '/a') break;
    const paths: string[] = [];
    for await (const page of crawl([], { db })) paths.push(pathOf(page));
    expect(paths.toSorted()).toEqual(['/a', '/b', '/c']);
    expect(requests.filter((path) => path === '/')).toHaveLength(1);
  });

  test('that throws passes the error on, and its page comes again', async () => {
    const { origin } = await site(SITE);
    const db = join(temporaryFolder(), 'crawl.dustpan');
    const loop = async (): Promise<void> => {
      for await (const page of crawl(`${origin}/`, { db })) throw new Error(`stop at ${pathOf(page)}`);
    };
    await expect(loop()).rejects.toThrow('stop at /');
    for await (const page of crawl([], { db })) return expect(pathOf(page)).toBe('/');
    expect.unreachable();
  });

  test('passes on why the crawl could not start', async () => {
    const { origin } = await site(SITE);
    const loop = async (db: string): Promise<void> => {
      for await (const page of crawl(`${origin}/`, { db })) void page;
    };
    await expect(loop(import.meta.filename)).rejects.toMatchObject({ code: 'not-a-database' });
    await expect(crawl([]).finish()).rejects.toMatchObject({ code: 'no-seeds' });
  });

  test('is possible once, and not beside onPage', async () => {
    const crawling = crawl('http://127.0.0.1:1/');
    for await (const page of crawling) void page;
    expect(() => crawling[Symbol.asyncIterator]()).toThrow(TypeError);
    expect(() => crawl('http://127.0.0.1:1/', { onPage: () => {} })[Symbol.asyncIterator]()).toThrow(TypeError);
  });

  test('of a process that is killed in it gets the same page again', async () => {
    const { origin } = await site(SITE);
    const db = join(temporaryFolder(), 'crawl.dustpan');
    const program = join(import.meta.dirname, 'programs/killed-in-handler.ts');
    const child = spawn(process.execPath, [program, `${origin}/`, db]);
    let printed = '';
    child.stdout.on('data', (text) => (printed += String(text)));
    const [, signal] = await once(child, 'close');
    expect(signal).toBe('SIGKILL');
    const before = printed.trimEnd().split('\n');
    const after: string[] = [];
    for await (const page of crawl([], { db })) after.push(pathOf(page));
    expect(before.at(-1)).toBe('/b');
    expect(after).toContain('/b');
    expect(new Set([...before, ...after])).toEqual(new Set(['/', '/a', '/b', '/c']));
  });
});

describe('a handler', () => {
  test('that throws is called again after a while, and then the page fails', async () => {
    const { origin } = await site({ '/': 'x' });
    const { report, paths, failures } = await handled(
      `${origin}/`,
      () => {
        throw new RangeError('too small');
      },
      { retries: 1 },
    );
    expect(paths).toEqual(['/', '/']);
    expect(report.progress).toMatchObject({ pages: 0, retried: 1, failed: 1 });
    expect(failures).toEqual([
      {
        url: `${origin}/`,
        reason: 'handler-error',
        message: 'the handler failed: "RangeError: too small"',
        error: new RangeError('too small'),
      },
    ]);
  });

  test('that throws fails its page at once with onHandlerError: fail', async () => {
    const { origin } = await site({ '/': 'x' });
    const { paths } = await handled(`${origin}/`, () => Promise.reject(new Error()), { onHandlerError: 'fail' });
    expect(paths).toEqual(['/']);
  });

  test('that never ends fails its page when its time is over, and the others go on', async () => {
    const { origin } = await site(SITE);
    const never = new Promise<void>(() => {});
    const { paths, failures } = await handled(`${origin}/`, (page) => (pathOf(page) === '/b' ? never : undefined), {
      handlerTimeout: 50,
      retries: 0,
    });
    expect(paths.toSorted()).toEqual(['/', '/a', '/b']);
    expect(failures.map(({ reason }) => reason).toSorted()).toEqual(['handler-timeout', 'http-404']);
  });

  test('that stops the crawl and finishes: its page is recorded, and no other is fetched', async () => {
    const { origin } = await site(SITE);
    const frontier = new MemoryFrontier();
    const stop = new AbortController();
    const first = await handled(`${origin}/`, () => stop.abort(), { db: frontier, signal: stop.signal });
    expect(first.paths).toEqual(['/']);
    const entries = await Array.fromAsync(frontier.entries('bare'));
    // It finished, so it is recorded; nothing else was fetched.
    expect(entries.map(({ state }) => state)).toEqual(['done', 'queued', 'queued', 'queued']);
    await frontier.close();
  });

  test('is not called for a page that waited for its turn when the crawl was stopped: no request begins then', async () => {
    const stop = new AbortController();
    const { origin, requests } = await site({
      '/robots.txt': (_, response) => {
        stop.abort();
        response.end();
      },
      '/': 'home',
    });
    const { paths } = await handled(`${origin}/`, () => {}, { signal: stop.signal, delay: 1500 });
    expect([paths, requests]).toEqual([[], ['/robots.txt']]);
  });

  test('adds URLs with follow, relative to its page', async () => {
    const { origin } = await site(SITE);
    const { paths } = await handled(`${origin}/c`, (page) => pathOf(page) === '/c' && page.follow(['more', '/a']));
    expect(paths.toSorted()).toEqual(['/a', '/c', '/more']);
  });

  test('adds URLs with follow as the page itself links to them, in its encoding', async () => {
    const html = '<a href="?q=ü">x</a>';
    const { origin, requests } = await site({
      '/': respond(200, { 'content-type': 'text/html; charset=windows-1252' }, Buffer.from(html, 'latin1')),
    });
    await handled(`${origin}/`, async (page) => page.follow((await page.dom())('a').attr('href') ?? ''));
    expect(requests).toEqual(['/', '/?q=%FC']);
  });

  test('that calls follow with something else gets an error, and nothing is added', async () => {
    const { origin } = await site(SITE);
    const thrown: unknown[] = [];
    const wrong: Parameters<CrawledPage['follow']>[0][] = [
      Object(new URL('http://a/')),
      ['/a', 7],
      [null],
      ['/a', 'http://a:99999/'],
      'http://[',
    ];
    const { paths } = await handled(`${origin}/c`, (page) => {
      for (const urls of wrong) {
        try {
          page.follow(urls);
        } catch (error) {
          thrown.push(error);
        }
      }
    });
    expect(paths).toEqual(['/c']);
    expect(thrown.map((error) => (error instanceof UrlError ? error.code : String(error)))).toEqual([
      'TypeError: follow takes URLs as strings: write url.href',
      'TypeError: follow takes URLs as strings, not number',
      'TypeError: follow takes URLs as strings, not object',
      'port-out-of-range',
      'host-invalid-ipv6',
    ]);
  });

  test('that skips a page leaves out its links, and the page is not fetched again', async () => {
    const { origin, requests } = await site(SITE);
    const frontier = new MemoryFrontier();
    await handled(`${origin}/b`, (page) => page.skip(), { db: frontier });
    await handled(`${origin}/b`, () => {}, { db: frontier });
    expect(requests).toEqual(['/b']);
    expect(await frontier.stats()).toMatchObject({ skipped: { handler: 1 } });
    await frontier.close();
  });

  test('cannot use a page after it has finished', async () => {
    const { origin } = await site({ '/': 'x' });
    const pages: CrawledPage[] = [];
    await handled(`${origin}/`, (page) => pages.push(page));
    expect(() => pages[0]?.follow('/a')).toThrow(PageError);
    expect(() => pages[0]?.skip()).toThrow('skip: the page');
  });

  test('gets pages of other types without their bodies', async () => {
    const { origin } = await site({ '/': respond(200, { 'content-type': 'image/png' }, 'png') });
    const { paths, failures } = await handled(
      `${origin}/`,
      async (page) => {
        expect(() => page.text()).toThrow('is not downloaded, because its type is image/png');
        expect(page.isHtml).toBe(false);
        expect((await page.dom())('h1').text()).toBe('');
      },
      { retries: 0 },
    );
    expect(paths).toEqual(['/']);
    expect(failures).toEqual([]);
  });

  test('has at most as many pages at a time as there are fetches', async () => {
    const { origin } = await site((target) =>
      target === '/' ? links(...Array.from({ length: 39 }, (_, n) => `/${n}`)) : 'x',
    );
    const waiting: (() => void)[] = [];
    let most = 0;
    await handled(
      `${origin}/`,
      async (page) => {
        if (pathOf(page) === '/') return;
        const { promise, resolve } = Promise.withResolvers<void>();
        most = Math.max(most, waiting.push(resolve));
        // The third lets all three go on.
        if (waiting.length === 3) for (const goOn of waiting.splice(0)) goOn();
        await promise;
      },
      { concurrency: 3 },
    );
    expect(most).toBe(3);
  });
});

/** A program that says that it is Chromium, and ends. */
function brokenBrowser(): string {
  const path = join(temporaryFolder(), 'chromium');
  writeFileSync(path, '#!/bin/sh\necho Chromium 140\n', { mode: 0o755 });
  return path;
}

describe('fresh deletes nothing for a crawl that cannot begin', () => {
  const SEEDS = ['http://127.0.0.1:1/'];
  test.each<[what: string, seeds: readonly string[], options: CrawlOptions, code: string]>([
    ['without a URL', [], {}, 'no-seeds'],
    ['from a sitemap whose URL is not valid', [], { sitemap: ['x'] }, 'bad-sitemap'],
    ['from a URL that is excluded', SEEDS, { exclude: ['http://127.0.0.1:1/**'] }, 'no-seeds'],
    ['from a URL of another scheme', ['ftp://127.0.0.1/'], {}, 'no-seeds'],
    ['with a glob that is too long', SEEDS, { include: ['*'.repeat(5000)] }, 'glob-too-large'],
    ['with a header that cannot be sent', SEEDS, { headers: { 'X-A': '\u0007' } }, 'bad-request-header'],
    ['with a user agent that cannot be sent', SEEDS, { userAgent: 'a\nb' }, 'bad-request-header'],
    ['with a cookie file that has no cookies', SEEDS, { cookies: 'x' }, 'bad-cookie-file'],
    ['through a proxy of an unknown scheme', SEEDS, { proxy: 'ftp://x' }, 'bad-proxy'],
    ['with a profile that does not exist', SEEDS, { canon: { profile: 'x' } }, 'bad-option'],
    ['into an archive that is a file', SEEDS, { warc: import.meta.filename }, 'unwritable'],
    ['in a browser that does not start', SEEDS, { render: 'always', browser: brokenBrowser() }, 'browser-failed'],
  ])('%s', async (_, seeds, options, code) => {
    const { origin } = await site({ '/': 'x' });
    const db = join(temporaryFolder(), 'crawl.dustpan');
    await crawl(`${origin}/`, { db }).finish();
    const start = async (): Promise<unknown> => crawl(seeds, { db, fresh: true, ...options }).finish();
    await expect(start()).rejects.toMatchObject({ code });
    const frontier = await openFrontier(db, { readonly: true });
    expect((await frontier.stats()).states.done).toBe(1);
    await frontier.close();
  });
});

test('seeds and sitemaps get the default scheme of the keys', async () => {
  const { origin, requests } = await site({ '/': 'x', '/map': 'http://a.example/' });
  const [start, sitemap] = ['/', '/map'].map((path) => `${origin.replace('http:', '')}${path}`);
  const options = { canon: { defaultScheme: 'http' }, sitemap: [sitemap ?? ''] };
  const { rejected } = await crawl([start ?? '', 'ftp:x'], options).finish();
  expect(rejected.map(({ url }) => url)).toEqual(['ftp:x']);
  expect(new Set(requests)).toEqual(new Set(['/', '/map']));
});

test('needs changes how many pairs of URLs confirm a claim, and only that', async () => {
  const { origin } = await site({ '/': links('/a', '/a/'), '/a': 'x', '/a/': 'x' });
  const db = new MemoryFrontier();
  const needs = { slash: { content: 1 } };
  const { progress } = await crawl(`${origin}/`, { db, needs, probe: 'full' }).finish();
  expect(progress.pages).toBeGreaterThan(1);
  const claims = await db.claims();
  expect(claims.filter(({ verdict }) => verdict === 'confirmed').map(({ kind }) => kind)).toEqual(['slash']);
});

test.each<[what: string, options: CrawlOptions, message: string]>([
  ['a path as the certificate to trust', { ca: '/etc/ca.pem' }, 'the option ca has no certificate; write the text of'],
  [
    'paths as a client certificate',
    { clientCertificate: { cert: 'client.pem', key: 'key.pem' } },
    'the option clientCertificate cannot be used; write the texts of the PEM files',
  ],
])('a crawl with %s is refused', async (_, options, message) => {
  await expect(crawl('http://127.0.0.1:1/', options).finish()).rejects.toThrow(message);
});

test.each<[what: string, options: CrawlOptions, code: string]>([
  ['whose archive is a file', { warc: import.meta.filename }, 'unwritable'],
  ['whose archive is where no folder can be', { warc: '/proc/x/y' }, 'unwritable'],
  ['with a profile that does not exist', { canon: { profile: 'x' } }, 'bad-option'],
])('a crawl %s leaves no crawl file', async (_, options, code) => {
  const db = join(temporaryFolder(), 'crawl.dustpan');
  await expect(crawl('http://127.0.0.1:1/', { db, ...options }).finish()).rejects.toMatchObject({ code });
  expect(existsSync(db)).toBe(false);
});

test('a crawl file is closed at the end, a store is left open, and fresh starts over', async () => {
  const { origin, requests } = await site({ '/': 'x' });
  const db = join(temporaryFolder(), 'crawl.dustpan');
  await crawl(`${origin}/`, { db }).finish();
  await crawl(`${origin}/`, { db }).finish();
  expect(requests).toHaveLength(1);
  await crawl(`${origin}/`, { db, fresh: true }).finish();
  expect(requests).toHaveLength(2);
  const frontier = await openFrontier(db);
  await crawl(`${origin}/`, { db: frontier }).finish();
  expect(await frontier.stats()).toMatchObject({ states: { done: 1 } });
  await frontier.close();
});

test('a seed that is not requested slows no crawl of this machine down', async () => {
  // Answered only together. With the pause of another machine, one page is fetched at a time.
  const held: (() => void)[] = [];
  const together: Answer = (_, response) => {
    held.push(() => response.writeHead(200, { 'content-type': 'text/html' }).end());
    if (held.length === 2) for (const answer of held) answer();
  };
  const { origin } = await site({ '/': links('/a', '/b'), '/a': together, '/b': together });
  const seeds = [`${origin}/`, 'ftp://files.example/', 'mailto:a@files.example', 'no URL'];
  const { progress, rejected } = await crawl(seeds, { retries: 0, timeout: 20_000 }).finish();
  expect(progress).toMatchObject({ pages: 3, failed: 0 });
  expect(new Set(rejected.map(({ url }) => url))).toEqual(new Set(seeds.slice(1)));
});

test('an option that does not exist is refused with the nearest one', () => {
  // @ts-expect-error -- as a program without types may call it
  const wrong = (): unknown => crawl('http://a/', { maxPage: 1 });
  expect(wrong).toThrow('unknown option "maxPage" of crawl; did you mean "maxPages"?');
  expect(wrong).toThrow(TypeError);
});
