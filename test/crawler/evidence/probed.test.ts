import { expect, test } from 'vitest';
import { afterProbe } from '../../../crawler/evidence/probed.ts';
import type { Evidence } from '../../../src/evidence/evidence.ts';
import { evidence, pages } from '../../evidence/evidence.ts';
import { frontierOf } from './entries.ts';

const declared = pages(3, 'slash', '/docs/', 'declaration', { seen: 'canonical', by: 'crawl', target: 'remove' });
const equal = declared.map(
  (one) => ({ ...one, source: 'content', seen: 'same-text', by: 'probe', at: one.at + 1 }) as const,
);
const doubt = evidence('slash', '/docs/x', { seen: 'not-redirected', by: 'crawl', supports: false });

function stored(probed: readonly Evidence[], before: readonly Evidence[], doubts: readonly Evidence[] = []) {
  return afterProbe(frontierOf([], {}, {}, before), probed, { doubts });
}

test('equal pages renew a declaration, in whichever direction the probe compared them', async () => {
  const renewed = declared.map((one) => ({ ...one, at: one.at + 1 }));
  expect(await stored(equal, declared)).toEqual(renewed);
  const swapped = equal.map((one) => ({ ...one, url: one.page, page: one.url, target: 'add' }));
  expect(await stored(swapped, declared)).toEqual(renewed);
});

test('what a probe finds takes the place of anything else that was known', async () => {
  const redirects = declared.map((one): Evidence => ({ ...one, source: 'permanent-redirect', seen: 'redirects' }));
  expect(await stored(equal, redirects)).toEqual(equal);
  expect(await stored(redirects, declared)).toEqual(redirects);
  const others = equal.map((one): Evidence => ({ ...one, supports: false, seen: 'other-text' }));
  expect(await stored(others, declared)).toEqual(others);
});

test('redirects that only the probe found count at once against pages that a crawl could not tell apart', async () => {
  const redirects = pages(2, 'slash', '/docs/', 'permanent-redirect', { seen: 'redirects' });
  expect(await stored(redirects, [], [doubt])).toEqual([...redirects, doubt]);
  expect(await stored(equal, [], [doubt])).toEqual(equal);
  const compared = evidence('slash', '/docs/x', { seen: 'same-text' });
  expect(await stored([...redirects, compared], [], [doubt])).toEqual([...redirects, compared]);
});
