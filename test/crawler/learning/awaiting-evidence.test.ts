import { expect, test } from 'vitest';
import { awaitingEvidence } from '../../../crawler/learning/awaiting-evidence.ts';
import { MemoryFrontier } from '../../../db/index.ts';
import { THRESHOLDS } from '../../../src/evidence/thresholds.ts';
import { adjudicate } from '../../../src/evidence/verdict.ts';
import { foundBy, NO_SLASH, rekeying } from '../../db/claims.ts';
import { ONCE, page, request } from '../../db/helpers.ts';
import { evidence } from '../../evidence/evidence.ts';

test('a page with the content of another waits for evidence until a claim makes them one, or says that such are two', async () => {
  const frontier = new MemoryFrontier();
  await frontier.add(['http://a/1', 'http://a/1/'].map((url) => foundBy([], url)));
  const leases = await frontier.lease(request());
  await frontier.settle(
    'run',
    leases.map(({ id }) => ({ ...ONCE, id, outcome: page({ digest: 'd' }), found: [] })),
  );
  const before = await awaitingEvidence(frontier.entries(), {}, []);
  expect(before).toEqual({ sameContent: 1, byFact: new Map([['slash', 1]]) });
  const refuted = adjudicate([evidence('slash', '/docs/a', { supports: false })], THRESHOLDS);
  expect(await awaitingEvidence(frontier.entries(), {}, refuted)).toEqual({ sameContent: 1, byFact: new Map() });
  // An alias by rel=canonical keeps its key when a claim about it is confirmed.
  expect(await awaitingEvidence(frontier.entries(), {}, [NO_SLASH])).toEqual({ sameContent: 1, byFact: new Map() });
  await frontier.rekey(rekeying([NO_SLASH]));
  expect(await awaitingEvidence(frontier.entries(), {}, [])).toEqual({ sameContent: 0, byFact: new Map() });
});

test('sitemaps with the same content do not count as pages', async () => {
  const frontier = new MemoryFrontier();
  await frontier.add(['http://a/1.xml', 'http://a/2.xml'].map((url) => foundBy([], url)));
  const leases = await frontier.lease(request());
  const outcome = page({ digest: 'd', role: 'sitemap' });
  await frontier.settle(
    'run',
    leases.map(({ id }) => ({ ...ONCE, id, outcome, found: [] })),
  );
  expect(await awaitingEvidence(frontier.entries(), {}, [])).toEqual({ sameContent: 0, byFact: new Map() });
});
