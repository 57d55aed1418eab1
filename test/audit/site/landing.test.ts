import { expect, test } from 'vitest';
import { landing, nameOf } from '../../../src/audit/site/landing.ts';

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

test.each([
  ['the URL found first', { url: FIRST, finalUrl: null, firstFailure: null }, FIRST],
  [
    'the URL found first, also if that redirects within the entry',
    { url: FIRST, finalUrl: OTHER, firstFailure: null },
    FIRST,
  ],
  ['the one fetched instead of it', { url: FIRST, finalUrl: OTHER, firstFailure: 'http-302' }, OTHER],
  [
    'the URL found first, which redirects, while the other one waits',
    { url: FIRST, finalUrl: OTHER, firstFailure: 'http-302', state: 'queued', aliasBy: 'redirect' },
    FIRST,
  ],
])('an entry is named by %s', (_, entry, name) => {
  expect(nameOf({ state: 'done', aliasBy: null, ...entry })).toBe(name);
});
