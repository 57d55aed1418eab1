import fc from 'fast-check';
import { expect, test } from 'vitest';
import { difference } from '../../src/playground/difference.ts';
import { anyUrl } from '../laws/urls.ts';

/** With `-…-` around what is gone and `+…+` around what is new. */
function shown(before: string, after: string): string {
  const signs = { same: '', gone: '-', new: '+' };
  return difference(before, after)
    .map(({ kind, text }) => signs[kind] + text + signs[kind])
    .join('');
}

test.each([
  ['http://a/', 'http://a/', 'http://a/'],
  ['HTTP://a/', 'http://a/', '-HTTP-+http+://a/'],
  ['http://a:80/b', 'http://a/b', 'http://a-:80-/b'],
  ['http://a/%7eb/%7ec', 'http://a/~b/~c', 'http://a/-%7e-+~+b/-%7e-+~+c'],
  ['http://a/?x=1&y=2&z=3', 'http://a/?y=2', 'http://a/?-x=1&-y=2-&z=3-'],
  ['', 'http://a/', '+http://a/+'],
  ['http://a/', '', '-http://a/-'],
  ['http://👩‍👩‍👧/é', 'http://👩‍👩‍👧/%C3%A9', 'http://👩‍👩‍👧/-é-+%C3%A9+'],
])('what changed from %s to %s', (before, after, expected) => {
  expect(shown(before, after)).toBe(expected);
});

test('the parts are those of both texts, and no two neighbours are of one kind', () => {
  fc.assert(
    fc.property(anyUrl, anyUrl, (before, after) => {
      const parts = difference(before, after);
      const without = (kind: string): string => parts.flatMap((part) => (part.kind === kind ? [] : part.text)).join('');
      expect(without('new')).toBe(before);
      expect(without('gone')).toBe(after);
      expect(parts.every(({ kind, text }, at) => text !== '' && kind !== parts[at + 1]?.kind)).toBe(true);
    }),
  );
});

test('long texts with nothing in common are one part each', () => {
  const [a, b] = ['a/'.repeat(50_000), 'b?'.repeat(50_000)];
  expect(difference(`/${a}#`, `/${b}#`).map(({ kind, text }) => [kind, text.length])).toEqual([
    ['same', 1],
    ['gone', 100_000],
    ['new', 100_000],
    ['same', 1],
  ]);
});
