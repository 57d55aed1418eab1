/**
 * Tests which entry represents a group of equivalent entries, and how each entry changes. All stores use one plan.
 *
 * Covers: db/rekey/{asking,groups}.ts
 */
import { describe, expect, test } from 'vitest';
import type { StoredSpelling } from '../../db/plan/other-spelling.ts';
import type { StoredListing } from '../../db/plan/stored-entry.ts';
import type { PlannedEntry, RekeyPlan, RekeyView } from '../../db/rekey/view.ts';
import type { Key } from '../../src/canon/key.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import { NO_SLASH, NO_WWW, planRekey, rekeying } from './claims.ts';
import { found } from './helpers.ts';

type Known = Partial<PlannedEntry> & { readonly url: string };

const PAGE: Partial<PlannedEntry> = { state: 'done', hasPage: 1 };
const REDIRECT: Partial<PlannedEntry> = { state: 'done', aliasBy: 'redirect', aliasOf: 99 };
const EQUIVALENT: Partial<PlannedEntry> = { state: 'skipped', reason: 'equivalent', aliasBy: 'equivalence' };

function entryOf({ url, ...known }: Known, index: number): PlannedEntry {
  const { key, site, source, role } = found(url);
  const nothing = {
    finalUrl: null,
    firstFailure: null,
    reason: null,
    aliasBy: null,
    aliasOf: null,
    foundOn: null,
    pass: null,
  } as const;
  return {
    id: index + 1,
    key,
    url,
    site,
    source,
    role,
    state: 'queued',
    depth: 0,
    hops: 0,
    hasPage: 0,
    location: null,
    ...nothing,
    ...known,
  };
}

/** The plan for entries numbered from 1. */
function plan(
  known: readonly Known[],
  claims: readonly Claim[],
  sites: readonly string[] = ['www.a', 'a'],
  listings: readonly StoredListing[] = [],
  spellings: readonly StoredSpelling[] = [],
  only?: readonly Key[],
): RekeyPlan {
  const entries = known.map(entryOf);
  const view: RekeyView = {
    entriesOf: (names) => entries.filter(({ site }) => names.includes(site)),
    entriesWith: (keys) => entries.filter(({ key }) => keys.includes(key)),
    aliases: () => new Map(entries.flatMap(({ id, aliasOf }) => (aliasOf === null ? [] : [[id, aliasOf]]))),
    spellings: (ids) => [
      ...entries
        .filter(({ id }) => ids.includes(id))
        .flatMap(({ id, url, finalUrl }) =>
          [url, finalUrl].flatMap((each) => (each === null ? [] : [{ entry: id, url: each, pass: null, mark: null }])),
        ),
      ...spellings.filter(({ entry }) => ids.includes(entry)),
    ],
    listings: (ids) => listings.filter(({ entry }) => ids.includes(entry)),
  };
  return planRekey(view, { ...rekeying(claims, sites), ...(only !== undefined && { only }) });
}

/** The numbers of the entries that are aliases by a claim afterwards. */
function aliases({ changes }: RekeyPlan): readonly number[] {
  return changes.filter(({ after }) => after.aliasBy === 'equivalence').map(({ before }) => before.id);
}

/** From best to worst; entries of equal rank together. */
const RANKS: readonly (readonly Partial<PlannedEntry>[])[] = [
  [PAGE, { state: 'done' }, { state: 'queued', hasPage: 1 }, { state: 'leased', hasPage: 1 }],
  [REDIRECT, { ...REDIRECT, aliasBy: 'canonical' }],
  [{ state: 'queued' }, { state: 'leased' }, { ...EQUIVALENT, aliasOf: null }, { ...EQUIVALENT, aliasOf: 99 }],
  [{ state: 'failed' }, { state: 'failed', hasPage: 1 }, { state: 'skipped', reason: 'scope' }],
];

describe('of two entries that merge, neither with the shared key', () => {
  const both = (first: Partial<PlannedEntry>, second: Partial<PlannedEntry>): RekeyPlan =>
    plan(
      [
        { url: 'http://www.a/1', ...first },
        { url: 'http://www.a/1/', ...second },
      ],
      [NO_WWW, NO_SLASH],
    );
  const pairs = RANKS.flatMap((better, rank) =>
    RANKS.slice(rank + 1).flatMap((worse) => better.flatMap((one) => worse.map((other) => [one, other] as const))),
  );

  test.each(pairs)('%o represents the group, rather than %o', (better, worse) => {
    for (const [first, second, alias] of [
      [better, worse, 2],
      [worse, better, 1],
    ] as const) {
      const { changes } = both(first, second);
      const settled = changes.find(({ before }) => before.id === alias)?.after;
      const isDeclared = worse.aliasBy === 'redirect' || worse.aliasBy === 'canonical';
      expect(settled?.aliasBy ?? null).toBe(isDeclared ? worse.aliasBy : 'equivalence');
      expect(changes.find(({ before }) => before.id === 3 - alias)?.after).toMatchObject({ key: 'http://a/1' });
    }
  });

  test.each(RANKS.flatMap((rank) => rank.flatMap((one) => rank.map((other) => [one, other] as const))))(
    'the first found stands for all: %o, and %o',
    (first, second) => {
      const [change] = both(first, second).changes;
      expect(change?.before.id).toBe(1);
      expect(change?.after).toMatchObject({ key: 'http://a/1' });
    },
  );

  test('an entry that was skipped for the other ranks behind it', () => {
    const [change] = both({ state: 'failed' }, { ...EQUIVALENT, aliasOf: 1 }).changes;
    expect(change?.after).toMatchObject({ key: 'http://a/1', aliasOf: null });
  });

  test('an entry that the scope refuses is not queued, although it was skipped by a claim', () => {
    const far = plan(
      [
        { url: 'http://www.a/far', ...EQUIVALENT },
        { url: 'http://www.a/far/', state: 'queued' },
      ],
      [NO_WWW, NO_SLASH],
    );
    expect(aliases(far)).toEqual([1]);
  });
});

test('a circle of aliases outside the group is not followed forever, and its entry does not represent the group', () => {
  const known = [
    { url: 'http://www.a/1', ...REDIRECT, aliasOf: 3 },
    { url: 'http://www.a/1/', state: 'failed' },
    { url: 'http://other/1', ...REDIRECT, aliasOf: 4 },
    { url: 'http://other/2', ...REDIRECT, aliasOf: 3 },
  ] as const;
  const { changes } = plan(known, [NO_WWW, NO_SLASH]);
  const second = changes.find(({ before }) => before.id === 2)?.after;
  expect(second).toMatchObject({ key: 'http://a/1', state: 'failed', aliasBy: null });
  expect(changes.find(({ before }) => before.id === 1)?.after).toMatchObject({ aliasBy: 'redirect', aliasOf: 3 });
});

test('if all members lead to one another, the first gets the key and none is an alias by a claim', () => {
  const known = [
    { url: 'http://www.a/1', ...REDIRECT, aliasOf: 2 },
    { url: 'http://www.a/1/', ...REDIRECT, aliasOf: 1 },
  ];
  const round = plan(known, [NO_WWW, NO_SLASH]);
  expect(round.changes[0]?.after).toMatchObject({ key: 'http://a/1', aliasBy: 'redirect', aliasOf: 2 });
  expect(aliases(round)).toEqual([]);
});

test.each([
  ['done', 'queued'],
  ['failed', 'queued'],
  ['leased', 'queued'],
  ['skipped', 'skipped'],
] as const)('an entry that was %s by a spelling of another one is %s, and no longer fetched by it', (before, state) => {
  const { key } = found('http://a/1');
  const { changes } = plan([{ url: 'http://www.a/1', finalUrl: 'http://a/1', key, site: 'a', state: before }], []);
  expect(changes.map(({ after }) => after)).toMatchObject([{ key: 'http://www.a/1', finalUrl: null, state }]);
});

describe('of two entries of equal rank', () => {
  test('the entry whose own key is shared represents the group', () => {
    const { changes } = plan([{ url: 'http://www.a/1' }, { url: 'http://a/1' }], [NO_WWW]);
    expect(changes.map(({ before, after }) => [before.id, after.aliasOf])).toEqual([[1, 2]]);
  });

  test('otherwise the entry that already has the key', () => {
    const { key } = found('http://a/1');
    const { changes } = plan(
      [{ url: 'http://www.a/1' }, { url: 'http://www.a/1/', key, site: 'a' }],
      [NO_WWW, NO_SLASH],
    );
    expect(changes[0]?.after).toMatchObject({ aliasOf: 2, aliasBy: 'equivalence' });
  });
});

describe('an alias by a claim', () => {
  const second = (known: Partial<PlannedEntry>): PlannedEntry | undefined =>
    plan(
      [
        { url: 'http://a/1', ...PAGE },
        { url: 'http://www.a/1', ...known },
      ],
      [NO_WWW],
    ).changes[0]?.after;

  test('is not fetched', () => {
    expect(second({ state: 'queued' })).toMatchObject({ state: 'skipped', reason: 'equivalent', aliasOf: 1 });
  });

  test.each<Partial<PlannedEntry>>([
    PAGE,
    { state: 'failed' },
    { state: 'queued', hasPage: 1 },
    { state: 'leased' },
    { state: 'leased', hasPage: 1 },
  ])('keeps its state if it was fetched or is being fetched: %o', (known) => {
    expect(second(known)).toMatchObject({ state: known.state, aliasOf: 1, aliasBy: 'equivalence' });
  });

  test('is asked again if it redirected before', () => {
    const known = { url: 'http://www.a/1', ...REDIRECT, state: 'queued' } as const;
    const { changes } = plan([{ url: 'http://a/1', ...PAGE }, known], [NO_WWW]);
    expect(changes.map(({ after }) => after)).toMatchObject([{ state: 'queued', aliasBy: 'redirect', aliasOf: 99 }]);
  });

  test('gets the reason `equivalent` if it was skipped for another reason, although it has a page', () => {
    expect(second({ state: 'skipped', reason: 'scope', hasPage: 1 })).toMatchObject({ reason: 'equivalent' });
  });
});

test('the pass of a spelling is updated', () => {
  const { key } = found('http://a/1');
  const { changes } = plan([{ url: 'http://a/1#x', key, site: 'a', pass: 'fold' }], []);
  expect(changes.map(({ after }) => after.pass)).toEqual(['drop-fragment']);
});

test('a listing moves to the entry of its key, and stays if that is its own entry', () => {
  const known = [{ url: 'http://a/1' }, { url: 'http://www.a/2' }];
  const listing = { entry: 1, sitemap: 9, lastmod: '2026', url: 'http://a/1#listed' } as const;
  expect(plan(known, [NO_WWW], undefined, [listing]).listings).toEqual([]);
  const other = { ...listing, url: 'http://www.a/2' } as const;
  const { listings, found: added } = plan(known, [NO_WWW], undefined, [other]);
  expect(listings).toEqual([other]);
  expect(added).toMatchObject([[{ url: 'http://www.a/2', key: 'http://a/2', lastmod: '2026', source: 'sitemap' }, 9]]);
});

test('a listing with an invalid key is refused', () => {
  const listing = { entry: 1, sitemap: 9, lastmod: null, url: 'http://a/é' } as const;
  expect(() => plan([{ url: 'http://a/1' }], [], undefined, [listing])).toThrow(/key/);
});

describe('the changes of a plan', () => {
  test('are empty if the claims stay the same', () => {
    const one = { url: 'http://a/1', ...PAGE };
    const two = { url: 'http://www.a/1', site: 'a', ...EQUIVALENT, aliasOf: 1 };
    expect(plan([one, two], [NO_WWW]).changes).toEqual([]);
    expect(plan([one], []).changes).toEqual([]);
  });

  test('come in order of discovery, also for entries of other sites', () => {
    const known = [{ url: 'http://a/1' }, { url: 'http://www.a/2' }, { url: 'http://www.a/1' }, { url: 'http://a/2' }];
    const ids = (sites: readonly string[]): readonly number[] =>
      plan(known, [NO_WWW], sites).changes.map(({ before }) => before.id);
    expect(ids(['www.a', 'a'])).toEqual([2, 3]);
    const pages = known.map((one, index) => ({ ...one, ...(index === 2 ? PAGE : {}) }));
    expect(plan(pages, [NO_WWW], ['www.a']).changes.map(({ before }) => before.id)).toEqual([1, 2, 3]);
  });
});

test('an entry keeps the URL to fetch when another of its spellings leaves it', () => {
  const { changes, found: left } = plan(
    [{ url: 'http://a/1/', key: keyOf('http://a/1'), finalUrl: 'http://a/1/#x' }],
    [],
    ['a'],
    [],
    [{ entry: 1, url: 'http://a/1', pass: null, mark: null }],
  );
  expect(left.map(([{ url }]) => url)).toEqual(['http://a/1']);
  expect(changes.map(({ after }) => after)).toMatchObject([{ key: 'http://a/1/', finalUrl: 'http://a/1/#x' }]);
});

test('only the named entries change, and those that share their new keys', () => {
  const pages = ['http://www.a/1', 'http://a/1', 'http://www.a/2', 'http://a/2'].map((url) => ({ url }));
  const only = [keyOf('http://www.a/1')];
  const { changes } = plan(pages, [NO_WWW], undefined, [], [], only);
  expect(changes.map(({ after: { id, reason } }) => [id, reason])).toEqual([[1, 'equivalent']]);
});

test('of two entries with one key of their own, the first found keeps it, in whichever order the store finds them', () => {
  const { changes } = plan(
    [{ url: 'http://www.a/1' }, { url: 'http://www.a/1', key: keyOf('http://a/1'), site: 'a' }],
    [],
    ['a'],
  );
  expect(changes.map(({ before, after }) => [before.id, after.key])).toEqual([[2, '2 http://www.a/1']]);
});

function keyOf(url: string): PlannedEntry['key'] {
  return found(url).key;
}
