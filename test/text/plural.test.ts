import { expect, test } from 'vitest';
import { counted } from '../../src/text/number.ts';
import { plural } from '../../src/text/plural.ts';

test('only 1 is singular, and the caller can format the number', () => {
  expect([0, 1, 2, 1200].map((count) => plural(count, 'page'))).toEqual(['0 pages', '1 page', '2 pages', '1200 pages']);
  expect([plural(2, 'entry'), plural(2, 'day'), plural(1, 'entry')]).toEqual(['2 entries', '2 days', '1 entry']);
  expect([0, 1, 1200].map((count) => counted(count, 'page'))).toEqual(['0 pages', '1 page', '1,200 pages']);
});
