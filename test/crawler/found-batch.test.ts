import { expect, it, test, vi } from 'vitest';
import { BATCH, batchesOf, batchOf, loadOf } from '../../crawler/found-batch.ts';
import { MemoryFrontier } from '../../db/index.ts';
import type { FoundUrl, Settlement } from '../../db/store.ts';
import { everyLookTakes } from '../stepped-clock.ts';
import { crawl } from './crawling.ts';
import { links, site } from './web.ts';

/** Links of about that many characters, each to its own page. */
function numbered(count: number, length: number): string[] {
  return Array.from({ length: count }, (_, n) => `/${'a'.repeat(length)}${n}`);
}

function load(found: readonly FoundUrl[]): number {
  return found.reduce((sum, url) => sum + loadOf(url), 0);
}

test.each([
  ['short', 2500, 10, [1000, 1000, 500]],
  ['long', 300, 5120, [100, 100, 100]],
  ['too long for a batch', 2, 1_000_000, [1, 1]],
  ['no', 0, 10, []],
])('%s URLs are cut into batches of about the same work', (_, count, length, sizes) => {
  const urls = Array.from({ length: count }, () => ({ url: 'a'.repeat(length) }));
  expect(Array.from(batchesOf(urls), (batch) => batch.length)).toEqual(sizes);
});

test.each([
  ['many', numbered(3500, 10)],
  ['long', numbered(300, 8000)],
])('%s links of one page are recorded in parts, the last with its outcome', async (_, hrefs) => {
  const web = await site({ '/': links(...hrefs) });
  const frontier = new MemoryFrontier();
  const [add, settle] = [vi.spyOn(frontier, 'add'), vi.spyOn(frontier, 'settle')];
  await crawl([`${web.origin}/`], { maxPages: 1 }, frontier);
  const parts = [
    ...add.mock.calls.filter(([, on]) => typeof on === 'number').map(([found]) => found),
    ...settle.mock.calls.flatMap(([, settlements]) => settlements.map(({ found }) => found)),
  ];
  expect(parts.length).toBeGreaterThan(3);
  for (const part of parts) expect(load(part)).toBeLessThanOrEqual(BATCH);
  expect(parts.flat()).toHaveLength(hrefs.length);
});

it('lets other work run while the links of a page are examined', async () => {
  const web = await site({ '/': links(...numbered(900, 10)) });
  const frontier = new MemoryFrontier();
  let turns = 0;
  const turn = (): void => {
    turns++;
    timer = setImmediate(turn);
  };
  let timer = setImmediate(turn);
  let before = 0;
  const settle = frontier.settle.bind(frontier);
  vi.spyOn(frontier, 'settle').mockImplementation((...given) => {
    before = turns;
    return settle(...given);
  });
  everyLookTakes(1);
  await crawl([`${web.origin}/`], { maxPages: 1 }, frontier);
  clearImmediate(timer);
  expect(before).toBeGreaterThan(900 / 25);
});

function settlement(count: number, length: number): Settlement {
  const about = {
    site: '',
    pass: null,
    skip: null,
    depth: 0,
    hops: 0,
    source: 'link',
    role: 'page',
    lastmod: null,
  } as const;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any key will do
  const found = numbered(count, length).map((url) => ({ ...about, url, key: url as FoundUrl['key'] }));
  return { id: 1, outcome: { kind: 'unchanged' }, found, at: 0, siteUntil: null };
}

it('settles pages together as long as they have few and short links', () => {
  expect(batchOf([])).toBe(0);
  expect(batchOf(Array.from({ length: 20 }, () => settlement(100, 10)))).toBe(20);
  expect(batchOf(Array.from({ length: 20 }, () => settlement(1000, 10)))).toBe(4);
  expect(batchOf(Array.from({ length: 20 }, () => settlement(100, 8000)))).toBe(2);
  expect(batchOf([settlement(9000, 10), settlement(1, 10)])).toBe(1);
});
