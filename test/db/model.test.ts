import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import {
  type FoundUrl,
  type Frontier,
  type Lease,
  MemoryFrontier,
  type Outcome,
  openSqliteFrontier,
} from '../../db/index.ts';
import { entriesOf, found, NO_DETAILS, page } from './helpers.ts';

const directory = mkdtempSync(join(tmpdir(), 'dustpan-model-'));
afterAll(() => rmSync(directory, { recursive: true }));
let files = 0;

type Step = (frontier: Frontier, world: World) => Promise<unknown>;

/** What both stores are told in the same words: the time, and the leases handed out so far. */
interface World {
  readonly now: number;
  readonly leases: Lease[];
}

const anyFound: fc.Arbitrary<FoundUrl> = fc
  .record({
    site: fc.constantFrom('a', 'b', 'c'),
    path: fc.nat(6),
    spelling: fc.constantFrom('', '', '#x', '#y'),
    depth: fc.nat(3),
    hops: fc.nat(2),
    skip: fc.option(fc.constantFrom('robots', 'scope'), { freq: 3 }),
    source: fc.constantFrom('link', 'sitemap'),
    role: fc.constantFrom('page', 'page', 'sitemap'),
    lastmod: fc.constantFrom(null, '2026-01-01'),
  })
  .map(({ site, path, spelling, ...rest }) => {
    const key = `http://${site}/${path}`;
    const pass = spelling === '' ? null : `drop${spelling}`;
    return found(key + spelling, { key, pass, ...rest });
  });

const anyOutcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc
    .record({
      canonical: fc.option(anyFound),
      role: fc.constantFrom('page', 'sitemap'),
      etag: fc.constantFrom(null, 'e'),
    })
    .map(({ canonical, role, etag }) =>
      page({ canonical, role, digest: 'd', contentType: 'text/html', details: { ...NO_DETAILS, etag } }),
    ),
  fc.constant<Outcome>({ kind: 'unchanged' }),
  fc.constantFrom<Outcome>({ kind: 'refused', reason: 'robots' }, { kind: 'refused', reason: 'robots-unreachable' }),
  anyFound.map((to): Outcome => ({ kind: 'redirect', status: 301, to })),
  fc.nat(60).map((notBefore): Outcome => ({ kind: 'retry', reason: 'timeout', status: 503, notBefore })),
  fc.constant<Outcome>({ kind: 'failed', reason: 'gone', status: 410 }),
);

const anyRun = fc.constantFrom('one', 'one', 'one', 'two');

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.array(anyFound, { maxLength: 12 }), fc.boolean()).map(
    ([batch, isOnPage]): Step =>
      (frontier, { leases }) =>
        frontier.add(batch, isOnPage ? leases[0]?.id : undefined),
  ),
  fc
    .record({
      run: anyRun,
      limit: fc.nat(6),
      perSite: fc.nat(4),
      ahead: fc.constantFrom(1, 2),
      delay: fc.constantFrom(0, 0, 5),
      life: fc.nat(20),
      level: fc.boolean(),
    })
    .map(
      ({ life, ...rest }): Step =>
        async (frontier, { now, leases }) => {
          const given = await frontier.lease({ ...rest, now, until: now + life });
          leases.push(...given);
          return given;
        },
    ),
  fc.record({ site: fc.constantFrom('a', 'b', 'c'), delay: fc.constantFrom(0, 3, 9) }).map(
    ({ site, delay }): Step =>
      (frontier) =>
        frontier.pace(site, delay),
  ),
  fc.nat(30).map(
    (age): Step =>
      (frontier, { now }) =>
        frontier.requeue(now - age),
  ),
  fc.tuple(fc.nat(10), fc.nat(30)).map(
    ([ago, longestWait]): Step =>
      (frontier, { now }) =>
        frontier.correctTimes(now - ago, longestWait),
  ),
  fc
    .record({
      run: anyRun,
      outcomes: fc.array(fc.tuple(fc.nat(), anyOutcome, fc.array(anyFound, { maxLength: 4 })), { maxLength: 4 }),
      siteUntil: fc.option(fc.nat(80)),
    })
    .map(
      ({ run, outcomes, siteUntil }): Step =>
        (frontier, { now, leases }) => {
          const settlements = outcomes.flatMap(([pick, outcome, links]) => {
            const lease = leases.at(-1 - (pick % Math.max(1, leases.length)));
            return lease === undefined ? [] : [{ id: lease.id, outcome, found: links, at: now, siteUntil }];
          });
          return frontier.settle(run, settlements);
        },
    ),
  fc.option(fc.array(fc.nat(20), { maxLength: 3 })).map(
    (ids): Step =>
      (frontier) =>
        frontier.release(ids ?? undefined),
  ),
  fc.constantFrom(null, 'robots', 'other').map(
    (answer): Step =>
      (frontier) =>
        frontier.reconsider(({ id, reason }) => (id % 2 === 0 ? answer : reason)),
  ),
);

async function replay(frontier: Frontier, steps: readonly Step[]): Promise<unknown[]> {
  const leases: Lease[] = [];
  const seen: unknown[] = [];
  for (const [index, step] of steps.entries()) {
    seen.push(await step(frontier, { now: index * 2, leases }), await frontier.stats());
  }
  seen.push(await entriesOf(frontier));
  await frontier.close();
  return seen;
}

test('SqliteFrontier answers any sequence of calls as MemoryFrontier does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 40 }), async (steps) => {
      const sqlite = await openSqliteFrontier(join(directory, `${files++}.db`));
      expect(await replay(sqlite, steps)).toEqual(await replay(new MemoryFrontier(), steps));
    }),
    { numRuns: 100 },
  );
});
