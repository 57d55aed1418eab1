import { expect, test } from 'vitest';
import { citeClaim, dayOf, outOf } from '../../src/evidence/claim-wording.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import { claim } from './claims.ts';
import { evidence, word } from './evidence.ts';

const hop = { url: 'https://example.com/a', status: 301, location: 'https://example.com/a/' };
const declared: Partial<Evidence> = { source: 'declaration' };

test.each([
  ['301 from https://example.com/a', { source: 'permanent-redirect', hops: [hop] }],
  ['a redirect of https://example.com/a?tried', { source: 'temporary-redirect' }],
  ['the content of https://example.com/a?tried and https://example.com/a', { source: 'content' }],
  ['a declaration on https://example.com/a', declared],
  ['a declaration on https://example.com/a?tried', { ...declared, page: null }],
  ['a declaration for /a', { ...declared, url: null, page: null }],
  ['a web archive', { source: 'archive' }],
  ['an access log', { source: 'log' }],
] as const)('a claim is confirmed by %s', (words, given) => {
  const cited = claim('slash', '/', { source: given.source ?? null, samples: 4, contradictions: 1 });
  expect(citeClaim(cited, [evidence('slash', '/a', given)])).toBe(`confirmed by ${words}, 4 of 5 samples, 2026-11-20`);
});

test('the latest evidence of the source that decided is named, of what supports the claim', () => {
  const at = Date.UTC(2026, 10, 21);
  const others = [
    evidence('slash', '/old', { at: at - 1 }),
    evidence('slash', '/new', { at }),
    evidence('slash', '/not', { at: at + 1, supports: false }),
    evidence('slash', '/log', { at: at + 1, source: 'log' }),
  ];
  expect(citeClaim(claim('slash', '/'), others)).toBe(
    'confirmed by the content of https://example.com/new?tried and https://example.com/new, 5 of 5 samples, 2026-11-21',
  );
});

test('of a claim without evidence the time is its own, and of one by the user nothing is counted', () => {
  const bare = claim('slash', '/', { samples: 1, lastSeen: Date.UTC(2026, 0, 2) });
  expect(citeClaim(bare, [])).toBe('confirmed by evidence, 1 of 1 sample, 2026-01-02');
  const told = claim('slash', '/', { source: 'user' });
  expect(citeClaim(told, [word('slash', '/')])).toBe('confirmed by you, 2026-11-20');
});

test('a number of samples is out of all, and what is no time has no day', () => {
  expect(outOf(2, claim('slash', '/', { samples: 1, contradictions: 2 }))).toBe('2 of 3 samples');
  expect([dayOf(0), dayOf(Number.NaN), dayOf(1e300)]).toEqual(['1970-01-01', 'unknown date', 'unknown date']);
});
