import type { Database, Statement } from 'better-sqlite3';
import type { SkipReason } from '../reasons.ts';
import type { Entry, EntryId, EntryState } from '../store.ts';
import type { Changes } from './changes.ts';
import type { Reader } from './read.ts';

type Due = Pick<Entry, 'site' | 'state' | 'depth' | 'reason' | 'role' | 'aliasBy'>;

const pageOfEntries = 500;

/** Changes many entries together: their times, whether they are fetched again, and their skip reasons. */
export class Maintenance {
  readonly #reader: Reader;
  readonly #datesOutcomes: Statement<[at: number, after: number]>;
  readonly #endsWaits: Statement<[latest: number], { readonly site: string; readonly depth: number }>;
  readonly #endsSiteWaits: Statement<[latest: number]>;
  readonly #due: Statement<[before: number], Due>;
  readonly #queue: Statement<[before: number]>;
  readonly #update: Statement<[EntryState, reason: string | null, EntryId]>;

  constructor(db: Database, reader: Reader) {
    this.#reader = reader;
    this.#datesOutcomes = db.prepare('UPDATE entry SET fetched_at = ? WHERE fetched_at > ?');
    this.#endsWaits = db.prepare('UPDATE entry SET not_before = NULL WHERE not_before > ? RETURNING site, depth');
    this.#endsSiteWaits = db.prepare('UPDATE site SET next_at = 0 WHERE next_at > ?');
    const isDue = `state IN ('done', 'failed') AND fetched_at <= ?`;
    this.#due = db.prepare(`SELECT site, state, depth, reason, role, alias_by AS aliasBy FROM entry WHERE ${isDue}`);
    this.#queue = db.prepare(`UPDATE entry SET state = 'queued', fetch = NULL, attempts = 0 WHERE ${isDue}`);
    this.#update = db.prepare('UPDATE entry SET state = ?, reason = ? WHERE id = ?');
  }

  correct(now: number, longestWait: number, changes: Changes): void {
    this.#datesOutcomes.run(now, now);
    for (const { site, depth } of this.#endsWaits.all(now + longestWait)) {
      const place = { state: 'queued', depth } as const;
      changes.moved(site, place, place);
    }
    this.#endsSiteWaits.run(now + longestWait);
  }

  /** Returns the number of entries queued. */
  requeue(before: number, changes: Changes): number {
    for (const { site, state, depth, reason, role, aliasBy } of this.#due.iterate(before)) {
      changes.moved(site, { state, depth }, { state: 'queued', depth });
      if (state === 'failed') changes.count('failed', reason ?? '', -1);
      else changes.countDone({ role, aliasBy }, -1);
    }
    return this.#queue.run(before).changes;
  }

  /** Returns the number of entries queued. */
  reconsider(decide: (entry: Entry) => SkipReason | null | undefined, changes: Changes): number {
    let queued = 0;
    let page: readonly Entry[] = [];
    do {
      page = this.#reader.page(page.at(-1)?.id ?? 0, pageOfEntries, 'skipped');
      for (const entry of page) if (this.#decided(entry, decide(entry), changes) === 'queued') queued++;
    } while (page.length > 0);
    return queued;
  }

  #decided(entry: Entry, reason: SkipReason | null | undefined, changes: Changes): EntryState {
    if (reason === undefined) return 'skipped';
    const state = reason === null ? 'queued' : 'skipped';
    if (reason === entry.reason) return state;
    this.#update.run(state, reason, entry.id);
    changes.moved(entry.site, entry, { state, depth: entry.depth });
    changes.count('skipped', entry.reason ?? '', -1);
    if (reason !== null) changes.count('skipped', reason);
    return state;
  }
}
