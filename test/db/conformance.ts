import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Entry, Frontier, Lease, LeaseRequest, Outcome, StoreErrorCode } from '../../db/index.ts';
import { type FoundUrl, MAX_ALIAS_CHAIN } from '../../db/store.ts';
import { entriesOf, found, NO_DETAILS, ONCE, page, request } from './helpers.ts';

/** Tests for every store. Each store's own test file runs them. */
export function describeFrontier(name: string, open: () => Promise<Frontier>): void {
  describe(`${name} as a frontier`, () => {
    let frontier: Frontier;
    beforeEach(async () => {
      frontier = await open();
    });
    afterEach(async () => frontier.close());

    const entry = async (key: string): Promise<Entry | undefined> =>
      (await entriesOf(frontier)).find((one) => one.key === key);
    const lease = async (change: Partial<LeaseRequest> = {}): Promise<readonly Lease[]> =>
      frontier.lease(request(change));
    const leaseOne = async (change: Partial<LeaseRequest> = {}): Promise<Lease> => {
      const [first] = await lease({ limit: 1, ...change });
      if (first === undefined) throw new Error('nothing to lease');
      return first;
    };
    const settleOne = async (outcome: Outcome, change: Partial<LeaseRequest> = {}): Promise<Lease> => {
      const one = await leaseOne(change);
      await frontier.settle('run', [{ ...ONCE, id: one.id, outcome, found: [] }]);
      return one;
    };
    const keysOf = (leases: readonly Lease[]): string[] => leases.map(({ key }) => key);
    /** A spelling of the key `http://a/1`. */
    const spelled = (end: string): FoundUrl => found(`http://a/1${end}`, { key: 'http://a/1', pass: 'p' });

    describe('add', () => {
      test('counts a new key as added and queues it', async () => {
        expect(await frontier.add([found('http://a/1')])).toEqual({ added: 1, duplicates: 0 });
        expect(await entry('http://a/1')).toEqual({
          id: 1,
          key: 'http://a/1',
          url: 'http://a/1',
          finalUrl: null,
          firstFailure: null,
          site: 'a',
          state: 'queued',
          depth: 0,
          hops: 0,
          status: null,
          contentType: null,
          digest: null,
          aliasOf: null,
          aliasBy: null,
          location: null,
          reason: null,
          fetchedAt: null,
          role: 'page',
          source: 'link',
          foundOn: null,
          details: null,
          spellings: [],
          listings: [],
        });
      });

      test('counts nothing when the same spelling is found again', async () => {
        await frontier.add([found('http://a/1'), found('http://a/1#x', { key: 'http://a/1', pass: 'p' })]);
        const again = [found('http://a/1'), found('http://a/1#x', { key: 'http://a/1', pass: 'p' })];
        expect(await frontier.add(again)).toEqual({ added: 0, duplicates: 0 });
      });

      test('attributes a new spelling of a known key to its pass', async () => {
        const counts = await frontier.add([
          found('http://a/1'),
          found('http://a/1#x', { key: 'http://a/1', pass: 'drop-fragment' }),
          found('http://A/1', { key: 'http://a/1', pass: 'lowercase-host' }),
        ]);
        expect(counts).toEqual({ added: 1, duplicates: 2 });
        expect((await frontier.stats()).duplicates).toEqual({ 'drop-fragment': 1, 'lowercase-host': 1 });
        expect((await entry('http://a/1'))?.spellings).toEqual([
          { url: 'http://a/1#x', pass: 'drop-fragment' },
          { url: 'http://A/1', pass: 'lowercase-host' },
        ]);
      });

      test('leaves spellings and listings out of bare entries', async () => {
        await frontier.add([
          found('http://a/1', { source: 'sitemap' }),
          found('http://a/1#x', { key: 'http://a/1', pass: 'drop-fragment' }),
        ]);
        const bare = await Array.fromAsync(frontier.entries('bare'));
        const whole = await Array.fromAsync(frontier.entries());
        expect(whole[0]?.spellings).toHaveLength(1);
        expect(bare).toEqual(whole.map((each) => ({ ...each, spellings: [], listings: [] })));
        expect(await frontier.entry(found('http://a/1').key, 'bare')).toEqual(bare[0]);
        expect(await frontier.entriesOf([found('http://a/1').key], 'bare')).toEqual(bare);
      });

      test('attributes a duplicate to the pass of the first spelling when the key itself is found later', async () => {
        await frontier.add([found('http://a/1#x', { key: 'http://a/1', pass: 'drop-fragment' })]);
        expect(await frontier.add([found('http://a/1')])).toEqual({ added: 0, duplicates: 1 });
        expect((await frontier.stats()).duplicates).toEqual({ 'drop-fragment': 1 });
        expect(await entry('http://a/1')).toMatchObject({ url: 'http://a/1#x' });
      });

      test('numbers entries in the order found, not in the order of keys', async () => {
        await frontier.add(['http://z/', 'http://a/', 'http://m/'].map((url) => found(url)));
        const numbered = (await entriesOf(frontier)).map(({ id, key }) => [id, key]);
        expect(numbered).toEqual([
          [1, 'http://z/'],
          [2, 'http://a/'],
          [3, 'http://m/'],
        ]);
      });

      test('stores a skipped URL with its reason, and queues it once it is found without one', async () => {
        await frontier.add([found('http://a/1', { skip: 'depth' }), found('http://a/2', { skip: 'scope' })]);
        expect((await frontier.stats()).skipped).toEqual({ depth: 1, scope: 1 });
        expect(await lease()).toEqual([]);
        expect(await frontier.add([found('http://a/1')])).toEqual({ added: 0, duplicates: 0 });
        expect(await frontier.stats()).toMatchObject({ skipped: { scope: 1 }, states: { queued: 1, skipped: 1 } });
        expect(await entry('http://a/1')).toMatchObject({ state: 'queued', reason: null });
        expect(keysOf(await lease())).toEqual(['http://a/1']);
      });

      test('does not skip a queued entry that is found again with a skip reason', async () => {
        await frontier.add([found('http://a/1'), found('http://a/1', { skip: 'nofollow' })]);
        expect(await entry('http://a/1')).toMatchObject({ state: 'queued', reason: null });
      });

      test('takes the smaller depth, and the fewer hops at the same depth, while queued or skipped', async () => {
        await frontier.add([
          found('http://a/1', { depth: 3, hops: 2 }),
          found('http://a/2', { depth: 3, skip: 'scope' }),
        ]);
        await frontier.add([
          found('http://a/1', { depth: 3, hops: 1 }),
          found('http://a/2', { depth: 2, skip: 'scope' }),
        ]);
        expect(await entry('http://a/1')).toMatchObject({ depth: 3, hops: 1 });
        expect(await entry('http://a/2')).toMatchObject({ depth: 2, state: 'skipped', reason: 'scope' });
        await frontier.add([found('http://a/1', { depth: 2, hops: 5 }), found('http://a/1', { depth: 4 })]);
        expect(await entry('http://a/1')).toMatchObject({ depth: 2, hops: 5 });
        await settleOne(page());
        await frontier.add([found('http://a/1', { depth: 0 })]);
        expect(await entry('http://a/1')).toMatchObject({ depth: 2, hops: 5 });
      });

      test('stores a lone surrogate as U+FFFD, so that both count as one spelling', async () => {
        await frontier.add([found('http://a/1')]);
        const broken = found('http://a/1?\ud800', { key: 'http://a/1', pass: 'p' });
        expect(await frontier.add([broken])).toEqual({ added: 0, duplicates: 1 });
        expect(await frontier.add([broken])).toEqual({ added: 0, duplicates: 0 });
        expect((await entry('http://a/1'))?.spellings).toEqual([{ url: 'http://a/1?\ufffd', pass: 'p' }]);
      });

      test('keeps NUL and distinguishes spellings that differ after it', async () => {
        const urls = ['http://a/1\0b', 'http://a/1\0c'];
        await frontier.add(urls.map((url) => found(url, { key: 'http://a/1', pass: 'p' })));
        const one = await entry('http://a/1');
        expect([one?.url, ...(one?.spellings ?? []).map(({ url }) => url)]).toEqual(urls);
        expect((await leaseOne()).url).toBe(urls[0]);
      });

      test.each(['http://a/é', 'http://a/\0', 'http://a/\n', 'http://a/\ud800'])(
        'refuses the key %j, and its whole batch',
        async (key) => {
          const refused = frontier.add([found('http://a/1'), found(key)]);
          await expect(refused).rejects.toMatchObject({ code: 'invalid-key' satisfies StoreErrorCode });
          expect(await entriesOf(frontier)).toEqual([]);
          expect((await frontier.stats()).states.queued).toBe(0);
        },
      );
    });

    describe('links', () => {
      const linksOf = async (): Promise<unknown> => Array.fromAsync(frontier.links());

      test('come in the order of the page, with the spellings that are not the first', async () => {
        await frontier.add([found('http://a/1'), found('http://a/2')]);
        const [first] = await lease();
        const links = [
          found('http://a/3'),
          found('http://a/2#x', { key: 'http://a/2', pass: 'p' }),
          found('http://a/1'),
        ];
        await frontier.settle('run', [{ ...ONCE, id: first?.id ?? 0, outcome: page(), found: links }]);
        const to = [
          { id: 3, url: null },
          { id: 2, url: 'http://a/2#x' },
          { id: 1, url: null },
        ];
        expect(await linksOf()).toEqual([{ from: 1, to, named: [] }]);
      });

      test('of a long document come in parts, and take effect with its outcome', async () => {
        await frontier.add([found('http://a/1')]);
        const one = await leaseOne();
        await frontier.add([found('http://a/2')], one.id);
        await frontier.add([found('http://a/3')], one.id);
        expect(await linksOf()).toEqual([]);
        await frontier.settle('run', [{ ...ONCE, id: one.id, outcome: page(), found: [found('http://a/4')] }]);
        expect(await linksOf()).toEqual([{ from: 1, to: [2, 3, 4].map((id) => ({ id, url: null })), named: [] }]);
      });

      test('of a part of a document that then turned out to be gone are forgotten', async () => {
        await frontier.add([found('http://a/1')]);
        await frontier.add([found('http://a/2', { skip: 'scope' })], (await leaseOne()).id);
        await frontier.settle('run', [
          { ...ONCE, id: 1, outcome: { kind: 'failed', reason: 'http-404', status: 404 }, found: [] },
        ]);
        await frontier.requeue(0);
        await settleOne(page());
        expect(await linksOf()).toEqual([]);
      });

      test('of an earlier fetch are replaced by those of the next', async () => {
        await frontier.add([found('http://a/1')]);
        for (const target of ['http://a/2', 'http://a/3']) {
          const one = await leaseOne();
          const links = [found(target, { skip: 'scope' })];
          await frontier.settle('run', [{ ...ONCE, id: one.id, outcome: page(), found: links }]);
          await frontier.requeue(0);
        }
        expect(await linksOf()).toEqual([{ from: 1, to: [{ id: 3, url: null }], named: [] }]);
      });

      test('are hyperlinks; other references of a document are listed separately', async () => {
        await frontier.add([found('http://a/1')]);
        const one = await leaseOne();
        await frontier.add([found('http://a/2', { source: 'alternate' })], one.id);
        const canonical = found('http://a/3?x', { key: 'http://a/3', source: 'canonical' });
        const rest = [found('http://a/4', { source: 'feed' }), found('http://a/5')];
        await frontier.settle('run', [{ ...ONCE, id: one.id, outcome: page({ canonical }), found: rest }]);
        const named = [2, 3, 4].map((id) => ({ id, url: null }));
        expect(await linksOf()).toEqual([{ from: 1, to: [{ id: 5, url: null }], named }]);
        expect(await frontier.linkedBy(one.key)).toEqual(['http://a/5']);
        expect(await frontier.linkedBy(found('http://a/5').key)).toEqual([]);
        expect(await frontier.linkedBy(found('http://a/unknown').key)).toEqual([]);
      });

      test('of a redirect are its target', async () => {
        await frontier.add([found('http://a/1'), found('http://a/2')]);
        const to = found('http://a/2#x', { key: 'http://a/2', source: 'redirect' });
        await settleOne({ kind: 'redirect', status: 301, to });
        expect(await linksOf()).toEqual([{ from: 1, to: [], named: [{ id: 2, url: 'http://a/2#x' }] }]);
      });

      test.each([
        [{ kind: 'failed', reason: 'http-404', status: 404 }, false],
        [{ kind: 'failed', reason: 'http-503', status: 503 }, true],
        [{ kind: 'failed', reason: 'http-429', status: 429 }, true],
        [{ kind: 'failed', reason: 'timeout', status: null }, true],
        [{ kind: 'refused', reason: 'robots' }, false],
        [{ kind: 'refused', reason: 'robots-unreachable' }, true],
        [{ kind: 'unchanged' }, true],
      ] as const)('stay unless the outcome is lasting: %j %s', async (outcome, stay) => {
        await frontier.add([found('http://a/1')]);
        const links = [found('http://a/2', { skip: 'scope' })];
        await frontier.settle('run', [{ ...ONCE, id: (await leaseOne()).id, outcome: page(), found: links }]);
        await frontier.requeue(0);
        await settleOne(outcome);
        expect(await linksOf()).toHaveLength(stay ? 1 : 0);
      });

      test('lead to entries with any number', async () => {
        const many = Array.from({ length: 700 }, (_, at) => found(`http://a/${at}`));
        await frontier.add(many);
        const one = await leaseOne();
        const links = [many[699], many[0], many[130], many[129], many[699]].flatMap((each) => each ?? []);
        await frontier.settle('run', [{ ...ONCE, id: one.id, outcome: page(), found: links }]);
        expect(await linksOf()).toEqual([
          { from: 1, to: [700, 1, 131, 130, 700].map((id) => ({ id, url: null })), named: [] },
        ]);
      });
    });

    describe('lease', () => {
      test('leases entries by depth and then by order of discovery', async () => {
        await frontier.add([
          found('http://a/z', { depth: 1 }),
          found('http://a/y', { depth: 0 }),
          found('http://a/x', { depth: 1 }),
        ]);
        const leases = await lease();
        expect(keysOf(leases)).toEqual(['http://a/y', 'http://a/z', 'http://a/x']);
        expect(leases[0]).toEqual({
          id: 2,
          key: 'http://a/y',
          url: 'http://a/y',
          site: 'a',
          depth: 0,
          hops: 0,
          attempts: 0,
          isNamed: false,
          role: 'page',
          delay: 0,
          earlier: null,
        });
        expect((await frontier.stats()).states).toMatchObject({ queued: 0, leased: 3 });
      });

      test('divides a call among the sites, however long one queue is', async () => {
        const long = Array.from({ length: 100 }, (_, n) => found(`http://long/${n}`));
        const short = ['b', 'c', 'd', 'e'].flatMap((site) => [1, 2, 3].map((n) => found(`http://${site}/${n}`)));
        await frontier.add([...long, ...short]);
        const sites = (await lease({ limit: 10 })).map(({ site }) => site);
        expect(sites).toEqual(['long', 'b', 'c', 'd', 'e', 'long', 'b', 'c', 'd', 'e']);
      });

      test('continues with the next site in the next call, and puts a new site last', async () => {
        await frontier.add(['http://a/1', 'http://a/2', 'http://b/1', 'http://b/2'].map((url) => found(url)));
        const sites = [(await leaseOne()).site];
        await frontier.add([found('http://c/1')]);
        for (let n = 0; n < 4; n++) sites.push((await leaseOne()).site);
        expect(sites).toEqual(['a', 'b', 'a', 'c', 'b']);
      });

      test('lets a site hold no more than perSite leases over all calls', async () => {
        await frontier.add([1, 2, 3, 4].map((n) => found(`http://a/${n}`)));
        const [first] = await lease({ perSite: 2, limit: 1 });
        expect(await lease({ perSite: 2 })).toHaveLength(1);
        expect(await lease({ perSite: 2 })).toHaveLength(0);
        await frontier.settle('run', [{ ...ONCE, id: first?.id ?? 0, outcome: page(), found: [] }]);
        expect(await lease({ perSite: 2 })).toHaveLength(1);
      });

      test('leases an entry to one run at a time, however long it takes', async () => {
        await frontier.add([found('http://a/1')]);
        await lease({ run: 'first', now: 0 });
        expect(await lease({ run: 'second', now: 1e9 })).toEqual([]);
      });

      test('leases no more than the total, to which pages read and all leases count', async () => {
        await frontier.add([1, 2, 3, 4, 5, 6].map((n) => found(`http://a/${n}`)));
        await settleOne(page());
        await settleOne({ kind: 'failed', reason: 'http-404', status: 404 });
        const [sitemap, ...others] = await lease({ total: 3 });
        expect(others).toHaveLength(1);
        expect(await lease({ total: 3, run: 'other' })).toEqual([]);
        await frontier.settle('run', [
          { ...ONCE, id: sitemap?.id ?? 0, outcome: page({ role: 'sitemap' }), found: [] },
        ]);
        expect(await lease({ total: 3 })).toHaveLength(1);
        expect(await lease({ total: 0 })).toEqual([]);
        expect(await lease()).toHaveLength(1);
      });

      test('counts an unchanged page to the total, but not an unchanged sitemap', async () => {
        await frontier.add([found('http://a/1', { role: 'sitemap' }), found('http://a/2'), found('http://a/3')]);
        for (let n = 0; n < 2; n++) await settleOne({ kind: 'unchanged' });
        expect(await lease({ total: 1 })).toEqual([]);
        expect(await lease({ total: 2 })).toHaveLength(1);
      });

      test('by level, leases nothing deeper while an entry is queued, leased or waiting on any site', async () => {
        await frontier.add([found('http://a/0'), found('http://b/1', { depth: 1 }), found('http://c/2', { depth: 2 })]);
        const level = { level: true };
        const first = await leaseOne(level);
        expect(await lease(level)).toEqual([]);
        const retry: Outcome = { kind: 'retry', reason: 'timeout', status: null, notBefore: 50 };
        await frontier.settle('run', [{ ...ONCE, id: first.id, outcome: retry, found: [] }]);
        expect(await lease({ ...level, now: 49 })).toEqual([]);
        expect((await settleOne(page(), { ...level, now: 50 })).key).toBe('http://a/0');
        expect(keysOf(await lease({ ...level, now: 50 }))).toEqual(['http://b/1']);
      });

      test('leases nothing for a limit or a perSite of 0, and everything for an infinite perSite', async () => {
        await frontier.add([1, 2, 3].map((n) => found(`http://a/${n}`)));
        expect(await lease({ limit: 0 })).toEqual([]);
        expect(await lease({ perSite: 0 })).toEqual([]);
        expect(await lease({ perSite: Number.POSITIVE_INFINITY })).toHaveLength(3);
      });
    });

    describe('settle', () => {
      test('records a page and what it found', async () => {
        await frontier.add([found('http://a/1')]);
        const { id } = await leaseOne();
        const outcome = page({ status: 203, contentType: 'text/html', digest: 'd1', note: 'truncated' });
        const counts = await frontier.settle('run', [
          {
            ...ONCE,
            id,
            outcome,
            found: [found('http://a/2', { depth: 1 }), found('http://a/1#x', { key: 'http://a/1', pass: 'p' })],
          },
        ]);
        expect(counts).toEqual({ added: 1, duplicates: 1, spelled: [] });
        expect(await entry('http://a/1')).toMatchObject({
          state: 'done',
          status: 203,
          contentType: 'text/html',
          digest: 'd1',
          reason: 'truncated',
        });
        expect(await entry('http://a/2')).toMatchObject({ state: 'queued', depth: 1 });
        expect((await frontier.stats()).states).toEqual({ queued: 1, leased: 0, done: 1, failed: 0, skipped: 0 });
      });

      test('ignores a settlement, with the URLs it found, if its lease belongs to another run, was given back or is already settled', async () => {
        await frontier.add([found('http://a/1')]);
        const { id } = await leaseOne({ run: 'first' });
        const settlement = { ...ONCE, id, outcome: page(), found: [found('http://a/2')] };
        const nothing = { added: 0, duplicates: 0, spelled: [] };
        expect(await frontier.settle('second', [settlement])).toEqual(nothing);
        await frontier.release([id]);
        await lease({ run: 'second' });
        expect(await frontier.settle('first', [settlement])).toEqual(nothing);
        expect(await frontier.settle('second', [settlement, { ...settlement, found: [found('http://a/3')] }])).toEqual({
          added: 1,
          duplicates: 0,
          spelled: [],
        });
        expect(await frontier.settle('second', [settlement])).toEqual(nothing);
        expect(await frontier.settle('second', [{ ...settlement, id: 99 }])).toEqual(nothing);
        expect(await entriesOf(frontier)).toHaveLength(2);
      });

      test('makes a redirected entry the alias of its target', async () => {
        await frontier.add([found('http://a/1')]);
        await settleOne({ kind: 'redirect', status: 301, to: found('http://a/2', { hops: 1 }) });
        expect(await entry('http://a/1')).toMatchObject({
          state: 'done',
          status: 301,
          aliasOf: 'http://a/2',
          aliasBy: 'redirect',
          location: 'http://a/2',
        });
        expect(await entry('http://a/2')).toMatchObject({ state: 'queued', hops: 1, location: null });
        expect((await frontier.stats()).aliases).toEqual({ redirect: 1, canonical: 0, equivalence: 0 });
      });

      test('fails the entry that would close a loop of redirects', async () => {
        await frontier.add([found('http://a/1')]);
        await settleOne({ kind: 'redirect', status: 301, to: found('http://a/2') });
        await settleOne({ kind: 'redirect', status: 302, to: found('http://a/3') });
        await settleOne({ kind: 'redirect', status: 303, to: found('http://a/1') });
        expect(await entry('http://a/3')).toMatchObject({
          state: 'failed',
          status: 303,
          reason: 'redirect-loop',
          aliasOf: null,
        });
        expect(await frontier.stats()).toMatchObject({ aliases: { redirect: 2 }, failed: { 'redirect-loop': 1 } });
      });

      test('queues an entry again that a redirect leads back to with a new request', async () => {
        await frontier.add([found('http://a/1')]);
        const to = (url: string, hops: number, hasNewCookies = false): Outcome => ({
          kind: 'redirect',
          status: 302,
          to: found(url, { hops, hasNewCookies }),
        });
        await settleOne(to('http://a/2', 1));
        await settleOne(to('http://a/1', 2, true));
        expect(await entry('http://a/1')).toMatchObject({ state: 'queued', hops: 2 });
        expect(await entry('http://a/2')).toMatchObject({ state: 'done', aliasBy: 'redirect', aliasOf: 'http://a/1' });
        expect(await frontier.stats()).toMatchObject({ states: { queued: 1, done: 1 }, aliases: { redirect: 1 } });
        await settleOne(page());
        expect(await entry('http://a/1')).toMatchObject({
          state: 'done',
          aliasBy: null,
          aliasOf: null,
          location: null,
        });
        expect(await frontier.stats()).toMatchObject({ states: { queued: 0, done: 2 }, aliases: { redirect: 1 } });
      });

      test.each([
        ['leads back without a new request', {}],
        ['is skipped', { hasNewCookies: true, skip: 'too-many-redirects' as const }],
      ])('ends a loop of redirects whose last target %s', async (_, target) => {
        await frontier.add([found('http://a/1')]);
        await settleOne({ kind: 'redirect', status: 302, to: found('http://a/2') });
        await settleOne({ kind: 'redirect', status: 302, to: found('http://a/1', target) });
        expect(await entry('http://a/1')).toMatchObject({ state: 'done', aliasOf: 'http://a/2' });
        expect(await entry('http://a/2')).toMatchObject({ state: 'failed', reason: 'redirect-loop' });
      });

      test('does not queue pages again that are found with a new request', async () => {
        await frontier.add([found('http://a/1')]);
        await settleOne(page());
        await frontier.add([found('http://a/1', { hasNewCookies: true })]);
        expect(await entry('http://a/1')).toMatchObject({ state: 'done' });
      });

      test.each<[string, Outcome, Outcome, Outcome]>([
        [
          'redirects that a site turned round',
          { kind: 'redirect', status: 301, to: found('http://a/2') },
          { kind: 'redirect', status: 301, to: found('http://a/1') },
          page(),
        ],
        ['canonical URLs', page({ canonical: found('http://a/2') }), page({ canonical: found('http://a/1') }), page()],
      ])('takes no loop for one while a recrawl has not asked both: %s', async (_, before, after, other) => {
        await frontier.add([found('http://a/1'), found('http://a/2')]);
        await settleOne(before);
        await settleOne(page());
        await frontier.requeue(0);
        const [first, second] = await lease({ limit: 2 });
        await frontier.settle('run', [{ ...ONCE, id: second?.id ?? 0, outcome: after, found: [] }]);
        await frontier.settle('run', [{ ...ONCE, id: first?.id ?? 0, outcome: other, found: [] }]);
        expect(await entry('http://a/1')).toMatchObject({ state: 'done', aliasOf: null, reason: null });
        expect(await entry('http://a/2')).toMatchObject({ state: 'done', aliasOf: 'http://a/1', reason: null });
      });

      test('drops the canonical URL of an unchanged page if it leads back by now', async () => {
        await frontier.add([found('http://a/1'), found('http://a/2'), found('http://a/3')]);
        await settleOne(page({ canonical: found('http://a/2'), role: 'sitemap', note: 'truncated' }));
        await settleOne(page({ canonical: found('http://a/3') }));
        await settleOne(page());
        await frontier.requeue(0);
        const [first, second, third] = await lease({ limit: 3 });
        const settle = async (one: Lease | undefined, outcome: Outcome): Promise<unknown> =>
          frontier.settle('run', [{ ...ONCE, id: one?.id ?? 0, outcome, found: [] }]);
        await settle(second, { kind: 'unchanged' });
        await settle(third, { kind: 'redirect', status: 301, to: found('http://a/1') });
        await settle(first, { kind: 'unchanged' });
        const reason = 'truncated canonical-loop';
        expect(await entry('http://a/1')).toMatchObject({ state: 'done', aliasOf: null, reason });
        expect(await entry('http://a/3')).toMatchObject({ state: 'done', aliasOf: 'http://a/1' });
        expect(await frontier.stats()).toMatchObject({
          states: { done: 3 },
          aliases: { redirect: 1, canonical: 1 },
          sitemaps: 1,
        });
      });

      test('fails an entry whose first URL redirects to one that redirects back, if its other URLs fail', async () => {
        const other = found('http://a/1?x', { key: 'http://a/1', pass: 'p' });
        await frontier.add([found('http://a/1'), found('http://a/2'), other]);
        await settleOne({ kind: 'redirect', status: 302, to: found('http://a/2') });
        const [second, third] = await lease({ limit: 2 });
        const [waiting, target] = second?.key === 'http://a/1' ? [second, third] : [third, second];
        await frontier.settle('run', [
          {
            ...ONCE,
            id: target?.id ?? 0,
            outcome: { kind: 'redirect', status: 302, to: found('http://a/1') },
            found: [],
          },
          { ...ONCE, id: waiting?.id ?? 0, outcome: { kind: 'failed', reason: 'http-404', status: 404 }, found: [] },
        ]);
        const location = 'http://a/2';
        const loop = {
          state: 'failed',
          status: 302,
          reason: 'redirect-loop',
          aliasOf: null,
          location,
          firstFailure: null,
        };
        expect(await entry('http://a/1')).toMatchObject(loop);
        expect(await entry('http://a/2')).toMatchObject({ state: 'done', aliasOf: 'http://a/1' });
        expect(await frontier.stats()).toMatchObject({ aliases: { redirect: 1 }, failed: { 'redirect-loop': 1 } });
      });

      test('queues an entry that redirects to its own key, with the target as its URL', async () => {
        await frontier.add([found('http://a/1')]);
        const outcome: Outcome = {
          kind: 'redirect',
          status: 301,
          to: found('http://a/1/', { key: 'http://a/1', hops: 1, pass: 'p' }),
        };
        await settleOne(outcome);
        expect(await entry('http://a/1')).toMatchObject({
          state: 'queued',
          url: 'http://a/1',
          finalUrl: 'http://a/1/',
          spellings: [{ url: 'http://a/1/', pass: null }],
        });
        expect((await frontier.stats()).duplicates).toEqual({});
        expect((await settleOne(page())).url).toBe('http://a/1/');
        await frontier.requeue(0);
        expect(await entry('http://a/1')).toMatchObject({ finalUrl: null });
        expect((await leaseOne()).url).toBe('http://a/1');
      });

      const gone: Outcome = { kind: 'failed', reason: 'http-404', status: 404 };

      test('queues an entry that failed or is disallowed by its other spellings, in order of discovery', async () => {
        await frontier.add([spelled('?x'), spelled('?y'), spelled('#top'), found('http://a/2')]);
        const taken = await leaseOne();
        expect(await frontier.settle('run', [{ ...ONCE, id: taken.id, outcome: gone, found: [] }])).toMatchObject({
          spelled: [{ id: taken.id, state: 'queued' }],
        });
        expect(await frontier.stats()).toMatchObject({ states: { queued: 2, failed: 0 }, nextAt: 0 });
        const disallowed = await settleOne({ kind: 'refused', reason: 'robots' });
        expect(disallowed).toMatchObject({ url: 'http://a/1?y', attempts: 0, earlier: null });
        expect((await settleOne(page())).url).toBe('http://a/1#top');
        const read = { url: 'http://a/1?x', finalUrl: 'http://a/1#top', firstFailure: 'http-404' };
        expect(await entry('http://a/1')).toMatchObject({ state: 'done', status: 200, ...read });
        expect(await settleOne(gone)).toMatchObject({ url: 'http://a/2' });
        expect(await frontier.stats()).toMatchObject({ states: { queued: 0, failed: 1 }, skipped: {} });
        expect(await frontier.tryOtherSpellings(9, 0)).toEqual({ queued: 0, last: null });
      });

      test('ends an entry whose spellings all fail as its first one did', async () => {
        await frontier.add([spelled('?x'), spelled('?y')]);
        await settleOne(gone);
        await settleOne({ kind: 'refused', reason: 'robots' });
        const ended = { state: 'failed', status: 404, reason: 'http-404', finalUrl: null, firstFailure: null };
        expect(await entry('http://a/1')).toMatchObject(ended);
        expect(await frontier.stats()).toMatchObject({ failed: { 'http-404': 1 }, skipped: {} });
        expect(await frontier.tryOtherSpellings(9, 0)).toEqual({ queued: 0, last: null });
      });

      test.each<[string, Outcome]>([
        ['an overloaded site', { kind: 'failed', reason: 'http-503', status: 503 }],
        ['no answer', { kind: 'failed', reason: 'timeout', status: null }],
        ['a loop of redirects', { kind: 'redirect', status: 301, to: found('http://a/2') }],
      ])('queues the next spelling, or ends as the first one did, after %s at another one', async (_, failure) => {
        await frontier.add([found('http://a/2'), spelled('?x'), spelled('?y'), spelled('?z')]);
        await settleOne({ kind: 'redirect', status: 301, to: spelled('?x') });
        await settleOne(gone);
        const taken = await leaseOne();
        expect(await frontier.settle('run', [{ ...ONCE, id: taken.id, outcome: failure, found: [] }])).toMatchObject({
          spelled: [{ id: taken.id, state: 'queued' }],
        });
        expect(await settleOne(failure)).toMatchObject({ url: 'http://a/1?z', attempts: 0 });
        const ended = { state: 'failed', status: 404, reason: 'http-404', finalUrl: null, firstFailure: null };
        expect(await entry('http://a/1')).toMatchObject({ ...ended, location: null });
        expect(await frontier.stats()).toMatchObject({ states: { queued: 0, done: 1 }, failed: { 'http-404': 1 } });
      });

      test('keeps apart that a handler skipped the page at another spelling', async () => {
        await frontier.add([spelled('?x'), spelled('?y'), spelled('?z')]);
        await settleOne(gone);
        await settleOne({ kind: 'refused', reason: 'handler' });
        const skipped = { state: 'skipped', reason: 'handler', firstFailure: 'http-404' };
        expect(await entry('http://a/1')).toMatchObject(skipped);
      });

      test('queues an entry that failed before another spelling was found', async () => {
        await frontier.add([spelled('?x')]);
        await settleOne(gone);
        await frontier.add([spelled('?x#top')]);
        expect(await frontier.tryOtherSpellings(9, 0)).toEqual({ queued: 0, last: 1 });
        await frontier.add([spelled('?y')]);
        expect(await frontier.tryOtherSpellings(9, 0)).toEqual({ queued: 1, last: 1 });
        expect(await frontier.stats()).toMatchObject({ states: { queued: 1, failed: 0 }, failed: {} });
        const links = [found('http://a/2')];
        const taken = await leaseOne();
        expect(taken).toMatchObject({ url: 'http://a/1?y', earlier: null });
        await frontier.settle('run', [{ ...ONCE, id: taken.id, outcome: page(), found: links }]);
        expect(await Array.fromAsync(frontier.links())).toMatchObject([{ from: 1, to: [{ id: 2 }] }]);
      });

      test('does not ask an overloaded site by other spellings', async () => {
        await frontier.add([spelled('?x'), spelled('?y')]);
        await settleOne({ kind: 'failed', reason: 'http-503', status: 503 });
        expect(await entry('http://a/1')).toMatchObject({ state: 'failed', reason: 'http-503' });
        expect(await frontier.tryOtherSpellings(9, 0)).toEqual({ queued: 0, last: null });
      });

      test('fetches a page again from its first spelling on, and keeps its document meanwhile', async () => {
        await frontier.add([spelled('?x'), spelled('?y')]);
        await settleOne(gone);
        const links = [found('http://a/2', { depth: 1 })];
        const taken = await leaseOne();
        const read = page({ digest: 'd', note: 'truncated', details: { ...NO_DETAILS, etag: 'e' } });
        await frontier.settle('run', [{ ...ONCE, id: taken.id, outcome: read, found: links }]);
        await frontier.requeue(0);
        expect(await entry('http://a/1')).toMatchObject({ finalUrl: null, firstFailure: null });
        expect(await settleOne(gone)).toMatchObject({ url: 'http://a/1?x', earlier: { digest: 'd' } });
        expect(await settleOne({ kind: 'unchanged' })).toMatchObject({ url: 'http://a/1?y', earlier: { digest: 'd' } });
        const kept = { state: 'done', status: 200, reason: 'truncated', digest: 'd' };
        expect(await entry('http://a/1')).toMatchObject(kept);
        expect(await Array.fromAsync(frontier.links())).toMatchObject([{ from: 1, to: [{ id: 2 }] }]);
      });

      const login = { kind: 'redirect', status: 302, to: found('http://a/login', { source: 'redirect' }) } as const;
      const home = { kind: 'redirect', status: 301, to: found('http://a/', { source: 'redirect' }) } as const;
      const asLogin = { state: 'done', status: 302, aliasBy: 'redirect', aliasOf: 'http://a/login' } as const;

      test('queues an entry whose URL redirects elsewhere for now by its other spellings', async () => {
        await frontier.add([spelled('?x'), spelled('?x#top'), spelled('?y'), spelled('?z')]);
        const taken = await leaseOne();
        expect(await frontier.settle('run', [{ ...ONCE, id: taken.id, outcome: login, found: [] }])).toEqual({
          added: 1,
          duplicates: 0,
          spelled: [{ id: 1, url: 'http://a/1?x', state: 'queued', reason: null, status: null }],
        });
        expect(await frontier.stats()).toMatchObject({ states: { queued: 2, done: 0 }, aliases: { redirect: 0 } });
        expect(await settleOne(login)).toMatchObject({ url: 'http://a/1?y', hops: 0, earlier: null });
        const taken2 = await leaseOne();
        expect(taken2.url).toBe('http://a/1?z');
        const links = [found('http://a/2')];
        await frontier.settle('run', [{ ...ONCE, id: taken2.id, outcome: page(), found: links }]);
        const read = { url: 'http://a/1?x', finalUrl: 'http://a/1?z', firstFailure: 'http-302', aliasOf: null };
        expect(await entry('http://a/1')).toMatchObject({ state: 'done', status: 200, location: null, ...read });
        // Links to its first URL still lead to the target of the redirect.
        const kept = [{ from: 1, to: [{ id: 3, url: null }], named: [{ id: 2, url: null }] }];
        expect(await Array.fromAsync(frontier.links())).toEqual(kept);
      });

      test.each<[string, Outcome]>([
        ['fails', gone],
        ['redirects elsewhere', { kind: 'redirect', status: 307, to: found('http://a/expired') }],
        ['is disallowed', { kind: 'refused', reason: 'robots' }],
        ['belongs to a site that is given up', { kind: 'refused', reason: 'endless' }],
      ])('ends an entry as its first URL redirects if the other one %s', async (_, outcome) => {
        await frontier.add([spelled('?x'), spelled('?y')]);
        const taken = await leaseOne();
        const at = { ...ONCE, id: taken.id, found: [] };
        await frontier.settle('run', [{ ...at, outcome: login, at: 1 }]);
        await leaseOne();
        expect(await frontier.settle('run', [{ ...at, outcome, at: 5 }])).toMatchObject({
          spelled: [{ id: 1, url: 'http://a/1?x', state: 'done', reason: null, status: 302 }],
        });
        const ended = { ...asLogin, location: 'http://a/login', finalUrl: null, firstFailure: null, fetchedAt: 5 };
        expect(await entry('http://a/1')).toMatchObject({ ...ended, digest: null, details: null });
        expect(await frontier.stats()).toMatchObject({ states: { done: 1, failed: 0 }, aliases: { redirect: 1 } });
        expect(await Array.fromAsync(frontier.links())).toMatchObject([{ from: 1, named: [{ id: 2 }] }]);
        expect(await frontier.tryOtherSpellings(9, 0)).toEqual({ queued: 0, last: null });
      });

      test.each<[string, number, string]>([
        ['for good', 301, 'http://a/login'],
        ['with its path and query', 302, 'https://a/1?x'],
      ])('does not ask by other spellings if the first redirects %s', async (_, status, url) => {
        await frontier.add([spelled('?x'), spelled('?y')]);
        await settleOne({ kind: 'redirect', status, to: found(url) });
        expect(await entry('http://a/1')).toMatchObject({ state: 'done', aliasOf: url, firstFailure: null });
        expect(await frontier.tryOtherSpellings(9, 0)).toMatchObject({ queued: 0 });
      });

      test('asks by other spellings if the first redirects to the home page for good', async () => {
        await frontier.add([spelled('?x'), spelled('?y'), spelled('?z')]);
        await settleOne(home);
        expect(await settleOne(home)).toMatchObject({ url: 'http://a/1?y' });
        const { id, url } = await leaseOne();
        expect(url).toBe('http://a/1?z');
        await frontier.settle('run', [{ ...ONCE, id, outcome: page(), found: [] }]);
        const read = { state: 'done', status: 200, finalUrl: 'http://a/1?z', firstFailure: 'http-301', aliasOf: null };
        expect(await entry('http://a/1')).toMatchObject(read);
      });

      test.each<[string, typeof login | typeof home]>([
        ['elsewhere', login],
        ['to the home page', home],
      ])('queues an entry that redirected %s before another spelling was found', async (_, outcome) => {
        await frontier.add([spelled('?x')]);
        await settleOne(outcome);
        const { status, to } = outcome;
        const asFirst = { state: 'done', status, aliasBy: 'redirect', aliasOf: to.key } as const;
        expect(await entry('http://a/1')).toMatchObject(asFirst);
        await frontier.add([spelled('?y')]);
        expect(await frontier.tryOtherSpellings(9, 0)).toEqual({ queued: 1, last: 1 });
        expect(await frontier.stats()).toMatchObject({ states: { queued: 2, done: 0 }, aliases: { redirect: 0 } });
        expect(await settleOne(gone)).toMatchObject({ url: 'http://a/1?y', earlier: null });
        expect(await entry('http://a/1')).toMatchObject({ ...asFirst, location: to.url });
      });

      test('ends an entry as its first URL failed if another one redirects elsewhere', async () => {
        await frontier.add([spelled('?x'), spelled('?y')]);
        await settleOne(gone);
        await settleOne(login);
        const ended = { state: 'failed', reason: 'http-404', aliasOf: null, location: null };
        expect(await entry('http://a/1')).toMatchObject(ended);
        expect(await Array.fromAsync(frontier.links())).toEqual([]);
      });

      test('knows whether a page has changed that is read after a redirect elsewhere', async () => {
        await frontier.add([spelled('?x'), spelled('?y')]);
        await settleOne(login);
        await settleOne(page({ digest: 'd', details: { ...NO_DETAILS, etag: 'e' } }));
        await frontier.requeue(0);
        await settleOne(login);
        const second = await leaseOne();
        expect(second).toMatchObject({ url: 'http://a/1?y', earlier: { digest: 'd', etag: null } });
        await frontier.settle('run', [{ ...ONCE, id: second.id, outcome: gone, found: [] }]);
        expect(await entry('http://a/1')).toMatchObject({ ...asLogin, digest: null });
      });

      test('is asked for in full by a spelling that was found after the first one failed', async () => {
        await frontier.add([spelled('?x')]);
        await settleOne(page({ digest: 'd', details: { ...NO_DETAILS, etag: 'e' } }));
        await frontier.requeue(0);
        expect(await settleOne({ kind: 'failed', reason: 'http-500', status: 500 })).toMatchObject({
          earlier: { etag: 'e' },
        });
        await frontier.add([spelled('?y')]);
        expect(await frontier.tryOtherSpellings(9, 0)).toEqual({ queued: 1, last: 1 });
        expect(await leaseOne()).toMatchObject({ url: 'http://a/1?y', earlier: { digest: 'd', etag: null } });
      });

      const unwanted = (end: string): FoundUrl => ({ ...spelled(end), skip: 'nofollow' });

      test('is never fetched by a spelling that was only found with a skip reason', async () => {
        await frontier.add([spelled('?x'), unwanted('?y')]);
        await settleOne(gone);
        await frontier.add([unwanted('?z'), unwanted('?y')]);
        expect(await entry('http://a/1')).toMatchObject({ state: 'failed', reason: 'http-404' });
        expect(await frontier.tryOtherSpellings(9, 0)).toEqual({ queued: 0, last: null });
        await frontier.add([spelled('?z')]);
        expect(await frontier.tryOtherSpellings(9, 0)).toEqual({ queued: 1, last: 1 });
        expect(await settleOne(gone)).toMatchObject({ url: 'http://a/1?z' });
        expect(await frontier.stats()).toMatchObject({ states: { queued: 0, failed: 1 } });
      });

      test('is fetched by a spelling that one call finds with a skip reason and without', async () => {
        await frontier.add([spelled('?x'), unwanted('?y'), spelled('?y'), unwanted('?y')]);
        await settleOne(gone);
        expect((await leaseOne()).url).toBe('http://a/1?y');
      });

      test('looks past many spellings that are not wanted', async () => {
        await frontier.add([spelled('?x'), ...Array.from({ length: 30 }, (_, n) => unwanted(`?${n}`)), spelled('?y')]);
        await settleOne(gone);
        expect((await leaseOne()).url).toBe('http://a/1?y');
      });

      test('is fetched by a spelling that only a redirect within it led to, if the first fails later', async () => {
        await frontier.add([spelled('?x')]);
        await settleOne({ kind: 'redirect', status: 301, to: found('http://a/1', { hops: 1 }) });
        await settleOne(page());
        await frontier.requeue(0);
        await settleOne(gone);
        expect(await settleOne(page())).toMatchObject({ url: 'http://a/1' });
        expect(await entry('http://a/1')).toMatchObject({ finalUrl: 'http://a/1', firstFailure: 'http-404' });
      });

      test('does not ask again for where a redirect within led that failed', async () => {
        await frontier.add([spelled('?x')]);
        await settleOne({ kind: 'redirect', status: 301, to: found('http://a/1', { hops: 1 }) });
        await settleOne(gone);
        expect(await frontier.stats()).toMatchObject({ states: { queued: 0, failed: 1 } });
      });

      test.each<[string, string, number, string]>([
        ['its first spelling', '?x', 301, '?z'],
        ['another one', '?w', 308, '?z'],
        ['one that makes the same request', '?w#top', 301, '?z'],
        ['one that it redirects to for now, as to set a cookie', '?x', 302, '?x'],
      ])(
        'does not fetch %s again where a redirect leads to it, unless it may answer otherwise',
        async (_, to, status, next) => {
          await frontier.add([spelled('?x'), spelled('?w'), spelled('?y'), spelled('?z')]);
          await settleOne(gone);
          await settleOne(gone);
          expect((await leaseOne()).url).toBe('http://a/1?y');
          await frontier.release();
          await settleOne({ kind: 'redirect', status, to: { ...spelled(to), hops: 1 } });
          expect((await leaseOne()).url).toBe(`http://a/1${next}`);
        },
      );

      test('ends as its first URL failed if all others redirect to it', async () => {
        await frontier.add([spelled('?x'), spelled('?y'), spelled('?z')]);
        await settleOne(gone);
        const back: Outcome = { kind: 'redirect', status: 301, to: { ...spelled('?x'), hops: 1 } };
        await settleOne(back);
        await settleOne(back);
        const ended = { state: 'failed', reason: 'http-404', status: 404, finalUrl: null, firstFailure: null };
        expect(await entry('http://a/1')).toMatchObject(ended);
        expect(await frontier.tryOtherSpellings(9, 0)).toEqual({ queued: 0, last: null });
      });

      test('remembers by which URL an entry ended if a spelling that is found later is not tried', async () => {
        await frontier.add([spelled('?x'), spelled('?y')]);
        await settleOne(gone);
        const secure = found('https://a/1?y', { key: 'https://a/1' });
        await settleOne({ kind: 'redirect', status: 302, to: secure });
        await frontier.add([spelled('?z')]);
        expect(await frontier.tryOtherSpellings(9, 0)).toEqual({ queued: 0, last: 1 });
        expect(await entry('http://a/1')).toMatchObject({ finalUrl: 'http://a/1?y', firstFailure: 'http-404' });
        expect(await frontier.tryOtherSpellings(9, 0)).toEqual({ queued: 0, last: null });
      });

      test('looks at entries that ended without a page in order of discovery, from the one after a number', async () => {
        const other = (id: number, end: string): FoundUrl => found(`http://a/${id}${end}`, { key: `http://a/${id}` });
        await frontier.add([1, 2, 3].map((id) => other(id, '?x')));
        for (let id = 1; id <= 3; id++) await settleOne(gone);
        await frontier.add([1, 2, 3].map((id) => other(id, '?y')));
        expect(await frontier.tryOtherSpellings(1, 1)).toEqual({ queued: 1, last: 2 });
        expect(await frontier.tryOtherSpellings(9, 0)).toEqual({ queued: 2, last: 3 });
        expect(await frontier.tryOtherSpellings(9, 3)).toEqual({ queued: 0, last: null });
      });

      test.each<[string, Outcome]>([
        ['is given up', { kind: 'refused', reason: 'endless' }],
        ['has a robots.txt that is unreachable', { kind: 'refused', reason: 'robots-unreachable' }],
      ])('ends an entry as its first URL failed if the site %s', async (_, outcome) => {
        await frontier.add([spelled('?x'), spelled('?y'), spelled('?z')]);
        await settleOne(gone);
        await settleOne(outcome);
        const ended = { state: 'failed', reason: 'http-404', finalUrl: null, firstFailure: null };
        expect(await entry('http://a/1')).toMatchObject(ended);
      });

      test('asks no URL whether the page of another one has changed', async () => {
        const dated = page({ digest: 'd', details: { ...NO_DETAILS, etag: 'e', lastModified: 'Mon' } });
        const unknown = { earlier: { etag: null, lastModified: null } };
        await frontier.add([spelled('?x'), spelled('?y')]);
        await settleOne(dated);
        await frontier.requeue(0);
        expect(await settleOne(gone)).toMatchObject({ url: 'http://a/1?x', earlier: { etag: 'e' } });
        expect(await settleOne(dated)).toMatchObject({ url: 'http://a/1?y', ...unknown });
        await frontier.requeue(0);
        expect(await leaseOne()).toMatchObject({ url: 'http://a/1?x', ...unknown });
      });

      test('keeps the status and the note of a page that is unchanged after a redirect within, or a retry', async () => {
        const within = {
          kind: 'redirect',
          status: 301,
          to: found('http://a/1/', { key: 'http://a/1', hops: 1 }),
        } as const;
        await frontier.add([found('http://a/1')]);
        await settleOne(within);
        await settleOne(page({ note: 'truncated' }));
        await frontier.requeue(0);
        await settleOne(within);
        await settleOne({ kind: 'unchanged' });
        expect(await entry('http://a/1')).toMatchObject({ state: 'done', status: 200, reason: 'truncated' });
        await frontier.requeue(0);
        await settleOne({ kind: 'retry', reason: 'http-503', status: 503, notBefore: 0 });
        await settleOne({ kind: 'unchanged' });
        expect(await entry('http://a/1')).toMatchObject({ state: 'done', status: 200, reason: 'truncated' });
      });

      test.each<[string, Partial<FoundUrl>, string]>([
        ['the URL that was fetched', { url: 'http://a/1' }, 'redirect-loop'],
        ['one redirect too many', { url: 'http://a/1/', skip: 'too-many-redirects' }, 'redirect-loop'],
        ['what is not to be fetched', { url: 'http://a/1/', skip: 'excluded' }, 'excluded'],
      ])('fails an entry that redirects to its own key, as %s', async (_, to, reason) => {
        await frontier.add([found('http://a/1')]);
        await settleOne({ kind: 'redirect', status: 301, to: found('http://a/1', to) });
        expect(await entry('http://a/1')).toMatchObject({ state: 'failed', status: 301, reason, finalUrl: null });
      });

      test('drops the canonical alias that closes a circle with a redirect', async () => {
        await frontier.add([found('http://a/1'), found('http://a/2')]);
        await settleOne(page({ canonical: found('http://a/2'), role: 'sitemap' }));
        expect(await frontier.stats()).toMatchObject({ aliases: { canonical: 1 }, sitemaps: 1 });
        await settleOne({ kind: 'redirect', status: 301, to: found('http://a/1') });
        expect(await entry('http://a/1')).toMatchObject({ state: 'done', aliasOf: null, reason: 'canonical-loop' });
        expect(await entry('http://a/2')).toMatchObject({ state: 'done', aliasOf: 'http://a/1', aliasBy: 'redirect' });
        expect(await frontier.stats()).toMatchObject({
          aliases: { redirect: 1, canonical: 0, equivalence: 0 },
          failed: {},
          sitemaps: 1,
        });
      });

      test('keeps a page with a canonical URL and makes it an alias of the declared entry', async () => {
        await frontier.add([found('http://a/1')]);
        await settleOne(page({ canonical: found('http://a/2') }));
        expect(await entry('http://a/1')).toMatchObject({ state: 'done', aliasOf: 'http://a/2', aliasBy: 'canonical' });
        expect(await entry('http://a/2')).toMatchObject({ state: 'queued' });
        await settleOne(page({ canonical: found('http://a/1'), note: 'truncated' }));
        expect(await entry('http://a/2')).toMatchObject({
          state: 'done',
          aliasOf: null,
          aliasBy: null,
          reason: 'truncated canonical-loop',
        });
        expect((await frontier.stats()).aliases).toEqual({ redirect: 0, canonical: 1, equivalence: 0 });
      });

      test('follows only a bounded chain of canonical URLs, because a hostile site can make one of any length', async () => {
        const last = MAX_ALIAS_CHAIN + 1;
        const number = (n: number): string => `http://a/${String(n).padStart(4, '0')}`;
        await frontier.add(Array.from({ length: last + 1 }, (_, n) => found(number(n))));
        await settleOne(page());
        for (let n = 1; n <= last; n++) await settleOne(page({ canonical: found(number(n - 1)) }));
        expect(await entry(number(last - 1))).toMatchObject({ state: 'done', aliasOf: number(last - 2) });
        expect(await entry(number(last))).toMatchObject({ state: 'done', aliasOf: null, reason: 'canonical-loop' });
      });

      test('makes no alias of a page whose canonical URL has its own key', async () => {
        await frontier.add([found('http://a/1')]);
        await settleOne(page({ canonical: found('http://a/1#x', { key: 'http://a/1', pass: 'p' }) }));
        expect(await entry('http://a/1')).toMatchObject({ state: 'done', aliasOf: null, reason: null, spellings: [] });
      });

      test('queues a retry for its time, and counts it', async () => {
        await frontier.add([found('http://a/1'), found('http://a/2')]);
        await settleOne({ kind: 'retry', reason: 'timeout', status: 503, notBefore: 1000.5 });
        expect(await entry('http://a/1')).toMatchObject({ state: 'queued', status: 503, reason: 'timeout' });
        expect((await frontier.stats()).nextAt).toBe(0);
        await settleOne({ kind: 'retry', reason: 'timeout', status: null, notBefore: 2000 });
        expect((await frontier.stats()).nextAt).toBe(1000.5);
        expect(await lease({ now: 1000 })).toEqual([]);
        expect(await lease({ now: 1001 })).toMatchObject([{ key: 'http://a/1', attempts: 1 }]);
        expect((await frontier.stats()).nextAt).toBe(2000);
      });

      test('counts no retry that the whole site is to blame for', async () => {
        await frontier.add([found('http://a/1')]);
        const retry = { kind: 'retry', reason: 'connection-refused', status: null, notBefore: 5 } as const;
        await settleOne({ ...retry, isSiteAway: true });
        expect(await lease({ now: 5 })).toMatchObject([{ key: 'http://a/1', attempts: 0 }]);
        expect(await entry('http://a/1')).toMatchObject({ reason: 'connection-refused' });
      });

      test('leases nothing from sites that are left out, ready or due, also level by level', async () => {
        await frontier.add([found('http://a/1'), found('http://b/1'), found('http://c/1'), found('http://a/2')]);
        const { id } = await leaseOne();
        const failed = { kind: 'failed', reason: 'timeout', status: null } as const;
        await frontier.settle('run', [{ id, at: 0, siteUntil: 50, outcome: failed, found: [] }]);
        const rest = { now: 60, limit: 1, perSite: 1 };
        expect(keysOf(await lease({ ...rest, except: ['a', 'b'] }))).toEqual(['http://c/1']);
        expect(keysOf(await lease({ ...rest, except: ['b', 'c'], level: true }))).toEqual(['http://a/2']);
        expect(keysOf(await lease({ ...rest, except: ['b'] }))).toEqual([]);
      });

      test('of a level, the next time is that of its own entries', async () => {
        await frontier.add([found('http://a/1'), found('http://b/2', { depth: 1 })]);
        await settleOne({ kind: 'retry', reason: 'timeout', status: 503, notBefore: 1000 });
        expect((await frontier.stats()).nextAt).toBe(0);
        expect((await frontier.stats(true)).nextAt).toBe(1000);
        await lease({ now: 1000, level: true });
        expect((await frontier.stats()).nextAt).toBe(0);
        expect((await frontier.stats(true)).nextAt).toBeNull();
      });

      test('records a failure by reason, with the URLs found before it', async () => {
        await frontier.add([found('http://a/1')]);
        const { id } = await leaseOne();
        const outcome: Outcome = { kind: 'failed', reason: 'dns-not-found', status: 404 };
        expect(await frontier.settle('run', [{ ...ONCE, id, outcome, found: [found('http://a/2')] }])).toEqual({
          added: 1,
          duplicates: 0,
          spelled: [],
        });
        expect(await entry('http://a/1')).toMatchObject({ state: 'failed', status: 404, reason: 'dns-not-found' });
        expect((await frontier.stats()).failed).toEqual({ 'dns-not-found': 1 });
      });

      test('takes several settlements together, and counts each found URL once', async () => {
        await frontier.add([found('http://a/1'), found('http://a/2')]);
        const leases = await lease();
        const menu = [found('http://a/m', { depth: 1 }), found('http://a/n', { depth: 1 })];
        const counts = await frontier.settle(
          'run',
          leases.map(({ id }) => ({ ...ONCE, id, outcome: page(), found: menu })),
        );
        expect(counts).toEqual({ added: 2, duplicates: 0, spelled: [] });
        expect((await frontier.stats()).states).toMatchObject({ queued: 2, done: 2 });
      });
    });

    describe('sites that wait', () => {
      test('leases one entry of a site at a time, and the next after the site’s delay', async () => {
        await frontier.add(['http://a/1', 'http://a/2', 'http://a/3', 'http://b/1'].map((url) => found(url)));
        const polite = { delay: 10, perSite: 9 };
        expect(keysOf(await lease({ ...polite, now: 0 }))).toEqual(['http://a/1', 'http://b/1']);
        expect((await frontier.stats()).nextAt).toBe(10);
        expect(await lease({ ...polite, now: 9 })).toEqual([]);
        expect(keysOf(await lease({ ...polite, now: 10 }))).toEqual(['http://a/2']);
        expect(await lease({ ...polite, now: 11 })).toEqual([]);
        expect((await lease({ ...polite, now: 50 }))[0]).toMatchObject({ key: 'http://a/3', delay: 10 });
      });

      test('a site with its own delay waits that long, and other sites do not', async () => {
        await frontier.add(['http://a/1', 'http://a/2', 'http://b/1', 'http://b/2'].map((url) => found(url)));
        await frontier.pace('a', 20);
        expect(keysOf(await lease({ now: 100 }))).toEqual(['http://a/1', 'http://b/1', 'http://b/2']);
        expect(await lease({ now: 119 })).toEqual([]);
        expect(keysOf(await lease({ now: 120 }))).toEqual(['http://a/2']);
        await frontier.pace('a', 0);
        await frontier.pace('unknown', 5);
        await frontier.add(['http://a/3', 'http://a/4'].map((url) => found(url)));
        expect(await lease({ now: 140 })).toHaveLength(2);
      });

      test('a site waits until the time that a settlement sets', async () => {
        await frontier.add(['http://a/1', 'http://a/2'].map((url) => found(url)));
        const { id } = await leaseOne({ now: 0 });
        await frontier.settle('run', [{ id, outcome: page(), found: [], at: 1, siteUntil: 70 }]);
        expect(await lease({ now: 69 })).toEqual([]);
        expect((await frontier.stats()).nextAt).toBe(70);
        expect(keysOf(await lease({ now: 70 }))).toEqual(['http://a/2']);
      });

      test('a site that was not asked waits no longer, unless for another reason', async () => {
        await frontier.add([1, 2, 3].map((n) => found(`http://a/${n}`)));
        const refused = { found: [], at: 1, siteUntil: null, outcome: { kind: 'refused', reason: 'robots' } } as const;
        const polite = { delay: 50, limit: 1 };
        const first = await leaseOne({ ...polite, now: 10 });
        await frontier.settle('run', [{ ...refused, id: first.id, endsWait: 60 }]);
        expect((await frontier.stats()).nextAt).toBe(0);
        const second = await leaseOne({ ...polite, now: 11 });
        await frontier.settle('run', [{ ...refused, id: second.id, siteUntil: 70, endsWait: 61 }]);
        expect((await frontier.stats()).nextAt).toBe(70);
        const third = await leaseOne({ ...polite, now: 70 });
        await frontier.add([found('http://a/4')]);
        await frontier.settle('run', [{ ...refused, id: third.id, endsWait: 61 }]);
        expect((await frontier.stats()).nextAt).toBe(120);
      });

      test('of sites that waited for the same time, the first by name comes first', async () => {
        await frontier.add(['http://b/1', 'http://b/2', 'http://a/1'].map((url) => found(url)));
        await lease({ limit: 2, delay: 5, now: 2 });
        for (let time = 0; time < 2; time++) await frontier.release();
        expect(keysOf(await lease({ limit: 1, now: 8 }))).toEqual(['http://a/1']);
      });

      test('leases at most perSite entries of a site with a delay, and `ahead` times as many of one without', async () => {
        await frontier.add([1, 2, 3, 4, 5].flatMap((n) => [found(`http://a/${n}`), found(`http://b/${n}`)]));
        await frontier.pace('a', 1);
        const limits = { perSite: 2, ahead: 2 };
        const given = [
          ...(await lease({ ...limits, now: 10 })),
          ...(await lease({ ...limits, now: 20 })),
          ...(await lease({ ...limits, now: 30 })),
        ];
        expect(given.filter(({ site }) => site === 'a')).toHaveLength(2);
        expect(given.filter(({ site }) => site === 'b')).toHaveLength(4);
      });
    });

    describe('sites', () => {
      test('with the longest queues come first, then by name, no more than asked for', async () => {
        await frontier.add(['http://c/1', 'http://b/1', 'http://a/1', 'http://b/2'].map((url) => found(url)));
        const idle = { leased: 0, delay: 0, nextAt: 0 };
        expect(await frontier.sites(2)).toEqual([
          { name: 'b', queued: 2, ...idle },
          { name: 'a', queued: 1, ...idle },
        ]);
        expect(await frontier.sites(10)).toMatchObject([{ name: 'b' }, { name: 'a' }, { name: 'c' }]);
      });

      test('count what waits for a retry as queued, and what is leased apart, with their delays and waits', async () => {
        await frontier.add(['http://a/1', 'http://a/2', 'http://a/3'].map((url) => found(url)));
        await frontier.pace('a', 50);
        const retry: Outcome = { kind: 'retry', reason: 'timeout', status: null, notBefore: 900 };
        const { id } = await leaseOne();
        await frontier.settle('run', [{ id, outcome: retry, found: [], at: 0, siteUntil: 300 }]);
        expect(await frontier.sites(1)).toEqual([{ name: 'a', queued: 3, leased: 0, delay: 50, nextAt: 300 }]);
        await leaseOne({ now: 300 });
        expect(await frontier.sites(1)).toEqual([{ name: 'a', queued: 2, leased: 1, delay: 50, nextAt: 350 }]);
      });

      test('of which nothing is queued or leased are left out', async () => {
        await frontier.add([found('http://a/1')]);
        await settleOne(page());
        expect(await frontier.sites(10)).toEqual([]);
      });
    });

    describe('requeue', () => {
      const details = {
        etag: '"v1"',
        lastModified: 'Mon',
        text: 't',
        sketch: 's',
        record: '{}',
        fields: '{"title":["T"]}',
      };

      test('an entry that is nearer to a seed now is fetched in full, because its links are nearer as well', async () => {
        await frontier.add([found('http://a/1', { depth: 2 }), found('http://a/2', { depth: 2 })]);
        await settleOne(page({ details }));
        await settleOne(page({ details }));
        await frontier.requeue(0);
        await frontier.add([found('http://a/1', { depth: 1 }), found('http://a/2', { depth: 2, hops: 0 })]);
        expect((await lease()).map(({ key, depth, earlier }) => [key, depth, earlier?.etag])).toEqual([
          ['http://a/1', 1, null],
          ['http://a/2', 2, '"v1"'],
        ]);
      });

      test('a page that was named as a sitemap is read in full, as a sitemap if an index lists it', async () => {
        await frontier.add([found('http://a/index', { role: 'sitemap' })]);
        const { id } = await leaseOne();
        const listed = found('http://a/1', { role: 'sitemap', source: 'sitemap' });
        await frontier.settle('run', [{ ...ONCE, id, outcome: page({ details, role: 'sitemap' }), found: [listed] }]);
        await frontier.add([found('http://a/2'), found('http://a/3', { role: 'sitemap' })]);
        const note = 'not-a-sitemap truncated' as const;
        for (const more of [{ note }, {}, { note }]) await settleOne(page({ details, ...more }));
        await frontier.requeue(0);
        await frontier.add([found('http://a/2', { role: 'sitemap' })]);
        expect((await lease()).map(({ key, role, earlier }) => [key, role, earlier?.etag])).toEqual([
          ['http://a/index', 'sitemap', details.etag],
          ['http://a/1', 'sitemap', null],
          ['http://a/2', 'sitemap', null],
          ['http://a/3', 'page', null],
        ]);
      });

      test('queues pages, aliases and failures that are old enough, and keeps their stored data', async () => {
        await frontier.add(['http://a/1', 'http://a/2', 'http://a/3', 'http://a/4'].map((url) => found(url)));
        const to = found('http://a/4');
        const outcomes: Outcome[] = [
          page({ digest: 'd', details }),
          { kind: 'redirect', status: 301, to },
          { kind: 'failed', reason: 'http-500', status: 500 },
          page(),
        ];
        const leases = await lease();
        await frontier.settle(
          'run',
          leases.map(({ id }, n) => ({ id, outcome: outcomes[n] ?? page(), found: [], at: 10 * n, siteUntil: null })),
        );
        expect(await frontier.requeue(20)).toBe(3);
        expect(await frontier.stats()).toMatchObject({
          states: { queued: 3, done: 1, failed: 0 },
          aliases: { redirect: 0 },
          failed: {},
        });
        const again = await lease();
        expect(again.map(({ earlier }) => earlier)).toEqual([
          { status: 200, etag: '"v1"', lastModified: 'Mon', digest: 'd' },
          { status: 301, etag: null, lastModified: null, digest: null },
          { status: 500, etag: null, lastModified: null, digest: null },
        ]);
        const settlement = { outcome: { kind: 'unchanged' }, found: [], at: 99, siteUntil: null } as const;
        await frontier.settle(
          'run',
          again.slice(0, 2).map(({ id }) => ({ ...settlement, id })),
        );
        expect(await entry('http://a/1')).toMatchObject({
          state: 'done',
          status: 200,
          digest: 'd',
          details,
          fetchedAt: 99,
        });
        expect(await entry('http://a/2')).toMatchObject({ state: 'done', aliasOf: 'http://a/4' });
        expect((await frontier.stats()).aliases).toEqual({ redirect: 1, canonical: 0, equivalence: 0 });
      });

      test('a redirect within an entry counts once, however often the entry is fetched again', async () => {
        await frontier.add([found('http://a/1?utm_source=x', { key: 'http://a/1', hops: 1 })]);
        const settle = async (): Promise<void> => {
          const { hops } = await settleOne({
            kind: 'redirect',
            status: 301,
            to: found('http://a/1', { hops: 9, source: 'redirect' }),
          });
          expect(hops).toBeLessThan(2);
          await settleOne(page());
        };
        await settle();
        expect(await entry('http://a/1')).toMatchObject({ finalUrl: 'http://a/1', hops: 9 });
        await frontier.requeue(0);
        await settle();
      });

      test('a page that fails for a while is asked next time whether it has changed since it was read', async () => {
        await frontier.add([found('http://a/1')]);
        const contentType = 'text/html';
        await settleOne(page({ digest: 'd', contentType, details }));
        const failures: Outcome[] = [
          { kind: 'failed', reason: 'http-503', status: 503 },
          { kind: 'failed', reason: 'connection-refused', status: null },
        ];
        const nothing = { contentType: null, digest: null, details: null };
        for (const failure of failures) {
          await frontier.requeue(0);
          await settleOne(failure);
          expect(await entry('http://a/1')).toMatchObject({ state: 'failed', ...nothing });
        }
        await frontier.requeue(0);
        expect(await entry('http://a/1')).toMatchObject({ state: 'queued', ...nothing });
        const { earlier } = await settleOne({ kind: 'unchanged' });
        expect(earlier).toEqual({ status: null, etag: '"v1"', lastModified: 'Mon', digest: 'd' });
        expect(await entry('http://a/1')).toMatchObject({
          state: 'done',
          status: 200,
          reason: null,
          digest: 'd',
          contentType,
          details,
        });
      });

      test('an alias or a page with a note that fails for a while is read anew, and may be unchanged', async () => {
        await frontier.add([found('http://a/1'), found('http://a/2')]);
        const canonical = found('http://b/', { site: 'b', skip: 'scope' });
        await settleOne(page({ canonical, digest: 'd', details }));
        await settleOne(page({ note: 'truncated', digest: 'd', details }));
        for (let times = 0; times < 2; times++) {
          await frontier.requeue(0);
          for (const _ of [1, 2]) {
            const { earlier } = await settleOne({ kind: 'failed', reason: 'timeout', status: null });
            if (times === 1) expect(earlier).toEqual({ status: null, etag: null, lastModified: null, digest: 'd' });
          }
        }
      });

      test('a new outcome replaces the old one', async () => {
        await frontier.add([found('http://a/1')]);
        await settleOne(page({ canonical: found('http://a/2', { skip: 'scope' }), digest: 'd', details }));
        await frontier.requeue(0);
        await settleOne({ kind: 'failed', reason: 'http-404', status: 404 });
        expect(await entry('http://a/1')).toMatchObject({
          state: 'failed',
          status: 404,
          reason: 'http-404',
          digest: null,
          aliasOf: null,
          details: null,
        });
        expect((await frontier.stats()).aliases.canonical).toBe(0);
      });
    });

    describe('prune', () => {
      test('lets an entry that failed try no spelling again because another one is dropped', async () => {
        await frontier.add([spelled('?x'), spelled('?y'), spelled('?z')]);
        for (let tries = 0; tries < 3; tries++) await settleOne({ kind: 'failed', reason: 'http-404', status: 404 });
        await frontier.prune([{ id: 1, url: 'http://a/1?x', dropped: ['http://a/1?y'] }]);
        expect(await frontier.tryOtherSpellings(9, 0)).toEqual({ queued: 0, last: null });
      });

      test('lets an entry try all its spellings if its first one changes', async () => {
        await frontier.add([spelled('?x'), spelled('?y'), spelled('?z')]);
        for (let tries = 0; tries < 3; tries++) await settleOne({ kind: 'failed', reason: 'http-404', status: 404 });
        await frontier.prune([{ id: 1, url: 'http://a/1?y', dropped: [] }]);
        expect((await settleOne({ kind: 'failed', reason: 'http-404', status: 404 })).url).toBe('http://a/1?y');
        expect((await leaseOne()).url).toBe('http://a/1?z');
      });

      const details = { etag: '"v1"', lastModified: 'Mon', text: 't', sketch: 's', record: '{}', fields: null };

      async function readHome(): Promise<void> {
        await frontier.add([found('http://a/')]);
        const links = [
          found('http://a/2?x', { key: 'http://a/2', pass: 'p' }),
          found('http://a/2?y', { key: 'http://a/2', pass: 'p' }),
          found('http://a/2', { pass: null }),
        ];
        await frontier.settle('run', [{ ...ONCE, id: (await leaseOne()).id, outcome: page(), found: links }]);
        await settleOne(page({ digest: 'd', details, canonical: found('http://a/3', { skip: 'scope' }) }));
      }

      test('an entry that nothing leads to is skipped and loses its document until it is found again', async () => {
        await readHome();
        await frontier.prune([{ id: 2, url: null, dropped: [] }]);
        const nothing = { status: null, digest: null, aliasOf: null, details: null, fetchedAt: null, spellings: [] };
        expect(await entry('http://a/2')).toMatchObject({ state: 'skipped', reason: 'unlinked', ...nothing });
        expect(await Array.fromAsync(frontier.links())).toMatchObject([{ from: 1 }]);
        expect(await frontier.stats()).toMatchObject({
          states: { done: 1, skipped: 2 },
          aliases: { canonical: 0 },
          skipped: { unlinked: 1, scope: 1 },
          duplicates: expect.not.objectContaining({ p: 1 }),
        });
        expect(await frontier.requeue(99)).toBe(1);
        await frontier.add([found('http://a/2')]);
        expect(keysOf(await lease())).toEqual(['http://a/', 'http://a/2']);
      });

      test('an unlinked entry that is found again with a skip reason gets that reason', async () => {
        await readHome();
        await frontier.prune([{ id: 3, url: null, dropped: [] }]);
        await frontier.add([found('http://a/3', { skip: 'scope' })]);
        expect(await entry('http://a/3')).toMatchObject({ state: 'skipped', reason: 'scope' });
        expect((await frontier.stats()).skipped).toEqual({ scope: 1 });
      });

      test('spellings are dropped, and an entry without its first spelling is fetched by another one', async () => {
        await readHome();
        await frontier.prune([{ id: 2, url: 'http://a/2', dropped: ['http://a/2?y'] }]);
        expect(await entry('http://a/2')).toMatchObject({ url: 'http://a/2', state: 'queued', spellings: [] });
        expect((await frontier.stats()).duplicates['p'] ?? 0).toBe(0);
        const again = await leaseOne();
        expect(again).toMatchObject({ url: 'http://a/2', earlier: { etag: null, lastModified: null, digest: 'd' } });
      });

      test('dropping the spelling that a page was read by queues its first URL', async () => {
        await frontier.add([
          found('http://a/3?x', { key: 'http://a/3', pass: 'p' }),
          found('http://a/3?y', { key: 'http://a/3', pass: 'q' }),
        ]);
        await settleOne({ kind: 'failed', reason: 'http-404', status: 404 });
        await settleOne(page({ details: { ...NO_DETAILS, etag: 'e' } }));
        await frontier.prune([{ id: 1, url: 'http://a/3?x', dropped: ['http://a/3?y'] }]);
        expect(await entry('http://a/3')).toMatchObject({
          state: 'queued',
          finalUrl: null,
          firstFailure: null,
          spellings: [],
          details: { etag: null },
        });
        expect((await frontier.stats()).duplicates).toEqual({});
        expect((await leaseOne()).url).toBe('http://a/3?x');
      });

      test('an entry is found in another way from now on', async () => {
        await frontier.add([found('http://a/1', { source: 'robots' }), found('http://a/2'), found('http://a/3')]);
        const url = 'http://a/1';
        await frontier.prune([{ id: 1, url, dropped: [], foundNow: { on: 3, source: 'redirect' } }]);
        expect(await entry(url)).toMatchObject({ state: 'queued', source: 'redirect', foundOn: 'http://a/3' });
        await frontier.prune([
          { id: 1, url, dropped: [], foundNow: { on: null, source: 'seed' } },
          { id: 2, url: 'http://a/2', dropped: [] },
        ]);
        expect(await entry(url)).toMatchObject({ state: 'queued', source: 'seed', foundOn: null });
      });

      test('dropping no spelling changes nothing', async () => {
        await readHome();
        await frontier.prune([{ id: 2, url: 'http://a/2?x', dropped: ['http://a/2?y'] }]);
        const left = { state: 'done', url: 'http://a/2?x', spellings: [{ url: 'http://a/2', pass: 'p' }] };
        expect(await entry('http://a/2')).toMatchObject(left);
        expect((await frontier.stats()).duplicates).toEqual({ p: 1 });
      });
    });

    describe('listings', () => {
      const listed = (url: string): FoundUrl => found(url, { source: 'sitemap', skip: 'depth' });
      const listingsOf = async (...urls: readonly string[]): Promise<readonly number[]> =>
        Promise.all(urls.map(async (url) => (await entry(url))?.listings.length ?? 0));
      const urls = ['http://a/1', 'http://a/2', 'http://a/3'];

      async function readSitemap(...parts: readonly (readonly string[])[]): Promise<void> {
        const { id } = await leaseOne();
        for (const part of parts.slice(0, -1)) await frontier.add(part.map(listed), id);
        const outcome = page({ role: 'sitemap' });
        await frontier.settle('run', [{ ...ONCE, id, outcome, found: (parts.at(-1) ?? []).map(listed) }]);
      }

      test('come from the last reading, in however many parts it arrives', async () => {
        await frontier.add([found('http://a/map', { role: 'sitemap' })]);
        await readSitemap(['http://a/1'], ['http://a/2']);
        expect(await listingsOf(...urls)).toEqual([1, 1, 0]);
        await frontier.requeue(0);
        await readSitemap(['http://a/3'], ['http://a/2']);
        expect(await listingsOf(...urls)).toEqual([0, 1, 1]);
        await frontier.requeue(0);
        await readSitemap([]);
        expect(await listingsOf(...urls)).toEqual([0, 0, 0]);
      });

      test('stay while the sitemap is unchanged or temporarily fails, and are deleted with it', async () => {
        await frontier.add([found('http://a/map', { role: 'sitemap' })]);
        await readSitemap(['http://a/1']);
        for (const outcome of [{ kind: 'unchanged' }, { kind: 'failed', reason: 'http-503', status: 503 }] as const) {
          await frontier.requeue(0);
          await settleOne(outcome);
          expect(await listingsOf('http://a/1')).toEqual([1]);
        }
        await frontier.requeue(0);
        await settleOne({ kind: 'failed', reason: 'http-404', status: 404 });
        expect(await listingsOf('http://a/1')).toEqual([0]);
      });

      test('are deleted when the sitemap redirects elsewhere, and stay while another URL of it is fetched', async () => {
        const to = (url: string, key: string): FoundUrl => found(url, { key, role: 'sitemap', source: 'redirect' });
        await frontier.add([found('http://a/map', { role: 'sitemap' })]);
        await readSitemap(['http://a/1']);
        await frontier.requeue(0);
        await settleOne({ kind: 'redirect', status: 301, to: to('http://a/map?x', 'http://a/map') });
        await settleOne({ kind: 'unchanged' });
        expect(await listingsOf('http://a/1')).toEqual([1]);
        await frontier.requeue(0);
        await settleOne({ kind: 'redirect', status: 301, to: to('http://a/new', 'http://a/new') });
        expect(await listingsOf('http://a/1')).toEqual([0]);
      });

      test('say when a page changed as the sitemap does where it first names the page', async () => {
        const pages = Array.from({ length: 20 }, (_, n) => found(`http://a/${n}`));
        await frontier.add([found('http://a/map', { role: 'sitemap' }), ...pages]);
        const [map] = await lease({ limit: 1 });
        const changes = ['2026-03-01', '2026-01-01', '2026-02-01'];
        const named = changes.flatMap((lastmod) => pages.map(({ url }) => ({ ...listed(url), lastmod })));
        await frontier.add(named.toReversed(), map?.id);
        const stored = (await entriesOf(frontier)).flatMap(({ listings }) => listings.map(({ lastmod }) => lastmod));
        expect(stored).toEqual(pages.map(() => changes.at(-1)));
      });
    });

    describe('correctTimes', () => {
      const settleAll = async (outcome: Outcome, at: number, siteUntil: number | null): Promise<void> => {
        const leases = await lease();
        await frontier.settle(
          'run',
          leases.map(({ id }) => ({ id, outcome, found: [], at, siteUntil })),
        );
      };

      test('entries and sites that would wait too long become ready; shorter waits stay', async () => {
        await frontier.add([found('http://a/1')]);
        await settleAll({ kind: 'retry', reason: 'timeout', status: null, notBefore: 130 }, 0, 150);
        await frontier.correctTimes(100, 50);
        expect((await frontier.stats()).nextAt).toBe(130);
        await frontier.correctTimes(99, 31);
        expect((await frontier.stats()).nextAt).toBe(130);
        expect(await lease({ now: 129 })).toEqual([]);
        await frontier.correctTimes(98, 31);
        expect((await frontier.stats()).nextAt).toBe(0);
        expect(keysOf(await lease({ now: 98, level: true }))).toEqual(['http://a/1']);
      });

      test('a site with a permitted wait keeps waiting', async () => {
        await frontier.add([found('http://a/1')]);
        await settleAll({ kind: 'retry', reason: 'timeout', status: null, notBefore: 1 }, 0, 150);
        await frontier.correctTimes(100, 50);
        expect(await lease({ now: 149 })).toEqual([]);
        await frontier.correctTimes(100, 49);
        expect(keysOf(await lease({ now: 100 }))).toEqual(['http://a/1']);
      });

      test('an outcome from the future is dated now', async () => {
        await frontier.add([found('http://a/1')]);
        await settleAll(page(), 500, null);
        await frontier.correctTimes(500, 0);
        expect((await entry('http://a/1'))?.fetchedAt).toBe(500);
        await frontier.correctTimes(100, 0);
        expect((await entry('http://a/1'))?.fetchedAt).toBe(100);
        expect(await frontier.requeue(99)).toBe(0);
        expect(await frontier.requeue(100)).toBe(1);
      });
    });

    test('an entry refused by robots.txt is not queued when it is found again, only when it is reconsidered', async () => {
      await frontier.add([found('http://a/1')]);
      await settleOne({ kind: 'refused', reason: 'robots' });
      expect(await frontier.stats()).toMatchObject({ skipped: { robots: 1 }, states: { skipped: 1, leased: 0 } });
      await frontier.add([found('http://a/1')]);
      expect(await lease()).toEqual([]);
      expect(await frontier.reconsider(() => null)).toBe(1);
      expect(keysOf(await lease())).toEqual(['http://a/1']);
    });

    test('a page that was once named as a sitemap, and that robots.txt names while it is fetched, is fetched again as one', async () => {
      const note = 'truncated not-a-sitemap';
      const named = found('http://a/map', { role: 'sitemap', source: 'robots' });
      await frontier.add([named]);
      await settleOne(page({ note }));
      for (const last of [page({ note }), page({ details: { ...NO_DETAILS, etag: 'feed' } })]) {
        await frontier.requeue(0);
        const { id, role } = await leaseOne();
        await frontier.add([named]);
        const read = page({ details: { ...NO_DETAILS, etag: 'page' } });
        await frontier.settle('run', [{ ...ONCE, id, outcome: read, found: [] }]);
        expect(await entry('http://a/map')).toMatchObject({ state: 'queued', role: 'sitemap', reason: null });
        const again = await settleOne(last);
        expect([role, again.role, again.earlier?.etag]).toEqual(['page', 'sitemap', null]);
        expect(await entry('http://a/map')).toMatchObject({ state: 'done', role: 'page' });
      }
      expect(await frontier.stats()).toMatchObject({ states: { queued: 0, leased: 0, done: 1 }, sitemaps: 0 });
    });

    test('a page that was once named as a sitemap is fetched once, as what it is when it is leased', async () => {
      const named = found('http://a/map', { role: 'sitemap', source: 'robots' });
      await frontier.add([named]);
      for (const [isNamed, role, note] of [
        [false, 'page', null],
        [true, 'page', 'not-a-sitemap'],
        [true, 'sitemap', null],
      ] as const) {
        await frontier.requeue(0);
        await settleOne(page({ note: 'not-a-sitemap' }));
        await frontier.requeue(0);
        if (isNamed) await frontier.add([named]);
        await settleOne(page({ role, note }));
        expect(await entry('http://a/map')).toMatchObject({ state: 'done', role, reason: note });
      }
    });

    test('a known spelling can still lower the depth of its entry, make it a sitemap or list it', async () => {
      const again = found('http://a/#1', { key: 'http://a/', depth: 5, hops: 1 });
      await frontier.add([found('http://a/', { depth: 5, hops: 1 }), again]);
      await frontier.add([{ ...again, hops: 0 }]);
      expect(await entry('http://a/')).toMatchObject({ depth: 5, hops: 0 });
      await frontier.add([{ ...again, depth: 2, hops: 3 }, again]);
      expect(await entry('http://a/')).toMatchObject({ depth: 2, hops: 3, role: 'page' });
      await frontier.add([{ ...again, role: 'sitemap' }]);
      const [map] = await lease();
      expect(map?.role).toBe('sitemap');
      await frontier.add([{ ...again, source: 'sitemap' }], map?.id);
      expect((await entry('http://a/'))?.listings).toHaveLength(1);
      await frontier.add([{ ...again, key: found('http://a/other').key }]);
      expect(await entry('http://a/other')).toMatchObject({ state: 'queued' });
    });

    test('an entry that was skipped later is queued when it is found without a skip reason', async () => {
      await frontier.add([found('http://a/1'), found('http://a/2', { skip: 'depth' })]);
      await frontier.reconsider(() => 'excluded');
      await frontier.add([found('http://a/1'), found('http://a/2')]);
      expect((await frontier.stats()).states).toMatchObject({ queued: 2, skipped: 0 });
    });

    test('keeps how and where an entry was first found, and each of its listings', async () => {
      await frontier.add([found('http://a/', { source: 'seed' }), found('http://a/map', { role: 'sitemap' })]);
      const [start, map] = await lease();
      const listed = { source: 'sitemap' as const, lastmod: '2026-01-01' };
      await frontier.add([found('http://a/1?x', { ...listed, key: 'http://a/1', pass: 'p' })], map?.id);
      await frontier.add([found('http://a/1', listed), found('http://a/2', { source: 'sitemap' })], map?.id);
      await frontier.settle('run', [
        { ...ONCE, id: start?.id ?? 0, outcome: page(), found: [found('http://a/2'), found('http://a/3')] },
        { ...ONCE, id: map?.id ?? 0, outcome: page({ role: 'sitemap' }), found: [] },
      ]);
      expect(map?.role).toBe('sitemap');
      expect((await frontier.stats()).sitemaps).toBe(1);
      expect(await entry('http://a/')).toMatchObject({ source: 'seed', foundOn: null, listings: [] });
      expect(await entry('http://a/3')).toMatchObject({ source: 'link', foundOn: 'http://a/', role: 'page' });
      expect(await entry('http://a/2')).toMatchObject({
        source: 'sitemap',
        foundOn: 'http://a/map',
        listings: [{ sitemap: 'http://a/map', url: 'http://a/2', lastmod: null }],
      });
      expect((await entry('http://a/1'))?.listings).toEqual([
        { sitemap: 'http://a/map', url: 'http://a/1', lastmod: '2026-01-01' },
        { sitemap: 'http://a/map', url: 'http://a/1?x', lastmod: '2026-01-01' },
      ]);
    });

    describe('release', () => {
      test('gives back the named leases, or all of them', async () => {
        await frontier.add([1, 2, 3].map((n) => found(`http://a/${n}`)));
        const [first] = await lease({ run: 'dead' });
        const id = first?.id ?? 0;
        expect(await frontier.release([id, id, 99])).toBe(1);
        expect(await frontier.release([id])).toBe(0);
        expect(await leaseOne()).toEqual(first);
        expect(await frontier.release()).toBe(3);
        expect((await frontier.stats()).states).toMatchObject({ queued: 3, leased: 0 });
      });
    });

    describe('reconsider', () => {
      test('queues entries that are no longer skipped, and updates the reasons of the rest', async () => {
        await frontier.add([
          found('http://a/1', { skip: 'depth', depth: 4 }),
          found('http://a/2', { skip: 'depth', depth: 9 }),
          found('http://a/3', { skip: 'robots' }),
          found('http://a/4'),
        ]);
        const asked: string[] = [];
        const queued = await frontier.reconsider(({ key, depth, reason }) => {
          asked.push(key);
          return reason === 'robots' ? undefined : depth > 5 ? 'scope' : null;
        });
        expect(queued).toBe(1);
        expect(asked).toEqual(['http://a/1', 'http://a/2', 'http://a/3']);
        expect(await frontier.stats()).toMatchObject({ skipped: { scope: 1, robots: 1 }, states: { queued: 2 } });
        expect(keysOf(await lease())).toEqual(['http://a/4', 'http://a/1']);
      });

      test('changes nothing when `decide` throws', async () => {
        await frontier.add([found('http://a/1', { skip: 'scope' }), found('http://a/2', { skip: 'scope' })]);
        const answer = ({ id }: Entry): null => {
          if (id === 2) throw new Error('no answer');
          return null;
        };
        await expect(frontier.reconsider(answer)).rejects.toThrow('no answer');
        expect((await frontier.stats()).states).toMatchObject({ queued: 0, skipped: 2 });
        expect(await entry('http://a/1')).toMatchObject({ state: 'skipped' });
      });
    });

    describe('skipQueued', () => {
      test('skips the queued entries of some sites, with the reason', async () => {
        await frontier.add([found('http://a/1'), found('http://b/1', { depth: 2 }), found('http://b/2', { depth: 1 })]);
        expect(await frontier.skipQueued((host) => host === 'b', 'endless', 10)).toBe(2);
        expect(await frontier.stats()).toMatchObject({ skipped: { endless: 2 }, states: { queued: 1, skipped: 2 } });
        expect(await entry('http://b/1')).toMatchObject({ state: 'skipped', reason: 'endless' });
        expect(keysOf(await lease({ level: true }))).toEqual(['http://a/1']);
        expect(await frontier.skipQueued(() => true, 'endless', 10)).toBe(0);
      });

      test('skips no more at a time than the limit', async () => {
        await frontier.add([1, 2, 3].map((n) => found(`http://a/${n}`)));
        expect(await frontier.skipQueued(() => true, 'endless', 2)).toBe(2);
        expect(await frontier.skipQueued(() => true, 'endless', 2)).toBe(1);
      });

      test('does not skip named entries, fetched entries and retried entries', async () => {
        await frontier.add([found('http://a/sitemap', { role: 'sitemap' })]);
        const { id } = await leaseOne();
        await frontier.settle('run', [
          { ...ONCE, id, outcome: page({ role: 'sitemap' }), found: [found('http://a/listed', { source: 'sitemap' })] },
        ]);
        await frontier.requeue(1);
        await frontier.add([found('http://a/seed', { source: 'seed' }), found('http://b/tried'), found('http://a/1')]);
        const tried = (await lease()).find(({ key }) => key === 'http://b/tried');
        const retry: Outcome = { kind: 'retry', reason: 'timeout', status: null, notBefore: 0 };
        await frontier.settle('run', [{ ...ONCE, id: tried?.id ?? 0, outcome: retry, found: [] }]);
        await frontier.release();
        expect(await frontier.skipQueued(() => true, 'endless', 10)).toBe(1);
        expect((await entry('http://a/1'))?.state).toBe('skipped');
      });

      test('does not skip an entry whose first URL failed: it ends as that did', async () => {
        await frontier.add([spelled('?x'), spelled('?y')]);
        await settleOne({ kind: 'failed', reason: 'http-404', status: 404 });
        expect(await frontier.skipQueued(() => true, 'endless', 10)).toBe(0);
        await settleOne({ kind: 'refused', reason: 'endless' });
        expect(await entry('http://a/1')).toMatchObject({ state: 'failed', reason: 'http-404', firstFailure: null });
      });

      test('an entry skipped this way is queued when it is found without a skip reason', async () => {
        await frontier.add([found('http://a/1')]);
        await frontier.skipQueued(() => true, 'endless', 10);
        await frontier.add([found('http://a/1', { source: 'seed' })]);
        expect(await entry('http://a/1')).toMatchObject({ state: 'queued', reason: null });
      });
    });

    test('a lease says whether the entry is named or was only found', async () => {
      await frontier.add([found('http://a/seed', { source: 'seed' }), found('http://a/link')]);
      await frontier.add([found('http://a/map', { role: 'sitemap' })]);
      const leases = await lease();
      expect(new Map(leases.map(({ key, isNamed }) => [key, isNamed]))).toEqual(
        new Map([
          ['http://a/seed', true],
          ['http://a/link', false],
          ['http://a/map', true],
        ]),
      );
    });

    test('stats of an empty frontier', async () => {
      expect(await frontier.stats()).toEqual({
        states: { queued: 0, leased: 0, done: 0, failed: 0, skipped: 0 },
        duplicates: {},
        aliases: { redirect: 0, canonical: 0, equivalence: 0 },
        skipped: {},
        sitemaps: 0,
        failed: {},
        nextAt: null,
      });
    });

    test('entries: returns all of many, even if other calls write in between', async () => {
      await frontier.add(Array.from({ length: 1203 }, (_, n) => found(`http://a/${n}`)));
      let count = 0;
      for await (const { id } of frontier.entries()) {
        expect(id).toBe(++count);
        if (count === 10) await leaseOne();
      }
      expect(count).toBe(1203);
    });

    test('entry: the entry of a key, equal to the one among all entries; null for an unknown key', async () => {
      await frontier.add([found('http://a/map', { role: 'sitemap' })]);
      const map = await settleOne(page({ role: 'sitemap', details: { ...NO_DETAILS, etag: 'e' } }));
      await frontier.add(
        ['http://a/1', 'http://a/1#x'].map((url) => found(url, { key: 'http://a/1', pass: 'p', source: 'sitemap' })),
        map.id,
      );
      await settleOne({ kind: 'redirect', status: 301, to: found('http://a/2') });
      const entries = await entriesOf(frontier);
      expect(entries).toHaveLength(3);
      for (const one of entries) expect(await frontier.entry(one.key)).toEqual(one);
      expect(await frontier.entry(found('http://a/').key)).toBeNull();
      const wanted = [entries[2], null, entries[0], entries[2]];
      expect(await frontier.entriesOf(wanted.map((one) => one?.key ?? found('http://a/').key))).toEqual(wanted);
      expect(await frontier.entriesOf([])).toEqual([]);
    });

    test('a redirect to a sitemap is not counted as a sitemap', async () => {
      await frontier.add([found('http://a/old', { role: 'sitemap' })]);
      await settleOne({ kind: 'redirect', status: 301, to: found('http://a/new', { role: 'sitemap' }) });
      await settleOne(page({ role: 'sitemap' }));
      expect(await frontier.stats()).toMatchObject({ sitemaps: 1, aliases: { redirect: 1 }, states: { done: 2 } });
      expect(await frontier.requeue(0)).toBe(2);
      expect((await frontier.stats()).sitemaps).toBe(0);
      for (let n = 0; n < 2; n++) await settleOne({ kind: 'unchanged' });
      expect((await frontier.stats()).sitemaps).toBe(1);
    });

    test('a program sees itself, with its pages and leases', async () => {
      await frontier.add([1, 2, 3].map((n) => found(`http://a/${n}`)));
      await settleOne(page());
      await leaseOne();
      const programs = await frontier.programs();
      const token: unknown = expect.any(String);
      const at: unknown = expect.any(Number);
      expect(programs).toEqual([
        { name: token, host: token, process: process.pid, since: at, seen: at, pages: 1, leases: 1, isSelf: true },
      ]);
    });

    test('meta keeps the last value of a name', async () => {
      expect(await frontier.getMeta('profile')).toBeNull();
      await frontier.setMeta('profile', 'usual');
      await frontier.setMeta('profile', 'standard');
      expect(await frontier.getMeta('profile')).toBe('standard');
    });

    test('updateMeta computes a setting from the old value, and changes nothing if that throws', async () => {
      const update = (before: string | null): string => {
        if (before === 'aa') throw new Error('enough');
        return `${before ?? ''}a`;
      };
      expect(await frontier.updateMeta('profile', update)).toBe('a');
      expect(await frontier.updateMeta('profile', update)).toBe('aa');
      await expect(frontier.updateMeta('profile', update)).rejects.toThrow('enough');
      expect(await frontier.getMeta('profile')).toBe('aa');
    });
  });
}
