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
