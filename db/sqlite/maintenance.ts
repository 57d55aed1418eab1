import type { Database } from 'better-sqlite3';
import { IS_NO_SITEMAP } from '../plan/found.ts';
import {
  type Attempted,
  BY_FIRST,
  type Course,
  type End,
  faultOf,
  MAY_BE_OF_SPELLING,
  nextTry,
  QUEUED,
  TRIED,
} from '../plan/other-spelling.ts';
import type { SkipReason } from '../reasons.ts';
import type { Entry, EntryId, EntryState, SpellingTries } from '../store.ts';
import type { FileChanges } from './changes.ts';
import { isNamed } from './lease.ts';
import { DROP_VALIDATORS, Queries } from './queries.ts';
import type { Reader } from './read.ts';
import type { SpellingKeeper } from './spellings.ts';

type Queued = Pick<Entry, 'id' | 'site' | 'depth'>;
type Due = Pick<Entry, 'site' | 'state' | 'depth' | 'reason' | 'role' | 'aliasBy'>;
type Ended = Omit<Due, 'state'> & Pick<Entry, 'id' | 'key'> & Attempted & End;

/** SQL that has an entry fetched by its first URL. Redirects that led to another one count no more. */
export const byFirstSpelling = 'hops = iif(fetch IS NULL, hops, 0), fetch = NULL, first_failure = NULL';
/** SQL for pages that a sitemap lists as such. If that has not changed, it is not read again, and does not name them again. */
const isListedAsSitemap = `(${IS_NO_SITEMAP} AND EXISTS (SELECT 1 FROM listing WHERE listing.entry = entry.id))`;
const isDue = `state IN ('done', 'failed') AND fetched_at <= ?`;

/** Changes many entries together: their times, whether they are fetched, and their skip reasons. */
export class Maintenance extends Queries {
  readonly #reader: Reader;
  readonly #spellings: SpellingKeeper;

  readonly #datesOutcomes = this.db.prepare<[at: number, after: number]>(
    'UPDATE entry SET fetched_at = ? WHERE fetched_at > ?',
  );
  readonly #endsWaits = this.db.prepare<[latest: number], { readonly site: string }>(
    'UPDATE entry SET not_before = NULL WHERE not_before > ? RETURNING site',
  );
  readonly #endsSiteWaits = this.db.prepare<[latest: number]>('UPDATE site SET next_at = 0 WHERE next_at > ?');
  readonly #due = this.db.prepare<[before: number], Due>(
    `SELECT site, state, depth, reason, role, alias_by AS aliasBy FROM entry WHERE ${isDue}`,
  );
  readonly #queue = this.db.prepare<[before: number]>(
    `UPDATE entry SET state = 'queued', attempts = 0, role = iif(${isListedAsSitemap}, 'sitemap', role), ${byFirstSpelling}
    WHERE ${isDue}`,
  );
  readonly #dropsValidators = this.db.prepare<[before: number]>(`
    UPDATE page SET etag = NULL, last_modified = NULL
    WHERE entry IN (SELECT id FROM entry WHERE (first_failure IS NOT NULL OR ${IS_NO_SITEMAP}) AND ${isDue})`);
  readonly #dropsValidatorsOf = this.db.prepare<[EntryId]>(DROP_VALIDATORS);
  readonly #forgetsTries = this.db.prepare<[before: number]>(`
    UPDATE spelling SET mark = NULL WHERE mark = ${TRIED} AND entry IN (SELECT id FROM entry WHERE ${isDue})`);
  readonly #ended = this.db.prepare<[after: EntryId, limit: number], Ended>(`
    SELECT id, key, coalesce(url, key) AS url, fetch AS finalUrl, first_failure AS firstFailure, status, site, state, depth,
      reason, role, location, alias_by AS aliasBy
    FROM entry
    WHERE id > ? AND ${MAY_BE_OF_SPELLING}
      AND EXISTS (SELECT 1 FROM spelling WHERE spelling.entry = entry.id AND mark IS NULL)
    ORDER BY id LIMIT ?`);
  readonly #try = this.db.prepare<[Course & typeof QUEUED & { readonly id: EntryId }]>(`
    UPDATE entry SET state = @state, reason = @reason, status = iif(alias_by = 'redirect', status, @status), attempts = 0,
      hops = 0, fetch = @finalUrl, first_failure = @firstFailure
    WHERE id = @id`);
  readonly #queueSkipped = this.db.prepare<[EntryId]>(
    `UPDATE entry SET state = 'queued', reason = NULL, ${byFirstSpelling} WHERE id = ?`,
  );
  readonly #update = this.db.prepare<[EntryState, reason: string | null, EntryId]>(
    'UPDATE entry SET state = ?, reason = ? WHERE id = ?',
  );
  readonly #busySites = this.db.prepare<[], string>('SELECT name FROM site WHERE depth IS NOT NULL').pluck();
  readonly #neverFetched = this.db.prepare<[site: string, limit: number], Queued>(`
    SELECT id, site, depth FROM entry
    WHERE site = (SELECT ?) AND state = 'queued' AND not_before IS NULL AND attempts = 0 AND fetched_at IS NULL
      AND first_failure IS NULL AND NOT (${isNamed})
    LIMIT (SELECT ?)`);

  constructor(db: Database, reader: Reader, spellings: SpellingKeeper) {
    super(db);
    this.#reader = reader;
    this.#spellings = spellings;
  }

  correct(now: number, longestWait: number, changes: FileChanges): void {
    this.#datesOutcomes.run(now, now);
    for (const { site } of this.#endsWaits.all(now + longestWait)) changes.changed(site);
    this.#endsSiteWaits.run(now + longestWait);
  }

  /** Returns the number of entries queued. */
  requeue(before: number, changes: FileChanges): number {
    for (const due of this.#due.iterate(before)) changes.moved(due.site, due, { state: 'queued', depth: due.depth });
    this.#dropsValidators.run(before);
    this.#forgetsTries.run(before);
    return this.#queue.run(before).changes;
  }

  /** Implements `Frontier.tryOtherSpellings`. */
  tryOtherSpellings(limit: number, after: EntryId, changes: FileChanges): SpellingTries {
    let queued = 0;
    const ended = this.#ended.all(after, limit);
    for (const entry of ended) {
      const fault = faultOf(entry, entry);
      const course = fault === null ? null : nextTry(entry, fault, this.#spellings.wanted(entry.id));
      this.#spellings.try(entry, course ?? BY_FIRST);
      if (course === null) continue;
      this.#try.run({ ...course, ...QUEUED, id: entry.id });
      this.#dropsValidatorsOf.run(entry.id);
      changes.moved(entry.site, entry, { ...entry, ...QUEUED });
      queued++;
    }
    return { queued, last: ended.at(-1)?.id ?? null };
  }

  /** Returns the number of entries queued. */
  reconsider(decide: (entry: Entry) => SkipReason | null | undefined, changes: FileChanges): number {
    let queued = 0;
    let page: readonly Entry[] = [];
    do {
      page = this.#reader.skippedAfter(page.at(-1)?.id ?? 0);
      for (const entry of page) if (this.#decided(entry, decide(entry), changes) === 'queued') queued++;
    } while (page.length > 0);
    return queued;
  }

  /** Returns the number of skipped entries, at most `limit`. */
  skipQueued(isLeft: (site: string) => boolean, reason: SkipReason, limit: number, changes: FileChanges): number {
    const queued = this.#ofSites(isLeft, limit);
    for (const { id, site, depth } of queued) {
      this.#update.run('skipped', reason, id);
      changes.moved(site, { state: 'queued', depth }, { state: 'skipped', depth, reason, role: 'page' });
    }
    return queued.length;
  }

  #decided(entry: Entry, reason: SkipReason | null | undefined, changes: FileChanges): EntryState {
    if (reason === undefined) return 'skipped';
    const state = reason === null ? 'queued' : 'skipped';
    if (reason === entry.reason) return state;
    if (reason === null) {
      this.#queueSkipped.run(entry.id);
      this.#spellings.forgetTries(entry.id);
    } else this.#update.run(state, reason, entry.id);
    changes.moved(entry.site, entry, { ...entry, state, reason });
    return state;
  }

  /** There may be as many sites as entries, so only as many are read as needed. */
  #ofSites(isLeft: (site: string) => boolean, limit: number): readonly Queued[] {
    const queued: Queued[] = [];
    for (const site of this.#busySites.iterate()) {
      if (queued.length === limit) break;
      if (isLeft(site)) queued.push(...this.#neverFetched.all(site, limit - queued.length));
    }
    return queued;
  }
}
