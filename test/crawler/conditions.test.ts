import { expect, test } from 'vitest';
import { conditions, UNCONDITIONAL } from '../../crawler/conditions.ts';
import type { Earlier } from '../../db/store.ts';

const earlier = (known: Partial<Earlier>): Earlier => ({
  status: 200,
  digest: 'a',
  etag: null,
  lastModified: null,
  ...known,
});

const DATE = 'Sat, 28 Nov 2026 10:00:00 GMT';

test('a document that was never fetched is asked for without a condition', () => {
  expect(conditions(null)).toEqual([]);
  expect(conditions(earlier({}))).toEqual([]);
});

test('a document is asked for by its entity tag and its date, as far as they are known', () => {
  expect(conditions(earlier({ etag: '"v1"' }))).toEqual([['if-none-match', '"v1"']]);
  expect(conditions(earlier({ lastModified: DATE }))).toEqual([['if-modified-since', DATE]]);
  expect(conditions(earlier({ etag: 'W/"v1"', lastModified: DATE }))).toEqual([
    ['if-none-match', 'W/"v1"'],
    ['if-modified-since', DATE],
  ]);
});

test('a document that must come whole is asked for without its date too', () => {
  expect(conditions(earlier({ etag: UNCONDITIONAL, lastModified: DATE }))).toEqual([]);
});
