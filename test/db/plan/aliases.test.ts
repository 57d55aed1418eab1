import { describe, expect, test } from 'vitest';
import { aliasTarget, declarationInCircle, isSelf } from '../../../db/plan/aliases.ts';
import { MAX_ALIAS_CHAIN } from '../../../db/store.ts';
import { keyOf, station, viewOf } from './stations.ts';

const redirect = (id: number, aliasOf: number) => station(id, { aliasOf, aliasBy: 'redirect' });
const canonical = (id: number, aliasOf: number) => station(id, { aliasOf, aliasBy: 'canonical' });

describe('a key belongs to an entry', () => {
  const merged = station(2, { aliasOf: 1, aliasBy: 'equivalence' });
  const view = viewOf(station(1), merged, redirect(3, 1), station(4, { aliasOf: 3, aliasBy: 'equivalence' }));

  test.each([
    ['its own', '1', true],
    ['of an entry that a claim merged with it', '2', true],
    ['of an entry that redirects to it', '3', false],
    ['of an entry that a claim merged with another one', '4', false],
    ['unknown', '9', false],
  ])('%s: %s', (_, key, is) => {
    expect(isSelf({ id: 1, key: keyOf('1') }, keyOf(key), view)).toBe(is);
  });
});

describe('the target of an alias', () => {
  const view = viewOf(station(1), redirect(2, 1), redirect(3, 2), redirect(4, 5), redirect(5, 4));

  test.each([
    ['a page', 9, '1', 1],
    ['an alias, which stays the target', 9, '3', 3],
    ['null for an unknown key', 9, '8', null],
    ['null for the entry itself', 1, '1', null],
    ['null if the aliases lead back', 1, '3', null],
    ['null if the aliases of others form a circle', 9, '4', null],
  ])('is %s', (_, id, key, target) => {
    expect(aliasTarget(id, keyOf(key), view)).toBe(target);
  });

  test.each([
    ['a redirect of an entry that waits', { state: 'queued', aliasBy: 'redirect' }, 2],
    ['a canonical URL of an entry that is fetched', { state: 'leased', aliasBy: 'canonical' }, 2],
    ['a claim about an entry that waits', { state: 'queued', aliasBy: 'equivalence' }, null],
    ['a redirect of a fetched entry', { aliasBy: 'redirect' }, null],
  ] as const)('is given by what may lead back, after %s: %s', (_, change, target) => {
    expect(aliasTarget(1, keyOf('2'), viewOf(station(1), station(2, { ...change, aliasOf: 1 })))).toBe(target);
  });

  test('an alias that no longer counts is not followed', () => {
    expect(aliasTarget(1, keyOf('3'), view, redirect(2, 1))).toBe(3);
  });

  test.each([
    [MAX_ALIAS_CHAIN - 1, 1],
    [MAX_ALIAS_CHAIN, null],
  ])('a chain of %i aliases has the target %s', (length, target) => {
    const chain = Array.from({ length }, (_, at) => redirect(at + 1, at + 2));
    expect(aliasTarget(0, keyOf('1'), viewOf(...chain, station(length + 1)))).toBe(target);
  });
});

describe('the declaration that a redirect would close a circle with', () => {
  test.each([
    ['the declared canonical on the way back', [canonical(2, 1)], 2],
    ['the first of two', [canonical(2, 3), canonical(3, 1)], 2],
    ['one behind a redirect', [redirect(2, 3), canonical(3, 1)], 3],
    ['none if only redirects lead back', [redirect(2, 1)], null],
    ['none if nothing leads back', [canonical(2, 3), station(3)], null],
    ['none of a page that is fetched again', [station(2, { aliasOf: 1, aliasBy: 'canonical', state: 'queued' })], null],
  ])('is %s', (_, others, declared) => {
    const view = viewOf(station(1), ...others);
    expect(declarationInCircle(1, keyOf('2'), view)?.id ?? null).toBe(declared);
  });

  test('a circle that only other entries form is not followed for ever', () => {
    expect(declarationInCircle(9, keyOf('2'), viewOf(canonical(2, 3), canonical(3, 2)))).toBeNull();
  });
});
