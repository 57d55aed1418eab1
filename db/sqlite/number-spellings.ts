import type { Database } from 'better-sqlite3';
import { decodeNumbers, encodeNumbers } from '../plan/numbers.ts';
import { urlsByPosition } from '../plan/stored-ledger.ts';
import type { EntryId } from '../store.ts';
import { storedSpelling } from './spellings.ts';

interface OldLink {
  readonly entry: EntryId;
  readonly pending: number;
  readonly named: number;
  readonly targets: Uint8Array;
  /** JSON of positions and URLs. */
  readonly spellings: string | null;
}

/** Copies the spellings and links of an older file into its new tables. */
export function numberSpellings(db: Database): void {
  db.exec(`
    INSERT INTO pass (name) SELECT DISTINCT pass FROM old_spelling WHERE pass IS NOT NULL ORDER BY pass;
    INSERT INTO spelling (id, entry, url, pass)
    SELECT old.sequence, old.entry,
      CASE
        WHEN substr(old.url, 1, length(entry.key) + 1) = entry.key || '#' THEN substr(old.url, length(entry.key) + 1)
        WHEN substr(old.url, 1, 1) IN ('#', '\\') THEN '\\' || old.url
        ELSE old.url
      END,
      (SELECT id FROM pass WHERE name = old.pass)
    FROM old_spelling AS old JOIN entry ON entry.id = old.entry;
  `);
  const old = db.prepare<[], OldLink>('SELECT entry, pending, named, targets, spellings FROM old_link ORDER BY rowid');
  const insert = db.prepare<[EntryId, pending: number, named: number, targets: Uint8Array, spellings: Buffer | null]>(
    'INSERT INTO link (entry, pending, named, targets, spellings) VALUES (?, ?, ?, ?, ?)',
  );
  const find = db
    .prepare<[url: string, EntryId], number>('SELECT sequence FROM old_spelling WHERE url = ? AND entry = ?')
    .pluck();
  const addText = db.prepare<[url: string]>('INSERT INTO spelling (id, url) SELECT max(id) + 1, ? FROM spelling');
  for (const { entry, pending, named, targets, spellings } of old.all()) {
    const others = urlsByPosition(spellings);
    const ids = others.length === 0 ? [] : decodeNumbers(targets);
    const numbers = others.map(
      ([position, url]) =>
        find.get(url, ids[position] ?? 0) ?? Number(addText.run(storedSpelling(url, null)).lastInsertRowid),
    );
    const positions = others.map(([position]) => position);
    insert.run(entry, pending, named, targets, others.length === 0 ? null : encodeNumbers([...positions, ...numbers]));
  }
  db.exec(`
    INSERT OR REPLACE INTO sequence (name, last)
    SELECT 'spelling', max(coalesce((SELECT max(id) FROM spelling), 0), coalesce((SELECT last FROM sequence WHERE name = 'spelling'), 0));
    DROP TABLE old_spelling;
    DROP TABLE old_link;
  `);
}
