import type { Database, Statement } from 'better-sqlite3';
import type { Entry } from '../store.ts';
import type { Changes } from './changes.ts';

type Due = Pick<Entry, 'site' | 'state' | 'depth' | 'reason' | 'role' | 'aliasBy'>;

export class Requeuer {
  readonly #due: Statement<[before: number], Due>;
  readonly #queue: Statement<[before: number]>;

  constructor(db: Database) {
    const isDue = `state IN ('done', 'failed') AND fetched_at <= ?`;
    this.#due = db.prepare(`SELECT site, state, depth, reason, role, alias_by AS aliasBy FROM entry WHERE ${isDue}`);
    this.#queue = db.prepare(`UPDATE entry SET state = 'queued', fetch = NULL, attempts = 0 WHERE ${isDue}`);
  }

  /** Returns how many entries are queued now. */
  requeue(before: number, changes: Changes): number {
    for (const { site, state, depth, reason, role, aliasBy } of this.#due.iterate(before)) {
      changes.moved(site, { state, depth }, { state: 'queued', depth });
      if (state === 'failed') changes.count('failed', reason ?? '', -1);
      else changes.countDone({ role, aliasBy }, -1);
    }
    return this.#queue.run(before).changes;
  }
}
