import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type Entry, type Frontier, type Outcome, openSqliteFrontier } from '../../db/index.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import { lawRuns } from '../law-runs.ts';
import { claim, foundBy, rekeying } from './claims.ts';
import { entriesOf, ONCE, page, request } from './helpers.ts';
import { ModelFrontier } from './model-frontier.ts';

const directory = mkdtempSync(join(tmpdir(), 'dustpan-rekey-'));
afterAll(() => rmSync(directory, { recursive: true }));
let files = 0;

const anyUrl = fc
  .tuple(
    fc.constantFrom('a', 'www.a', 'b', 'www.b'),
    fc.constantFrom('1', '2', '3', 'far'),
    fc.constantFrom('', '/', '#x'),
  )
  .map(([host, name, end]) => `http://${host}/${name}${end}`);

const anyForm = fc.constantFrom(null, 'add', 'remove');
const anyClaims = fc
  .tuple(anyForm, anyForm)
  .map(([www, slash]): readonly Claim[] => [
    ...(www === null ? [] : [claim('www', www)]),
    ...(slash === null ? [] : [claim('slash', slash)]),
  ]);

/** What comes of a fetch, and where it leads to if it redirects or declares. */
const anyFate = fc.record({
  kind: fc.constantFrom('page', 'page', 'redirect', 'canonical', 'failed', 'queued', 'queued'),
  to: anyUrl,
});

type Fate = typeof anyFate extends fc.Arbitrary<infer F> ? F : never;

function outcomeOf({ kind, to }: Fate, claims: readonly Claim[]): Outcome | null {
  const target = foundBy(claims, to);
  switch (kind) {
    case 'page':
      return page();
    case 'canonical':
      return page({ canonical: target });
    case 'redirect':
      return { kind: 'redirect', status: 301, to: target };
    case 'failed':
      return { kind: 'failed', reason: 'http-404', status: 404 };
    case 'queued':
      return null;
  }
}

/** Crawls a little by the claims in force. */
async function crawl(
  frontier: Frontier,
  claims: readonly Claim[],
  urls: readonly string[],
  fates: readonly Fate[],
): Promise<void> {
  await frontier.add(urls.map((url) => foundBy(claims, url)));
  const leases = await frontier.lease(request());
  const outcomes = leases.map(({ id }, n) => ({ id, outcome: fates[n] ? outcomeOf(fates[n], claims) : null }));
  await frontier.settle(
    'run',
    outcomes.flatMap(({ id, outcome }) => (outcome === null ? [] : [{ ...ONCE, id, outcome, found: [] }])),
  );
  await frontier.release();
}

const anyCrawl = fc.tuple(fc.array(anyUrl, { minLength: 2, maxLength: 14 }), fc.array(anyFate, { maxLength: 10 }));

const stores: readonly (readonly [name: string, open: () => Promise<Frontier>])[] = [
  ['ModelFrontier', async () => new ModelFrontier()],
  ['SqliteFrontier', async () => openSqliteFrontier(join(directory, `${files++}.db`))],
];

describe.each(stores)('rekey of %s', (name, open) => {
  const numRuns = lawRuns(300) / (name === 'ModelFrontier' ? 1 : 10);
  const check = async <T extends [unknown, ...unknown[]]>(
    arbitraries: { [N in keyof T]: fc.Arbitrary<T[N]> },
    law: (frontier: Frontier, ...values: T) => Promise<void>,
  ): Promise<void> => {
    const property = fc.asyncProperty<T>(...arbitraries, async (...values) => {
      const frontier = await open();
      try {
        await law(frontier, ...values);
      } finally {
        await frontier.close();
      }
    });
    await fc.assert(property, { numRuns });
  };

  test('the same claims again change nothing', async () => {
    await check([anyCrawl, anyClaims, anyCrawl, anyClaims], async (frontier, first, before, second, claims) => {
      await crawl(frontier, [], ...first);
      await frontier.rekey(rekeying(before));
      await crawl(frontier, before, ...second);
      await frontier.rekey(rekeying(claims));
      const [entries, stats] = [await entriesOf(frontier), await frontier.stats()];
      expect(await frontier.rekey(rekeying(claims))).toMatchObject({ merged: 0, saved: 0, split: 0 });
      expect([await entriesOf(frontier), await frontier.stats()]).toEqual([entries, stats]);
    });
  });

  test('removing claims restores the previous state, whatever happened in between', async () => {
    await check([anyCrawl, fc.array(anyClaims, { minLength: 1, maxLength: 3 })], async (frontier, first, rounds) => {
      await crawl(frontier, [], ...first);
      const [entries, stats] = [await entriesOf(frontier), await frontier.stats()];
      for (const claims of rounds) await frontier.rekey(rekeying(claims));
      await frontier.rekey(rekeying([]));
      expect([await entriesOf(frontier), await frontier.stats()]).toEqual([entries, stats]);
    });
  });

  test('every URL is kept and leads to one entry, and each group has one representative', async () => {
    await check([anyCrawl, anyClaims, anyCrawl, anyClaims], async (frontier, first, before, second, claims) => {
      await crawl(frontier, [], ...first);
      await frontier.rekey(rekeying(before));
      await crawl(frontier, before, ...second);
      const met = (await entriesOf(frontier)).flatMap(urlsOf);
      await frontier.rekey(rekeying(claims));
      const entries = await entriesOf(frontier);
      const byKey = new Map<string, Entry>(entries.map((entry) => [entry.key, entry]));
      expect(byKey.size).toBe(entries.length);
      expect(new Set(entries.flatMap(urlsOf))).toEqual(new Set(met));
      for (const url of met) {
        const home = byKey.get(foundBy(claims, url).key);
        expect(home && reach(home, byKey), url).toBeDefined();
      }
      for (const group of Map.groupBy(entries, ({ url }) => foundBy(claims, url).key).values()) {
        const merged = group.filter(({ aliasBy }) => aliasBy === 'equivalence');
        const [representative, ...more] = new Set(
          merged.map(({ aliasOf }) => group.find(({ key }) => key === aliasOf)),
        );
        expect(more).toEqual([]);
        if (merged.length > 0) expect(representative?.aliasBy).not.toBe('equivalence');
        const left = group.filter(({ reason }) => reason === 'equivalent');
        expect(left.length).toBeLessThan(group.length);
        expect(group.filter(({ state }) => state === 'queued').length).toBeLessThanOrEqual(1);
      }
    });
  });
});

function urlsOf({ url, spellings }: Entry): readonly string[] {
  return [url, ...spellings.map((spelling) => spelling.url)];
}

/** Where aliases end; undefined where they go round. */
function reach(start: Entry, byKey: ReadonlyMap<string, Entry>): Entry | undefined {
  let entry: Entry | undefined = start;
  for (let steps = 0; steps <= byKey.size && entry !== undefined; steps++) {
    if (entry.aliasOf === null) return entry;
    entry = byKey.get(entry.aliasOf);
  }
  return undefined;
}
