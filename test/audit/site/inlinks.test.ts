import { expect, test } from 'vitest';
import { Inlinks } from '../../../src/audit/site/inlinks.ts';

/** Entries 10, 11, 12, 13 and 14 are the pages 0 to 4. */
const numbers: number[] = [];
for (const page of [0, 1, 2, 3, 4]) numbers[page + 10] = page;

function counted(...links: readonly (readonly [from: number, to: number, url?: string])[]): Inlinks {
  const inlinks = new Inlinks(5);
  for (const [from, own] of Map.groupBy(links, ([source]) => source)) {
    inlinks.add({ from, to: own.map(([, id, url]) => ({ id, url: url ?? null })) }, numbers);
  }
  return inlinks;
}

test('a page counts once, however many links it has', () => {
  const inlinks = counted([10, 11], [10, 11], [12, 11]);
  expect(inlinks.count(1)).toBe(2);
  expect(inlinks.referrers(1)).toEqual([0, 2]);
});

test('the first three linking pages are kept', () => {
  const inlinks = counted([10, 11], [12, 11], [13, 11], [14, 11]);
  expect(inlinks.count(1)).toBe(4);
  expect(inlinks.referrers(1)).toEqual([0, 2, 3]);
});

test('links of a page to itself, and links from or to unknown entries, do not count', () => {
  const inlinks = counted([10, 10], [9, 10], [11, 99]);
  expect([inlinks.count(0), inlinks.referrers(0), [...inlinks.spellings(0)]]).toEqual([0, [], []]);
});

test('links are counted by spelling, in the order of their first links', () => {
  const inlinks = counted([10, 11], [12, 11, '/b#x'], [12, 11], [13, 11, '/b#x'], [13, 12, '/c']);
  expect([...inlinks.spellings(1)]).toEqual([
    [null, 2],
    ['/b#x', 2],
  ]);
  expect([...inlinks.spellings(2)]).toEqual([['/c', 1]]);
});
