import { expect, test } from 'vitest';
import { landing } from '../../../src/audit/site/landing.ts';

const [FIRST, OTHER] = ['https://example.com/a?utm_source=x', 'https://example.com/a'];

test.each([
  ['at the URL that it names', OTHER, { url: FIRST, finalUrl: null, firstFailure: null }, OTHER],
  [
    'at the URL found first if nobody knows what it names',
    null,
    { url: FIRST, finalUrl: null, firstFailure: null },
    FIRST,
  ],
  ['where the URL that it names redirects to', FIRST, { url: FIRST, finalUrl: OTHER, firstFailure: null }, OTHER],
  [
    'at a URL that fails, not at the one fetched instead',
    FIRST,
    { url: FIRST, finalUrl: OTHER, firstFailure: 'http-404' },
    FIRST,
  ],
])('a redirect ends %s', (_, location, target, end) => {
  expect(landing(location, target)).toBe(end);
});
