import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesHost, matchesWildcard } from '../../src/facts/site-profile.ts';

test.each([
  ['*', 'a.example', true],
  ['a.example', 'a.example', true],
  ['a.example', 'b.a.example', false],
  ['*.a.example', 'b.a.example', true],
  ['*.a.example', 'c.b.a.example', true],
  ['*.a.example', 'a.example', false],
  ['*.a.example', 'xa.example', false],
])('the host pattern %s, the host %s: %s', (pattern, host, is) => {
  expect(matchesHost(pattern, host)).toBe(is);
});

test.each([
  ['a*a', 'a', false],
  ['ab*bc', 'abc', false],
  ['a*b*c', 'abc', true],
  ['*a*a*', 'a', false],
  ['a**b', 'ab', true],
  ['', '', true],
  ['a', 'ab', false],
])('the pattern %j, the text %j: %s', (pattern, text, is) => {
  expect(matchesWildcard(pattern, text)).toBe(is);
});

test('a pattern matches the same as a regular expression', () => {
  const texts = (...characters: readonly string[]): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...characters), maxLength: 8 });
  fc.assert(
    fc.property(texts('a', 'b', '*'), texts('a', 'b'), (pattern, text) => {
      expect(matchesWildcard(pattern, text)).toBe(new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(text));
    }),
  );
});
