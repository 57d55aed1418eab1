import { hashBytes } from '../compact/byte-hash.ts';
import { ByteText } from '../compact/byte-text.ts';
import { IntColumn } from '../compact/column.ts';
import { TextTable } from '../compact/text-table.ts';
import type { PassCode } from './pass-code.ts';

/** How an entry joined its group: as its first, as an exact copy of a known spelling, or merged by its key. */
export type Arrival = 'first' | 'copy' | 'merged';

/** A flag of a text: it came as a spelling and not only as a key. */
const SPELLING = 1;
/** A flag of a text: {@link Groups.mark} was called for it. */
const MARKED = 2;
/** The bits of the flags. */
const SHIFT = 2;

/**
 * All spellings and keys seen, with their groups. A known spelling needs no canonicalizing, which makes long lists
 * fast.
 *
 * A table may build on a finished one. It also finds the keys of that table, and continues its group numbers.
 */
export class Groups {
  readonly #below: Groups | null;
  /** The number of the first group in this table. */
  readonly base: number;
  /** The value of a text is its group, times 4, plus {@link SPELLING} and {@link MARKED}. */
  readonly #texts = new TextTable();
  /** The address of each group's key. */
  readonly #keys = new IntColumn();
  readonly #firsts = new IntColumn();
  /** The address of each group's first spelling. */
  readonly #spellings = new IntColumn();
  readonly #firstPasses = new IntColumn();
  readonly #scratch = new ByteText();
  /** The address of the spelling last found or added. */
  #spelling = 0;
  /** The hash of the spelling last passed to `find`. */
  #hash = 0;
  /** How the last entry joined its group. */
  arrival: Arrival = 'first';
  /** The loosest pass that merged the last entry with the first of its group. Valid if `arrival` is `merged`. */
  pass: PassCode = 0;
  /** Whether the spelling last found is marked. */
  isMarked = false;

  constructor(below: Groups | null = null) {
    this.#below = below;
    this.base = below === null ? 0 : below.end;
  }

  /** The number of the next group. */
  get end(): number {
    return this.base + this.#keys.length;
  }

  /** Memory in use, in bytes. */
  get bytes(): number {
    const perGroup = this.#keys.bytes + this.#firsts.bytes + this.#spellings.bytes + this.#firstPasses.bytes;
    return this.#texts.bytes + perGroup;
  }

  /** Prepares for spellings with these hashes. */
  ahead(hashes: Int32Array, count: number): void {
    this.#texts.ahead(hashes, count);
  }

  /**
   * The group of a known spelling; -1 if the spelling must be canonicalized.
   *
   * @param hash of `hashBytes`
   */
  find(hash: number, view: DataView, start: number, end: number): number {
    this.#hash = hash;
    const text = this.#texts.find(hash, view, start, end);
    if (text < 0) return this.#findBelow(hash, view, start, end);
    this.#spelling = text;
    const value = this.#texts.value(text);
    const group = value >> SHIFT;
    this.isMarked = (value & MARKED) !== 0;
    if ((value & SPELLING) !== 0) {
      this.arrival = 'copy';
      return group;
    }
    // Until now the text was only the key of other spellings.
    this.#texts.setValue(text, value | SPELLING);
    this.#merged(group, 0);
    return group;
  }

  /**
   * Adds a spelling that `find` just reported as unknown to the group of its key, or to a new group.
   *
   * @param key ASCII
   * @param pass the loosest pass that led from the spelling to the key
   * @param ordinal position of the entry in the list
   * @returns the group
   */
  add(view: DataView, start: number, end: number, key: string, pass: PassCode, ordinal: number): number {
    this.#scratch.setLatin1(key);
    const { view: keyView, length } = this.#scratch;
    const keyHash = hashBytes(keyView, 0, length);
    const known = this.#groupOfKey(keyHash, keyView, length);
    const group = known < 0 ? this.end : known;
    if (known < 0) {
      this.#keys.push(this.#texts.add(keyHash, keyView, 0, length, group << SHIFT));
      this.#firsts.push(ordinal);
      this.#firstPasses.push(pass);
      this.arrival = 'first';
    } else this.#merged(group, pass);
    // Most first spellings equal their key, which was added just now.
    const own = keyHash === this.#hash ? this.#texts.find(keyHash, view, start, end) : -1;
    const value = (group << SHIFT) | SPELLING;
    const spelling = own < 0 ? this.#texts.add(this.#hash, view, start, end, value) : own;
    if (own >= 0) this.#texts.setValue(own, value);
    this.#spelling = spelling;
    if (known < 0) this.#spellings.push(spelling);
    return group;
  }

  /**
   * Adds a spelling that `find` just reported as unknown and that is its own key. The key is new as well, so the group
   * is too.
   *
   * @returns the group
   */
  addKey(view: DataView, start: number, end: number, ordinal: number): number {
    const group = this.end;
    const text = this.#texts.add(this.#hash, view, start, end, (group << SHIFT) | SPELLING);
    this.#spelling = text;
    this.#keys.push(text);
    this.#spellings.push(text);
    this.#firsts.push(ordinal);
    this.#firstPasses.push(0);
    this.arrival = 'first';
    return group;
  }

  /** Marks the spelling last found or added. */
  mark(): void {
    this.#texts.setValue(this.#spelling, this.#texts.value(this.#spelling) | MARKED);
  }

  key(group: number): string {
    if (this.#below !== null && group < this.base) return this.#below.key(group);
    return this.#texts.text(this.#keys.get(group - this.base) >>> 0);
  }

  /** Calls `take` with the position of a key of this table. */
  lookAtKey<T>(group: number, take: (view: DataView, start: number, end: number) => T): T {
    return this.#texts.look(this.#keys.get(group - this.base) >>> 0, take);
  }

  /** The first spelling of a group, one byte per character (Latin-1). */
  spelling(group: number): string {
    if (this.#below !== null && group < this.base) return this.#below.spelling(group);
    return this.#texts.text(this.#spellings.get(group - this.base) >>> 0);
  }

  /** The ordinal of the first entry of a group. */
  first(group: number): number {
    return this.#below !== null && group < this.base ? this.#below.first(group) : this.#firsts.get(group - this.base);
  }

  #findBelow(hash: number, view: DataView, start: number, end: number): number {
    if (this.#below === null) return -1;
    const group = this.#below.find(hash, view, start, end);
    this.arrival = this.#below.arrival;
    this.pass = this.#below.pass;
    return group;
  }

  #groupOfKey(hash: number, view: DataView, length: number): number {
    const text = this.#texts.find(hash, view, 0, length);
    if (text >= 0) return this.#texts.value(text) >> SHIFT;
    return this.#below === null ? -1 : this.#below.#groupOfKey(hash, view, length);
  }

  #merged(group: number, pass: PassCode): void {
    this.arrival = 'merged';
    this.pass = Math.max(pass, this.#firstPass(group));
  }

  #firstPass(group: number): PassCode {
    return this.#below !== null && group < this.base
      ? this.#below.#firstPass(group)
      : this.#firstPasses.get(group - this.base);
  }
}
