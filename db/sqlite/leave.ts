import type { Database, Statement } from 'better-sqlite3';
import type { SkipReason } from '../reasons.ts';
import type { Entry } from '../store.ts';
import type { Changes } from './changes.ts';
import { isNamed } from './lease.ts';

type Queued = Pick<Entry, 'id' | 'site' | 'depth'>;

/** Skips the queued entries of sites that the crawl gave up. */
export class Leaver {
  readonly #sites: Statement<[], string>;
  readonly #queued: Statement<[site: string, limit: number], Queued>;
  readonly #skip: Statement<[reason: string, Entry['id']]>;

  constructor(db: Database) {
    this.#sites = db.prepare<[], string>('SELECT name FROM site WHERE depth IS NOT NULL').pluck();
    this.#queued = db.prepare(`
      SELECT id, site, depth FROM entry
      WHERE site = ? AND state = 'queued' AND not_before IS NULL AND attempts = 0 AND fetched_at IS NULL
        AND NOT (${isNamed})
      LIMIT ?`);
    this.#skip = db.prepare(`UPDATE entry SET state = 'skipped', reason = ? WHERE id = ?`);
  }

  /** Returns the number of skipped entries, at most `limit`. */
  skipQueued(isLeft: (site: string) => boolean, reason: SkipReason, limit: number, changes: Changes): number {
    const queued = this.#ofSites(isLeft, limit);
    for (const { id, site, depth } of queued) {
      this.#skip.run(reason, id);
      changes.moved(site, { state: 'queued', depth }, { state: 'skipped', depth });
      changes.count('skipped', reason);
    }
    return queued.length;
  }

  /** There may be as many sites as entries, so only as many are read as needed. */
  #ofSites(isLeft: (site: string) => boolean, limit: number): readonly Queued[] {
    const queued: Queued[] = [];
    for (const site of this.#sites.iterate()) {
      if (queued.length === limit) break;
      if (isLeft(site)) queued.push(...this.#queued.all(site, limit - queued.length));
    }
    return queued;
  }
}
