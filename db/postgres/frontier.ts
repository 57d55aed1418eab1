import { setTimeout as pause } from 'node:timers/promises';
import type { Key } from '../../src/canon/key.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import { closed, readOnly, StoreError } from '../errors.ts';
import { inBatches } from '../in-batches.ts';
import { leadsAmong, type Occurrence } from '../plan/found.ts';
import { Recorded } from '../plan/recorded.ts';
import { HEARTBEAT } from '../programs.ts';
import type { SkipReason } from '../reasons.ts';
import type {
  AddCounts,
  Entry,
  EntryExtent,
  EntryId,
  FoundUrl,
  Frontier,
  FrontierStats,
  Lease,
  LeaseRequest,
  PageLinks,
  Program,
  RekeyCounts,
  RekeyRequest,
  Remnant,
  SettleCounts,
  Settlement,
  SiteQueue,
  SpellingTries,
} from '../store.ts';
import { Adder } from './add.ts';
import type { Database, WriteOptions } from './database.ts';
import {
  END_REKEYING,
  FORGET_KEYS,
  type Rekeying,
  SET_UNFINISHED,
  sitesIn,
  TAKE_REKEYING,
  unfinishedSites,
} from './former-keys.ts';
import { lease, release, takeBack, wake } from './lease.ts';
import { addEvidence, readClaims, readEvidence, removeEvidence, replaceClaims } from './ledger.ts';
import { addPending, linkedBy, linksAfter } from './links.ts';
import { ListingKeeper } from './listings.ts';
import { correctTimes, reconsider, requeue, skipQueued, tryOtherSpellings } from './maintenance.ts';
import { dropSilent, enter, isShared, leave, programsOf } from './programs.ts';
import { prune } from './prune.ts';
import { entriesAfter, entriesOf, sitesOf, spellingsOf, statsOf } from './read.ts';
import { beginParts, rekey, writeEarly } from './rekey.ts';
import { RekeyPlanner, type Xid } from './rekey-plan.ts';
import { GROWING } from './schema.ts';
import type { Send } from './session.ts';
import { Settler } from './settle.ts';
import { SiteNames } from './site-names.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

/** How often to look for programs that are silent, in milliseconds. */
const LOOKING = 5000;
/** How many entries a program adds before the server looks at the tables for the first time, and how much more later. */
const FIRST_ANALYZED = 1000;
const ANALYZED_GROWTH = 4;
/** How many entries get new keys at once, while all other programs wait. */
const CHANGES_AT_ONCE = 5000;
/** How many keys that name nothing any more are deleted at once, while other programs write. */
const FORGOTTEN_AT_ONCE = 50_000;
/** How many plans a rekey makes at most while other programs keep changing entries. Then it makes them wait. */
const MOST_PLANS = 3;
/** How often to look whether another program still gives entries new keys, in milliseconds. */
const OTHER_REKEYS = 200;

const PACE = statement<[site: string, delay: number]>('UPDATE site SET delay = $2 WHERE bucket = 0 AND name = $1');
const GET_META = statement<[name: string], { readonly value: string }>('SELECT value FROM meta WHERE name = $1');
const SET_META = statement<[name: string, value: string]>(
  'INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
);
/** Where another program or the server itself is at it, it is left out. */
const ANALYZE = `ANALYZE (SKIP_LOCKED) ${GROWING}`;
const EPOCH = statement<[], { readonly epoch: number }>('SELECT epoch FROM about');

/** A frontier on a PostgreSQL server, which programs on many machines share. */
export class PostgresFrontier implements Frontier {
  readonly #database: Database;
  readonly #recorded = new Recorded();
  readonly #sites = new SiteNames();
  readonly #listings = new ListingKeeper();
  readonly #adder = new Adder(this.#recorded, this.#sites);
  readonly #settler = new Settler(this.#adder, this.#listings, this.#sites);
  readonly #isWriter: boolean;
  readonly #changesAtOnce: number;
  readonly #heartbeat: NodeJS.Timeout | null;
  #wroteAt = performance.now();
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** How many entries this program has added, and at how many the server looks at the tables again. */
  #added = 0;
  #analyzedAt = FIRST_ANALYZED;

  private constructor(database: Database, isWriter: boolean, changesAtOnce = CHANGES_AT_ONCE) {
    this.#database = database;
    this.#isWriter = isWriter;
    this.#changesAtOnce = changesAtOnce;
    this.#heartbeat = isWriter ? setInterval(() => this.#beat(), HEARTBEAT / 2).unref() : null;
  }

  /**
   * Takes part in the crawl.
   *
   * @param changesAtOnce how many entries a rekey changes in one transaction. Default: 5,000
   */
  static async enter(database: Database, changesAtOnce?: number): Promise<PostgresFrontier> {
    const frontier = new PostgresFrontier(database, true, changesAtOnce);
    await frontier.#write(
      async (transaction) => {
        await enter(transaction);
        dropSilent(transaction);
        await takeBack(transaction);
      },
      { alone: true },
    );
    return frontier;
  }

  /** Only reads. */
  static reading(database: Database): PostgresFrontier {
    return new PostgresFrontier(database, false);
  }

  now(): number {
    return this.#database.now();
  }

  async add(found: readonly FoundUrl[], on: EntryId | null = null, epoch?: number): Promise<AddCounts> {
    const occurrences = found.map((one): Occurrence => [one, on]);
    const counts = await this.#write(
      async (transaction) => {
        if (on !== null && found.some(({ source }) => source === 'sitemap')) {
          await this.#listings.begin([on], transaction);
        }
        const known = await this.#adder.find(found, transaction);
        const { added, duplicates, entries } = await this.#adder.add(occurrences, known, transaction);
        if (on !== null) addPending([{ from: on, leads: leadsAmong(found, entries) }], transaction);
        return { added, duplicates: await duplicates };
      },
      { epoch },
    );
    this.#grow(counts);
    return counts;
  }

  async lease(request: LeaseRequest): Promise<readonly Lease[]> {
    const isDue = performance.now() - this.#lookedAt > LOOKING;
    const leases = await this.#lease(request, isDue);
    return leases.length > 0 || isDue ? leases : this.#lease(request, true);
  }

  async settle(run: string, settlements: readonly Settlement[], epoch?: number): Promise<SettleCounts> {
    const counts = await this.#write(async (transaction) => this.#settler.settle(run, settlements, transaction), {
      epoch,
    });
    this.#grow(counts);
    return counts;
  }

  async release(ids?: readonly EntryId[]): Promise<number> {
    return this.#write(async (transaction) => release(ids, transaction));
  }

  async reconsider(decide: (entry: Entry) => SkipReason | null | undefined): Promise<number> {
    return this.#change(async (transaction) => reconsider(decide, transaction));
  }

  async skipQueued(isLeft: (site: string) => boolean, reason: SkipReason, limit: number): Promise<number> {
    return this.#change(async (transaction) => skipQueued(isLeft, reason, limit, transaction));
  }

  async pace(site: string, delay: number): Promise<void> {
    await this.#write(async (transaction) => void transaction.send(PACE, site, delay));
  }

  async correctTimes(now: number, longestWait: number): Promise<void> {
    await this.#change(async (transaction) => correctTimes(now, longestWait, transaction));
  }

  async requeue(before: number): Promise<number> {
    return this.#change(async (transaction) => requeue(before, transaction));
  }

  async tryOtherSpellings(limit: number, after: EntryId): Promise<SpellingTries> {
    return this.#change(async (transaction) => tryOtherSpellings(limit, after, transaction));
  }

  async prune(remnants: readonly Remnant[]): Promise<void> {
    await this.#change(async (transaction) => prune(remnants, transaction));
  }

  async addEvidence(evidence: readonly Evidence[]): Promise<void> {
    await this.#write(async (transaction) => addEvidence(evidence, transaction));
  }

  async removeEvidence(evidence: readonly Evidence[]): Promise<void> {
    await this.#write(async (transaction) => removeEvidence(evidence, transaction));
  }

  async evidence(): Promise<readonly Evidence[]> {
    return this.#read(readEvidence);
  }

  async claims(): Promise<readonly Claim[]> {
    return this.#read(readClaims);
  }

  async keyEpoch(): Promise<number> {
    return this.#read(epochOf);
  }

  async rekey(asked: RekeyRequest): Promise<RekeyCounts> {
    // A plan in parts covers whole sites.
    const { only: _, ...request } = asked;
    const { claims, sites, epoch } = request;
    if (sites.length === 0 && (await this.#read(unfinishedSites)).length === 0) {
      const replace = async (transaction: Transaction): Promise<RekeyCounts> => {
        replaceClaims(claims, transaction);
        return { merged: 0, saved: 0, split: 0, epoch: transaction.epoch };
      };
      return this.#write(replace, { alone: true, epoch });
    }
    const taken = await this.#takeRekeying(request);
    try {
      await this.#forgetKeys();
      return await this.#rekey({ ...request, sites: [...new Set([...sites, ...sitesIn(taken)])] }, taken.xid);
    } catch (error) {
      await this.#tryToWrite(async (transaction) => void transaction.send(END_REKEYING, transaction.token));
      throw error;
    }
  }

  async stats(level = false): Promise<FrontierStats> {
    return this.#read(async (send) => statsOf(send, level));
  }

  async isShared(): Promise<boolean> {
    return this.#read(async (send) => isShared(send, this.#database.token));
  }

  async programs(): Promise<readonly Program[]> {
    return this.#read(async (send) => programsOf(send, this.#database.token));
  }

  async sites(limit: number): Promise<readonly SiteQueue[]> {
    return this.#read(async (send) => sitesOf(send, limit));
  }

  entries(extent: EntryExtent = 'whole'): AsyncIterableIterator<Entry> {
    const readAfter = async (after: number): Promise<readonly Entry[]> =>
      this.#read(async (send) => entriesAfter(send, after, extent));
    return inBatches(readAfter, ({ id }) => id);
  }

  links(): AsyncIterableIterator<PageLinks> {
    const readAfter = async (after: number): Promise<readonly PageLinks[]> =>
      this.#read(async (send) => linksAfter(send, after));
    return inBatches(readAfter, ({ from }) => from);
  }

  async entry(key: Key, extent?: EntryExtent): Promise<Entry | null> {
    return (await this.entriesOf([key], extent))[0] ?? null;
  }

  async entriesOf(keys: readonly Key[], extent: EntryExtent = 'whole'): Promise<readonly (Entry | null)[]> {
    return this.#read(async (send) => entriesOf(send, keys, extent));
  }

  async linkedBy(key: Key): Promise<readonly Key[]> {
    return this.#read(async (send) => linkedBy(send, key));
  }

  async spellings(key: Key, limit: number): Promise<readonly string[]> {
    return this.#read(async (send) => spellingsOf(send, key, limit));
  }

  async getMeta(name: string): Promise<string | null> {
    return this.#read(async (send) => (await send(GET_META, name)).rows[0]?.value ?? null);
  }

  async setMeta(name: string, value: string): Promise<void> {
    await this.updateMeta(name, () => value);
  }

  async updateMeta(name: string, update: (before: string | null, isShared: boolean) => string): Promise<string> {
    return this.#write(
      async (transaction) => {
        const { send, token } = transaction;
        const [before, shared] = await Promise.all([transaction.rows(GET_META, name), isShared(send, token)]);
        const value = update(before[0]?.value ?? null, shared);
        void send(SET_META, name, value);
        return value;
      },
      { alone: true },
    );
  }

  async close(): Promise<void> {
    if (this.#database.isClosed) return;
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat);
    try {
      if (this.#isWriter) await this.#database.write(leave, { atOnce: true });
    } catch {
      // The server is away. The program's part in the crawl ends by its silence.
    } finally {
      await this.#database.close();
    }
  }

  /** Waits until no other program rekeys. No other program writes during
   * the transaction, so that every other write comes before it or after it. */
  async #takeRekeying({ epoch }: RekeyRequest): Promise<Rekeying> {
    for (;;) {
      const [taken] = await this.#write(async (transaction) => transaction.rows(TAKE_REKEYING, transaction.token), {
        alone: true,
        epoch,
      });
      if (taken !== undefined) return taken;
      await pause(OTHER_REKEYS);
    }
  }

  /** Deletes keys that name nothing any more, in parts. What is left is deleted by the next rekey. */
  async #forgetKeys(): Promise<void> {
    let deleted = 0;
    do {
      deleted = 0;
      await this.#tryToWrite(async (transaction) => {
        deleted = (await transaction.send(FORGET_KEYS, FORGOTTEN_AT_ONCE)).changed;
      });
    } while (deleted === FORGOTTEN_AT_ONCE);
  }

  async #rekey(request: RekeyRequest, since: Xid): Promise<RekeyCounts> {
    const { epoch } = request;
    const planner = new RekeyPlanner(request, since);
    // Each question in a transaction of its own: the server ends those that are idle while the plan is made.
    const ask: Send = async (one, ...values) => this.#read(async (send) => send(one, ...values));
    await planner.plan(ask);
    const write = async <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
      this.#write(
        async (transaction) => {
          // Others took this program for gone.
          if (transaction.rekeyer !== transaction.token) throw rekeysElsewhere(this.#database.label);
          return work(transaction);
        },
        { alone: true, epoch },
      );
    for (let plans = 1, isReplanned = true; isReplanned && plans <= MOST_PLANS; plans++) {
      const parts = planner.earlyParts(this.#changesAtOnce);
      if (parts.length > 0) {
        await write(async (transaction) => beginParts(planner, this.#sites, transaction));
      }
      for (const part of parts) {
        await write(async (transaction) => writeEarly(part, planner, this.#sites, transaction));
      }
      isReplanned = await planner.refresh(ask);
    }
    const counts = await write(async (transaction) => {
      replaceClaims(request.claims, transaction);
      const made = await rekey(planner, this.#adder, this.#sites, transaction);
      if (transaction.mayHaveFormerKeys) void transaction.send(SET_UNFINISHED, null);
      void transaction.send(END_REKEYING, transaction.token);
      return { ...made, epoch: transaction.epoch + Number(planner.changesKeys) };
    });
    await this.#forgetKeys();
    return counts;
  }

  /** @param isLooking whether to give away what programs hold that are gone */
  async #lease(request: LeaseRequest, isLooking: boolean): Promise<readonly Lease[]> {
    if (isLooking) this.#lookedAt = performance.now();
    return this.#write(async (transaction) => {
      await wake(request.now, transaction);
      if (isLooking) {
        dropSilent(transaction);
        await takeBack(transaction);
      }
      await transaction.flush();
      return lease(request, transaction);
    });
  }

  /** Lets the server look at tables that have grown by much. Until it does, it plans statements for the size they had. */
  #grow({ added }: AddCounts): void {
    this.#added += added;
    if (this.#added < this.#analyzedAt) return;
    this.#analyzedAt = this.#added * ANALYZED_GROWTH;
    this.#database.read(async (session) => session.say(ANALYZE)).catch(() => undefined);
  }

  /** Says that this program lives, unless it just wrote. */
  #beat(): void {
    if (performance.now() - this.#wroteAt < HEARTBEAT / 2) return;
    // A server that went away is for the calls of the crawl to report.
    void this.#tryToWrite(async () => undefined);
  }

  /** Changes entries in ways that programs which share the crawl do not expect, while none of them writes. */
  async #change<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#write(
      async (transaction) => {
        transaction.raiseGeneration();
        return work(transaction);
      },
      { alone: true },
    );
  }

  /** Tries a write that is optional, and ignores any error. */
  async #tryToWrite(work: (transaction: Transaction) => Promise<void>): Promise<void> {
    await this.#write(work, { atOnce: true }).catch(() => undefined);
  }

  async #write<T>(work: (transaction: Transaction) => Promise<T>, options: WriteOptions = {}): Promise<T> {
    if (this.#database.isClosed) throw closed(this.#database.label);
    if (!this.#isWriter) throw readOnly(this.#database.label);
    const result = await this.#database.write(async (transaction) => {
      this.#recorded.begin();
      if (transaction.isChanged || options.alone) this.#recorded.forget();
      transaction.onCommit(() => this.#recorded.commit());
      return work(transaction);
    }, options);
    this.#wroteAt = performance.now();
    return result;
  }

  async #read<T>(work: (send: Send) => Promise<T>): Promise<T> {
    if (this.#database.isClosed) throw closed(this.#database.label);
    return this.#database.read(async ({ send }) => work(send));
  }
}

async function epochOf(send: Send): Promise<number> {
  return (await send(EPOCH)).rows[0]?.epoch ?? 0;
}

function rekeysElsewhere(label: string): StoreError {
  return new StoreError(
    'stale-keys',
    `this program was silent for long, and another one gives the entries of ${label} new keys: read the claims, and make the keys again`,
  );
}
