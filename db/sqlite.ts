import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database, { type Statement } from 'better-sqlite3';
import type { Key } from '../src/canon/key.ts';
import type { Claim } from '../src/evidence/claim.ts';
import type { Evidence } from '../src/evidence/evidence.ts';
import { giveWay, runGivingWay, type Steps } from '../src/give-way.ts';
import { MISSING } from '../src/text/file-problem.ts';
import type { Batch } from './batch.ts';
import {
  closed,
  damaged,
  isBusy,
  needsRollback,
  olderVersion,
  readOnly,
  refuseStaleKeys,
  StoreError,
  toStoreError,
} from './errors.ts';
import { inBatches } from './in-batches.ts';
import { leadsAmong, type Occurrence } from './plan/found.ts';
import { Recorded } from './plan/recorded.ts';
import { HEARTBEAT } from './programs.ts';
import type { SkipReason } from './reasons.ts';
import { Adder } from './sqlite/add.ts';
import { ChangeStatements, FileChanges } from './sqlite/changes.ts';
import { Copier } from './sqlite/copy.ts';
import { refuseForeignFile, refuseMissingDirectory } from './sqlite/header.ts';
import { LeaseQueries } from './sqlite/lease.ts';
import { LedgerKeeper } from './sqlite/ledger.ts';
import { LinkKeeper } from './sqlite/links.ts';
import { ListingKeeper } from './sqlite/listings.ts';
import { Maintenance } from './sqlite/maintenance.ts';
import { OpenDocuments } from './sqlite/open-documents.ts';
import type { SqliteOptions } from './sqlite/options.ts';
import { Pruner } from './sqlite/prune.ts';
import { Reader } from './sqlite/read.ts';
import { PART, Rekeyer } from './sqlite/rekey.ts';
import {
  currentVersion,
  frontierVersion,
  migrate,
  notAFrontier,
  refuseUnsafeIds,
  refuseWrongSchema,
} from './sqlite/schema.ts';
import { Settler } from './sqlite/settle.ts';
import { SpellingKeeper } from './sqlite/spellings.ts';
import { refuseOtherWriters, refuseOtherWritersOfOlder, Writers } from './sqlite/writer.ts';
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
} from './store.ts';

/**
 * How long to wait for other programs that use the file, in milliseconds: to open it alone, to open it otherwise, and
 * to begin a transaction.
 */
const openingAloneMs = 500;
const openingMs = 5000;
const transactionMs = 30_000;
const longestPauseMs = 10;
/** SQLite would block the whole process while it waits for a lock. `patiently` waits instead. */
const noWait = 0;
/** The cache grows with the file; sizes in KiB. */
const leastCache = 4096;
const mostCache = 65_536;
/** An eighth of a file holds the index pages that are visited most often. */
const cacheShare = 1 / 8;
/** Transactions between two adjustments of the cache to the size of the file. */
const transactionsPerLook = 500;
/** Four times SQLite's default, so that pages that change often are copied and synced less often. */
const checkpointPages = 4000;
const checkedBytes = 16 * 1024 * 1024;

/**
 * Opens the frontier in the SQLite file at `path`, and creates the file if it is missing. Only one program may write at
 * a time, unless all writers join (`SqliteOptions.join`). A file that is refused stays unchanged.
 *
 * @throws {UnknownOptionError} if an option does not exist
 * @throws {StoreError} if the file cannot be opened or is not a frontier of this version
 */
export async function openSqliteFrontier(path: string, options: SqliteOptions = {}): Promise<SqliteFrontier> {
  if (path === '') throw new StoreError('not-found', 'the name of the crawl file is empty: name a file');
  const file = resolve(path);
  if (!options.readonly) refuseMissingDirectory(path);
  const exists = refuseForeignFile(path);
  if (options.readonly && !exists) {
    throw new StoreError('not-found', `${path} ${existsSync(file) ? 'is empty; name a crawl file' : MISSING}`);
  }
  const isAlone = !options.join && !options.readonly;
  return patiently(file, isAlone ? openingAloneMs : openingMs, () =>
    options.readonly ? openForReading(file) : openForWriting(file, options),
  );
}

/** Opens a new crawl file. Deletes the crawl that is there. */
export async function openFreshFile(path: string, options: SqliteOptions = {}): Promise<SqliteFrontier> {
  // Opening it first protects other databases and files in use from deletion.
  await (await openSqliteFrontier(path, options)).close();
  for (const suffix of ['', '-wal', '-shm']) await rm(path + suffix, { force: true });
  return openSqliteFrontier(path, options);
}

function openForReading(file: string): SqliteFrontier {
  try {
    return openReader(file);
  } catch (error) {
    if (!needsRollback(error)) throw error;
    // Opening the file for writing and reading from it rolls back the transaction of a killed program.
    const db = new Database(file, { fileMustExist: true, timeout: noWait });
    try {
      db.pragma('user_version');
    } finally {
      db.close();
    }
    return openReader(file);
  }
}

function openReader(file: string): SqliteFrontier {
  return closingOnError(new Database(file, { readonly: true, timeout: noWait }), (db) => {
    const version = frontierVersion(db, file);
    if (version === 0) throw notAFrontier(file);
    refuseWrongSchema(db, file, version);
    if (version < currentVersion) throw olderVersion(file);
    refuseUnsafeIds(db, file);
    // Reading a whole crawl in order visits few pages twice.
    db.pragma(`cache_size = -${leastCache}`);
    return new SqliteFrontier(db, new Writers(db));
  });
}

function openForWriting(file: string, { durability = 'normal', join = false }: SqliteOptions): SqliteFrontier {
  return closingOnError(new Database(file, { timeout: noWait }), (db) => {
    const version = frontierVersion(db, file);
    if (version > 0) refuseWrongSchema(db, file, version);
    refuseOthers(db, file, join);
    refuseDamage(db, file);
    db.pragma('journal_mode = WAL');
    db.pragma(`synchronous = ${durability}`);
    db.pragma('foreign_keys = OFF');
    fitCache(db);
    db.pragma(`wal_autocheckpoint = ${checkpointPages}`);
    const enter = db.transaction(() => {
      // Check again: another program may have opened the file in between.
      refuseOthers(db, file, join);
      migrate(db, file);
      refuseUnsafeIds(db, file);
      const writers = new Writers(db);
      writers.enter();
      return writers;
    });
    return new SqliteFrontier(db, enter.immediate());
  });
}

function fitCache(db: Database.Database): void {
  const kib = bytesOf(db) / 1024;
  db.pragma(`cache_size = -${Math.round(Math.min(Math.max(kib * cacheShare, leastCache), mostCache))}`);
}

function bytesOf(db: Database.Database): number {
  return Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }));
}

function refuseOthers(db: Database.Database, file: string, join: boolean): void {
  const version = frontierVersion(db, file);
  if (version === 0) return;
  // A program that writes an older version needs the old tables.
  if (version < currentVersion) refuseOtherWritersOfOlder(db, file);
  else if (!join) refuseOtherWriters(db, file);
}

/**
 * Checks a small file for damage before anything is written. A large file is not checked, because that takes about 10
 * ms per MB.
 */
function refuseDamage(db: Database.Database, file: string): void {
  if (bytesOf(db) > checkedBytes || db.pragma('quick_check(1)', { simple: true }) === 'ok') return;
  throw damaged(file);
}

/** A frontier in an SQLite file, from `openSqliteFrontier`. */
export class SqliteFrontier implements Frontier {
  readonly #db: Database.Database;
  readonly #writers: Writers;
  #transactions = 0;
  /** Settles at the end of the transaction that gives way to the event loop; null if there is none. */
  #steppedWrite: Promise<void> | null = null;
  /** The epoch of the keys that this program last saw. */
  #keyEpoch = 0;
  #heartbeat: NodeJS.Timeout | undefined;
  #isLeaving = false;
  readonly #changeStatements: ChangeStatements;
  readonly #recorded = new Recorded();
  readonly #spellings: SpellingKeeper;
  readonly #adder: Adder;
  readonly #openDocuments = { linking: new OpenDocuments(), listing: new OpenDocuments() };
  readonly #links: LinkKeeper;
  readonly #listings: ListingKeeper;
  readonly #lessor: LeaseQueries;
  readonly #settler: Settler;
  readonly #maintenance: Maintenance;
  readonly #pruner: Pruner;
  readonly #ledger: LedgerKeeper;
  readonly #rekeyer: Rekeyer;
  readonly #setPace: Statement<[delay: number, site: string]>;
  readonly #reader: Reader;
  readonly #getMeta: Statement<[string], string>;
  readonly #setMeta: Statement<[string, string]>;

  /** @param part how many entries a rekey plans and writes at a time */
  constructor(db: Database.Database, writers: Writers, part: number = PART) {
    this.#db = db;
    this.#writers = writers;
    this.#changeStatements = new ChangeStatements(db);
    this.#spellings = new SpellingKeeper(db);
    this.#adder = new Adder(db, this.#recorded, this.#spellings);
    this.#lessor = new LeaseQueries(db, writers);
    this.#links = new LinkKeeper(db, this.#spellings, this.#openDocuments.linking);
    this.#listings = new ListingKeeper(db, this.#links, this.#openDocuments.listing);
    this.#settler = new Settler(db, this.#adder, this.#spellings, this.#links, this.#listings);
    this.#reader = new Reader(db);
    this.#maintenance = new Maintenance(db, this.#reader, this.#spellings);
    this.#pruner = new Pruner(db, this.#spellings, this.#links, this.#listings);
    this.#ledger = new LedgerKeeper(db);
    this.#rekeyer = new Rekeyer(db, this.#adder, this.#spellings, part);
    this.#setPace = db.prepare('UPDATE site SET delay = ? WHERE name = ?');
    this.#getMeta = db.prepare<[string], string>('SELECT value FROM meta WHERE name = ?').pluck();
    this.#setMeta = db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)');
    if (!db.memory && !db.readonly) this.#liveOn();
  }

  now(): number {
    return this.#writers.now();
  }

  async add(found: readonly FoundUrl[], on: EntryId | null = null, epoch?: number): Promise<AddCounts> {
    const occurrences = found.map((one): Occurrence => [one, on]);
    return this.#write((changes) => {
      refuseStaleKeys(epoch, this.#keyEpoch);
      if (on !== null && found.some(({ source }) => source === 'sitemap')) this.#listings.begin(on);
      const added = this.#adder.add(occurrences, changes);
      if (on !== null) this.#links.add(on, leadsAmong(found, added.entries), changes);
      return added.counts;
    });
  }

  async lease(request: LeaseRequest): Promise<readonly Lease[]> {
    const lease = (): Promise<readonly Lease[]> =>
      this.#write((changes) => {
        const before = new FileChanges(this.#changeStatements);
        this.#lessor.wake(request.now, before);
        before.write();
        return this.#lessor.lease(request, changes);
      });
    const leases = await lease();
    // A program that is gone may hold the missing leases.
    if (leases.length > 0 || !(await this.#read(() => this.#writers.hasAbandoned()))) return leases;
    await this.#write((changes) => this.#lessor.takeBack(changes));
    return lease();
  }

  async settle(run: string, settlements: readonly Settlement[], epoch?: number): Promise<SettleCounts> {
    return this.#write((changes) => {
      refuseStaleKeys(epoch, this.#keyEpoch);
      const { counts, pages } = this.#settler.settle(run, settlements, changes);
      this.#writers.count(pages, changes);
      return counts;
    });
  }

  async release(ids?: readonly EntryId[]): Promise<number> {
    return this.#write((changes) => this.#lessor.release(ids, changes));
  }

  async reconsider(decide: (entry: Entry) => SkipReason | null | undefined): Promise<number> {
    this.#forget();
    return this.#write((changes) => this.#maintenance.reconsider(decide, changes));
  }

  async skipQueued(isLeft: (site: string) => boolean, reason: SkipReason, limit: number): Promise<number> {
    this.#forget();
    return this.#write((changes) => this.#maintenance.skipQueued(isLeft, reason, limit, changes));
  }

  async pace(site: string, delay: number): Promise<void> {
    await this.#write(() => this.#setPace.run(delay, site));
  }

  async correctTimes(now: number, longestWait: number): Promise<void> {
    await this.#write((changes) => this.#maintenance.correct(now, longestWait, changes));
  }

  async requeue(before: number): Promise<number> {
    return this.#write((changes) => this.#maintenance.requeue(before, changes));
  }

  async tryOtherSpellings(limit: number, after: EntryId): Promise<SpellingTries> {
    return this.#write((changes) => this.#maintenance.tryOtherSpellings(limit, after, changes));
  }

  async prune(remnants: readonly Remnant[]): Promise<void> {
    this.#forget();
    await this.#write((changes) => this.#pruner.prune(remnants, changes));
  }

  async addEvidence(evidence: readonly Evidence[]): Promise<void> {
    await this.#write(() => this.#ledger.add(evidence));
  }

  async removeEvidence(evidence: readonly Evidence[]): Promise<void> {
    await this.#write(() => this.#ledger.remove(evidence));
  }

  async evidence(): Promise<readonly Evidence[]> {
    return this.#read(() => this.#ledger.evidence());
  }

  async claims(): Promise<readonly Claim[]> {
    return this.#read(() => this.#ledger.claims());
  }

  async keyEpoch(): Promise<number> {
    return this.#read(() => this.#writers.keyEpoch());
  }

  async rekey(request: RekeyRequest): Promise<RekeyCounts> {
    return this.#writeInSteps((changes) => this.#rekey(request, changes));
  }

  *#rekey(request: RekeyRequest, changes: FileChanges): Steps<RekeyCounts> {
    this.#forget();
    refuseStaleKeys(request.epoch, this.#keyEpoch);
    this.#ledger.replaceClaims(request.claims);
    const counts = yield* this.#rekeyer.rekey(request, changes);
    if (request.sites.length > 0) this.#writers.raiseKeyEpoch();
    return { ...counts, epoch: this.#writers.keyEpoch() };
  }

  async stats(level = false): Promise<FrontierStats> {
    return this.#read(() => this.#reader.stats(level));
  }

  /** Whether another running program has the file open for writing. */
  async isShared(): Promise<boolean> {
    return this.#read(() => this.#writers.isShared());
  }

  async programs(): Promise<readonly Program[]> {
    return this.#read(() => this.#writers.programs());
  }

  async sites(limit: number): Promise<readonly SiteQueue[]> {
    return this.#read(() => this.#reader.sites(limit));
  }

  entries(extent: EntryExtent = 'whole'): AsyncIterableIterator<Entry> {
    const readAfter = async (after: number): Promise<readonly Entry[]> =>
      this.#read(() => this.#reader.after(after, extent));
    return inBatches(readAfter, ({ id }) => id);
  }

  links(): AsyncIterableIterator<PageLinks> {
    const readAfter = async (after: number): Promise<readonly PageLinks[]> =>
      this.#read(() => this.#links.after(after));
    return inBatches(readAfter, ({ from }) => from);
  }

  async entry(key: Key, extent: EntryExtent = 'whole'): Promise<Entry | null> {
    return this.#read(() => this.#reader.entry(key, extent));
  }

  async entriesOf(keys: readonly Key[], extent: EntryExtent = 'whole'): Promise<readonly (Entry | null)[]> {
    return this.#read(() => keys.map((key) => this.#reader.entry(key, extent)));
  }

  async linkedBy(key: Key): Promise<readonly Key[]> {
    return this.#read(() => this.#links.linkedBy(key));
  }

  async spellings(key: Key, limit: number): Promise<readonly string[]> {
    return this.#read(() => this.#reader.spellings(key, limit));
  }

  async getMeta(name: string): Promise<string | null> {
    return this.#read(() => this.#getMeta.get(name) ?? null);
  }

  async setMeta(name: string, value: string): Promise<void> {
    await this.updateMeta(name, () => value);
  }

  async updateMeta(name: string, update: (before: string | null, isShared: boolean) => string): Promise<string> {
    return this.#write(() => {
      const value = update(this.#getMeta.get(name) ?? null, this.#writers.isShared());
      this.#setMeta.run(name, value);
      return value;
    });
  }

  /**
   * All rows, as of one moment. The frontier must have been opened for reading, and may not be used otherwise meanwhile.
   *
   * @throws {StoreError} `locked` if a program writes to the file
   */
  async *dump(): AsyncGenerator<Batch> {
    const begin = this.#db.prepare('BEGIN');
    await patiently(this.#db.name, transactionMs, () => begin.run());
    try {
      refuseOtherWriters(this.#db, this.#db.name);
      for await (const batch of this.#copier().dump()) {
        yield batch;
        await giveWay();
      }
    } catch (error) {
      throw toStoreError(error, this.#db.name);
    } finally {
      if (this.#db.inTransaction) this.#db.exec('COMMIT');
    }
  }

  /** Stores the rows of another frontier. This one must be empty. */
  async load(batches: AsyncIterable<Batch>): Promise<void> {
    const copier = this.#copier();
    await this.#write(() => copier.begin());
    for await (const batch of batches) await this.#write((changes) => copier.load(batch, changes));
    await this.#write(() => copier.finish());
    // Closing the file would not tell that the disk is full.
    this.#db.pragma('wal_checkpoint(TRUNCATE)');
  }

  #copier(): Copier {
    return new Copier(this.#db, this.#spellings, this.#links, this.#ledger);
  }

  async close(): Promise<void> {
    clearTimeout(this.#heartbeat);
    this.#isLeaving = true;
    if (!this.#db.open) return;
    try {
      if (!this.#db.readonly) await this.#leave();
    } catch {
      // For example on a full disk, or while others use the file. This program's registration ends with its process
      // anyway.
    } finally {
      this.#db.close();
    }
  }

  /** Makes the file complete in itself, so that it can be copied and can be read from a read-only directory. */
  async #leave(): Promise<void> {
    await this.#write(() => this.#writers.leave());
    this.#db.pragma('journal_mode = DELETE');
  }

  /** Says every few seconds that this program is there, and takes back what programs that are gone hold. */
  #liveOn(): void {
    const beat = async (): Promise<void> => {
      try {
        await this.#write((changes) => {
          this.#writers.say();
          this.#lessor.takeBack(changes);
        });
      } catch {
        // The next call of a method tells.
      }
      if (!this.#isLeaving) this.#liveOn();
    };
    this.#heartbeat = setTimeout(() => void beat(), HEARTBEAT).unref();
  }

  /** Takes part again if the others took this program for gone, and notices other keys. */
  #comeBack(): void {
    if (!this.#isLeaving && this.#writers.isGone()) {
      this.#writers.enter();
      const changes = new FileChanges(this.#changeStatements);
      this.#lessor.takeBack(changes);
      changes.write();
    }
    const epoch = this.#writers.keyEpoch();
    if (epoch !== this.#keyEpoch) this.#forget();
    this.#keyEpoch = epoch;
  }

  /** Forgets what it remembers of entries, because they may change in other ways. */
  #forget(): void {
    this.#recorded.forget();
    this.#spellings.forget();
  }

  #refuseWriting(): void {
    if (this.#db.open && this.#db.readonly) throw readOnly(this.#db.name);
  }

  async #write<T>(work: (changes: FileChanges) => T): Promise<T> {
    this.#refuseWriting();
    const transaction = this.#db.transaction(() => {
      const changes = this.#begin();
      const result = work(changes);
      this.#finish(changes);
      return result;
    });
    return this.#patiently(() => {
      if (++this.#transactions % transactionsPerLook === 0) fitCache(this.#db);
      try {
        const result = transaction.immediate();
        this.#committed();
        return result;
      } catch (error) {
        this.#rolledBack();
        throw error;
      }
    });
  }

  /** Writes in one transaction that gives way to the event loop. All other calls wait for its end. */
  async #writeInSteps<T>(work: (changes: FileChanges) => Steps<T>): Promise<T> {
    this.#refuseWriting();
    const end = Promise.withResolvers<void>();
    await this.#patiently(() => {
      this.#db.exec('BEGIN IMMEDIATE');
      this.#steppedWrite = end.promise;
    });
    try {
      const changes = this.#begin();
      const result = await runGivingWay(work(changes));
      this.#finish(changes);
      this.#db.exec('COMMIT');
      this.#committed();
      return result;
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      this.#rolledBack();
      throw toStoreError(error, this.#db.name);
    } finally {
      this.#steppedWrite = null;
      end.resolve();
    }
  }

  /** Begins the changes of a transaction. */
  #begin(): FileChanges {
    this.#recorded.begin();
    this.#comeBack();
    return new FileChanges(this.#changeStatements);
  }

  #finish(changes: FileChanges): void {
    changes.write();
    this.#writers.stay();
  }

  #committed(): void {
    this.#recorded.commit();
    for (const documents of Object.values(this.#openDocuments)) documents.commit();
  }

  #rolledBack(): void {
    this.#spellings.forget();
    for (const documents of Object.values(this.#openDocuments)) documents.rollback();
  }

  /** Reads in one transaction, so that the answer shows one moment. */
  async #read<T>(work: () => T): Promise<T> {
    return this.#patiently(() => this.#db.transaction(work).deferred());
  }

  #patiently<T>(work: () => T): Promise<T> {
    const workIfOpen = (): T => {
      // It may have been closed while the call waited.
      if (!this.#db.open) throw closed(this.#db.name);
      return work();
    };
    return patiently(this.#db.name, transactionMs, workIfOpen, () => this.#steppedWrite);
  }
}

/** A frontier in memory, for small crawls and tests. It is gone when the process ends. */
export class MemoryFrontier extends SqliteFrontier {
  /** Opens an empty frontier. */
  constructor() {
    const db = new Database(':memory:');
    migrate(db, ':memory:');
    const writers = new Writers(db);
    writers.enter();
    super(db, writers);
  }
}

/**
 * Retries the work while other programs block the file. Pauses between attempts, because SQLite returns immediately and
 * a busy loop would hold up the process.
 *
 * @param ahead a transaction of this program to wait for, without a limit; null if there is none
 * @throws {StoreError} if the file is still busy after `milliseconds`, or for any other error of SQLite
 */
async function patiently<T>(
  path: string,
  milliseconds: number,
  work: () => T,
  ahead: () => Promise<void> | null = () => null,
): Promise<T> {
  let deadline = performance.now() + milliseconds;
  for (;;) {
    await giveWay();
    for (let end = ahead(); end !== null; end = ahead()) {
      await end;
      deadline = performance.now() + milliseconds;
    }
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw toStoreError(error, path);
    }
    await pause(Math.random() * longestPauseMs);
  }
}

function closingOnError<T>(db: Database.Database, work: (db: Database.Database) => T): T {
  try {
    return work(db);
  } catch (error) {
    db.close();
    throw error;
  }
}
