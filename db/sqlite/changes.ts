import type { Statement } from 'better-sqlite3';
import { Changes, type TallyKind } from '../plan/changes.ts';
import { Queries } from './queries.ts';

/** The numbered sequences: entries, spellings, and turns of sites. */
export type Sequence = 'entry' | 'spelling' | 'turn';

/** The changes of one transaction in a file. `write` writes them all together. */
export class FileChanges extends Changes {
  readonly #db: ChangeStatements;
  readonly #sequences = new Map<Sequence, number>();

  constructor(statements: ChangeStatements) {
    super();
    this.#db = statements;
  }

  /** Takes the next number of a sequence. */
  next(sequence: Sequence): number {
    const next = (this.#sequences.get(sequence) ?? this.#db.last(sequence)) + 1;
    this.#sequences.set(sequence, next);
    return next;
  }

  write(): void {
    for (const { kind, name, count } of this.tallies()) this.#db.tally.run(kind, name, count);
    for (const [name, hadTurn] of this.sites) this.#db.site.run({ name, turn: hadTurn ? this.next('turn') : null });
    for (const [name, last] of this.#sequences) this.#db.sequence.run(name, last);
  }
}

/** The statements that `FileChanges` writes with, prepared once per file. */
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
