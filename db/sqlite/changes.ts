import type { Database, Statement } from 'better-sqlite3';
import type { Entry, EntryState } from '../store.ts';

/** Counts by kind and name. `open`: queued and leased entries by depth. */
export type TallyKind = 'state' | 'duplicate' | 'alias' | 'skipped' | 'failed' | 'role' | 'open';

export type Sequence = 'entry' | 'spelling' | 'turn';

export interface Place {
  readonly state: EntryState;
  readonly depth: number;
}

/** What one transaction changes in the tallies and in the sites' queues: collected, then written once by `write`. */
export class Changes {
  readonly #db: ChangeStatements;
  readonly #tallies = new Map<TallyKind, Map<string, number>>();
  /** Sites whose queue changed, with the number of their last turn if that changed too. */
  readonly #sites = new Map<string, number | null>();
  readonly #sequences = new Map<Sequence, number>();

  constructor(statements: ChangeStatements) {
    this.#db = statements;
  }

  count(kind: TallyKind, name: string, by = 1): void {
    const tallies = this.#tallies.get(kind) ?? new Map<string, number>();
    this.#tallies.set(kind, tallies.set(name, (tallies.get(name) ?? 0) + by));
  }

  /** The next number of a sequence. */
  next(sequence: Sequence): number {
    const next = (this.#sequences.get(sequence) ?? this.#db.last(sequence)) + 1;
    this.#sequences.set(sequence, next);
    return next;
  }

  /** An entry is new (`before` is null), or its state or depth is another, or it waits or no longer waits. */
  moved(site: string, before: Place | null, after: Place): void {
    if (before !== null) this.#place(site, before, -1);
    this.#place(site, after, 1);
  }

  /** An entry is no longer one of the site's. */
  left(site: string, before: Place): void {
    this.#place(site, before, -1);
  }

  /** An entry is done, or no longer done (`by` is -1). */
  countDone({ aliasBy, role }: Pick<Entry, 'aliasBy' | 'role'>, by: 1 | -1 = 1): void {
    if (aliasBy !== null) this.count('alias', aliasBy, by);
    if (role === 'sitemap' && (aliasBy === null || aliasBy === 'canonical')) this.count('role', role, by);
  }

  /** The site had its turn. */
  turned(site: string): void {
    this.#sites.set(site, this.next('turn'));
  }

  write(): void {
    for (const [name, last] of this.#sequences) this.#db.sequence.run(name, last);
    for (const [kind, tallies] of this.#tallies) {
      for (const [name, by] of tallies) if (by !== 0) this.#db.tally.run(kind, name, by);
    }
    for (const [name, turn] of this.#sites) this.#db.site.run({ name, turn });
  }

  #place(site: string, { state, depth }: Place, by: number): void {
    this.count('state', state, by);
    if (state === 'queued' || state === 'leased') this.count('open', String(depth), by);
    if (state === 'queued' && !this.#sites.has(site)) this.#sites.set(site, null);
  }
}

export class ChangeStatements {
  readonly tally: Statement<[TallyKind, string, number]>;
  readonly site: Statement<[{ name: string; turn: number | null }]>;
  readonly sequence: Statement<[Sequence, number]>;
  readonly #last: Statement<[Sequence], number>;

  constructor(db: Database) {
    this.tally = db.prepare(`
      INSERT INTO tally (kind, name, count) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET count = count + excluded.count`);
    // `= (SELECT @name)`: as a plain value, SQLite would plan the statement anew for every site.
    this.site = db.prepare(`
      UPDATE site SET
        turn = coalesce(@turn, turn),
        depth = (
          SELECT min(depth) FROM entry
          WHERE site = (SELECT @name) AND state = 'queued' AND not_before IS NULL
        )
      WHERE name = @name`);
    this.sequence = db.prepare('INSERT OR REPLACE INTO sequence (name, last) VALUES (?, ?)');
    this.#last = db.prepare<[Sequence], number>('SELECT last FROM sequence WHERE name = ?').pluck();
  }

  /** The last number given out by an earlier transaction. */
  last(sequence: Sequence): number {
    return this.#last.get(sequence) ?? 0;
  }
}
