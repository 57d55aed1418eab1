/** Tests crawls that share a file, or a crawl on a server. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { agreeOnLook, keepLook, lastLook, programBefore } from '../../crawler/recrawl/look.ts';
import { readCopy } from '../../crawler/robots/copy.ts';
import { type Entry, type Frontier, MemoryFrontier, openFrontier } from '../../db/index.ts';
import { clock } from '../../src/clock.ts';
import { temporaryFolder } from '../cli/dustpan.ts';
import { found, request as leasing } from '../db/helpers.ts';
import { startServer, type TestServer } from '../db/postgres/server.ts';
import { type Crawled, crawl } from './crawling.ts';
import { prose } from './probe/sites.ts';
import { type Answer, links, redirect, site, type Web } from './web.ts';

const PAGES = 300;

/** Pages that link to each other with and without a slash. With a slash, each redirects to itself without. */
function slashes(target: string): Answer | undefined {
  const [, number, slash] = /^\/d\/(\d+)(\/?)$/.exec(target) ?? [];
  if (target !== '/' && number === undefined) return undefined;
  if (slash === '/') return redirect(301, target.slice(0, -1));
  const next = Array.from(
    { length: number === undefined ? 30 : 8 },
    (_, n) => (Number(number ?? 0) * 8 + n + 1) % PAGES,
  );
  return links(...next.flatMap((page) => [`/d/${page}/`, `/d/${page}`])) + prose(target);
}

/** Serves the pages; after the first page, not before all of these programs have asked for one. */
async function sharedSite(runs: readonly string[]): Promise<Web> {
  const names = new Set<string>();
  const waiting: (() => void)[] = [];
  return site((target) => {
    const answer = slashes(target);
    return (request, response) => {
      const go = (): void => {
        if (typeof answer === 'function') answer(request, response);
        else response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(answer);
      };
      if (target === '/') return go();
      names.add(request.headers['user-agent'] ?? '');
      waiting.push(go);
      if (runs.every((run) => names.has(run))) for (const one of waiting.splice(0)) one();
    };
  });
}

/** Crawls the site with several programs at a time. */
async function crawlTogether(
  web: Web,
  runs: readonly string[],
  options: Parameters<typeof crawl>[1] = {},
  onOpen: (frontier: Frontier) => void = () => {},
  store = join(temporaryFolder(), 'shared.dustpan'),
): Promise<readonly Crawled[]> {
  const frontiers: Frontier[] = [];
  for (const _ of runs) frontiers.push(await openFrontier(store, { join: true }));
  try {
    return await Promise.all(
      frontiers.map(async (frontier, at) => {
        onOpen(frontier);
        const run = runs[at] ?? '';
        const fetch = { userAgent: run };
        return crawl([`${web.origin}/`], { run, fetch, concurrency: 4, ...options }, frontier);
      }),
    );
  } finally {
    for (const frontier of frontiers) await frontier.close();
  }
}

function keysOf(entries: readonly Entry[]): readonly string[] {
  const pages = entries.filter(({ aliasOf, state }) => aliasOf === null && state === 'done');
  return pages.map(({ key }) => new URL(key).pathname).toSorted();
}

function repeated(requests: readonly string[]): readonly string[] {
  return requests.filter((target, at) => requests.indexOf(target) !== at);
}

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.close());

const STORES: readonly [name: string, store: (crawl: string) => string][] = [
  ['a file', () => join(temporaryFolder(), 'shared.dustpan')],
  ['a server', (name) => `${server.url}?crawl=${name}`],
];

test.each(STORES)(
  'on %s, a program learns and changes keys while another one crawls, and no page is fetched twice',
  async (_, store) => {
    const [alone] = await crawlTogether(await site(slashes), ['alone']);
    const web = await sharedSite(['one', 'two']);
    const refused: unknown[] = [];
    const note = (error: unknown): never => {
      refused.push(error);
      throw error;
    };
    const crawls = await crawlTogether(
      web,
      ['one', 'two'],
      {},
      (frontier) => {
        const settle = frontier.settle.bind(frontier);
        const rekey = frontier.rekey.bind(frontier);
        vi.spyOn(frontier, 'settle').mockImplementation((...given) => settle(...given).catch(note));
        vi.spyOn(frontier, 'rekey').mockImplementation((request) => rekey(request).catch(note));
      },
      store('learning'),
    );
    expect(refused).toMatchObject(refused.map(() => ({ code: 'stale-keys' })));
    expect(refused.length).toBeGreaterThan(0);
    expect(repeated(web.requests)).toEqual([]);
    const { entries } = crawls[1] ?? {};
    expect(keysOf(entries ?? [])).toEqual(keysOf(alone?.entries ?? []));
    expect(entries?.filter(({ state }) => state === 'queued' || state === 'leased')).toEqual([]);
    // Each slash cost a redirect until it was learned.
    expect(web.requests.length).toBeLessThan(1.8 * PAGES);
    const changes = crawls.flatMap((one) => one.report.changes);
    expect(changes.flatMap(({ gained }) => gained)).toMatchObject([{ kind: 'slash' }]);
    for (const { report } of crawls) expect(report.progress.fetched).toBeGreaterThan(10);
  },
);

test.each(STORES)('on %s, the limit of pages counts for all of them together', async (_, store) => {
  const runs = ['one', 'two', 'three'];
  const crawls = await crawlTogether(await sharedSite(runs), runs, { maxPages: 50 }, undefined, store('limit'));
  const pages = crawls.map(({ report }) => report.progress.pages);
  expect(pages.reduce((sum, count) => sum + count, 0)).toBe(50);
  expect(crawls.map(({ report }) => report.reachedMaxPages)).toEqual([50, 50, 50]);
  expect(crawls[0]?.entries.filter(({ state, aliasOf }) => state === 'done' && aliasOf === null)).toHaveLength(50);
});

test.each(STORES)('on %s, a recrawl is joined, and none begins while another program crawls', async (_, store) => {
  const name = store('recrawl');
  const web = await site((target) => (target === '/?another' ? links('/') : slashes(target)));
  const stopped = new AbortController();
  const stop = { signal: stopped.signal, onProgress: () => stopped.abort() };
  await crawlTogether(web, ['one'], stop, undefined, name);
  // Neither has fetched anything yet, so both may.
  await crawlTogether(web, ['one', 'two'], { recrawl: 0 }, undefined, name);
  web.requests.length = 0;
  await crawlTogether(web, ['one', 'two'], { recrawl: 0 }, undefined, name);
  expect(web.requests.length).toBeGreaterThan(PAGES);
  expect(repeated(web.requests)).toEqual([]);

  const other = await openFrontier(name, { join: true });
  try {
    // It holds a finished crawl open.
    await crawl([`${web.origin}/?another`], { run: 'other' }, other);
    await crawlTogether(web, ['two'], { recrawl: 0 }, undefined, name);
    await other.add([found(`${web.origin}/held`)]);
    expect(await other.lease(leasing({ now: other.now() }))).toHaveLength(1);
    const refused = crawlTogether(web, ['two'], { recrawl: 0 }, undefined, name);
    await expect(refused).rejects.toMatchObject({ code: 'other-recrawl' });

    // It has been at a recrawl for days.
    const long = { startedAt: 1, before: 1, finishedAt: null };
    await keepLook(other, long);
    const joining = await openFrontier(name, { join: true });
    try {
      expect(await programBefore(joining)).toBeNull();
      expect(await agreeOnLook(joining, { isResumed: true, recrawl: 0 })).toEqual(long);
    } finally {
      await joining.close();
    }
  } finally {
    await other.close();
  }
  await crawlTogether(web, ['two'], { recrawl: 0 }, undefined, name);
});

test.each(STORES)('on %s, a program fetches what another one queues while it looks for more', async (_, store) => {
  const name = store('end');
  const web = await site({ '/': links(), '/more': links() });
  const other = await openFrontier(name, { join: true });
  const onOpen = (frontier: Frontier): void => {
    const tryOtherSpellings = frontier.tryOtherSpellings.bind(frontier);
    vi.spyOn(frontier, 'tryOtherSpellings').mockImplementationOnce(async (...given) => {
      const tries = await tryOtherSpellings(...given);
      await other.add([found(`${web.origin}/more`)]);
      return tries;
    });
  };
  try {
    await crawlTogether(web, ['one'], {}, onOpen, name);
  } finally {
    await other.close();
  }
  expect(web.requests).toEqual(['/', '/more']);
});

test('of programs that probe, one asks the site, and another one when that is gone', async () => {
  const web = await site(slashes);
  const store = join(temporaryFolder(), 'shared.dustpan');
  const probedBy = async (frontier: Frontier): Promise<number> => {
    let requests = 0;
    await crawl([`${web.origin}/`], { probe: 'full', maxPages: 20, onProbe: () => void requests++ }, frontier);
    return requests;
  };
  const first = await openFrontier(store, { join: true });
  const second = await openFrontier(store, { join: true });
  expect(await probedBy(first)).toBeGreaterThan(0);
  expect(await probedBy(second)).toBe(0);
  await first.close();
  expect(await probedBy(second)).toBeGreaterThan(0);
  await second.close();
});

test('every time that is stored is of the clock of the frontier', async () => {
  const DAY = 24 * 3_600_000;
  const started = clock() + DAY;
  const frontier = new MemoryFrontier();
  vi.spyOn(frontier, 'now').mockImplementation(() => clock() + DAY);
  const rules: Answer = (_, response) => response.end('User-agent: *\nDisallow: /private');
  const web = await site((target) => (target === '/robots.txt' ? rules : slashes(target.toLowerCase())));
  const { entries } = await crawl([`${web.origin}/`], { robots: true, probe: 'full', maxPages: 20 }, frontier);
  const look = await lastLook(frontier);
  const copy = await readCopy(frontier, web.origin);
  const evidence = await frontier.evidence();
  expect(evidence.map(({ by }) => by)).toContain('probe');
  const fetched = entries.flatMap(({ fetchedAt }) => fetchedAt ?? []);
  expect(fetched.length).toBeGreaterThan(10);
  const times = [...fetched, look?.startedAt, look?.finishedAt, copy?.at, ...evidence.map(({ at }) => at)];
  expect(times.filter((at) => !(typeof at === 'number' && at >= started && at <= clock() + DAY))).toEqual([]);
});
