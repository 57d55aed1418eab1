/** Checks that a recrawl of a site that has changed ends like a first crawl of it. Covers: crawler/{conditions,recrawl/prune}.ts */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Entry, type Frontier, MemoryFrontier } from '../../../db/index.ts';
import { UNLINKED } from '../../../db/reasons.ts';
import { readRecord } from '../../../src/audit/site/page.ts';
import { crawl } from '../crawling.ts';
import { type Answer, links, serve, site } from '../web.ts';

const PAGES = 7;

interface Page {
  readonly kind: 'page' | 'redirect' | 'gone';
  /** What it redirects to, or names as canonical; its own number for nothing. */
  readonly to: number;
  readonly linked: readonly number[];
  readonly version: number;
}

interface Version {
  readonly pages: readonly Page[];
  readonly listed: readonly number[];
  readonly disallowed: readonly number[];
}

const number = fc.integer({ min: 0, max: PAGES - 1 });

/** @param leads whether a page may lead to another one, in one direction: where a circle is cut depends on the order of requests */
function versions(leads: (own: number, to: number) => boolean): fc.Arbitrary<Version> {
  const kind = fc.constantFrom('page', 'page', 'redirect', 'gone');
  const page = fc.record({ kind, to: number, linked: fc.array(number, { maxLength: 3 }), version: fc.nat(9) });
  const pages = fc
    .array(page, { minLength: PAGES, maxLength: PAGES })
    .map((all) => all.map((one, own) => (leads(own, one.to) ? one : { ...one, to: own })));
  const some = fc.uniqueArray(number, { maxLength: 3 });
  return fc.record({ pages, listed: some, disallowed: some });
}

interface Change {
  readonly before: Version;
  readonly after: Version;
}

/** A site before and after a change that turns all redirects round and leaves some pages as they are. */
const changes: fc.Arbitrary<Change> = fc
  .record({
    before: versions((own, to) => to > own),
    after: versions((own, to) => to < own),
    same: fc.uniqueArray(number),
  })
  .map(({ before, after, same }) => {
    const isSame = ({ to }: Page, own: number): boolean => same.includes(own) && to === own;
    const pages = before.pages.flatMap((page, own) => (isSame(page, own) ? page : (after.pages[own] ?? [])));
    return { before, after: { ...after, pages } };
  });

const path = (page: number): string => (page === 0 ? '/' : `/${page}`);

/** Answers for all pages, the sitemap and robots.txt. */
function answersOf({ pages, listed, disallowed }: Version): Record<string, Answer> {
  const robots = ['User-agent: *', ...disallowed.map((own) => `Disallow: ${path(own)}$`)].join('\n');
  const sitemap = (host: string): string =>
    `<urlset>${listed.map((own) => `<url><loc>http://${host}${path(own)}</loc></url>`).join('')}</urlset>`;
  return {
    ...Object.fromEntries(pages.map((page, own): [string, Answer] => [path(own), answerOf(page, own)])),
    '/robots.txt': (_, response) => response.end(robots),
    '/sitemap.xml': ({ headers: { host = '' } }, response) => response.end(sitemap(host)),
  };
}

function answerOf({ kind, to, linked, version }: Page, own: number): Answer {
  return (request, response) => {
    if (kind === 'gone') return response.writeHead(404).end();
    if (kind === 'redirect' && to !== own) return response.writeHead(301, { location: path(to) }).end();
    const etag = `"${[version, to, ...linked].join('-')}"`;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    const canonical = to === own ? '' : `<link rel="canonical" href="${path(to)}">`;
    const html = `<title>${own} ${version}</title>${canonical}${linked.map((one) => `<a href="${path(one)}">x</a>`).join('')}`;
    return response.writeHead(200, { 'content-type': 'text/html', etag }).end(html);
  };
}

type Ends = Readonly<Record<string, Partial<Entry>>>;

/** How entries end, by key, without those that nothing leads to any more. */
async function endsOf(frontier: Frontier): Promise<Ends> {
  const entries = await Array.fromAsync(frontier.entries());
  const linked = entries.filter(({ reason }) => reason !== UNLINKED);
  return Object.fromEntries(
    linked.map(({ key, state, status, reason, aliasOf, aliasBy, location, digest, listings }) => [
      key,
      { state, status, reason, aliasOf, aliasBy, location, digest, listings },
    ]),
  );
}

/** Crawls a site before and after its change, and by another crawl only after it. */
async function crawlBoth(
  { before, after }: Change,
  maxDepth: number | null,
): Promise<readonly [recrawl: Ends, first: Ends]> {
  const answers = answersOf(before);
  const web = await serve(answers);
  const [twice, once] = [new MemoryFrontier(), new MemoryFrontier()];
  const seeds = [`${web.origin}/`];
  const options = { robots: true, sitemaps: [`${web.origin}/sitemap.xml`], scope: { maxDepth } };
  await crawl(seeds, options, twice);
  Object.assign(answers, answersOf(after));
  await crawl(seeds, { ...options, recrawl: 0 }, twice);
  await crawl(seeds, options, once);
  await web.close();
  return [await endsOf(twice), await endsOf(once)];
}

test('a recrawl of a site that has changed ends like a first crawl of it', async () => {
  await fc.assert(
    fc.asyncProperty(changes, async (change) => {
      const [recrawl, first] = await crawlBoth(change, null);
      expect(recrawl).toEqual(first);
    }),
    { numRuns: 10 },
  );
});

test('a recrawl within a depth ends like a first crawl on all pages that this one fetches', async () => {
  await fc.assert(
    fc.asyncProperty(changes, async (change) => {
      const [recrawl, first] = await crawlBoth(change, 2);
      const isFetched = ({ state }: Partial<Entry>): boolean => state !== 'skipped';
      expect(recrawl).toMatchObject(Object.fromEntries(Object.entries(first).filter(([, end]) => isFetched(end))));
    }),
    { numRuns: 10 },
  );
});

test('a recrawl splits what a claim merged, if the pages that it fetched again differ now', async () => {
  const paths = Array.from({ length: 12 }, (_, n) => `/page-${n}`);
  const all = paths.flatMap((one) => [one, `${one}/`]);
  const article = (text: string): string => `<title>${text}</title>${`The words of ${text} are its own. `.repeat(10)}`;
  const answers: Record<string, Answer> = { '/': links(...all) };
  for (const one of all) answers[one] = article(one.replace(/\/$/, ''));
  const web = await serve(answers);
  const frontier = new MemoryFrontier();
  await crawl([`${web.origin}/`], {}, frontier);
  expect((await frontier.stats()).aliases.equivalence).toBe(paths.length);
  for (const one of all) answers[one] = article(one.replace(/\/$/, ' with a slash'));
  await crawl([`${web.origin}/`], { recrawl: 0 }, frontier);
  expect((await frontier.stats()).aliases.equivalence).toBe(0);
  await web.close();
});

test('an entry takes no URL that another entry has, so that each URL is of one entry, whichever of two equal pages is linked', async () => {
  const paths = Array.from({ length: 12 }, (_, n) => `/page-${n}`);
  const all = paths.flatMap((one) => [one, `${one}/`]);
  const article = (text: string): string => `<title>${text}</title>${`The words of ${text} are its own. `.repeat(10)}`;
  const answers: Record<string, Answer> = {};
  for (const one of all) answers[one] = article(one.replace(/\/$/, ''));
  const web = await serve(answers);
  const frontier = new MemoryFrontier();
  for (const left of [null, '/page-6/', '/page-6', '/page-6']) {
    answers['/'] = links(...all.filter((one) => one !== left));
    const { entries } = await crawl([`${web.origin}/`], { recrawl: 0 }, frontier);
    const both = entries.filter(({ url }) => url.includes('/page-6')).map(({ key, url }) => [key, url]);
    expect(both).toEqual(['/page-6', '/page-6/'].map((one) => [web.origin + one, web.origin + one]));
  }
  await web.close();
});

describe('a recrawl', () => {
  /** Crawls a site again after each change of the links of its pages; returns what leads to `/a` then. */
  async function howFound(...rounds: readonly { seeds?: readonly string[]; linked: Record<string, string[]> }[]) {
    const answers: Record<string, string> = {};
    const { origin } = await site((target) => answers[target]);
    const frontier = new MemoryFrontier();
    const ways: unknown[] = [];
    for (const [round, { seeds = ['/'], linked }] of rounds.entries()) {
      for (const [from, to] of Object.entries(linked)) answers[from] = links(...to);
      const urls = seeds.map((seed) => `${origin}${seed}`);
      const { entry } = await crawl(urls, { recrawl: round === 0 ? null : 0 }, frontier);
      const { source, foundOn } = entry(`${origin}/a`) ?? {};
      ways.push([source, foundOn?.replace(origin, '')]);
    }
    return ways;
  }

  test('keeps the page on which an entry was found as long as it leads there, also one that was found later', async () => {
    const ways = await howFound(
      { linked: { '/': ['/a', '/b'], '/a': [], '/b': [] } },
      { linked: { '/': ['/b'], '/b': ['/a'] } },
      { linked: { '/': ['/a', '/b'] } },
    );
    expect(ways).toEqual([
      ['link', '/'],
      ['link', '/b'],
      ['link', '/b'],
    ]);
  });

  test('names a seed as one only when the page on which it was found no longer leads to it', async () => {
    const ways = await howFound(
      { linked: { '/': ['/a'], '/a': [] } },
      { seeds: ['/a'], linked: {} },
      { linked: { '/': [] } },
    );
    expect(ways).toEqual([
      ['link', '/'],
      ['link', '/'],
      ['seed', undefined],
    ]);
  });

  test('sees headers that came or went while the page stayed the same, and a 304 says so or not', async () => {
    const headers: Record<string, string> = {};
    const answer: Answer = (request, response) => {
      const isKnown = request.headers['if-none-match'] === '"e"';
      response.writeHead(isKnown ? 304 : 200, { 'content-type': 'text/html', etag: '"e"', ...headers }).end('text');
    };
    const { origin, requests } = await site({ '/': answer });
    const frontier = new MemoryFrontier();
    const unchanged: number[] = [];
    /** Crawls again; returns the robots directives, the canonical URLs, and the number of requests. */
    const again = async (): Promise<unknown[]> => {
      requests.length = 0;
      const { entries, report } = await crawl([`${origin}/`], { recrawl: 0 }, frontier);
      expect(report.progress.fetched).toBe(1);
      unchanged.push(report.progress.unchanged);
      const [page] = entries.map(readRecord);
      const robots = page?.robots.flatMap(({ directives }) => directives);
      return [robots, page?.canonicals.map(({ url }) => url), requests.length];
    };
    expect(await again()).toEqual([[], [], 1]);
    Object.assign(headers, { 'x-robots-tag': 'noindex', link: '</>; rel=canonical, </b>; rel=preload' });
    expect(await again()).toEqual([['noindex'], [`${origin}/`], 2]);
    expect(await again()).toEqual([['noindex'], [`${origin}/`], 1]);
    Reflect.deleteProperty(headers, 'x-robots-tag');
    headers['link'] = '</b>; rel=preload';
    expect(await again()).toEqual([[], [], 1]);
    expect(await again()).toEqual([[], [], 1]);
    expect(unchanged).toEqual([0, 1, 1, 1, 1]);
  });

  test('fails if the server says to a request without a condition that the page is unchanged', async () => {
    let isBroken = false;
    const { origin, requests } = await site({
      '/': (_, response) => {
        const headers = { 'content-type': 'text/html', etag: '"e"', ...(isBroken && { 'x-robots-tag': 'noindex' }) };
        response.writeHead(isBroken ? 304 : 200, headers).end('text');
      },
    });
    const frontier = new MemoryFrontier();
    await crawl([`${origin}/`], {}, frontier);
    isBroken = true;
    const { entries, report } = await crawl([`${origin}/`], { recrawl: 0 }, frontier);
    expect(entries).toMatchObject([{ state: 'failed', reason: 'http-304' }]);
    expect(report.progress).toMatchObject({ unchanged: 0, failed: 1 });
    expect(requests).toHaveLength(3);
  });

  test('keeps the date of a page that is fetched in full for its headers', async () => {
    const date = 'Mon, 02 Nov 2026 00:00:00 GMT';
    const conditions: (string | undefined)[] = [];
    const { origin } = await site({
      '/': (request, response) => {
        conditions.push(request.headers['if-none-match'], request.headers['if-modified-since']);
        const headers = { etag: '"e"', 'last-modified': date, link: '</>; rel=canonical' };
        response.writeHead(200, { 'content-type': 'text/html', ...headers }).end('text');
      },
    });
    const frontier = new MemoryFrontier();
    for (const recrawl of [null, 0]) {
      const { entries } = await crawl([`${origin}/`], { recrawl }, frontier);
      expect(entries).toMatchObject([{ details: { lastModified: date } }]);
    }
    expect(conditions).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('asks once, under a condition, for a sitemap whose headers declare something', async () => {
    const asked: (string | undefined)[] = [];
    const { origin } = await site({
      '/sitemap.xml': (request, response) => {
        const condition = request.headers['if-none-match'];
        asked.push(condition);
        const headers = { 'content-type': 'text/xml', etag: '"e"', 'x-robots-tag': 'noindex' };
        response.writeHead(condition === '"e"' ? 304 : 200, headers).end('<urlset></urlset>');
      },
    });
    const frontier = new MemoryFrontier();
    for (const recrawl of [null, 0, 0]) await crawl([], { recrawl, sitemaps: [`${origin}/sitemap.xml`] }, frontier);
    expect(asked).toEqual([undefined, '"e"', '"e"']);
  });
});
