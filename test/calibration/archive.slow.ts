import { expect, test } from 'vitest';
import { ArchiveEvidence } from '../../crawler/archive/archive-evidence.ts';
import { CdxReader } from '../../crawler/archive/cdx-line.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import { THRESHOLDS } from '../../src/evidence/thresholds.ts';
import { adjudicate } from '../../src/evidence/verdict.ts';
import { MemoryWorkspace } from '../dedup/memory-workspace.ts';
import { KINDS, linesOf, madeSite, type Worth, worthOf } from './made-archive.ts';

/** Other sites than those that `npm run bench -- archive` looks at. */
const FIRST_SEED = 2_000_001;
const LINES = 1_000_000;

test('claims from a million captures made at random are true, and find most of what there is to find', async () => {
  const claims: Claim[] = [];
  const learner = new ArchiveEvidence({
    window: 30 * 86_400,
    memory: 2 ** 28,
    isInOrder: true,
    workspace: () => new MemoryWorkspace(),
    sites: null,
    take: (evidence) =>
      claims.push(...adjudicate(evidence, THRESHOLDS).filter(({ verdict }) => verdict === 'confirmed')),
  });
  const reader = new CdxReader();
  let [lines, seed] = [0, FIRST_SEED];
  for (; lines < LINES; seed++) {
    for (const line of linesOf(madeSite(seed))) {
      lines++;
      const capture = reader.read(line);
      const judged = typeof capture === 'object' ? learner.add(capture) : null;
      if (judged !== null) await judged;
    }
  }
  await learner.finish();
  expect(learner.passedOver).toBe(0);
  const byHost = Map.groupBy(claims, ({ host }) => host.replace(/^www\./, ''));
  const worths: Worth[] = [];
  for (let each = FIRST_SEED; each < seed; each++) {
    const site = madeSite(each);
    const worth = worthOf(site, byHost.get(site.host) ?? []);
    worths.push(...KINDS.map((kind) => worth[kind]));
  }
  const sum = (count: (worth: Worth) => number): number => worths.reduce((total, worth) => total + count(worth), 0);
  expect(sum(({ confirmed }) => confirmed)).toBeGreaterThan(300);
  expect(sum(({ beyond }) => beyond) / sum(({ confirmed }) => confirmed)).toBeLessThan(0.005);
  expect(sum(({ wrong }) => wrong) / sum(({ confirmed }) => confirmed)).toBeLessThan(0.02);
  expect(sum(({ found }) => found) / sum(({ equivalences }) => equivalences)).toBeGreaterThan(0.6);
});
