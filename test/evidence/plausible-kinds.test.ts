import { expect, test } from 'vitest';
import { plausibleKinds } from '../../src/evidence/plausible-kinds.ts';
import { ASSUMABLE_FACTS } from '../../src/facts/site-facts.ts';

test.each([
  ['scheme', ['http://h/a', 'https://h/a']],
  ['www', ['http://h/a', 'http://www.h/a']],
  ['slash', ['http://h/a', 'http://h/a/']],
  ['slash index', ['http://h/a', 'http://h/a/index.html']],
  ['slash case', ['http://h/A/', 'http://h/a/']],
  ['slash slashes', ['http://h/a//', 'http://h/a/']],
  ['order', ['http://h/?a&b', 'http://h/?b&a']],
  ['', ['http://h/a', 'http://h/b']],
  ['scheme', ['http://h/A/?a&b', 'https://h/A/?a&b']],
])('only %s can merge %j', (kinds, keys) => {
  expect(plausibleKinds(ASSUMABLE_FACTS, keys, false).toSorted()).toEqual(kinds.split(' ').filter(Boolean).toSorted());
});

test('index pages of other names look like any page', () => {
  const keys = ['http://h/a/', 'http://h/a/home.htm'];
  expect(plausibleKinds(['index'], keys, false)).toEqual([]);
  expect(plausibleKinds(['index'], keys, true)).toEqual(['index']);
});
