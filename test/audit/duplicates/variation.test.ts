import { describe, expect, test } from 'vitest';
import {
  differenceBetween,
  loosestKeys,
  VARIATION_PASSES,
  type VariationKind,
  variationBetween,
  variationsOf,
} from '../../../src/audit/duplicates/variation.ts';
import { PASSES } from '../../../src/passes/index.ts';

const kinds = (canon: Parameters<typeof variationsOf>[0]): readonly VariationKind[] =>
  variationsOf(canon).map(({ kind }) => kind);

describe('the only difference between two URLs', () => {
  test.each<[VariationKind | null, string, string]>([
    ['scheme', 'http://h.example/a', 'https://h.example/a'],
    ['www', 'http://h.example/a', 'http://www.h.example/a'],
    ['slash', 'http://h.example/a', 'http://h.example/a/'],
    ['index', 'http://h.example/', 'http://h.example/index.html'],
    ['case', 'http://h.example/a', 'http://h.example/A'],
    ['slashes', 'http://h.example/a/b', 'http://h.example/a//b'],
    ['encoding', 'http://h.example/~a', 'http://h.example:80/x/../%7ea'],
    ['tracking', 'http://h.example/a', 'http://h.example/a?utm_source=x'],
    ['session', 'http://h.example/a', 'http://h.example/a;jsessionid=1'],
    ['empty-query', 'http://h.example/a?b=1', 'http://h.example/a?k=&b=1'],
    ['empty-query', 'http://h.example/a#f', 'http://h.example/a?k=#f'],
    ['order', 'http://h.example/a?b=1&a=2', 'http://h.example/a?a=2&b=1'],
    [null, 'http://h.example/a', 'http://h.example/b'],
    [null, 'http://h.example/a', 'https://h.example/a/'],
    [null, 'http://[', 'http://['],
  ])('%s: %s and %s', (kind, a, b) => {
    expect(variationBetween(a, b, variationsOf({ profile: 'whatwg' }))).toBe(kind);
  });
});

describe('the differences that remain between keys', () => {
  test('are all without passes', () => {
    expect(kinds({ profile: 'whatwg' })).toEqual(Object.keys(VARIATION_PASSES));
  });

  test('are not those that the passes undo without facts', () => {
    const undone: readonly VariationKind[] = ['encoding', 'tracking', 'session'];
    expect(kinds({})).toEqual(Object.keys(VARIATION_PASSES).filter((kind) => !undone.some((one) => one === kind)));
    const variations = variationsOf({ noPass: ['drop-tracking-params'] });
    expect(variationBetween('http://h.example/', 'http://h.example/?utm_source=x', variations)).toBe('tracking');
  });

  test('do not depend on facts', () => {
    expect(kinds({ facts: [{ kind: 'slash', host: 'h.example', value: 'add' }] })).toEqual(kinds({}));
  });
});

test('every pass named here exists', () => {
  const names = PASSES.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.values(VARIATION_PASSES).flat()));
});

test.each([
  ['http://h.example/a', 'https://h.example/a', { kind: 'scheme', isOnly: true }],
  ['http://www.h.example/a/', 'https://h.example/a', { kind: 'scheme', isOnly: false }],
  ['https://www.h.example/A', 'https://h.example/a', { kind: 'www', isOnly: false }],
])('the first difference between %s and %s', (a, b, difference) => {
  expect(loosestKeys({})(a)).toBe(loosestKeys({})(b));
  expect(differenceBetween(a, b, variationsOf({}))).toEqual(difference);
});

test('the loosest keys of URLs that differ in no known way differ', () => {
  const loosest = loosestKeys({});
  expect(loosest('https://www.h.example/a')).not.toBe(loosest('https://h.example/b'));
});
