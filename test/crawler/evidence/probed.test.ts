import { expect, test } from 'vitest';
import { afterProbe } from '../../../crawler/evidence/probed.ts';
import type { Evidence } from '../../../src/evidence/evidence.ts';
import { evidence, pages } from '../../evidence/evidence.ts';

const declared = pages(3, 'slash', '/docs/', 'declaration', { seen: 'canonical', by: 'crawl', target: 'remove' });
const equal = declared.map(
  (one) => ({ ...one, source: 'content', seen: 'same-text', by: 'probe', at: one.at + 1 }) as const,
);
const doubt = evidence('slash', '/docs/x', { seen: 'not-redirected', by: 'crawl', supports: false });

function stored(probed: readonly Evidence[], before: readonly Evidence[], doubts: readonly Evidence[] = []) {
  return afterProbe(probed, before, doubts);
}

test('equal pages renew a declaration, in whichever direction the probe compared them', () => {
  const renewed = declared.map((one) => ({ ...one, at: one.at + 1 }));
  expect(stored(equal, declared)).toEqual(renewed);
  const swapped = equal.map((one) => ({ ...one, url: one.page, page: one.url, target: 'add' }));
  expect(stored(swapped, declared)).toEqual(renewed);
});

test('what a probe finds takes the place of anything else that was known', () => {
  const redirects = declared.map((one): Evidence => ({ ...one, source: 'permanent-redirect', seen: 'redirects' }));
  expect(stored(equal, redirects)).toEqual(equal);
  expect(stored(redirects, declared)).toEqual(redirects);
  const others = equal.map((one): Evidence => ({ ...one, supports: false, seen: 'other-text' }));
  expect(stored(others, declared)).toEqual(others);
});

test('redirects that only the probe found count at once against pages that a crawl could not tell apart', () => {
  const redirects = pages(2, 'slash', '/docs/', 'permanent-redirect', { seen: 'redirects' });
  expect(stored(redirects, [], [doubt])).toEqual([...redirects, doubt]);
  expect(stored(equal, [], [doubt])).toEqual(equal);
  const compared = evidence('slash', '/docs/x', { seen: 'same-text' });
  expect(stored([...redirects, compared], [], [doubt])).toEqual([...redirects, compared]);
});
