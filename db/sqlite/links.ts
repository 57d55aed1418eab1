import type { Database } from 'better-sqlite3';
import type { Key } from '../../src/canon/key.ts';
import type { Leads } from '../plan/found.ts';
import { decodeNumbers, encodeNumbers } from '../plan/numbers.ts';
import type { EntryId, PageLink, PageLinks } from '../store.ts';
import type { FileChanges } from './changes.ts';
import type { OpenDocuments } from './open-documents.ts';
import { Queries } from './queries.ts';
import type { SpellingKeeper } from './spellings.ts';

interface Row {
  readonly entry: EntryId;
  readonly named: number;
  /** The numbers of the linked entries, in hexadecimal digits. */
  readonly targets: string;
  /** The positions of links by other spellings than the first, then the numbers of these; empty if there are none. */
  readonly spellings: string;
}

/** A blob in hexadecimal digits arrives in half the time that it takes by itself. */
const columns = 'entry, named, hex(targets) AS targets, hex(spellings) AS spellings';

/** How much of the links is read at once. Each call takes a transaction. */
const DIGITS_AT_ONCE = 16 * 1024;
const NONE: readonly never[] = [];

/**
 * Stores where pages lead. One row per link would make the file several times as large. Instead, each page has one row
 * with the numbers of the entries and of the spellings.
 */
export class LinkKeeper extends Queries {
  readonly #spellings: SpellingKeeper;
  readonly #open: OpenDocuments;

  readonly #insert = this.db.prepare<
    [EntryId, isPending: number, isNamed: number, targets: Buffer, spellings: Buffer | null]
  >('INSERT INTO link (entry, pending, named, targets, spellings) VALUES (?, ?, ?, ?, ?)');
  readonly #forget = this.db.prepare<[EntryId, isPending: number]>('DELETE FROM link WHERE entry = ? AND pending = ?');
  readonly #accept = this.db.prepare<[EntryId]>('UPDATE link SET pending = 0 WHERE entry = ? AND pending = 1');
  readonly #from = this.db.prepare<[EntryId], Row>(
    `SELECT ${columns} FROM link WHERE pending = 0 AND entry > ? ORDER BY entry, rowid`,
  );
  readonly #named = this.db.prepare<[EntryId], Row>(
    `SELECT ${columns} FROM link WHERE pending = 0 AND named = 1 AND entry = ?`,
  );

  readonly #linkedBy = this.db
    .prepare<[Key], string>(
      'SELECT hex(targets) FROM link WHERE pending = 0 AND named = 0 AND entry = (SELECT id FROM entry WHERE key = ?)',
    )
    .pluck();
  readonly #keys = this.db
    .prepare<[ids: string], Key>('SELECT key FROM entry WHERE id IN (SELECT value FROM json_each(?))')
    .pluck();

  /** @param open documents with links that count once the outcome is known */
  constructor(db: Database, spellings: SpellingKeeper, open: OpenDocuments) {
    super(db);
    this.#spellings = spellings;
    this.#open = open;
  }

  /** Stores links of a document whose outcome is not known yet. */
  add(from: EntryId, leads: Leads, changes: FileChanges): void {
    // A program that was killed may have left some.
    if (!this.#open.has(from)) this.#forget.run(from, 1);
    this.#open.add(from);
    this.#writeAll(from, leads, true, changes);
  }

  /**
   * Stores the last links of a document. Together with the links stored before the outcome, they replace those of an
   * earlier fetch.
   *
   * @param isFirst whether there was no earlier fetch; finding out takes as long as writing
   */
  finish(from: EntryId, leads: Leads, isFirst: boolean, changes: FileChanges): void {
    if (!isFirst) this.#forget.run(from, 0);
    if (this.#open.has(from)) this.#accept.run(from);
    this.#open.delete(from);
    this.#writeAll(from, leads, false, changes);
  }

  /** Deletes the links of a document, those too that were stored before its outcome. */
  forget(from: EntryId): void {
    this.#forget.run(from, 0);
    this.#forget.run(from, 1);
    this.#open.delete(from);
  }

  /** The entries that a document named other than by hyperlinks when it was last read. */
  namedBy(from: EntryId): readonly EntryId[] {
    return this.#named.all(from).flatMap(({ targets }) => decode(targets));
  }

  /** Implements `Frontier.linkedBy`. */
  linkedBy(key: Key): readonly Key[] {
    const ids = this.#linkedBy.all(key).flatMap(decode);
    return this.#keys.all(JSON.stringify(ids));
  }

  /** The links of the first pages whose numbers are greater than `entry`, some kilobytes of them. */
  after(entry: EntryId): readonly PageLinks[] {
    const pages: { readonly from: EntryId; readonly to: PageLink[]; readonly named: PageLink[] }[] = [];
    let digits = 0;
    for (const row of this.#from.iterate(entry)) {
      let page = pages.at(-1);
      if (page?.from !== row.entry) {
        if (digits > DIGITS_AT_ONCE) break;
        page = { from: row.entry, to: [], named: [] };
        pages.push(page);
      }
      this.#read(row, row.named === 1 ? page.named : page.to);
      digits += row.targets.length + row.spellings.length;
    }
    return pages;
  }

  #writeAll(from: EntryId, { to, named }: Leads, isPending: boolean, changes: FileChanges): void {
    this.#write(from, to, { isPending, isNamed: false }, changes);
    this.#write(from, named, { isPending, isNamed: true }, changes);
  }

  #write(
    from: EntryId,
    links: readonly PageLink[],
    { isPending, isNamed }: { readonly isPending: boolean; readonly isNamed: boolean },
    changes: FileChanges,
  ): void {
    if (links.length === 0) return;
    const positions: number[] = [];
    const spellings: number[] = [];
    for (const [position, { id, url }] of links.entries()) {
      if (url === null) continue;
      positions.push(position);
      spellings.push(this.#spellings.idOf(id, url, changes));
    }
    const targets = encodeNumbers(links.map(({ id }) => id));
    const others = positions.length === 0 ? null : encodeNumbers([...positions, ...spellings]);
    this.#insert.run(from, Number(isPending), Number(isNamed), targets, others);
  }

  /** @param links where to add the links of the row */
  #read({ targets, spellings }: Row, links: PageLink[]): void {
    const numbers = decode(spellings);
    const half = numbers.length / 2;
    const ids = decode(targets);
    // A crawl has millions of links, and `entries()` makes an array for each.
    for (let position = 0, other = 0; position < ids.length; position++) {
      const isOther = other < half && numbers[other] === position;
      const url = isOther ? this.#spellings.textOf(numbers[half + other] ?? 0) : null;
      links.push({ id: ids[position] ?? 0, url });
      if (isOther) other++;
    }
  }
}

function decode(digits: string): readonly number[] {
  return digits === '' ? NONE : decodeNumbers(Buffer.from(digits, 'hex'));
}
