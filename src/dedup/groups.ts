import { ByteText } from '../compact/byte-text.ts';
import { IntColumn } from '../compact/column.ts';
import { TextTable } from '../compact/text-table.ts';
import { looser, type PassCode } from './pass-code.ts';

/** How an entry came to its group. */
export type Arrival = 'first' | 'copy' | 'merged';

/**
 * Which links are one: every spelling that came, every key, and what is known of each group. A spelling that came
 * before needs no canonicalizing, which is what makes long lists quick.
 *
 * A table may stand on another one that takes no more: it finds the other's keys too, and its own groups are numbered
 * on from there.
 */
export class Groups {
  readonly #below: Groups | null;
  /** The number of the first group that is this table's own. */
  readonly #base: number;
  readonly #texts = new TextTable();
  /** For each text its group, doubled, and 1 more where the text came as a spelling and not just as a key. */
  readonly #groupOfText = new IntColumn();
  readonly #keys = new IntColumn();
  readonly #firsts = new IntColumn();
  readonly #spellings = new IntColumn();
  readonly #firstPasses = new IntColumn();
  readonly #scratch = new ByteText();
  /** The hash of the spelling that was asked for last. */
  #hash = 0;
  /** How the entry came that was asked about last. */
  arrival: Arrival = 'first';
  /** The loosest pass that it took to make it one with the first of its group, where it was merged. */
  pass: PassCode = 0;

  constructor(below: Groups | null = null) {
    this.#below = below;
    this.#base = below === null ? 0 : below.end;
  }

  /** The number that the next group gets. */
  get end(): number {
    return this.#base + this.#keys.length;
  }

  /** The number of the first group of this table's own. */
  get base(): number {
    return this.#base;
  }

  /** Memory in use, in bytes. */
  get bytes(): number {
    const perGroup = this.#keys.bytes + this.#firsts.bytes + this.#spellings.bytes + this.#firstPasses.bytes;
    return this.#texts.bytes + this.#groupOfText.bytes + perGroup;
  }

  /** The group of a spelling, where it is known without canonicalizing; -1 where it is not. */
  find(view: DataView, start: number, end: number): number {
    this.#hash = this.#texts.hash(view, start, end);
    const text = this.#texts.find(this.#hash, view, start, end);
    if (text < 0) return this.#findBelow(view, start, end);
    const value = this.#groupOfText.get(text);
    const group = value >> 1;
    if ((value & 1) === 1) {
      this.arrival = 'copy';
      return group;
    }
    // So far it was only known as the key of others.
    this.#groupOfText.set(text, value | 1);
    this.#merged(group, 0);
    return group;
  }

  /**
   * Puts the spelling that `find` was just asked for, and did not know, into the group of its key; a new one where the
   * key is new.
   *
   * @param key ASCII
   * @param pass the loosest pass on the way from the spelling to the key
   * @param ordinal the entry's number in the list
   */
  add(view: DataView, start: number, end: number, key: string, pass: PassCode, ordinal: number): number {
    this.#scratch.setLatin1(key);
    const { view: keyView, length } = this.#scratch;
    const keyHash = this.#texts.hash(keyView, 0, length);
    const known = this.#groupOfKey(keyHash, keyView, length);
    const group = known < 0 ? this.end : known;
    if (known < 0) {
      this.#keys.push(this.#addText(keyHash, keyView, 0, length, group));
      this.#firsts.push(ordinal);
      this.#firstPasses.push(pass);
      this.arrival = 'first';
    } else this.#merged(group, pass);
    // Most first spellings are keys, and have just been added.
    const own = keyHash === this.#hash ? this.#texts.find(keyHash, view, start, end) : -1;
    const spelling = own < 0 ? this.#addText(this.#hash, view, start, end, group) : own;
    this.#groupOfText.set(spelling, group * 2 + 1);
    if (known < 0) this.#spellings.push(spelling);
    return group;
  }

  /**
   * Puts the spelling that `find` was just asked for, and did not know, into a group of its own: it is its own key, and
   * so nothing else can have had that key.
   */
  addKey(view: DataView, start: number, end: number, ordinal: number): number {
    const group = this.end;
    const text = this.#addText(this.#hash, view, start, end, group);
    this.#groupOfText.set(text, group * 2 + 1);
    this.#keys.push(text);
    this.#spellings.push(text);
    this.#firsts.push(ordinal);
    this.#firstPasses.push(0);
    this.arrival = 'first';
    return group;
  }

  /** The key of a group. */
  key(group: number): string {
    if (this.#below !== null && group < this.#base) return this.#below.key(group);
    return this.#texts.text(this.#keys.get(group - this.#base));
  }

  /** Hands out where the key of a group of its own lies. */
  lookAtKey<T>(group: number, take: (view: DataView, start: number, end: number) => T): T {
    return this.#texts.look(this.#keys.get(group - this.#base), take);
  }

  /** The bytes of the first spelling of a group, one a character (Latin-1). */
  spelling(group: number): string {
    if (this.#below !== null && group < this.#base) return this.#below.spelling(group);
    return this.#texts.text(this.#spellings.get(group - this.#base));
  }

  /** The number in the list of the group's first entry. */
  first(group: number): number {
    return this.#below !== null && group < this.#base ? this.#below.first(group) : this.#firsts.get(group - this.#base);
  }

  #findBelow(view: DataView, start: number, end: number): number {
    if (this.#below === null) return -1;
    const group = this.#below.find(view, start, end);
    this.arrival = this.#below.arrival;
    this.pass = this.#below.pass;
    return group;
  }

  #groupOfKey(hash: number, view: DataView, length: number): number {
    const text = this.#texts.find(hash, view, 0, length);
    if (text >= 0) return this.#groupOfText.get(text) >> 1;
    const below = this.#below;
    return below === null ? -1 : below.#groupOfKey(below.#texts.hash(view, 0, length), view, length);
  }

  #addText(hash: number, view: DataView, start: number, end: number, group: number): number {
    this.#groupOfText.push(group * 2);
    return this.#texts.add(hash, view, start, end);
  }

  #merged(group: number, pass: PassCode): void {
    this.arrival = 'merged';
    this.pass = looser(pass, this.#firstPass(group));
  }

  #firstPass(group: number): PassCode {
    return this.#below !== null && group < this.#base
      ? this.#below.#firstPass(group)
      : this.#firstPasses.get(group - this.#base);
  }
}
