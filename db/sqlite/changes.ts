import type { Statement } from 'better-sqlite3';
import type { Entry } from '../store.ts';
import { Queries } from './queries.ts';

/** The kinds of counts. `open` counts queued and leased entries by depth, `page` the pages that each program read. */
export type TallyKind = 'state' | 'duplicate' | 'alias' | 'skipped' | 'failed' | 'role' | 'open' | 'page';

/** The numbered sequences: entries, spellings, and turns of sites. */
export type Sequence = 'entry' | 'spelling' | 'turn';

/** An entry in its site's queue, or with its result. */
export type Standing =
  | { readonly state: 'queued' | 'leased'; readonly depth: number }
  | (Pick<Entry, 'state' | 'depth' | 'reason' | 'role'> & Partial<Pick<Entry, 'aliasBy'>>);

/** The changes that one transaction makes to the tallies and to the sites' queues. `write` writes them all together. */
export class Changes {
  readonly #db: ChangeStatements;
  readonly #tallies = new Map<TallyKind, Map<string, number>>();
  /** Sites whose queue changed, with the number of their last turn; null if they had no turn. */
  readonly #sites = new Map<string, number | null>();
  readonly #sequences = new Map<Sequence, number>();

  constructor(statements: ChangeStatements) {
    this.#db = statements;
  }

  count(kind: TallyKind, name: string, by = 1): void {
    const tallies = this.#tallies.get(kind) ?? new Map<string, number>();
    this.#tallies.set(kind, tallies.set(name, (tallies.get(name) ?? 0) + by));
  }

  /** Takes the next number of a sequence. */
  next(sequence: Sequence): number {
    const next = (this.#sequences.get(sequence) ?? this.#db.last(sequence)) + 1;
    this.#sequences.set(sequence, next);
    return next;
  }

  /** Records a new entry (`before` is null), one that leaves the site (`after` is null), or a change of an entry. */
  moved(site: string, before: Standing | null, after: Standing | null): void {
    if (before !== null) this.#place(site, before, -1);
    if (after !== null) this.#place(site, after, 1);
  }

  /** Counts an entry that is now done, or no longer done (`by` is -1). */
  countDone({ aliasBy = null, role }: Partial<Pick<Entry, 'aliasBy'>> & Pick<Entry, 'role'>, by: 1 | -1): void {
    if (aliasBy !== null) this.count('alias', aliasBy, by);
    if (role === 'sitemap' && (aliasBy === null || aliasBy === 'canonical')) this.count('role', role, by);
  }

  /** Records that the site had its turn. */
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

  #place(site: string, standing: Standing, by: 1 | -1): void {
    const { state, depth } = standing;
    this.count('state', state, by);
    if (state === 'queued' || state === 'leased') this.count('open', String(depth), by);
    else if (state === 'done') this.countDone(standing, by);
    else if ('reason' in standing) this.count(state, standing.reason ?? '', by);
    if (state === 'queued' && !this.#sites.has(site)) this.#sites.set(site, null);
  }
}

/** The statements that `Changes` writes with, prepared once per file. */
export class ChangeStatements extends Queries {
  readonly tally: Statement<[TallyKind, string, number]> = this.db.prepare(`
    INSERT INTO tally (kind, name, count) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET count = count + excluded.count`);
  // `= (SELECT @name)`: SQLite would plan the statement again for every site if the value were bound directly.
  readonly site: Statement<[{ name: string; turn: number | null }]> = this.db.prepare(`
    UPDATE site SET
      turn = coalesce(@turn, turn),
      depth = (
        SELECT min(depth) FROM entry
        WHERE site = (SELECT @name) AND state = 'queued' AND not_before IS NULL
      )
    WHERE name = @name`);
  readonly sequence: Statement<[Sequence, number]> = this.db.prepare(
    'INSERT OR REPLACE INTO sequence (name, last) VALUES (?, ?)',
  );
  readonly #last = this.db.prepare<[Sequence], number>('SELECT last FROM sequence WHERE name = ?').pluck();

  /** The last number that an earlier transaction took. */
  last(sequence: Sequence): number {
    return this.#last.get(sequence) ?? 0;
  }
}
