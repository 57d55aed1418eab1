import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Entry, FoundUrl, Frontier, Lease, Outcome } from '../../db/index.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import { claim, evidence, foundBy, NO_SLASH, NO_WWW, rekeying } from './claims.ts';
import { entriesOf, found, NO_DETAILS, ONCE, page, request } from './helpers.ts';

/** Tests of evidence and claims for every store. Each store's own test file runs them. */
export function describeLedger(name: string, open: () => Promise<Frontier>): void {
  describe(`${name} as a ledger`, () => {
    let frontier: Frontier;
    beforeEach(async () => {
      frontier = await open();
    });
    afterEach(async () => frontier.close());

    const add = async (claims: readonly Claim[], ...urls: readonly string[]): Promise<unknown> =>
      frontier.add(urls.map((url) => foundBy(claims, url)));
    const rekey = async (...claims: readonly Claim[]): Promise<unknown> => {
      const { epoch: _, ...counts } = await frontier.rekey(rekeying(claims));
      return counts;
    };
    /** Finds an entry by its first spelling, which never changes. */
    const entry = async (url: string): Promise<Entry | undefined> =>
      (await entriesOf(frontier)).find((one) => one.url === url);
    const leased = async (): Promise<readonly string[]> => (await frontier.lease(request())).map(({ url }) => url);
    const settle = async (outcomes: Readonly<Record<string, Outcome>>): Promise<readonly Lease[]> => {
      const leases = await frontier.lease(request());
      const [wanted, others] = [leases.filter(({ url }) => outcomes[url]), leases.filter(({ url }) => !outcomes[url])];
      await frontier.settle(
        'run',
        wanted.map(({ id, url }) => ({ ...ONCE, id, outcome: outcomes[url] ?? page(), found: [] })),
      );
      await frontier.release(others.map(({ id }) => id));
      return wanted;
    };
    const redirect = (to: FoundUrl): Outcome => ({ kind: 'redirect', status: 301, to });

    describe('evidence', () => {
      test('is stored unchanged, oldest first', async () => {
        const hops = [{ url: 'http://a/1/', status: 301, location: 'http://a/1' }];
        const all = [
          evidence({ at: 3, kind: 'param', about: 'sid', supports: false, target: null, seen: 'other-text' }),
          evidence({ at: 1.5, source: 'permanent-redirect', hops }),
          evidence({ at: 2, source: 'user', url: null, page: null, by: 'user' }),
          evidence({ at: 4, kind: 'param', about: 'in', supports: null, target: null, seen: 'noise' }),
        ];
        await frontier.addEvidence(all);
        expect(await frontier.evidence()).toEqual([all[1], all[2], all[0], all[3]]);
      });

      test('has its fields in one order, whatever order they came in, because reports print it as it is', async () => {
        await frontier.addEvidence([evidence()]);
        const order = 'kind host about path url page source supports target hops seen by at';
        expect((await frontier.evidence()).map((one) => Object.keys(one).join(' '))).toEqual([order]);
      });

      test('the newest evidence about two URLs counts, whatever its source and whenever it is added', async () => {
        await frontier.addEvidence([evidence({ at: 5, url: null }), evidence({ at: 5 })]);
        await frontier.addEvidence([evidence({ at: 4, supports: false })]);
        expect(await frontier.evidence()).toEqual([evidence({ at: 5, url: null }), evidence({ at: 5 })]);
        const later = evidence({ at: 5, source: 'status', supports: false, seen: 'not-found' });
        await frontier.addEvidence([later]);
        expect(await frontier.evidence()).toEqual([evidence({ at: 5, url: null }), later]);
      });

      test.each([
        ['kind', { kind: 'case' }],
        ['host', { host: 'b' }],
        ['parameter', { about: 'sid' }],
        ['part of the site', { path: '/2' }],
        ['URL', { url: 'http://a/2' }],
        ['page', { page: 'http://a/2' }],
      ] as const)('with another %s is stored separately', async (_, change) => {
        await frontier.addEvidence([evidence(), evidence(change)]);
        expect(await frontier.evidence()).toEqual([evidence(), evidence(change)]);
      });

      test('may contain any text', async () => {
        const text = `'"; DROP TABLE evidence; --\0\u202e\u{1f9f9}`;
        const location = `${text}\ud800`;
        const hostile = evidence({ about: text, path: text, url: text, page: text, target: text, seen: text });
        await frontier.addEvidence([{ ...hostile, hops: [{ url: text, status: 301, location }] }]);
        await frontier.addEvidence([evidence({ url: '\ud800' }), evidence({ url: '\ufffd' })]);
        expect(await frontier.evidence()).toEqual([
          { ...hostile, hops: [{ url: text, status: 301, location }] },
          evidence({ url: '\ufffd' }),
        ]);
      });
    });

    test('claims are those of the last rekey, in their order', async () => {
      expect(await frontier.claims()).toEqual([]);
      const refuted = {
        ...NO_SLASH,
        verdict: 'refuted',
        target: null,
        source: null,
        reason: 'user',
        expires: 9,
      } as const;
      await rekey(NO_WWW, refuted);
      expect(await frontier.claims()).toEqual([NO_WWW, refuted]);
      await rekey(NO_SLASH);
      expect(await frontier.claims()).toEqual([NO_SLASH]);
    });

    describe('rekey merges', () => {
      test('two entries to fetch: the one that has the key stays queued, the other is not fetched', async () => {
        await add([], 'http://www.a/1', 'http://a/1');
        expect(await rekey(NO_WWW)).toEqual({ merged: 1, saved: 1, split: 0 });
        expect(await entry('http://www.a/1')).toMatchObject({
          key: 'http://www.a/1',
          state: 'skipped',
          reason: 'equivalent',
          aliasOf: 'http://a/1',
          aliasBy: 'equivalence',
        });
        expect(await entry('http://a/1')).toMatchObject({ key: 'http://a/1', state: 'queued', aliasOf: null });
        expect(await frontier.stats()).toMatchObject({
          states: { queued: 1, skipped: 1 },
          skipped: { equivalent: 1 },
        });
        expect(await leased()).toEqual(['http://a/1']);
      });

      test('an entry without a counterpart gets the key, and its site', async () => {
        await add([], 'http://www.a/1');
        await frontier.pace('www.a', 7);
        expect(await rekey(NO_WWW)).toEqual({ merged: 0, saved: 0, split: 0 });
        expect(await entry('http://www.a/1')).toMatchObject({ key: 'http://a/1', site: 'a', state: 'queued' });
        expect(await frontier.lease(request())).toMatchObject([{ key: 'http://a/1', url: 'http://www.a/1', delay: 7 }]);
        await add([NO_WWW], 'http://a/1', 'http://www.a/1');
        expect(await entriesOf(frontier)).toHaveLength(1);
      });

      test('an entry that waits for its retry and gets a new key: it still waits', async () => {
        await add([], 'http://www.a/1');
        await settle({ 'http://www.a/1': { kind: 'retry', reason: 'timeout', status: null, notBefore: 50 } });
        await rekey(NO_WWW);
        expect((await frontier.stats()).nextAt).toBe(50);
        expect(await leased()).toEqual([]);
      });

      test('entries into a fetched page, rather than a redirect, an entry to fetch or a failed entry', async () => {
        const urls = ['http://a/1/', 'http://www.a/1/', 'http://www.a/1#x', 'http://a/1'];
        await add([], ...urls);
        await settle({
          'http://a/1/': { kind: 'failed', reason: 'http-404', status: 404 },
          'http://www.a/1/': redirect(foundBy([], 'http://a/else')),
          'http://www.a/1#x': page({ digest: 'd' }),
        });
        expect(await rekey(NO_WWW, NO_SLASH)).toEqual({ merged: 2, saved: 1, split: 0 });
        const aliases = await Promise.all(urls.map(entry));
        expect(aliases.map((one) => [one?.state, one?.aliasBy, one?.aliasOf])).toEqual([
          ['failed', 'equivalence', 'http://www.a/1'],
          ['done', 'redirect', 'http://a/else'],
          ['done', null, null],
          ['skipped', 'equivalence', 'http://www.a/1'],
        ]);
        expect(await frontier.stats()).toMatchObject({ failed: { 'http-404': 1 }, aliases: { equivalence: 0 } });
        // URLs found from now on lead to the same entry, and are not fetched.
        await add([NO_WWW, NO_SLASH], 'http://a/1', 'http://www.a/1/#y');
        expect(await entry('http://a/1')).toMatchObject({ state: 'skipped', aliasOf: 'http://www.a/1' });
        expect(await leased()).toEqual(['http://a/else']);
      });

      test('two pages into one, and keeps the data of both', async () => {
        await add([], 'http://a/1/', 'http://a/1');
        await settle({ 'http://a/1/': page({ role: 'sitemap', digest: 'd' }), 'http://a/1': page() });
        expect(await frontier.stats()).toMatchObject({ sitemaps: 1 });
        expect(await rekey(NO_SLASH)).toEqual({ merged: 1, saved: 0, split: 0 });
        expect(await entry('http://a/1/')).toMatchObject({ state: 'done', digest: 'd', aliasOf: 'http://a/1' });
        expect(await frontier.stats()).toMatchObject({ states: { done: 2 }, aliases: { equivalence: 1 }, sitemaps: 0 });
        expect(await frontier.requeue(0)).toBe(2);
        expect(await rekey(NO_SLASH)).toEqual({ merged: 0, saved: 0, split: 0 });
        await settle({ 'http://a/1/': page({ role: 'sitemap', digest: 'e' }), 'http://a/1': page() });
        expect(await entry('http://a/1/')).toMatchObject({ state: 'done', digest: 'e', aliasOf: 'http://a/1' });
        expect(await frontier.stats()).toMatchObject({ states: { done: 2 }, aliases: { equivalence: 1 }, sitemaps: 0 });
        await rekey();
        expect(await frontier.stats()).toMatchObject({ states: { done: 2 }, aliases: { equivalence: 0 }, sitemaps: 1 });
      });

      test('an alias that redirects when it is fetched again becomes an alias by redirect', async () => {
        await add([], 'http://a/1/', 'http://a/1');
        await settle({ 'http://a/1/': page(), 'http://a/1': page() });
        await rekey(NO_SLASH);
        await frontier.requeue(0);
        const to = found('http://a/1', { source: 'redirect' });
        await settle({ 'http://a/1/': { kind: 'redirect', status: 301, to }, 'http://a/1': page() });
        expect(await entry('http://a/1/')).toMatchObject({ state: 'done', aliasBy: 'redirect', aliasOf: 'http://a/1' });
        expect((await frontier.stats()).aliases).toEqual({ redirect: 1, canonical: 0, equivalence: 0 });
      });

      test('a page that is being fetched again still represents an entry that was skipped for it', async () => {
        await add([], 'http://www.a/1');
        await settle({ 'http://www.a/1': page() });
        await add([], 'http://a/1');
        await rekey(NO_WWW);
        await frontier.requeue(0);
        expect(await rekey(NO_WWW)).toEqual({ merged: 0, saved: 0, split: 0 });
        expect(await leased()).toEqual(['http://www.a/1']);
      });

      test('a leased entry, and its outcome still counts', async () => {
        await add([], 'http://www.a/1', 'http://a/1', 'http://www.a/2', 'http://a/2', 'http://www.a/3', 'http://a/3');
        await frontier.lease(request());
        expect(await rekey(NO_WWW)).toEqual({ merged: 3, saved: 0, split: 0 });
        expect(await entry('http://www.a/1')).toMatchObject({ state: 'leased', aliasBy: 'equivalence' });
        const outcomes: Readonly<Record<string, Outcome>> = {
          'http://www.a/1': page(),
          'http://a/1': page(),
          'http://www.a/2': redirect(foundBy([NO_WWW], 'http://a/2', { hops: 1 })),
          'http://www.a/3': { kind: 'failed', reason: 'http-404', status: 404 },
        };
        const entries = await entriesOf(frontier);
        const settlements = entries.flatMap(({ id, url }) => {
          const outcome = outcomes[url];
          return outcome === undefined ? [] : [{ ...ONCE, id, outcome, found: [foundBy([], `http://b/${id}`)] }];
        });
        await frontier.settle('run', settlements);
        const alias = { aliasBy: 'equivalence', aliasOf: 'http://a/1' } as const;
        expect(await entry('http://www.a/1')).toMatchObject({ state: 'done', ...alias });
        expect(await entry('http://www.a/2')).toMatchObject({ state: 'done', aliasBy: 'redirect' });
        expect(await entry('http://www.a/3')).toMatchObject({ state: 'failed', reason: 'http-404' });
        await frontier.release();
        const linked = settlements.map(({ id }) => `http://b/${id}`);
        expect((await leased()).toSorted()).toEqual(['http://a/2', 'http://a/3', ...linked]);
      });

      test('an entry skipped for a failed one, and skips it again the next time', async () => {
        await add([], 'http://a/1');
        await settle({ 'http://a/1': { kind: 'failed', reason: 'http-404', status: 404 } });
        await frontier.add([foundBy([], 'http://www.a/1', { skip: 'nofollow' })]);
        expect(await rekey(NO_WWW)).toEqual({ merged: 1, saved: 0, split: 0 });
        expect(await rekey(NO_WWW)).toEqual({ merged: 0, saved: 0, split: 0 });
        expect(await leased()).toEqual([]);
      });

      test('an entry that no followed link leads to, which stays skipped when it is split, as does such a spelling', async () => {
        await add([], 'http://a/1', 'http://a/2');
        await frontier.add([foundBy([], 'http://www.a/1', { skip: 'nofollow' })]);
        await rekey(NO_WWW);
        await frontier.add([foundBy([NO_WWW], 'http://www.a/2', { skip: 'credentials' })]);
        expect((await entry('http://a/2'))?.spellings).toMatchObject([{ url: 'http://www.a/2', isUnfollowed: true }]);
        await rekey();
        expect(await entry('http://www.a/1')).toMatchObject({ state: 'skipped', reason: 'nofollow', aliasOf: null });
        expect(await entry('http://www.a/2')).toMatchObject({ state: 'skipped', reason: 'nofollow' });
        expect(await leased()).toEqual(['http://a/1', 'http://a/2']);
      });

      test('entries of several sites, whose new sites have their turns in the order of the entries', async () => {
        await add([], 'http://a/1/', 'http://b/1', 'http://a/1', 'http://a/2');
        await settle({ 'http://a/1': page() });
        await rekey(NO_SLASH, claim('www', 'add'));
        expect(await leased()).toEqual(['http://a/2', 'http://b/1']);
      });

      test('an entry that waits for its retry, so that it no longer delays anything', async () => {
        await add([], 'http://www.a/1', 'http://a/1');
        await settle({ 'http://www.a/1': { kind: 'retry', reason: 'timeout', status: null, notBefore: 50 } });
        await settle({ 'http://a/1': page() });
        await rekey(NO_WWW);
        expect((await frontier.stats()).nextAt).toBeNull();
      });

      test('a redirect within the group, which stays a redirect to the entry to fetch', async () => {
        await add([], 'http://a/1');
        await settle({ 'http://a/1': redirect(foundBy([], 'http://www.a/1')) });
        expect(await rekey(NO_WWW)).toEqual({ merged: 0, saved: 0, split: 0 });
        expect(await entry('http://a/1')).toMatchObject({
          state: 'done',
          aliasBy: 'redirect',
          aliasOf: 'http://www.a/1',
        });
        expect(await leased()).toEqual(['http://www.a/1']);
      });

      test('without making a circle, also if aliases of several groups lead to each other', async () => {
        await add([], 'http://www.a/1', 'http://www.a/2');
        await settle({
          'http://www.a/1': page({ canonical: foundBy([], 'http://a/2') }),
          'http://www.a/2': page({ canonical: foundBy([], 'http://a/1') }),
        });
        await rekey(NO_WWW);
        for (const one of await entriesOf(frontier)) expect(await endOf(one)).not.toBeNull();
        expect(await entry('http://a/1')).toMatchObject({ state: 'skipped', aliasOf: 'http://www.a/1' });
        expect(await entry('http://a/2')).toMatchObject({ state: 'queued', aliasOf: null });
        expect(await entry('http://www.a/2')).toMatchObject({ aliasBy: 'canonical', aliasOf: 'http://a/1' });
      });

      const endOf = async (start: Entry): Promise<Entry | null> => {
        let one: Entry | null = start;
        for (let steps = 0; steps < 10 && one !== null; steps++) {
          if (one.aliasOf === null) return one;
          one = await frontier.entry(one.aliasOf);
        }
        return null;
      };

      test('an entry of a site that was not named, if it already has the key', async () => {
        await add([], 'http://www.a/1', 'http://a/1', 'http://a/2/');
        await frontier.rekey(rekeying([NO_WWW, NO_SLASH], ['www.a']));
        expect(await entry('http://www.a/1')).toMatchObject({ aliasOf: 'http://a/1' });
        expect(await entry('http://a/2/')).toMatchObject({ key: 'http://a/2/' });
      });

      test('entries whose keys move round in a circle', async () => {
        await add([], 'http://www.a/1');
        await rekey(NO_WWW);
        await frontier.add([found('http://b/1', { key: 'http://www.a/1' })]);
        const swapped = rekeying([]);
        await frontier.rekey({
          ...swapped,
          find: (url, at) => (url === 'http://b/1' ? foundBy([], 'http://a/1') : swapped.find(url, at)),
          ownKey: (url) => (url === 'http://b/1' ? foundBy([], 'http://a/1').key : swapped.ownKey(url)),
        });
        const keys = (await entriesOf(frontier)).map(({ url, key }) => [url, key]);
        expect(keys).toEqual([
          ['http://www.a/1', 'http://www.a/1'],
          ['http://b/1', 'http://a/1'],
        ]);
        expect(await frontier.entry(foundBy([], 'http://a/1').key)).toMatchObject({ id: 2 });
      });

      test('a URL added late with its old key, into at most one second entry', async () => {
        await add([], 'http://www.a/1#x');
        await rekey(NO_WWW);
        await add([], 'http://www.a/1');
        expect((await entriesOf(frontier)).map(({ state }) => state)).toEqual(['queued', 'queued']);
        for (const claims of [[NO_WWW], [], [NO_WWW]]) {
          await rekey(...claims);
          const { key } = foundBy(claims, 'http://www.a/1');
          expect(await frontier.entry(key)).toMatchObject({ id: 1, aliasOf: null });
          expect(await entry('http://www.a/1')).toMatchObject({ state: 'skipped', aliasOf: key });
        }
      });
    });

    describe('an alias by a claim', () => {
      beforeEach(async () => {
        await add([], 'http://www.a/1', 'http://a/1');
        await settle({ 'http://www.a/1': page() });
        await rekey(NO_WWW);
        await frontier.requeue(0);
      });

      test('redirects to its own group, and is fetched at the target', async () => {
        await settle({ 'http://www.a/1': redirect(foundBy([NO_WWW], 'http://a/1', { hops: 1 })) });
        expect(await entry('http://www.a/1')).toMatchObject({ state: 'queued', finalUrl: 'http://a/1', aliasOf: null });
        expect((await frontier.stats()).duplicates).toEqual({});
        expect(await leased()).toEqual(['http://a/1']);
      });

      test('redirects to the URL that was fetched, which is a loop although the key belongs to its alias', async () => {
        await settle({ 'http://www.a/1': redirect(foundBy([NO_WWW], 'http://a/1', { url: 'http://www.a/1' })) });
        expect(await entry('http://www.a/1')).toMatchObject({ state: 'failed', reason: 'redirect-loop' });
      });

      test('declares its own group as its canonical URL', async () => {
        await settle({ 'http://www.a/1': page({ canonical: foundBy([NO_WWW], 'http://a/1') }) });
        expect(await entry('http://www.a/1')).toMatchObject({ state: 'done', reason: null, aliasOf: null });
      });

      test('is not reconsidered', async () => {
        expect(await frontier.reconsider(() => null)).toBe(0);
        expect(await entry('http://a/1')).toMatchObject({ state: 'skipped', reason: 'equivalent' });
      });
    });

    describe('rekey splits', () => {
      test('aliases of a claim that no longer holds: those not fetched are queued if the scope allows it', async () => {
        const urls = ['http://www.a/1', 'http://a/1', 'http://www.a/far', 'http://a/far'];
        await add([], ...urls);
        const before = await entriesOf(frontier);
        await rekey(NO_WWW);
        expect(await rekey()).toEqual({ merged: 0, saved: 0, split: 2 });
        expect(await entriesOf(frontier)).toEqual(before);
        expect(await frontier.stats()).toMatchObject({ skipped: { scope: 2 }, states: { queued: 2, skipped: 2 } });
        expect(await leased()).toEqual(['http://www.a/1', 'http://a/1']);
      });

      test('spellings and listings off, into existing or new entries', async () => {
        await frontier.add([found('http://b/map', { role: 'sitemap' })]);
        const [map] = await frontier.lease(request());
        await frontier.add([foundBy([], 'http://a/2/')]);
        await rekey(NO_WWW, NO_SLASH);
        const listed = { source: 'sitemap' as const, lastmod: '2026-01-01', depth: 2 };
        const both = [NO_WWW, NO_SLASH];
        await frontier.add(
          ['http://a/1', 'http://www.a/1/', 'http://www.a/2', 'http://a/far', 'http://www.a/far'].map((url) =>
            foundBy(both, url, listed),
          ),
          map?.id,
        );
        await frontier.add([
          foundBy(both, 'http://www.a/1#x'),
          foundBy(both, 'http://a/1#x'),
          foundBy(both, 'http://a/2'),
        ]);
        expect((await frontier.stats()).duplicates).toEqual({ fold: 5, 'drop-fragment': 1 });
        expect(await rekey()).toEqual({ merged: 0, saved: 0, split: 5 });
        const entries = await entriesOf(frontier);
        expect(
          entries.slice(1).map(({ key, state, depth, spellings, listings }) => ({
            key,
            state,
            depth,
            spellings: spellings.map(({ url }) => url),
            listings: listings.map(({ url, lastmod }) => [url, lastmod]),
          })),
        ).toEqual([
          { key: 'http://a/2/', state: 'queued', depth: 0, spellings: [], listings: [] },
          {
            key: 'http://a/1',
            state: 'queued',
            depth: 0,
            spellings: ['http://a/1#x'],
            listings: [['http://a/1', '2026-01-01']],
          },
          {
            key: 'http://a/far',
            state: 'skipped',
            depth: 2,
            spellings: [],
            listings: [['http://a/far', '2026-01-01']],
          },
          {
            key: 'http://www.a/2',
            state: 'queued',
            depth: 0,
            spellings: [],
            listings: [['http://www.a/2', '2026-01-01']],
          },
          { key: 'http://a/2', state: 'queued', depth: 0, spellings: [], listings: [] },
          {
            key: 'http://www.a/1/',
            state: 'queued',
            depth: 0,
            spellings: [],
            listings: [['http://www.a/1/', '2026-01-01']],
          },
          { key: 'http://www.a/1', state: 'queued', depth: 0, spellings: [], listings: [] },
          {
            key: 'http://www.a/far',
            state: 'skipped',
            depth: 2,
            spellings: [],
            listings: [['http://www.a/far', '2026-01-01']],
          },
        ]);
        expect(entries.at(-1)).toMatchObject({ source: 'link', foundOn: 'http://b/map', site: 'www.a' });
        expect((await frontier.stats()).duplicates).toEqual({ 'drop-fragment': 1 });
      });

      test('a spelling that was fetched because the first one failed off, with what tells whether its page has changed', async () => {
        await rekey(NO_SLASH);
        await add([NO_SLASH], 'http://a/1', 'http://a/1/');
        await settle({ 'http://a/1': { kind: 'failed', reason: 'http-404', status: 404 } });
        await settle({ 'http://a/1/': page({ details: { ...NO_DETAILS, etag: 'e', lastModified: 'Mon' } }) });
        await rekey();
        expect(await frontier.lease(request())).toMatchObject([
          { url: 'http://a/1', earlier: { etag: null, lastModified: null } },
          { url: 'http://a/1/', earlier: null },
        ]);
      });

      test('a redirect within an entry off: the entry is fetched at its first URL, and a fetch of the target no longer counts for it', async () => {
        await rekey(NO_SLASH);
        await add([NO_SLASH], 'http://a/1', 'http://a/2');
        await settle({
          'http://a/1': redirect(foundBy([NO_SLASH], 'http://a/1/')),
          'http://a/2': redirect(foundBy([NO_SLASH], 'http://a/2/')),
        });
        const [lease] = await frontier.lease(request({ limit: 1 }));
        expect(await rekey()).toEqual({ merged: 0, saved: 0, split: 2 });
        await frontier.settle('run', [{ ...ONCE, id: lease?.id ?? 0, outcome: page(), found: [] }]);
        expect(await leased()).toEqual(['http://a/1', 'http://a/2', 'http://a/1/', 'http://a/2/']);
      });

      test('the target of a redirect off: the redirect is fetched again', async () => {
        await rekey(NO_SLASH);
        await add([NO_SLASH], 'http://a/1/', 'http://a/to-1', 'http://a/to-1/x');
        await settle({
          'http://a/1/': page(),
          'http://a/to-1': redirect(foundBy([NO_SLASH], 'http://a/1')),
          'http://a/to-1/x': redirect(foundBy([NO_SLASH], 'http://a/1/')),
        });
        expect(await rekey()).toEqual({ merged: 0, saved: 0, split: 1 });
        expect(await leased()).toEqual(['http://a/to-1', 'http://a/1']);
      });

      test('a key that another entry took over, and its site', async () => {
        await add([], 'http://www.a/1');
        await rekey(NO_WWW);
        await rekey(claim('www', 'add'));
        expect(await entry('http://www.a/1')).toMatchObject({ key: 'http://www.a/1', site: 'www.a' });
        await rekey(NO_WWW);
        await rekey();
        expect(await entry('http://www.a/1')).toMatchObject({ key: 'http://www.a/1', site: 'www.a' });
        expect(await leased()).toEqual(['http://www.a/1']);
      });

      test('a group in two: one entry of each is fetched', async () => {
        await add([], 'http://a/1', 'http://a/1/', 'http://www.a/1', 'http://www.a/1/');
        expect(await rekey(NO_WWW, NO_SLASH)).toEqual({ merged: 3, saved: 3, split: 0 });
        expect(await rekey(NO_SLASH)).toEqual({ merged: 0, saved: 0, split: 1 });
        expect(await leased()).toEqual(['http://a/1', 'http://www.a/1']);
      });
    });

    test('rekey changes nothing if the canonicalizer throws', async () => {
      await add([], 'http://www.a/1', 'http://a/1', 'http://a/2');
      const before = [await entriesOf(frontier), await frontier.stats()];
      const asked = rekeying([NO_WWW]);
      const find = (...[url, at]: Parameters<typeof asked.find>): FoundUrl => {
        if (url === 'http://a/2') throw new Error('no answer');
        return asked.find(url, at);
      };
      await expect(frontier.rekey({ ...asked, find })).rejects.toThrow('no answer');
      const invalid = { ...asked, find: () => found('http://a/', { key: 'http://a/é' }) };
      await expect(frontier.rekey(invalid)).rejects.toMatchObject({ code: 'invalid-key' });
      expect([await entriesOf(frontier), await frontier.stats()]).toEqual(before);
      expect(await frontier.claims()).toEqual([]);
    });

    test('listings name a renamed sitemap by its new key', async () => {
      await frontier.add([foundBy([], 'http://www.a/map', { role: 'sitemap' })]);
      const [map] = await frontier.lease(request());
      await frontier.add([found('http://b/1', { source: 'sitemap' })], map?.id);
      await rekey(NO_WWW);
      expect(await entry('http://b/1')).toMatchObject({
        foundOn: 'http://a/map',
        listings: [{ sitemap: 'http://a/map' }],
      });
    });
  });
}
