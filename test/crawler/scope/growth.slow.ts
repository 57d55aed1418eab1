/** Covers: src/url/registrable-domain.ts */
import { describe, expect, test } from 'vitest';
import { MAX_ENDLESS } from '../../../crawler/limits.ts';
import { Growth } from '../../../crawler/scope/growth.ts';
import { type Frontier, MemoryFrontier } from '../../../db/index.ts';
import { entriesOf } from '../../db/helpers.ts';
import { ENDLESS_SITES, type EndlessSite, type RunningSite, startEndless } from '../../hostile/endless-sites.ts';
import { type Crawled, type CrawlTestOptions, crawl } from '../crawling.ts';
import { links, respond, site } from '../web.ts';

const LIMIT = 200;
const TRAPS = { maxSimilar: 100_000, maxEndless: LIMIT };

async function crawlEndless(
  { scope }: Pick<EndlessSite, 'scope'>,
  server: RunningSite,
  frontier: Frontier,
  { maxEndless = LIMIT, ...options }: CrawlTestOptions & { readonly maxEndless?: number } = {},
): Promise<Crawled> {
  const fetch = { userAgent: 'dustpan-test', connectTo: server.connectTo };
  const limits = { kind: scope, traps: { ...TRAPS, maxEndless } };
  return crawl([server.seed], { robots: true, concurrency: 1, fetch, scope: limits, ...options }, frontier);
}

function endlessSite(what: string): EndlessSite {
  const found = ENDLESS_SITES.find((one) => one.what.startsWith(what));
  if (found === undefined) throw new Error(`there is no site: ${what}`);
  return found;
}

async function serving<T>(one: EndlessSite, work: (server: RunningSite) => Promise<T>): Promise<T> {
  const server = await startEndless(one);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

describe('an endless site gets no more requests than the limit', () => {
  test.each(ENDLESS_SITES)('$what', async (one) => {
    await serving(one, async (server) => {
      const frontier = new MemoryFrontier();
      const { report } = await crawlEndless(one, server, frontier);
      const { states, skipped } = await frontier.stats();
      expect(server.requests()).toBeLessThanOrEqual(LIMIT);
      expect(states.queued + states.leased).toBe(0);
      // Sites that other limits cut off end earlier.
      if (server.requests() < LIMIT * 0.9) expect(skipped['endless']).toBeUndefined();
      else {
        expect(skipped['endless']).toBeGreaterThan(0);
        expect(report.endless).toHaveLength(1);
      }
    });
  });
});

describe('a finite site is crawled completely, however far beyond the limit', () => {
  const pages = 10 * LIMIT;

  test('if lists lead to its pages', async () => {
    const web = await site((target) => {
      const at = /^\/list\/(\d+)/.exec(target)?.[1];
      if (target === '/') return links(...Array.from({ length: pages / 20 }, (_, n) => `/list/${n}`));
      return at === undefined
        ? links('/')
        : links(...Array.from({ length: 20 }, (_, n) => `/p/${Number(at) * 20 + n}`));
    });
    const { entries } = await crawl([`${web.origin}/`], { scope: { traps: TRAPS } });
    expect(entries.filter(({ reason }) => reason === 'endless')).toEqual([]);
    expect(new Set(web.requests.filter((target) => target.startsWith('/p/'))).size).toBe(pages);
  });

  test('if its pages link to others, without lists', async () => {
    const count = 2 * LIMIT;
    const web = await site((target) => {
      const at = Number(/\d+/.exec(target)?.[0] ?? 0);
      return links(...Array.from({ length: 30 }, (_, n) => `/a/${(at * 48_271 + n * 7919 + 1) % count}`));
    });
    const { entries } = await crawl([`${web.origin}/a/0`], { scope: { traps: TRAPS } });
    expect(entries.filter(({ state }) => state !== 'done')).toEqual([]);
    expect(entries).toHaveLength(count);
  });
});

describe('a site that a crawl has read to its end', () => {
  const pages = 2 * LIMIT;

  /** Recrawls a site of many pages after each of 80 pages has got a new one that leads to more. */
  async function recrawled(
    isFinite: boolean,
  ): Promise<{ readonly added: readonly string[]; readonly crawled: Crawled }> {
    let isChanged = false;
    const web = await site((target) => {
      const [, kind = '', steps = ''] = /^\/(\w+)\/\d+(x*)/.exec(target) ?? [];
      if (target === '/') return links(...Array.from({ length: pages }, (_, n) => `/p/${n}`));
      if (kind === 'p') return isChanged ? links(`/new/${Number(target.slice(3)) % 80}`) : links('/');
      return isFinite && steps.length > 1 ? links('/') : links(`${target}x`);
    });
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], { scope: { traps: TRAPS } }, frontier);
    expect(web.requests.length).toBeGreaterThan(pages);
    isChanged = true;
    await crawl([`${web.origin}/`], { scope: { traps: TRAPS }, recrawl: 0, maxPages: pages + 40 }, frontier);
    const crawled = await crawl([`${web.origin}/`], { scope: { traps: TRAPS } }, frontier);
    return { added: web.requests.filter((target) => target.startsWith('/new/')), crawled };
  }

  test('is recrawled completely, although its new pages lead to more', async () => {
    const { added, crawled } = await recrawled(true);
    expect(new Set(added).size).toBe(3 * 80);
    expect(crawled.entries.filter(({ state }) => state !== 'done')).toEqual([]);
  });

  test('gets no more requests for new pages than the limit in a recrawl', async () => {
    const { added, crawled } = await recrawled(false);
    expect(added.length).toBeGreaterThan(LIMIT * 0.9);
    expect(added.length).toBeLessThanOrEqual(LIMIT);
    expect(crawled.report.endless).toHaveLength(1);
  });
});

describe('a site that was given up', () => {
  const farm = endlessSite('a farm of links: texts');

  test('stays given up in the next session, and a higher limit continues from there', async () => {
    await serving(farm, async (server) => {
      const frontier = new MemoryFrontier();
      await crawlEndless(farm, server, frontier);
      const before = server.requests();
      const second = await crawlEndless(farm, server, frontier);
      expect(server.requests()).toBe(before);
      expect(second.report.endless).toEqual([{ site: 'endless.example', requests: before }]);
      await crawlEndless(farm, server, frontier, { maxEndless: 2 * LIMIT });
      expect(server.requests()).toBeGreaterThan(before + 100);
      expect(server.requests()).toBeLessThanOrEqual(2 * LIMIT);
      const targets = (await entriesOf(frontier)).filter(({ state }) => state === 'done');
      expect(targets).toHaveLength(server.requests() - 1);
    });
  });

  test('stays given up, however low the limit is', async () => {
    await serving(farm, async (server) => {
      const frontier = new MemoryFrontier();
      await crawlEndless(farm, server, frontier, { maxEndless: 20 });
      const second = await crawlEndless(farm, server, frontier, { maxEndless: 20 });
      expect(server.requests()).toBeLessThanOrEqual(20);
      expect(second.report.endless).toHaveLength(1);
    });
  });

  test('gets no more requests if the crawl is stopped repeatedly', async () => {
    await serving(farm, async (server) => {
      const frontier = new MemoryFrontier();
      for (let session = 0; session < 30; session++) await crawlEndless(farm, server, frontier, { maxPages: 10 });
      expect(server.requests()).toBeLessThanOrEqual(LIMIT);
      expect((await frontier.stats()).skipped['endless']).toBeGreaterThan(0);
    });
  });

  test('is counted by its fetched entries if a kill prevented the counts from being stored', async () => {
    await serving(farm, async (server) => {
      const frontier = new MemoryFrontier();
      await crawlEndless(farm, server, frontier, { maxPages: 150 });
      await frontier.setMeta('growth', '{ damaged');
      await crawlEndless(farm, server, frontier);
      expect(server.requests()).toBeLessThanOrEqual(LIMIT);
    });
  });

  test('is fetched again by a recrawl', async () => {
    await serving(farm, async (server) => {
      const frontier = new MemoryFrontier();
      await crawlEndless(farm, server, frontier);
      const before = server.requests();
      await crawlEndless(farm, server, frontier, { recrawl: 0, robots: false });
      expect(server.requests()).toBe(2 * before - 1);
    });
  });

  test('is followed if the user turns traps off', async () => {
    await serving(farm, async (server) => {
      const fetch = { userAgent: 'dustpan-test', connectTo: server.connectTo };
      await crawl([server.seed], { fetch, scope: { traps: null }, maxPages: 2 * LIMIT });
      expect(server.requests()).toBe(2 * LIMIT);
    });
  });
});

test('URLs named by a seed or a sitemap are fetched even if their site was given up', async () => {
  const named = Array.from({ length: 50 }, (_, n) => `/named/${n}`);
  let origin = '';
  const web = await site((target) => {
    const urls = named.map((path) => `<url><loc>${origin}${path}</loc></url>`).join('');
    const sitemap = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
    if (target === '/map.xml') return respond(200, { 'content-type': 'application/xml' }, sitemap);
    if (target.startsWith('/named/')) return links();
    return links(...['a', 'b', 'c'].map((name) => `/x${target.length}${name}${web.requests.length}`));
  });
  ({ origin } = web);
  const frontier = new MemoryFrontier();
  await crawl([`${origin}/`], { scope: { traps: TRAPS } }, frontier);
  const seed = `${origin}/x-seed`;
  await crawl([seed], { scope: { traps: TRAPS }, sitemaps: [`${origin}/map.xml`] }, frontier);
  const left = named.filter((path) => !web.requests.includes(path));
  expect(left).toEqual([]);
  expect(web.requests.length).toBeLessThanOrEqual(LIMIT + named.length + 2);
});

describe('how a site is judged', () => {
  const lease = { site: 'a.example', depth: 1, earlier: null, isNamed: false } as const;

  function crawled(requests: number, leading: number, { site: name = 'a.example' } = {}): Growth {
    const growth = new Growth({ maxEndless: 1000 });
    for (let at = 0; at < requests; at++) {
      growth.request(name);
      growth.answered(name, at % 10 < leading);
    }
    return growth;
  }

  test.each([
    { requests: 989, leading: 10, admitted: true },
    { requests: 990, leading: 10, admitted: false },
    { requests: 5000, leading: 3, admitted: true },
    { requests: 5000, leading: 5, admitted: false },
  ])(
    'after $requests requests, with $leading in ten pages leading on: $admitted',
    ({ requests, leading, admitted }) => {
      expect(crawled(requests, leading).admits(lease)).toBe(admitted);
    },
  );

  /** Whether the last requested page is admitted, on a site whose pages link to each other at random. */
  function isFollowed(pages: number, linksOfEach: number): boolean {
    const growth = new Growth({ maxEndless: MAX_ENDLESS });
    const known = new Set([0]);
    let random = 1;
    let requests = 0;
    for (const _ of known) {
      if (!growth.admits(lease)) return false;
      if (++requests === MAX_ENDLESS + 1000) break;
      const before = known.size;
      for (let link = 0; link < linksOfEach; link++) {
        random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
        known.add(Math.floor((random / 2 ** 32) * pages));
      }
      growth.request(lease.site);
      growth.answered(lease.site, known.size > before);
    }
    return true;
  }

  test.each([
    [30_000, 5],
    [50_000, 10],
    [80_000, 20],
    [100_000, 30],
  ])('by default, %i pages that link to %i random others each are followed to the end', (pages, linksOfEach) => {
    expect(isFollowed(pages, linksOfEach)).toBe(true);
  });

  test('by default, pages that all link to new ones are not', () => {
    expect(isFollowed(10 ** 9, 10)).toBe(false);
  });

  test('hosts of one domain are one site; other domains are others', () => {
    const growth = crawled(1000, 10, { site: 'www.a.example:8080' });
    expect(growth.admits({ ...lease, site: 'x.a.example' })).toBe(false);
    expect(growth.admits({ ...lease, site: 'b.example' })).toBe(true);
    expect(growth.isEndless('y.a.example', 0)).toBe(true);
    expect(growth.isEndless('b.example', 0)).toBe(false);
  });

  test('beyond the limit, nothing too far from the seeds is followed', () => {
    const growth = crawled(1000, 1);
    expect(growth.admits({ ...lease, depth: 60 })).toBe(true);
    expect(growth.admits({ ...lease, depth: 61 })).toBe(false);
    expect(growth.isEndless('a.example', 61)).toBe(true);
    expect(crawled(100, 1).isEndless('a.example', 61)).toBe(false);
  });

  test('programs that share a frontier add up their requests', async () => {
    const frontier = new MemoryFrontier();
    const [one, two] = [crawled(600, 10), crawled(600, 10)];
    for (const growth of [one, two]) await growth.keep(frontier, true);
    expect(two.admits(lease)).toBe(false);
    const next = new Growth({ maxEndless: 1000 });
    await next.recall(frontier, frontier.entries(), false);
    expect(next.admits(lease)).toBe(false);
  });
});
