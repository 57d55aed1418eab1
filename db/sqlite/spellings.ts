import type { Key } from '../../src/canon/key.ts';
import { textHash } from '../../src/compact/text-hash.ts';
import { type Course, MAX_SPELLINGS, type MarkedSpelling, TRIED, UNWANTED } from '../plan/other-spelling.ts';
import type { Entry, EntryId, Spelling } from '../store.ts';
import type { FileChanges } from './changes.ts';
import { Queries } from './queries.ts';

/** The number of a spelling in the file, which links refer to. */
export type SpellingId = number;

/** Where a spelling is found: its entry, its hash and its stored text. */
type Place = [entry: EntryId, hash: number, url: string];

const isThere = 'entry = ? AND hash = ? AND url = ?';

type Mark = MarkedSpelling['mark'];

/** How many spellings are remembered with their numbers: some megabytes. */
const MAX_REMEMBERED = 30_000;

/**
 * SQL for the text of a spelling. Most spellings are the key and a fragment, of which only the fragment is stored. Other
 * texts are stored as they are, with a `\` before a leading `#` or `\`.
 */
export const spelledUrl = `CASE substr(spelling.url, 1, 1)
  WHEN '#' THEN entry.key || spelling.url WHEN '\\' THEN substr(spelling.url, 2) ELSE spelling.url END`;

/** SQL for the pass that a spelling is attributed to. */
export const spellingPass = '(SELECT name FROM pass WHERE pass.id = spelling.pass)';

/** The stored text of a spelling. */
export function storedSpelling(url: string, key: string | null): string {
  if (key !== null && url.startsWith('#', key.length) && url.startsWith(key)) return url.slice(key.length);
  return url.startsWith('#') || url.startsWith('\\') ? `\\${url}` : url;
}

/**
 * A number of 16 bits by which a spelling is found among those of its entry: an index of the texts would be as large as
 * the texts. Few spellings of an entry have the same number, because nobody outside knows the salt of the file.
 */
export function hashOfSpelling(url: string, salt: number): number {
  return (textHash(url, salt) << 16) >> 16;
}

/** Stores the spellings of entries other than their first. */
export class SpellingKeeper extends Queries {
  #ids = new Map<string, { readonly entry: EntryId; readonly id: SpellingId }>();
  #passes = new Map<string, number>();

  readonly #salt = this.db.prepare<[], number>('SELECT salt FROM shared').pluck().get() ?? 0;

  readonly #insert = this.db.prepare<[SpellingId, pass: number | null, mark: Mark, ...Place]>(
    'INSERT INTO spelling (id, pass, mark, entry, hash, url) VALUES (?, ?, ?, ?, ?, ?)',
  );
  readonly #wanted = this.db.prepare<[EntryId], MarkedSpelling>(`
    SELECT ${spelledUrl} AS url, mark FROM spelling JOIN entry ON entry.id = spelling.entry
    WHERE spelling.entry = (SELECT ?) AND mark IS NOT ${UNWANTED} ORDER BY spelling.id LIMIT ${MAX_SPELLINGS}`);
  readonly #setMark = this.db.prepare<[Mark, SpellingId]>('UPDATE spelling SET mark = ? WHERE id = ?');
  readonly #markAll = this.db.prepare<[EntryId]>(
    `UPDATE spelling SET mark = ${TRIED} WHERE entry = ? AND mark IS NULL`,
  );
  readonly #unmark = this.db.prepare<[EntryId]>(`UPDATE spelling SET mark = NULL WHERE entry = ? AND mark = ${TRIED}`);
  readonly #insertText = this.db.prepare<[SpellingId, url: string]>('INSERT INTO spelling (id, url) VALUES (?, ?)');
  readonly #find = this.db.prepare<Place, { readonly id: SpellingId; readonly mark: Mark }>(
    `SELECT id, mark FROM spelling WHERE ${isThere}`,
  );
  readonly #keyOf = this.db.prepare<[EntryId], Key>('SELECT key FROM entry WHERE id = ?').pluck();
  readonly #textOf = this.db
    .prepare<[SpellingId], string>(
      `SELECT ${spelledUrl} FROM spelling LEFT JOIN entry ON entry.id = spelling.entry WHERE spelling.id = (SELECT ?)`,
    )
    .pluck();
  readonly #insertPass = this.db.prepare<[name: string]>('INSERT INTO pass (name) VALUES (?) ON CONFLICT DO NOTHING');
  readonly #findPass = this.db.prepare<[name: string], number>('SELECT id FROM pass WHERE name = ?').pluck();
  readonly #drop = this.db
    .prepare<Place, string | null>(`DELETE FROM spelling WHERE ${isThere} RETURNING ${spellingPass}`)
    .pluck();
  readonly #detach = this.db
    .prepare<[text: string, ...Place], string | null>(
      `UPDATE spelling SET entry = NULL, hash = NULL, url = ? WHERE ${isThere} RETURNING ${spellingPass}`,
    )
    .pluck();
  readonly #expand = this.db.prepare<[ids: string]>(`
    UPDATE spelling SET url = entry.key || spelling.url FROM json_each(?) AS one CROSS JOIN entry ON entry.id = one.value
    WHERE spelling.entry = entry.id AND spelling.url >= '#' AND spelling.url < '$'`);
  readonly #shorten = this.db.prepare<[ids: string]>(`
    UPDATE spelling SET url = substr(spelling.url, length(entry.key) + 1)
    FROM json_each(?) AS one CROSS JOIN entry ON entry.id = one.value
    WHERE spelling.entry = entry.id AND spelling.url >= entry.key || '#' AND spelling.url < entry.key || '$'`);

  /** Forgets what an unfinished transaction wrote, and what may have changed in other ways. */
  forget(): void {
    this.#ids = new Map();
    this.#passes = new Map();
  }

  /** Adds a spelling; false if it is known. One that is known as unwanted becomes wanted if it is added without a mark. */
  add(
    entry: Pick<Entry, 'id' | 'key'>,
    { url, pass, mark }: MarkedSpelling & Pick<Spelling, 'pass'>,
    changes: FileChanges,
  ): boolean {
    const place = this.#place(entry, url);
    const known = this.#find.get(...place);
    const id = known?.id ?? changes.next('spelling');
    if (known === undefined) this.#insert.run(id, pass === null ? null : this.#passId(pass), mark, ...place);
    else if (known.mark === UNWANTED && mark !== UNWANTED) this.#setMark.run(mark, id);
    this.#remember(url, entry.id, id);
    return known === undefined;
  }

  /** Adds a spelling that a redirect led to. It is tried next, so it does not count as a fetch saved. */
  addTried(entry: Pick<Entry, 'id' | 'key'>, url: string, changes: FileChanges): void {
    if (!this.add(entry, { url, pass: null, mark: TRIED }, changes)) this.#tryOne(entry, url);
  }

  /** Marks the spellings that a course takes or leaves behind. */
  try(entry: Pick<Entry, 'id' | 'key'>, { finalUrl }: Course): void {
    if (finalUrl === null) this.#markAll.run(entry.id);
    else this.#tryOne(entry, finalUrl);
  }

  /** An entry is fetched by its first spelling again, and may try all others. */
  forgetTries(entry: EntryId): void {
    this.#unmark.run(entry);
  }

  /** The wanted spellings of an entry other than its first, in order of discovery, at most `MAX_SPELLINGS`. */
  wanted(entry: EntryId): readonly MarkedSpelling[] {
    return this.#wanted.all(entry);
  }

  /** The number of a spelling. Any other text is stored without an entry, and gets a number as well. */
  idOf(entry: EntryId, url: string, changes: FileChanges): SpellingId {
    const remembered = this.#ids.get(url);
    if (remembered?.entry === entry) return remembered.id;
    const key = this.#keyOf.get(entry) ?? null;
    const id = this.#find.get(...this.#place({ id: entry, key }, url))?.id ?? this.#addText(url, changes);
    this.#remember(url, entry, id);
    return id;
  }

  /** The text of a spelling; null if it was dropped. */
  textOf(id: SpellingId): string | null {
    return this.#textOf.get(id) ?? null;
  }

  /** Deletes a spelling that nothing uses. Returns the pass that it was attributed to. */
  drop(entry: Pick<Entry, 'id' | 'key'>, url: string): string | null {
    this.#ids.delete(url);
    return this.#drop.get(...this.#place(entry, url)) ?? null;
  }

  /** Takes a spelling from its entry. Its text stays for the links that refer to it. */
  detach(entry: Pick<Entry, 'id' | 'key'>, url: string): string | null {
    this.#ids.delete(url);
    return this.#detach.get(storedSpelling(url, null), ...this.#place(entry, url)) ?? null;
  }

  /** Keeps the texts of the spellings of entries when their keys change. Call `shorten` after the change. */
  expand(ids: readonly EntryId[]): void {
    this.#expand.run(JSON.stringify(ids));
  }

  /** Stores the spellings of entries in their short form. */
  shorten(ids: readonly EntryId[]): void {
    this.#shorten.run(JSON.stringify(ids));
  }

  #tryOne(entry: Pick<Entry, 'id' | 'key'>, url: string): void {
    const known = this.#find.get(...this.#place(entry, url));
    if (known !== undefined) this.#setMark.run(TRIED, known.id);
  }

  #addText(url: string, changes: FileChanges): SpellingId {
    const id = changes.next('spelling');
    this.#insertText.run(id, storedSpelling(url, null));
    return id;
  }

  #place({ id, key }: { readonly id: EntryId; readonly key: Key | null }, url: string): Place {
    return [id, hashOfSpelling(url, this.#salt), storedSpelling(url, key)];
  }

  #passId(name: string): number {
    const known = this.#passes.get(name);
    if (known !== undefined) return known;
    this.#insertPass.run(name);
    const id = this.#findPass.get(name) ?? 0;
    this.#passes.set(name, id);
    return id;
  }

  #remember(url: string, entry: EntryId, id: SpellingId): void {
    if (this.#ids.size >= MAX_REMEMBERED) this.#ids.clear();
    this.#ids.set(url, { entry, id });
  }
}
