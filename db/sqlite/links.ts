import type { Leads } from '../plan/found.ts';
import type { EntryId, PageLink, PageLinks } from '../store.ts';
import { Queries } from './queries.ts';

interface Row {
  readonly entry: EntryId;
  readonly named: number;
  readonly targets: Buffer;
  readonly spellings: string | null;
}

/**
 * Stores where pages lead. One row per link would make the file several times as large. Instead, each page has one row
 * with the entry numbers, as differences between neighbours. The few URLs that are not first spellings are stored
 * separately.
 */
export class LinkKeeper extends Queries {
  /** Entries with links whose outcome is not known yet. */
  readonly #pending = new Set<EntryId>();

  readonly #insert = this.db.prepare<
    [EntryId, isPending: number, isNamed: number, targets: Buffer, spellings: string | null]
  >('INSERT INTO link (entry, pending, named, targets, spellings) VALUES (?, ?, ?, ?, ?)');
  readonly #forget = this.db.prepare<[EntryId]>('DELETE FROM link WHERE entry = ? AND pending = 0');
  readonly #accept = this.db.prepare<[EntryId]>('UPDATE link SET pending = 0 WHERE entry = ?');
  readonly #from = this.db.prepare<[EntryId], Row>(`
    SELECT entry, named, targets, spellings FROM link WHERE pending = 0 AND entry = (
      SELECT min(entry) FROM link WHERE pending = 0 AND entry > ?
    ) ORDER BY rowid`);
  readonly #named = this.db.prepare<[EntryId], Row>(
    'SELECT entry, named, targets, spellings FROM link WHERE pending = 0 AND named = 1 AND entry = ?',
  );

  /** Stores links of a document whose outcome is not known yet. */
  add(from: EntryId, leads: Leads): void {
    this.#pending.add(from);
    this.#writeAll(from, leads, true);
  }

  /**
   * Stores the last links of a document. Together with the links stored before the outcome, they replace those of an
   * earlier fetch.
   *
   * @param isFirst whether there was no earlier fetch; finding out takes as long as writing
   */
  finish(from: EntryId, leads: Leads, isFirst: boolean): void {
    if (!isFirst) this.#forget.run(from);
    if (this.#pending.delete(from)) this.#accept.run(from);
    this.#writeAll(from, leads, false);
  }

  /** Deletes the links of a document. */
  forget(from: EntryId): void {
    this.#forget.run(from);
  }

  /** The entries that a document named other than by hyperlinks when it was last read. */
  namedBy(from: EntryId): readonly EntryId[] {
    return this.#named.all(from).flatMap((row) => decode(row).map(({ id }) => id));
  }

  /** The links of the first page whose number is greater than `entry`; null if there is no such page. */
  after(entry: EntryId): PageLinks | null {
    const rows = this.#from.all(entry);
    const [first] = rows;
    if (first === undefined) return null;
    const of = (named: number): readonly PageLink[] => rows.filter((row) => row.named === named).flatMap(decode);
    return { from: first.entry, to: of(0), named: of(1) };
  }

  #writeAll(from: EntryId, { to, named }: Leads, isPending: boolean): void {
    this.#write(from, to, isPending, false);
    this.#write(from, named, isPending, true);
  }

  #write(from: EntryId, links: readonly PageLink[], isPending: boolean, isNamed: boolean): void {
    if (links.length === 0) return;
    const spellings = links.flatMap(({ url }, at) => (url === null ? [] : [[at, url] as const]));
    const text = spellings.length === 0 ? null : JSON.stringify(spellings);
    this.#insert.run(from, Number(isPending), Number(isNamed), encode(links), text);
  }
}

/** The most bytes that the difference of two numbers below 2^42 takes. */
const MAX_BYTES = 7;

/** Seven bits per byte, lowest bits first. The lowest bit of each number is its sign. */
function encode(links: readonly PageLink[]): Buffer {
  const bytes = Buffer.allocUnsafe(links.length * MAX_BYTES);
  let length = 0;
  let before = 0;
  for (const { id } of links) {
    const difference = id - before;
    let rest = difference < 0 ? -2 * difference - 1 : 2 * difference;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes[length++] = (rest % 128) + 128;
    bytes[length++] = rest;
    before = id;
  }
  return bytes.subarray(0, length);
}

function decode({ targets, spellings }: Row): readonly PageLink[] {
  const urls = new Map<number, string>(spellings === null ? [] : JSON.parse(spellings));
  const links: PageLink[] = [];
  let [id, value, weight] = [0, 0, 1];
  for (const byte of targets) {
    value += (byte % 128) * weight;
    weight *= 128;
    if (byte > 127) continue;
    id += value % 2 === 1 ? -(value + 1) / 2 : value / 2;
    links.push({ id, url: urls.get(links.length) ?? null });
    [value, weight] = [0, 1];
  }
  return links;
}
