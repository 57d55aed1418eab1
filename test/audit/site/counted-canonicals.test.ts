import { expect, test } from 'vitest';
import { countedCanonicals, declaredCanonical } from '../../../src/audit/site/counted-canonicals.ts';
import type { CanonicalDeclaration } from '../../../src/audit/site/page-record.ts';

const place = { where: 'head', attributes: [], line: 1, column: 1, pushedBy: null } as const;
const at = (url: string | null): CanonicalDeclaration => ({ ...place, href: url ?? '//', url });
const A = at('https://example.com/a');

test.each<[string, CanonicalDeclaration]>([
  ['in the body', { ...place, where: 'body', href: '/b', url: 'https://example.com/b' }],
  ['for one language', { ...place, attributes: ['hreflang'], href: '/b', url: 'https://example.com/b' }],
  ['with an invalid URL', at(null)],
  ['to a file', at('file:///b')],
  ['without a URL', { ...place, href: ' ', url: 'https://example.com/' }],
])('does not count a declaration %s', (_, other) => {
  expect(countedCanonicals([other, A])).toEqual([A]);
  expect(declaredCanonical([other, A])).toBe('https://example.com/a');
});

test('a page declares a URL once or several times, but not two of them', () => {
  expect(declaredCanonical([A, at('https://example.com/a')])).toBe('https://example.com/a');
  expect(declaredCanonical([A, at('https://example.com/b')])).toBeNull();
  expect(declaredCanonical([])).toBeNull();
});

test.each([
  ['https://example.com', 'https://example.com/'],
  ['https://Example.com/', 'https://example.com/'],
  ['https://example.com/%c3%a9', 'https://example.com/%C3%A9'],
  ['https://example.com/a', 'https://example.com/a#x'],
])('%s and %s are one declaration: they have one key', (one, other) => {
  expect(declaredCanonical([at(one), at(other)])).toBe(one);
});

test('the caller may say which URLs are one page, and which do not count', () => {
  const keyOf = (url: string): string | null => (url.endsWith('/x') ? null : 'one');
  expect(declaredCanonical([at('https://example.com/x'), at('https://example.com/b'), A], keyOf)).toBe(
    'https://example.com/b',
  );
});
