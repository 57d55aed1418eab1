import { describe, expect, test } from 'vitest';
import { freshEntry, groupByKey, type KnownEntry, leadsAmong, meet, spellingOf } from '../../../db/plan/found.ts';
import { UNWANTED } from '../../../db/plan/other-spelling.ts';
import type { FoundUrl } from '../../../db/store.ts';
import { found } from '../helpers.ts';
import { keyOf } from './stations.ts';

const A = 'http://h/a';
const entry = (change: Partial<KnownEntry> = {}): KnownEntry => ({
  ...freshEntry(1, found(A, { depth: 2, hops: 1 })),
  ...change,
});

test('occurrences are grouped by key, in the order of their first occurrence', () => {
  const all = [found('http://h/b'), found(A), found('http://h/b#x', { key: 'http://h/b' })].map(
    (one, at) => [one, at] as const,
  );
  expect(groupByKey(all)).toEqual([
    { key: 'http://h/b', found: [all[0], all[2]] },
    { key: A, found: [all[1]] },
  ]);
});

describe('a new entry', () => {
  test('is queued, and stores its URL only if it is not the key', () => {
    expect(freshEntry(7, found(A))).toMatchObject({ id: 7, url: null, state: 'queued', reason: null });
    expect(freshEntry(7, found(`${A}#x`, { key: A, pass: 'p' }))).toMatchObject({ url: `${A}#x`, pass: 'p' });
    expect(freshEntry(7, found('http://h/\ud800', { key: A })).url).toBe('http://h/\ufffd');
  });

  test('is skipped for the reason with which it was found', () => {
    expect(freshEntry(7, found(A, { skip: 'depth' }))).toMatchObject({ state: 'skipped', reason: 'depth' });
  });
});

describe('an entry that is found again', () => {
  const deeper = { depth: 9 };
  test.each<[string, Partial<KnownEntry>, Partial<Omit<FoundUrl, 'key'>>, Partial<KnownEntry>]>([
    ['takes the smaller depth with its redirects', {}, { depth: 1, hops: 3 }, { depth: 1, hops: 3 }],
    ['takes fewer redirects at the same depth', {}, { depth: 2, hops: 0 }, { depth: 2, hops: 0 }],
    ['is queued if it is wanted now', { state: 'skipped', reason: 'depth' }, deeper, { state: 'queued', reason: null }],
    ['becomes a sitemap', {}, { role: 'sitemap', ...deeper }, { role: 'sitemap' }],
    [
      'becomes a sitemap while it is fetched, if robots.txt names it again, and it was none before',
      { state: 'leased', reason: 'truncated not-a-sitemap' },
      { role: 'sitemap', source: 'robots' },
      { role: 'sitemap' },
    ],
    [
      'is skipped for its new reason if it was unlinked',
      { state: 'skipped', reason: 'unlinked' },
      { skip: 'scope', ...deeper },
      { state: 'skipped', reason: 'scope' },
    ],
  ])('%s', (_, before, again, after) => {
    expect(meet(entry(before), found(A, again))).toEqual({ ...entry(before), ...after });
  });

  test.each<[string, Partial<KnownEntry>, Partial<Omit<FoundUrl, 'key'>>]>([
    ['the way is longer', {}, { depth: 2, hops: 2 }],
    ['it was fetched', { state: 'done' }, { depth: 0 }],
    ['it is being fetched', { state: 'leased' }, { depth: 0 }],
    ['it is being fetched as a page for the first time', { state: 'leased' }, { role: 'sitemap', source: 'robots' }],
    [
      'it is being fetched, and only a sitemap index names it',
      { state: 'leased', reason: 'not-a-sitemap' },
      { role: 'sitemap', source: 'sitemap' },
    ],
    ['robots.txt refused it', { state: 'skipped', reason: 'robots' }, deeper],
    ['a claim merged it', { state: 'skipped', reason: 'equivalent' }, deeper],
    ['it is still not wanted', { state: 'skipped', reason: 'depth' }, { skip: 'depth', ...deeper }],
    ['a sitemap is linked as a page', { role: 'sitemap' }, deeper],
  ])('is the same object if %s', (_, before, again) => {
    const known = entry(before);
    expect(meet(known, found(A, again))).toBe(known);
  });
});

test.each([
  ['the URL that is the key', entry(), found(A), null],
  ['the first spelling', entry({ url: `${A}#x` }), found(`${A}#x`, { key: A }), null],
  ['another URL', entry(), found(`${A}#x`, { key: A, pass: 'p' }), { url: `${A}#x`, pass: 'p', mark: null }],
  [
    'one that is not to be fetched',
    entry(),
    found(`${A}#x`, { key: A, pass: 'p', skip: 'nofollow' }),
    { url: `${A}#x`, pass: 'p', mark: UNWANTED },
  ],
  [
    'the key, if the first spelling differs',
    entry({ url: `${A}#x`, pass: 'q' }),
    found(A),
    { url: A, pass: 'q', mark: null },
  ],
  [
    'a URL without any pass',
    entry(),
    found('http://H/a', { key: A }),
    { url: 'http://H/a', pass: 'unknown', mark: null },
  ],
])('the spelling to store of %s', (_, known, again, spelling) => {
  expect(spellingOf(known, again)).toEqual(spelling);
});

test('links and other references lead to entries, with their URL if it is not the first spelling', () => {
  const entries = new Map([
    [keyOf(A), { id: 1, url: null }],
    [keyOf('http://h/b'), { id: 2, url: 'http://H/b' }],
  ]);
  const urls = [
    found(A),
    found(`${A}#x`, { key: A }),
    found('http://H/b', { key: 'http://h/b', source: 'canonical' }),
    found('http://h/b', { source: 'sitemap' }),
    found('http://h/unknown'),
  ];
  expect(leadsAmong(urls, entries)).toEqual({
    to: [
      { id: 1, url: null },
      { id: 1, url: `${A}#x` },
    ],
    named: [
      { id: 2, url: null },
      { id: 2, url: 'http://h/b' },
    ],
  });
});
