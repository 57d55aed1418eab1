import type { Database, Statement } from 'better-sqlite3';
import type { Entry, EntryId, EntryState, FrontierStats, Spelling } from '../store.ts';
import type { TallyKind } from './changes.ts';

interface SpellingRow extends Spelling {
  readonly entry: EntryId;
}

const columns = `
  entry.id, entry.key, coalesce(entry.url, entry.key) AS url, entry.site, entry.state, entry.depth, entry.hops,
  entry.status, entry.content_type AS contentType, entry.digest, target.key AS aliasOf, entry.alias_by AS aliasBy,
  entry.reason`;

export class Reader {
  readonly #page: Statement<[EntryId, limit: number], Omit<Entry, 'spellings'>>;
  readonly #skippedPage: Statement<[EntryId, limit: number], Omit<Entry, 'spellings'>>;
  readonly #spellings: Statement<[first: EntryId, last: EntryId], SpellingRow>;
  readonly #tallies: Statement<[], { kind: TallyKind; name: string; count: number }>;
  readonly #nextAt: Statement<[], number | null>;

  constructor(db: Database) {
    const from = 'FROM entry LEFT JOIN entry AS target ON target.id = entry.alias_of WHERE entry.id > ?';
    this.#page = db.prepare(`SELECT ${columns} ${from} ORDER BY entry.id LIMIT ?`);
    this.#skippedPage = db.prepare(`SELECT ${columns} ${from} AND entry.state = 'skipped' ORDER BY entry.id LIMIT ?`);
    this.#spellings = db.prepare(
      'SELECT entry, url, pass FROM spelling WHERE entry BETWEEN ? AND ? ORDER BY entry, sequence',
    );
    this.#tallies = db.prepare(`SELECT kind, name, count FROM tally WHERE count > 0`);
    this.#nextAt = db
      .prepare<[], number | null>(`
        SELECT CASE
          WHEN EXISTS (SELECT 1 FROM site WHERE depth IS NOT NULL) THEN 0
          ELSE (SELECT min(not_before) FROM entry WHERE not_before IS NOT NULL)
        END`)
      .pluck();
  }

  /** Up to `limit` entries after the one of number `after`. */
  page(after: EntryId, limit: number, only: 'skipped' | 'all' = 'all'): readonly Entry[] {
    const rows = (only === 'skipped' ? this.#skippedPage : this.#page).all(after, limit);
    const [first, last] = [rows.at(0), rows.at(-1)];
    if (first === undefined || last === undefined) return [];
    const spellings = Map.groupBy(this.#spellings.iterate(first.id, last.id), ({ entry }) => entry);
    return rows.map((row) => ({
      ...row,
      spellings: (spellings.get(row.id) ?? []).map(({ url, pass }) => ({ url, pass })),
    }));
  }

  stats(): FrontierStats {
    const tallies = Map.groupBy(this.#tallies.iterate(), ({ kind }) => kind);
    const counts = (kind: TallyKind): Record<string, number> =>
      Object.fromEntries((tallies.get(kind) ?? []).map(({ name, count }) => [name, count]));
    const states: Record<EntryState, number> = { queued: 0, leased: 0, done: 0, failed: 0, skipped: 0 };
    return {
      states: { ...states, ...counts('state') },
      duplicates: counts('duplicate'),
      aliases: { redirect: 0, canonical: 0, ...counts('alias') },
      skipped: counts('skipped'),
      failed: counts('failed'),
      nextAt: this.#nextAt.get() ?? null,
    };
  }
}
