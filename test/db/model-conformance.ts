import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type FoundUrl,
  type Frontier,
  type Lease,
  type Outcome,
  StoreError,
  type StoreErrorCode,
} from '../../db/index.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import { claim, evidence, foundBy, rekeying, SITES } from './claims.ts';
import { entriesOf, NO_DETAILS, page } from './helpers.ts';
import { ModelFrontier } from './model-frontier.ts';

export type Step = (frontier: Frontier, world: World) => Promise<unknown>;

/** What all stores are told in the same words: the time, the leases handed out so far, and the claims in force. */
export interface World {
  now: number;
  readonly leases: Lease[];
  claims: readonly Claim[];
  epoch: number;
}

/** A URL as the claims in force make it, or now and then as those of before did. */
type AnyFound = (world: World) => FoundUrl;

const anyFound: fc.Arbitrary<AnyFound> = fc
  .record({
    host: fc.constantFrom('a', 'a', 'www.a', 'b', 'www.b', 'c'),
    path: fc.nat(6),
    slash: fc.constantFrom('', '', '/'),
    spelling: fc.constantFrom('', '', '#x', '?x', '?y', '?z'),
    isLate: fc.constantFrom(false, false, false, false, true),
    depth: fc.nat(3),
    hops: fc.nat(2),
    skip: fc.option(fc.constantFrom('robots', 'scope'), { freq: 3 }),
    source: fc.constantFrom('link', 'sitemap'),
    role: fc.constantFrom('page', 'page', 'sitemap'),
    lastmod: fc.constantFrom(null, '2026-01-01'),
    hasNewCookies: fc.constantFrom(false, false, false, true),
  })
  .map(
    ({ host, path, slash, spelling, isLate, ...rest }): AnyFound =>
      ({ claims }) =>
        foundBy(isLate ? [] : claims, `http://${host}/${path}${slash}${spelling}`, rest),
  );

const anyClaims: fc.Arbitrary<readonly Claim[]> = fc
  .record({
    www: fc.constantFrom(null, 'add', 'remove'),
    slash: fc.constantFrom(null, 'add', 'remove'),
  })
  .map(({ www, slash }) => [
    ...(www === null ? [] : [claim('www', www)]),
    ...(slash === null ? [] : [claim('slash', slash)]),
  ]);

const anyOutcome: fc.Arbitrary<(world: World) => Outcome> = fc.oneof(
  fc
    .record({
      canonical: fc.option(anyFound),
      role: fc.constantFrom('page', 'sitemap'),
      note: fc.constantFrom(null, 'not-a-sitemap', 'not-a-sitemap truncated'),
      etag: fc.constantFrom(null, 'e'),
    })
    .map(({ canonical, role, note, etag }) => (world: World) => {
      const known = { role, note, digest: 'd', contentType: 'text/html', details: { ...NO_DETAILS, etag } };
      return page({ canonical: canonical?.(world) ?? null, ...known });
    }),
  fc.tuple(anyFound, fc.constantFrom(301, 302)).map(
    ([to, status]) =>
      (world: World) =>
        ({ kind: 'redirect', status, to: to(world) }) as const,
  ),
  fc
    .oneof(
      fc.constant<Outcome>({ kind: 'unchanged' }),
      fc.constantFrom<Outcome>(
        { kind: 'refused', reason: 'robots' },
        { kind: 'refused', reason: 'robots-unreachable' },
        { kind: 'refused', reason: 'handler' },
      ),
      fc.tuple(fc.nat(60), fc.boolean()).map(
        ([notBefore, isSiteAway]): Outcome => ({
          kind: 'retry',
          reason: 'timeout',
          status: 503,
          notBefore,
          isSiteAway,
        }),
      ),
      fc.constantFrom<Outcome>(
        { kind: 'failed', reason: 'http-410', status: 410 },
        { kind: 'failed', reason: 'timeout', status: null },
      ),
    )
    .map((outcome) => () => outcome),
);

/** By how many epochs the keys of a call are too old; null if it does not name their epoch. */
const anyAge = fc.constantFrom(null, 0, 0, 0, 1);

/** The result of a call, or the code of its refusal. */
async function unlessStale<T>(call: Promise<T>): Promise<T | StoreErrorCode> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof StoreError && error.code === 'stale-keys') return error.code;
    throw error;
  }
}

const anyRun = fc.constantFrom('one', 'one', 'one', 'two');

/** What programs do while they crawl. */
const crawlingStep: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(fc.array(anyFound, { maxLength: 12 }), fc.boolean(), anyAge).map(
    ([batch, isOnPage, age]): Step =>
      (frontier, world) => {
        const on = isOnPage ? world.leases[0]?.id : undefined;
        return unlessStale(
          frontier.add(
            batch.map((one) => one(world)),
            on,
            age === null ? undefined : world.epoch - age,
          ),
        );
      },
  ),
  fc.tuple(fc.nat(3), fc.nat(3)).map(
    ([path, at]): Step =>
      async (frontier) => {
        await frontier.addEvidence([evidence({ path: `/${path}`, at }), evidence({ url: null, page: null, at })]);
        return frontier.evidence();
      },
  ),
  fc
    .record({
      run: anyRun,
      limit: fc.nat(6),
      perSite: fc.nat(4),
      ahead: fc.constantFrom(1, 2),
      delay: fc.constantFrom(0, 0, 5),
      total: fc.option(fc.nat(12)),
      level: fc.boolean(),
      except: fc.subarray(['a', 'b', 'c'], { maxLength: 1 }),
    })
    .map(
      (rest): Step =>
        async (frontier, { now, leases }) => {
          const given = await frontier.lease({ ...rest, now });
          leases.push(...given);
          return given;
        },
    ),
  fc.record({ site: fc.constantFrom('a', 'b', 'c'), delay: fc.constantFrom(0, 3, 9) }).map(
    ({ site, delay }): Step =>
      (frontier) =>
        frontier.pace(site, delay),
  ),
  fc
    .record({
      run: anyRun,
      outcomes: fc.array(fc.tuple(fc.nat(), anyOutcome, fc.array(anyFound, { maxLength: 4 })), { maxLength: 4 }),
      siteUntil: fc.option(fc.nat(80)),
      waited: fc.option(fc.constantFrom(0, 3, 5, 9)),
      age: anyAge,
    })
    .map(
      ({ run, outcomes, siteUntil, waited, age }): Step =>
        (frontier, world) => {
          const { now, leases } = world;
          const settlements = outcomes.flatMap(([pick, outcome, links]) => {
            const lease = leases.at(-1 - (pick % Math.max(1, leases.length)));
            const found = links.map((one) => one(world));
            if (lease === undefined) return [];
            const ends = waited === null ? {} : { endsWait: now + waited };
            return [{ id: lease.id, outcome: outcome(world), found, at: now, siteUntil, ...ends }];
          });
          return unlessStale(frontier.settle(run, settlements, age === null ? undefined : world.epoch - age));
        },
    ),
  fc.option(fc.array(fc.nat(20), { maxLength: 3 })).map(
    (ids): Step =>
      (frontier) =>
        frontier.release(ids ?? undefined),
  ),
);

/** What no program does while others write. */
const loneStep: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(anyClaims, fc.constantFrom(SITES, SITES, SITES.slice(0, 2), ['a'], []), anyAge).map(
    ([claims, sites, age]): Step =>
      async (frontier, world) => {
        const request = rekeying(claims, sites);
        const epoch = world.epoch - (age ?? 0);
        const counts = await unlessStale(frontier.rekey(age === null ? request : { ...request, epoch }));
        if (typeof counts !== 'string') Object.assign(world, { claims, epoch: counts.epoch });
        return [counts, await frontier.claims(), await frontier.keyEpoch()];
      },
  ),
  fc.nat(30).map(
    (age): Step =>
      (frontier, { now }) =>
        frontier.requeue(now - age),
  ),
  fc.tuple(fc.nat(4), fc.nat(2)).map(
    ([limit, after]): Step =>
      (frontier) =>
        frontier.tryOtherSpellings(limit + 1, after),
  ),
  fc.tuple(fc.nat(10), fc.nat(30)).map(
    ([ago, longestWait]): Step =>
      (frontier, { now }) =>
        frontier.correctTimes(now - ago, longestWait),
  ),
  fc.constantFrom(null, 'robots' as const, 'scope' as const).map(
    (answer): Step =>
      (frontier) =>
        frontier.reconsider(({ id }) => (id % 2 === 0 ? answer : undefined)),
  ),
  fc.nat(2).map(
    (length): Step =>
      (frontier) =>
        frontier.skipQueued((site) => site.length > length, 'endless', 1000),
  ),
);

const anyStep = fc.oneof({ arbitrary: crawlingStep, weight: 6 }, { arbitrary: loneStep, weight: 5 });

/** Some calls of programs that crawl. */
export const crawlingSteps: fc.Arbitrary<readonly Step[]> = fc.array(crawlingStep, { minLength: 5, maxLength: 40 });

/** Some calls. */
export const anySteps: fc.Arbitrary<readonly Step[]> = fc.array(anyStep, { minLength: 5, maxLength: 40 });

/** The world of a new frontier. */
export function newWorld(): World {
  return { now: 0, leases: [], claims: [], epoch: 0 };
}

/** The answers of a frontier, which it closes. */
export async function replay(
  frontier: Frontier,
  steps: readonly Step[],
  world: World = newWorld(),
): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (const step of steps) {
    seen.push(await step(frontier, world), await frontier.stats(), await frontier.sites(2));
    seen.push((await frontier.stats(true)).nextAt);
    seen.push((await frontier.programs()).map(({ pages, leases }) => ({ pages, leases })));
    world.now += 2;
  }
  seen.push(await entriesOf(frontier), await Array.fromAsync(frontier.links()));
  await frontier.close();
  return seen;
}

/** Tests that a store answers any sequence of calls as the model does. */
export function describeAsModel(name: string, open: () => Promise<Frontier>, runs: number): void {
  test(`${name} answers any sequence of calls as ModelFrontier does`, async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        expect(await replay(await open(), steps)).toEqual(await replay(new ModelFrontier(), steps));
      }),
      { numRuns: runs, endOnFailure: true },
    );
  });
}
