import { expect, test } from 'vitest';
import { isoTime, moment } from '../../src/text/moment.ts';

test('a time for people, to the minute', () => {
  expect(moment(isoTime(Date.UTC(2026, 10, 21, 7, 37, 59)))).toBe('2026-11-21 07:37 UTC');
});

test.each([
  [0, '1970-01-01T00:00:00.000Z'],
  [1.9, '1970-01-01T00:00:00.001Z'],
  [8.64e15 + 1, '+275760-09-13T00:00:00.000Z'],
  [Number.POSITIVE_INFINITY, '+275760-09-13T00:00:00.000Z'],
  [Number.NaN, '1970-01-01T00:00:00.000Z'],
  [Number.NEGATIVE_INFINITY, '-271821-04-20T00:00:00.000Z'],
])('any number of a database is a time: %d', (at, iso) => {
  expect(isoTime(at)).toBe(iso);
});
