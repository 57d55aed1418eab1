/** Covers: crawler/recrawl/prune.ts */
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { agreeOnLook, keepLook, lastLook, mayGoOn, programBefore } from '../../../crawler/recrawl/look.ts';
import { type Entry, MemoryFrontier, openFrontier } from '../../../db/index.ts';
import { UNLINKED } from '../../../db/reasons.ts';
import { temporaryFolder } from '../../cli/dustpan.ts';
import { found, ONCE, page, request } from '../../db/helpers.ts';
import { type CrawlTestOptions, crawl } from '../crawling.ts';
import { type Answer, links, redirect, respond, site } from '../web.ts';
import { type MendedSite, mendedSite, sitemap } from './mended-site.ts';

const SITE = {
  '/': links('/a?utm_source=x', '/b', '/c'),
  '/a?utm_source=x': 'A',
  '/b': links('/b/1'),
  '/b/1': 'one',
  '/c': 'C',
};

interface Looked {
  readonly web: MendedSite;
  readonly frontier: MemoryFrontier;
  /** Recrawls the site. Returns the entries' outcomes by path. */
  readonly again: (options?: CrawlTestOptions) => Promise<Readonly<Record<string, string>>>;
}

/** A site that was crawled once. */
async function looked(pages: Readonly<Record<string, string>>, robots = false): Promise<Looked> {
  const web = await mendedSite(pages);
  const frontier = new MemoryFrontier();
  const options = { robots, robotsSitemaps: robots, retries: 0 };
  await crawl([`${web.origin}/`], options, frontier);
  web.bodies.length = 0;
  return {
    web,
    frontier,
    again: async (more = {}) => {
      const { entries } = await crawl([`${web.origin}/`], { ...options, recrawl: 0, ...more }, frontier);
      return Object.fromEntries(entries.map((entry) => [entry.url.replace(web.origin, ''), fateOf(entry)]));
    },
  };
}

function fateOf({ state, reason, status }: Entry): string {
  return [state, status ?? reason].join(' ');
}

/** A text long enough to compare. */
function wordsAbout(name: string): string {
  return Array.from({ length: 60 }, (_, n) => `${name}${n}`).join(' ');
}

describe('another look at a site', () => {
  test('reuses unchanged pages', async () => {
    const { web, again } = await looked(SITE);
    web.pages.set('/c', 'C, mended');
    await again();
    expect(web.bodies).toEqual(['/c']);
    expect(web.unchanged.toSorted()).toEqual(['/', '/a?utm_source=x', '/b', '/b/1']);
  });

  test('drops a page that is no longer linked, and pages that only it leads to', async () => {
    const { web, again } = await looked(SITE);
    web.pages.set('/', links('/a?utm_source=x', '/c'));
    expect(await again()).toMatchObject({ '/b': 'skipped unlinked', '/b/1': 'skipped unlinked', '/c': 'done 200' });
    expect(web.bodies).toEqual(['/']);
    web.unchanged.length = 0;
    await again();
    expect(web.unchanged.toSorted()).toEqual(['/', '/a?utm_source=x', '/c']);
  });

  test('fetches a dropped page in full when a page links to it again', async () => {
    const { web, again } = await looked(SITE);
    web.pages.set('/', links('/c'));
    await again();
    web.pages.set('/', SITE['/']);
    web.bodies.length = 0;
    expect(await again()).toMatchObject({ '/b': 'done 200', '/b/1': 'done 200' });
    expect(web.bodies.toSorted()).toEqual(['/', '/a?utm_source=x', '/b', '/b/1']);
  });

  test('keeps a deleted page as long as a page links to it', async () => {
    const { web, again } = await looked(SITE);
    web.pages.delete('/c');
    expect(await again()).toMatchObject({ '/c': 'failed 404' });
    web.pages.set('/', links('/b'));
    expect(await again()).toMatchObject({ '/c': 'skipped unlinked' });
  });

  test('a deleted page leads nowhere; one that fails temporarily keeps its links', async () => {
    const { web, again } = await looked(SITE);
    web.pages.set('/b', respond(500));
    expect(await again()).toMatchObject({ '/b': 'failed 500', '/b/1': 'done 200' });
    web.pages.delete('/b');
    expect(await again()).toMatchObject({ '/b': 'failed 404', '/b/1': 'skipped unlinked' });
  });

  test('a page that failed for a while is not sent again if it has not changed', async () => {
    const { web, again } = await looked(SITE);
    const b = SITE['/b'];
    const cut: Answer = ({ socket }) => socket.destroy();
    for (const failure of [respond(503), cut]) {
      web.pages.set('/b', failure);
      expect((await again())['/b']).toMatch(/^failed/);
    }
    web.pages.set('/b', b);
    web.unchanged.length = 0;
    expect(await again()).toMatchObject({ '/b': 'done 200', '/b/1': 'done 200' });
    expect(web.unchanged).toContain('/b');
    expect(web.bodies).toEqual([]);
  });

  test('says how each page is found now, without going round in circles', async () => {
    const { web, frontier, again } = await looked(
      {
        '/': links('/a', '/b'),
        '/a': links('/b'),
        '/b': links('/a'),
        '/c': links('/b'),
        '/robots.txt': 'Sitemap: ORIGIN/c',
      },
      true,
    );
    const ways = async (): Promise<Readonly<Record<string, string>>> => {
      const entries = await Array.fromAsync(frontier.entries());
      return Object.fromEntries(
        entries.map(({ key, source, foundOn }) => [
          key.replace(web.origin, ''),
          `${source} ${foundOn?.replace(web.origin, '') ?? ''}`,
        ]),
      );
    };
    expect(await ways()).toEqual({ '/': 'seed ', '/a': 'link /', '/b': 'link /', '/c': 'robots ' });
    web.pages.set('/robots.txt', '').set('/', links('/c'));
    await again();
    expect(await ways()).toEqual({ '/': 'seed ', '/a': 'link /b', '/b': 'link /c', '/c': 'link /' });
    web.pages.set('/c', redirect(301, '/a')).set('/a', redirect(301, '/b'));
    await again();
    expect(await ways()).toEqual({ '/': 'seed ', '/a': 'redirect /c', '/b': 'redirect /a', '/c': 'link /' });
  });

  test('says how pages are found now that are linked from one which other pages only name', async () => {
    const named = (path: string): string => `<link rel="next" href="${path}">`;
    const { web, frontier, again } = await looked({
      '/': links('/old', '/home'),
      '/old': links('/b', '/c', '/named'),
      '/home': named('/b') + named('/named'),
      '/named': links('/b'),
      '/b': links('/c'),
      '/c': 'C',
    });
    web.pages.set('/', links('/home'));
    await again();
    const entries = await Array.fromAsync(frontier.entries());
    const ways = entries.map(({ key, foundOn }) => [key, foundOn].map((one) => one?.replace(web.origin, '')).join(' '));
    expect(ways.sort()).toEqual(['/ ', '/b /named', '/c /b', '/home /', '/named /old', '/old /']);
  });

  test('says how pages are found now that redirects of named pages lead to, or one of a circle that is named', async () => {
    const named = (path: string): string => `<link rel="next" href="${path}">`;
    const { web, frontier, again } = await looked({
      '/': links('/old', '/home'),
      '/old': links('/to', '/from', '/a', '/b'),
      '/home': named('/to') + named('/from') + named('/a'),
      '/from': '',
      '/to': 'T',
      '/a': links('/b'),
      '/b': links('/a'),
    });
    web.pages.set('/', links('/home')).set('/from', redirect(301, '/to'));
    await again();
    const entries = await Array.fromAsync(frontier.entries());
    const ways = entries.map(({ key, foundOn }) => [key, foundOn].map((one) => one?.replace(web.origin, '')).join(' '));
    expect(ways.sort()).toEqual(['/ ', '/a /old', '/b /a', '/from /old', '/home /', '/old /', '/to /from']);
  });

  test('says whether a link or only a canonical URL leads to a page now', async () => {
    const canonical = '<link rel="canonical" href="/a">';
    const { web, frontier, again } = await looked({ '/': links('/a', '/b'), '/a': 'A', '/b': canonical });
    /** Changes pages; returns how `/a` is found then. */
    const after = async (pages: Readonly<Record<string, string>>): Promise<string | undefined> => {
      for (const [path, html] of Object.entries(pages)) web.pages.set(path, html);
      await again();
      const entries = await Array.fromAsync(frontier.entries());
      const entry = entries.find(({ url }) => url === `${web.origin}/a`);
      return entry && `${entry.source} ${entry.foundOn?.replace(web.origin, '')}`;
    };
    expect(await after({})).toBe('link /');
    expect(await after({ '/': links('/b') })).toBe('canonical /b');
    expect(await after({ '/b': links('/a') })).toBe('link /b');
    expect(await after({ '/b': canonical })).toBe('canonical /b');
  });

  test('with a minimum age and a page limit, goes on where the last recrawl ended', async () => {
    const { web, frontier, again } = await looked(SITE);
    const day = 24 * 60 * 60 * 1000;
    vi.spyOn(frontier, 'now').mockImplementation(() => Date.now() + 2 * day);
    const runs: string[][] = [];
    for (let run = 0; run < 4; run++) {
      await again({ recrawl: day, maxPages: 2, concurrency: 1 });
      runs.push(web.unchanged.splice(0));
    }
    expect(runs).toEqual([['/', '/a?utm_source=x'], ['/b', '/c'], ['/b/1'], []]);
  });

  test('a corrected link is fetched', async () => {
    const { web, again } = await looked(SITE);
    web.pages.set('/', links('/a', '/b', '/c')).set('/a', 'A');
    const fates = await again();
    expect(fates).toMatchObject({ '/a': 'done 200' });
    expect(fates).not.toHaveProperty('/a?utm_source=x');
    expect(web.bodies).toEqual(['/', '/a']);
  });

  test('counts the fetches before and after it drops unlinked entries', async () => {
    const { web, again } = await looked(SITE);
    web.pages.set('/', links('/a?utm_source=y', '/b', '/c'));
    const told: number[] = [];
    await again({ onProgress: ({ fetched }) => told.push(fetched) });
    expect(told).toEqual(told.toSorted((a, b) => a - b));
    expect(told.at(-1)).toBe(6);
  });

  test('a new redirect is followed, and its target stays', async () => {
    const { web, again } = await looked(SITE);
    web.pages.set('/c', redirect(301, '/d')).set('/d', 'D');
    expect(await again()).toMatchObject({ '/c': 'done 301', '/d': 'done 200' });
    expect(await again()).toMatchObject({ '/c': 'done 301', '/d': 'done 200' });
    web.pages.set('/c', 'C');
    expect(await again()).toMatchObject({ '/c': 'done 200', '/d': 'skipped unlinked' });
  });

  test('a merged URL that shows another page by now becomes an entry of its own', async () => {
    const paths = ['/docs/1', '/docs/2', '/docs/3'];
    const pages = paths.flatMap((path) => [
      [path, redirect(301, `${path}/`)] as const,
      [`${path}/`, wordsAbout(path)] as const,
    ]);
    const { web, frontier, again } = await looked({ '/': links(...paths, '/docs/1/'), ...Object.fromEntries(pages) });
    expect(await frontier.claims()).toMatchObject([{ kind: 'slash', verdict: 'confirmed' }]);
    // Its links are recorded anew, before the claim is refuted.
    web.pages.set('/', links(...paths, '/docs/2/')).set('/docs/3', wordsAbout('another'));
    expect(await again()).toMatchObject({
      '/docs/2/': 'done 200',
      '/docs/3': 'done 200',
      '/docs/3/': 'skipped unlinked',
    });
    const entries = await Array.fromAsync(frontier.entries());
    expect(entries.map(({ key, url }) => [url, key]).filter(([url, key]) => url !== key)).toEqual([]);
    expect(await frontier.claims()).toMatchObject([{ kind: 'slash', verdict: 'refuted' }]);
  });

  test.each(['ORIGIN/map.xml', '/map.xml'])('robots.txt and sitemaps are read again: Sitemap: %s', async (map) => {
    const pages = { ...SITE, '/robots.txt': `Sitemap: ${map}`, '/map.xml': sitemap('/listed'), '/listed': 'L' };
    const { web, again } = await looked(pages, true);
    web.pages.set('/map.xml', sitemap('/new')).set('/new', 'N');
    expect(await again()).toMatchObject({ '/listed': 'skipped unlinked', '/new': 'done 200', '/map.xml': 'done 200' });
    web.pages.set('/robots.txt', 'User-agent: *\nDisallow: /c\n');
    const fates = { '/new': 'skipped unlinked', '/map.xml': 'skipped unlinked', '/c': 'skipped robots' };
    expect(await again()).toMatchObject(fates);
  });

  test('a sitemap that was a page for a while is read again, although its index has not changed', async () => {
    const index = '<sitemapindex><sitemap><loc>ORIGIN/map.txt</loc></sitemap></sitemapindex>';
    const pages = { '/': 'home', '/index.xml': index, '/map.txt': 'ORIGIN/listed', '/listed': 'L' };
    const web = await mendedSite(pages);
    const frontier = new MemoryFrontier();
    const look = async (map: string): Promise<readonly string[]> => {
      web.pages.set('/map.txt', map);
      const options = { sitemaps: [`${web.origin}/index.xml`], recrawl: 0 };
      const { entry } = await crawl([`${web.origin}/`], options, frontier);
      const listed = entry(`${web.origin}/listed`);
      const { states, sitemaps } = await frontier.stats();
      return [listed === undefined ? '' : fateOf(listed), `${states.done} done, ${sitemaps} sitemaps`];
    };
    expect(await look('ORIGIN/listed')).toEqual(['done 200', '4 done, 2 sitemaps']);
    expect(await look('<h1>Back soon</h1>')).toEqual(['skipped unlinked', '3 done, 1 sitemaps']);
    expect(await look('ORIGIN/listed')).toEqual(['done 200', '4 done, 2 sitemaps']);
  });

  test('a sitemap that was a page for a while is read again, and noted meanwhile, although a program leased it before it read robots.txt', async () => {
    const pages = {
      '/': 'home',
      '/robots.txt': 'Sitemap: ORIGIN/map.txt',
      '/map.txt': 'ORIGIN/listed',
      '/listed': 'L',
    };
    const { web, frontier, again } = await looked(pages, true);
    const noteOfMap = async (): Promise<unknown> =>
      (await Array.fromAsync(frontier.entries())).find(({ url }) => url.endsWith('/map.txt'))?.reason;
    for (const text of ['<h1>Back soon</h1>', '<h1>Back at noon</h1>']) {
      web.pages.set('/map.txt', text);
      expect(await again()).toMatchObject({ '/listed': 'skipped unlinked' });
      expect(await noteOfMap()).toBe('not-a-sitemap');
    }
    web.pages.set('/map.txt', 'ORIGIN/listed');
    expect(await again()).toMatchObject({ '/listed': 'done 200' });
    expect([await noteOfMap(), (await frontier.stats()).sitemaps]).toEqual([null, 1]);
  });

  test('a page that robots.txt once named as a sitemap is a page like others when it no longer does', async () => {
    const { web, frontier, again } = await looked(
      { '/': links('/a'), '/a': 'A', '/robots.txt': 'Sitemap: ORIGIN/a' },
      true,
    );
    const reasonOfA = async (): Promise<string | null | undefined> =>
      (await Array.fromAsync(frontier.entries())).find(({ url }) => url.endsWith('/a'))?.reason;
    expect(await reasonOfA()).toBe('not-a-sitemap');
    web.pages.set('/robots.txt', '');
    await again();
    expect(await reasonOfA()).toBeNull();
  });

  test('references of a page other than links stay as long as the page has them', async () => {
    const named = '<link rel="alternate" hreflang="de" href="/de"><link rel="canonical" href="/canon">';
    const { web, again } = await looked({ '/': named, '/de': 'D', '/canon': 'C' });
    expect(await again()).toEqual({ '/': 'done 200', '/de': 'done 200', '/canon': 'done 200' });
    web.pages.set('/', '<link rel="canonical" href="/canon">');
    expect(await again()).toMatchObject({ '/de': 'skipped unlinked', '/canon': 'done 200' });
  });
});

describe('a look that is stopped', () => {
  test('is resumed without fetching anything twice', async () => {
    const { web, frontier, again } = await looked(SITE);
    const stop = new AbortController();
    web.pages.set('/b', (_, response) => {
      stop.abort();
      response.writeHead(200, { 'content-type': 'text/html' }).end('B');
    });
    await again({ concurrency: 1, signal: stop.signal });
    const look = await lastLook(frontier);
    expect([look?.finishedAt, mayGoOn(look, Date.now() + 1000)]).toEqual([null, true]);
    const before = web.requests.slice(Object.keys(SITE).length);
    expect(before).toContain('/b');
    await again();
    const all = web.requests.slice(Object.keys(SITE).length);
    expect(all.toSorted()).toEqual(Object.keys(SITE).toSorted());
    expect((await lastLook(frontier))?.finishedAt).not.toBeNull();
  });

  test('keeps the sitemaps that each robots.txt names by now, also one that only the stopped session read', async () => {
    const map = sitemap('/listed');
    const more = ['/1', '/2', '/3', '/4', '/5', '/6'];
    const pages = Object.fromEntries(more.map((path) => [path, 'more']));
    const other = await mendedSite({
      ...pages,
      '/': links(...more),
      '/map.xml': map,
      '/listed': 'L',
      '/robots.txt': '',
    });
    const robots = `Sitemap: ${other.origin}/map.xml`;
    const web = await mendedSite({
      '/': 'home',
      '/map.xml': map,
      '/listed': 'L',
      '/robots.txt': `${robots}\nSitemap: ORIGIN/map.xml`,
    });
    const frontier = new MemoryFrontier();
    const options = { robots: true, robotsSitemaps: true, concurrency: 1, recrawl: 0 };
    const seeds = [`${web.origin}/`, `${other.origin}/`];
    await crawl(seeds, options, frontier);
    const stop = new AbortController();
    web.pages.set('/robots.txt', robots);
    other.pages.set('/6', (_, response) => {
      stop.abort();
      response.writeHead(404).end();
    });
    await crawl(seeds, { ...options, signal: stop.signal }, frontier);
    web.requests.length = 0;
    const { entry } = await crawl(seeds, options, frontier);
    expect(web.requests).toEqual([]);
    const listed = [web, other].map(({ origin }) => entry(`${origin}/listed`)?.reason);
    expect(listed).toEqual([UNLINKED, null]);
  });

  test('can be resumed for two days', () => {
    const look = { startedAt: 1000, before: 1000, finishedAt: null };
    const days = 2 * 24 * 60 * 60 * 1000;
    expect(mayGoOn(look, 999 + days)).toBe(true);
    expect(mayGoOn(look, 1000 + days)).toBe(false);
    expect(mayGoOn(look, 999)).toBe(false);
    expect(mayGoOn({ ...look, finishedAt: 2000 }, 3000)).toBe(false);
    expect(mayGoOn(null, 3000)).toBe(false);
  });

  test('long ago is continued if another program is at it, and not if both start together', async () => {
    const path = join(temporaryFolder(), 'shared.dustpan');
    const [one, another] = [await openFrontier(path, { join: true }), await openFrontier(path, { join: true })];
    try {
      const stopped = { startedAt: 1, before: 1, finishedAt: null };
      const recrawl = { isResumed: true, recrawl: 0 };
      await keepLook(one, stopped);
      expect([await programBefore(one), await programBefore(another)]).toEqual([null, null]);
      const begun = await agreeOnLook(one, recrawl);
      expect(begun.startedAt).toBeGreaterThan(1);
      expect(await agreeOnLook(another, recrawl)).toEqual(begun);

      await keepLook(one, stopped);
      await another.add([found('http://a/')]);
      const [lease] = await another.lease(request({ now: another.now() }));
      expect(await agreeOnLook(one, recrawl)).toEqual(stopped);
      await another.settle('run', [{ ...ONCE, id: lease?.id ?? 0, outcome: page(), found: [] }]);
      expect(await agreeOnLook(one, recrawl)).toEqual(stopped);
    } finally {
      await one.close();
      await another.close();
    }
  });
});

test('a seed whose key changes during another look still leads to its pages', async () => {
  let hasSlashes = false;
  const web = await site((target) => {
    if (target === '/d/0/') return links(...[1, 2, 3].flatMap((n) => [`/d/${n}`, ...(hasSlashes ? [`/d/${n}/`] : [])]));
    return target.endsWith('/') ? redirect(301, target.slice(0, -1)) : target;
  });
  const frontier = new MemoryFrontier();
  await crawl([`${web.origin}/d/0/`], {}, frontier);
  hasSlashes = true;
  const { report, entry } = await crawl([`${web.origin}/d/0/`], { recrawl: 0 }, frontier);
  expect(entry(`${web.origin}/d/0/`)).toMatchObject({ key: `${web.origin}/d/0`, state: 'done' });
  expect(entry(`${web.origin}/d/1`)?.state).toBe('done');
  expect(report.unlinked).toBe(0);
});

test('a page that equals another one stays its alias as long as pages link to it', async () => {
  const count = 8;
  let areLinked = true;
  const web = await site((target) => {
    const n = target === '/' ? 0 : Number(/^\/p\/(\d)\/?$/.exec(target)?.[1]);
    const near = [n + 1, n + 2].filter((one) => one < count);
    const both = near.flatMap((one) => [`/p/${one}/`, ...(areLinked ? [`/p/${one}`] : [])]);
    return `<link rel="canonical" href="${n === 0 ? '/' : `/p/${n}/`}">page ${n} ${links(...both)}`;
  });
  const frontier = new MemoryFrontier();
  await crawl([`${web.origin}/`], { concurrency: 1 }, frontier);
  expect(await frontier.claims()).toMatchObject([{ kind: 'slash', verdict: 'confirmed' }]);
  const again = async (): Promise<readonly unknown[]> => {
    const { report, entry } = await crawl([`${web.origin}/`], { recrawl: 0, concurrency: 1 }, frontier);
    const alias = entry(`${web.origin}/p/5`);
    return [report.unlinked, alias?.state, alias?.aliasOf];
  };
  for (let look = 0; look < 2; look++) expect(await again()).toEqual([0, 'done', `${web.origin}/p/5/`]);
  areLinked = false;
  expect(await again()).toEqual([7, 'skipped', null]);
});
