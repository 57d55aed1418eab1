import type { Database, Statement } from 'better-sqlite3';
import type { Entry, EntryId, EntryState } from '../store.ts';
import type { Changes } from './changes.ts';
import type { Reader } from './read.ts';

const pageOfEntries = 500;

export class Reconsiderer {
  readonly #reader: Reader;
  readonly #update: Statement<[EntryState, reason: string | null, EntryId]>;

  constructor(db: Database, reader: Reader) {
    this.#reader = reader;
    this.#update = db.prepare('UPDATE entry SET state = ?, reason = ? WHERE id = ?');
  }

  /** Returns how many entries are queued now. */
  reconsider(decide: (entry: Entry) => string | null, changes: Changes): number {
    let queued = 0;
    let page: readonly Entry[] = [];
    do {
      page = this.#reader.page(page.at(-1)?.id ?? 0, pageOfEntries, 'skipped');
      for (const entry of page) if (this.#decided(entry, decide(entry), changes) === 'queued') queued++;
    } while (page.length > 0);
    return queued;
  }

  #decided(entry: Entry, reason: string | null, changes: Changes): EntryState {
    const state = reason === null ? 'queued' : 'skipped';
    if (reason === entry.reason) return state;
    this.#update.run(state, reason, entry.id);
    changes.moved(entry.site, entry, { state, depth: entry.depth });
    changes.count('skipped', entry.reason ?? '', -1);
    if (reason !== null) changes.count('skipped', reason);
    return state;
  }
}
