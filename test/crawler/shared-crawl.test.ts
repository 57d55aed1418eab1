/** Tests crawls that share a file. */
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { type Entry, type Frontier, openSqliteFrontier } from '../../db/index.ts';
import { temporaryFolder } from '../cli/dustpan.ts';
import { type Crawled, crawl } from './crawling.ts';
import { type Answer, links, redirect, site, type Web } from './web.ts';

const PAGES = 300;

/** Pages that link to each other with and without a slash. With a slash, each redirects to itself without. */
function slashes(target: string): Answer | undefined {
  const [, number, slash] = /^\/d\/(\d+)(\/?)$/.exec(target) ?? [];
  if (target !== '/' && number === undefined) return undefined;
  if (slash === '/') return redirect(301, target.slice(0, -1));
  const next = Array.from({ length: 8 }, (_, n) => (Number(number ?? 0) * 8 + n + 1) % PAGES);
  return links(...next.flatMap((page) => [`/d/${page}/`, `/d/${page}`]));
}

/** Crawls the site with several programs at a time. The first has more fetches at a time, so that it is the first to learn. */
async function crawlTogether(
  web: Web,
  runs: readonly string[],
  options: Parameters<typeof crawl>[1] = {},
  onOpen: (frontier: Frontier) => void = () => {},
): Promise<readonly Crawled[]> {
  const path = join(temporaryFolder(), 'shared.dustpan');
  const frontiers: Frontier[] = [];
  for (const _ of runs) frontiers.push(await openSqliteFrontier(path, { join: true }));
  try {
    return await Promise.all(
      frontiers.map(async (frontier, at) => {
        onOpen(frontier);
        return crawl([`${web.origin}/`], { run: runs[at] ?? '', concurrency: at === 0 ? 8 : 3, ...options }, frontier);
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

test('a program learns and changes keys while another one crawls, and no page is fetched twice', async () => {
  const [alone] = await crawlTogether(await site(slashes), ['alone']);
  const web = await site(slashes);
  const refused: unknown[] = [];
  const crawls = await crawlTogether(web, ['one', 'two'], {}, (frontier) => {
    const settle = frontier.settle.bind(frontier);
    vi.spyOn(frontier, 'settle').mockImplementation((...given) =>
      settle(...given).catch((error: unknown) => {
        refused.push(error);
        throw error;
      }),
    );
  });
  expect(refused).toMatchObject(refused.map(() => ({ code: 'stale-keys' })));
  expect(refused.length).toBeGreaterThan(0);
  expect(repeated(web.requests)).toEqual([]);
  const { report, entries } = crawls[1] ?? {};
  expect(keysOf(entries ?? [])).toEqual(keysOf(alone?.entries ?? []));
  expect(entries?.filter(({ state }) => state === 'queued' || state === 'leased')).toEqual([]);
  // Each slash cost a redirect until it was learned.
  expect(web.requests.length).toBeLessThan(1.8 * PAGES);
  const changes = crawls.flatMap((one) => one.report.changes);
  expect(changes.flatMap(({ gained }) => gained)).toMatchObject([{ kind: 'slash' }]);
  expect(report?.progress.fetched).toBeGreaterThan(0);
});

test('the limit of pages counts for all of them together', async () => {
  const web = await site(slashes);
  const crawls = await crawlTogether(web, ['one', 'two', 'three'], { maxPages: 50 });
  const pages = crawls.map(({ report }) => report.progress.pages);
  expect(pages.reduce((sum, count) => sum + count, 0)).toBe(50);
  expect(crawls[0]?.entries.filter(({ state, aliasOf }) => state === 'done' && aliasOf === null)).toHaveLength(50);
});
