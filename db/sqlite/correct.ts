import type { Database, Statement } from 'better-sqlite3';
import type { Changes } from './changes.ts';

export class Corrector {
  readonly #datesOutcomes: Statement<[at: number, after: number]>;
  readonly #endsWaits: Statement<[latest: number], { readonly site: string; readonly depth: number }>;
  readonly #endsSiteWaits: Statement<[latest: number]>;

  constructor(db: Database) {
    this.#datesOutcomes = db.prepare('UPDATE entry SET fetched_at = ? WHERE fetched_at > ?');
    this.#endsWaits = db.prepare('UPDATE entry SET not_before = NULL WHERE not_before > ? RETURNING site, depth');
    this.#endsSiteWaits = db.prepare('UPDATE site SET next_at = 0 WHERE next_at > ?');
  }

  correct(now: number, longestWait: number, changes: Changes): void {
    this.#datesOutcomes.run(now, now);
    for (const { site, depth } of this.#endsWaits.all(now + longestWait)) {
      const place = { state: 'queued', depth } as const;
      changes.moved(site, place, place);
    }
    this.#endsSiteWaits.run(now + longestWait);
  }
}
