import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AddCounts, Frontier, Lease, LeaseRequest } from '../../db/index.ts';
import { claim, NO_WWW, rekeying } from './claims.ts';
import { entriesOf, found, ONCE, page, request } from './helpers.ts';

/** How a test opens a frontier for several programs. */
export interface SharedStore {
  /** Opens one more program on the same frontier. The first call of each test opens a new frontier. */
  readonly open: (isFirst: boolean) => Promise<Frontier>;
  /** Sets back when the program was last heard, as if it had been silent for longer than `SILENCE`. */
  readonly silence: (frontier: Frontier) => Promise<void>;
}

/** Tests of programs that share a frontier, for every store that can be shared. Each store's own test file runs them. */
export function describeSharing(name: string, { open, silence }: SharedStore): void {
  describe(`${name}, shared by programs`, () => {
    let first: Frontier;
    let second: Frontier;
    beforeEach(async () => {
      first = await open(true);
      await first.add([1, 2, 3].map((n) => found(`http://a/${n}`)));
      second = await open(false);
    });
    afterEach(async () => {
      await first.close();
      await second.close();
    });

    const leaseOf = async (frontier: Frontier, change: Partial<LeaseRequest> = {}): Promise<readonly Lease[]> =>
      frontier.lease(request({ run: frontier === first ? 'first' : 'second', now: frontier.now(), ...change }));
    const urlsOf = (leases: readonly Lease[]): readonly string[] => leases.map(({ url }) => url).toSorted();
    const settle = async (frontier: Frontier, leases: readonly Lease[], epoch?: number): Promise<AddCounts> =>
      frontier.settle(
        frontier === first ? 'first' : 'second',
        leases.map(({ id, url }) => ({ ...ONCE, id, outcome: page(), found: [found(`${url}/more`)] })),
        epoch,
      );
    const ALL = ['http://a/1', 'http://a/2', 'http://a/3'];

    describe('a program that is silent', () => {
      test('loses its leases to others, and its later settlements are ignored', async () => {
        const held = await leaseOf(first, { limit: 2 });
        await leaseOf(second);
        await silence(first);
        expect(urlsOf(await leaseOf(second))).toEqual(urlsOf(held));
        expect(await settle(first, held)).toEqual({ added: 0, duplicates: 0, spelled: [] });
        expect((await first.stats()).states).toMatchObject({ leased: 3, done: 0 });
      });

      test('leaves no links of a page that it was reading', async () => {
        const [held] = await leaseOf(first, { limit: 1 });
        await first.add([found('http://a/old')], held?.id);
        await leaseOf(second);
        await silence(first);
        const [{ id } = { id: 0 }] = await leaseOf(second);
        expect(id).toBe(held?.id);
        await second.add([found('http://a/new')], id);
        await second.settle('second', [{ ...ONCE, id, outcome: page(), found: [] }]);
        const to = [{ id: 5, url: null }];
        expect(await Array.fromAsync(second.links())).toEqual([{ from: id, to, named: [] }]);
      });

      test('takes part again with its next write: it leases, and its new leases are its own', async () => {
        const held = await leaseOf(first);
        await silence(first);
        const [taken, ...others] = await leaseOf(second);
        expect(await second.programs()).toMatchObject([{ isSelf: true, leases: 3 }]);
        expect(await settle(first, held)).toEqual({ added: 0, duplicates: 0, spelled: [] });
        expect(await second.programs()).toMatchObject([{ isSelf: true }, { isSelf: false, leases: 0, pages: 0 }]);
        await second.release(others.map(({ id }) => id));
        const again = await leaseOf(first);
        expect(urlsOf(again)).toEqual(urlsOf(others));
        expect(await leaseOf(second)).toEqual([]);
        expect(await second.release()).toBe(1);
        expect(await settle(first, again)).toMatchObject({ added: 2 });
        expect(taken).toBeDefined();
      });

      test('loses its leases also if nobody has taken them yet', async () => {
        const held = await leaseOf(first);
        await silence(first);
        const third = await open(false);
        expect(await settle(first, held)).toEqual({ added: 0, duplicates: 0, spelled: [] });
        await third.close();
        expect((await second.stats()).states).toMatchObject({ leased: 0, queued: 3 });
      });

      test('is not among the programs', async () => {
        await silence(first);
        expect(await second.programs()).toMatchObject([{ isSelf: true }]);
        expect(await second.isShared()).toBe(false);
      });

      test('gives back all its leases when another one finds nothing else', async () => {
        await leaseOf(first);
        expect(await second.release()).toBe(0);
        await silence(first);
        await leaseOf(second, { limit: 1 });
        expect((await second.stats()).states).toMatchObject({ leased: 1, queued: 2 });
      });
    });

    test('a program that closed the frontier leaves its leases to the others', async () => {
      await leaseOf(first, { limit: 2 });
      await leaseOf(second);
      await first.close();
      expect(await leaseOf(second)).toHaveLength(2);
    });

    test('a program that is heard keeps its leases, however long it takes', async () => {
      const held = await leaseOf(first);
      expect(await leaseOf(second, { now: second.now() + 1e10 })).toEqual([]);
      expect(await second.release(held.map(({ id }) => id))).toBe(0);
      expect(await second.release()).toBe(0);
      expect(await settle(first, held)).toMatchObject({ added: 3 });
    });

    test('programs tell the same time', async () => {
      const times = [first.now(), second.now(), first.now(), second.now()];
      expect(Math.max(...times) - Math.min(...times)).toBeLessThan(1000);
    });

    test('each sees itself first, and then the others in the order they came', async () => {
      const third = await open(false);
      const held = await leaseOf(first, { limit: 2 });
      await settle(first, held.slice(0, 1));
      const [own, ...others] = await third.programs();
      expect(own).toMatchObject({ pages: 0, leases: 0, isSelf: true });
      expect(others).toMatchObject([
        { pages: 1, leases: 1, isSelf: false },
        { pages: 0, leases: 0, isSelf: false },
      ]);
      const [itself, ...rest] = await first.programs();
      expect(itself?.name).toBe(others[0]?.name);
      expect(rest.map((program) => program.name)).toEqual([others[1]?.name, own?.name]);
      for (const { since, seen } of [...others, ...rest]) expect(since).toBeLessThanOrEqual(seen);
      expect(new Set([own, ...others].map((program) => program?.name)).size).toBe(3);
      await third.close();
      expect(await first.programs()).toHaveLength(2);
      expect(await first.isShared()).toBe(true);
    });

    describe('a limit of pages', () => {
      test('counts the pages and the leases of all programs', async () => {
        const held = await leaseOf(first, { limit: 1 });
        await settle(first, held);
        expect(await leaseOf(second, { total: 2, limit: 1 })).toHaveLength(1);
        expect(await leaseOf(first, { total: 2 })).toEqual([]);
        expect(await leaseOf(first, { total: 4 })).toHaveLength(2);
      });

      test('counts the pages of a program that has ended, but not its leases', async () => {
        const [read, ...left] = await leaseOf(first);
        await settle(first, read === undefined ? [] : [read]);
        await first.close();
        expect(await leaseOf(second, { total: 1 })).toEqual([]);
        expect(urlsOf(await leaseOf(second, { total: 3 }))).toEqual(urlsOf(left));
      });

      test('begins anew when no program is left', async () => {
        await settle(first, await leaseOf(first));
        await Promise.all([first.close(), second.close()]);
        first = await open(false);
        expect(await leaseOf(first, { total: 3 })).toHaveLength(3);
      });
    });

    describe('keys', () => {
      test('begin at epoch 0, which rises when entries may get other keys', async () => {
        expect(await first.keyEpoch()).toBe(0);
        expect(await first.rekey(rekeying([NO_WWW], []))).toMatchObject({ epoch: 0 });
        expect(await first.rekey(rekeying([NO_WWW]))).toMatchObject({ epoch: 1 });
        expect(await second.keyEpoch()).toBe(1);
        expect(await second.rekey({ ...rekeying([]), epoch: 1 })).toMatchObject({ epoch: 2 });
        expect(await second.claims()).toEqual([]);
      });

      test('of an earlier epoch are refused, and nothing changes', async () => {
        const held = await leaseOf(first, { limit: 1 });
        await second.rekey(rekeying([NO_WWW]));
        const before = [await entriesOf(first), await first.stats(), await first.claims()];
        const stale = { code: 'stale-keys' };
        await expect(first.add([found('http://b/1')], null, 0)).rejects.toMatchObject(stale);
        await expect(settle(first, held, 0)).rejects.toMatchObject(stale);
        const other = rekeying([claim('slash', 'remove')]);
        await expect(first.rekey({ ...other, epoch: 0 })).rejects.toMatchObject(stale);
        expect([await entriesOf(first), await first.stats(), await first.claims()]).toEqual(before);
        expect(await first.keyEpoch()).toBe(1);
        expect(await settle(first, held, 1)).toMatchObject({ added: 1 });
        expect(await first.add([found('http://b/1')], null, 1)).toMatchObject({ added: 1 });
      });

      test('change while others hold leases, which stay theirs', async () => {
        const held = await leaseOf(first);
        await first.add([found('http://www.a/9')]);
        expect(await second.rekey(rekeying([NO_WWW]))).toMatchObject({ merged: 0 });
        expect(urlsOf(held)).toEqual(ALL);
        expect(await settle(first, held, 1)).toMatchObject({ added: 3 });
      });

      test('of URLs that a program added before others changed them are not remembered', async () => {
        const add = async (): Promise<AddCounts> =>
          first.add([found('http://www.a/1', { key: 'http://a/1', pass: 'p' })]);
        expect(await add()).toEqual({ added: 0, duplicates: 1 });
        // The spelling becomes an entry, and then an alias.
        await second.rekey(rekeying([]));
        await second.rekey(rekeying([NO_WWW]));
        expect(await add()).toEqual({ added: 0, duplicates: 1 });
        const links = [found('http://www.a/1', { key: 'http://a/1', pass: 'p' })];
        const [one] = await leaseOf(first, { limit: 1 });
        await first.settle('first', [{ ...ONCE, id: one?.id ?? 0, outcome: page(), found: links }]);
        const [lead] = await Array.fromAsync(second.links());
        const [link] = lead?.to ?? [];
        const target = (await entriesOf(second)).find(({ id }) => id === link?.id);
        expect(target?.key).toBe('http://a/1');
        expect(link?.url).toBe('http://www.a/1');
      });
    });
  });
}
