/** Covers: crawler/standstill.ts */
import { afterEach, expect, test, vi } from 'vitest';
import { type EntryId, MemoryFrontier } from '../../db/index.ts';
import { crawl } from './crawling.ts';
import { links, site } from './web.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const PAGES = Array.from({ length: 40 }, (_, n) => `/p/${n}`);

/** Crawls a site during which the program stands still once, and returns what it gave back without a fetch. */
async function crawlStandingStill(
  milliseconds: number,
): Promise<{ readonly requests: readonly string[]; readonly returned: number }> {
  const now = performance.now.bind(performance);
  let stood = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + stood);
  const web = await site((target) => {
    if (target === '/p/9') stood = milliseconds;
    return target === '/' ? links(...PAGES) : links();
  });
  const frontier = new MemoryFrontier();
  const release = vi.spyOn(frontier, 'release');
  const { entries } = await crawl([`${web.origin}/`], { concurrency: 4 }, frontier);
  expect(entries.map(({ state }) => state)).toEqual(Array.from({ length: 41 }, () => 'done'));
  const given = release.mock.calls.flatMap<EntryId>(([ids = []]) => ids);
  return { requests: web.requests, returned: given.length };
}

test('after a standstill, leases that were not begun are given back, since others may have taken them over', async () => {
  const { requests, returned } = await crawlStandingStill(20_000);
  expect(returned).toBeGreaterThan(0);
  expect(requests.toSorted()).toEqual(['/', ...PAGES].toSorted());
});

test('a short standstill changes nothing', async () => {
  expect(await crawlStandingStill(10_000)).toMatchObject({ returned: 0 });
});

test('after a standstill, leases that were asked for before it are given back', async () => {
  const now = performance.now.bind(performance);
  let stood = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + stood);
  const web = await site((target) => (target === '/' ? links(...PAGES) : links()));
  const frontier = new MemoryFrontier();
  const lease = frontier.lease.bind(frontier);
  const release = vi.spyOn(frontier, 'release');
  let asked: readonly EntryId[] | null = null;
  vi.spyOn(frontier, 'lease').mockImplementation(async (request) => {
    const leases = await lease(request);
    if (asked !== null || web.requests.length < 3) return leases;
    asked = leases.map(({ id }) => id);
    stood = 20_000;
    // A page that begins meanwhile notices the standstill.
    await vi.waitFor(() => {
      expect(release).toHaveBeenCalled();
    });
    return leases;
  });
  await crawl([`${web.origin}/`], { concurrency: 4 }, frontier);
  const given = new Set(release.mock.calls.flatMap<EntryId>(([ids = []]) => ids));
  expect(asked).not.toEqual([]);
  expect(asked).toEqual((asked ?? []).filter((id) => given.has(id)));
  expect(web.requests.toSorted()).toEqual(['/', ...PAGES].toSorted());
});
