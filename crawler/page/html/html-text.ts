import { mix, TextSketch } from '../../../src/audit/duplicates/text-sketch.ts';
import { hexOf } from '../../../src/audit/fingerprint.ts';
import type { TextFingerprint } from '../../../src/audit/site/page-record.ts';
import { AMPERSAND, LESS, SPACE } from './html-bytes.ts';
import { ReferenceReader } from './html-references.ts';
import { opensMarkup } from './html-tokenizer.ts';

const DELETE = 0x7f;
const NO_BREAK_SPACE = 0xa0;

/** The same image has another origin where a page is served over http and https, or with and without `www.`. */
const ORIGINS = /\bhttps?:\/\/[^/\s]*/gi;

const WORD_FACTOR = 0x01000193;
const LOW_FACTOR = 0x9e3779b1;
const HIGH_FACTOR = 0x5f356495;

/**
 * Computes the fingerprint of a page's text part by part, visiting each character once. The hash has 64 bits and is not
 * cryptographic: two pages never share it by chance, and a site that constructs two such pages only deceives its own
 * audit.
 */
export class HtmlText {
  private readonly sketch = new TextSketch();
  private readonly references = new ReferenceReader();
  /** The hash of the current word; 0 between words. */
  private word = 0;
  /** Two hashes of all words so far. */
  private low = 0;
  private high = 0;
  /** Two hashes of what is embedded so far; both 0 if nothing is. */
  private embeddedLow = 0;
  private embeddedHigh = 0;

  get words(): number {
    this.endWord();
    return this.sketch.words;
  }

  get fingerprint(): TextFingerprint {
    this.endWord();
    const { low, high, embeddedLow, embeddedHigh, sketch } = this;
    const isEmbedded = embeddedLow !== 0 || embeddedHigh !== 0;
    const embedded = isEmbedded ? hashOf(embeddedLow, embeddedHigh) : null;
    return { hash: hashOf(low, high), words: sketch.words, sketch: sketch.text, embedded };
  }

  /** Adds a complete text, as if it followed this one. */
  include({ low, high, embeddedLow, embeddedHigh, sketch }: HtmlText): void {
    this.endWord();
    this.low = stir(this.low ^ low, LOW_FACTOR);
    this.high = stir(this.high ^ high, HIGH_FACTOR);
    this.embeddedLow = stir(this.embeddedLow ^ embeddedLow, LOW_FACTOR);
    this.embeddedHigh = stir(this.embeddedHigh ^ embeddedHigh, HIGH_FACTOR);
    this.sketch.include(sketch);
  }

  /** Adds what the page shows besides text, such as the address of an image. */
  embed(given: string | undefined): void {
    const value = given?.trim().replace(ORIGINS, '') ?? '';
    if (value === '') return;
    let { embeddedLow: low, embeddedHigh: high } = this;
    for (let at = 0; at < value.length; at++) {
      const unit = value.charCodeAt(at);
      low = Math.imul(low ^ unit, LOW_FACTOR);
      high = Math.imul(high ^ unit, HIGH_FACTOR);
    }
    // So that the same two values in another order, or joined, have another hash.
    this.embeddedLow = stir(low + 1, LOW_FACTOR);
    this.embeddedHigh = stir(high + 1, HIGH_FACTOR);
  }

  endWord(): void {
    if (this.word === 0) return;
    this.sketch.add(this.word);
    this.word = 0;
    this.low = stir(this.low, LOW_FACTOR);
    this.high = stir(this.high, HIGH_FACTOR);
  }

  /** Adds text in which character references are decoded. */
  addDecoded(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit > SPACE && unit !== NO_BREAK_SPACE) this.addUnit(unit);
      else if (unit !== 0) this.endWord();
    }
  }

  /**
   * Adds a part of a page in UTF-8.
   *
   * @param hasTags whether to stop at the first `<` that opens markup
   * @returns where it stopped, which is after `end` if a character reference lies across it
   */
  add(bytes: Buffer, start: number, end: number, hasTags: boolean): number {
    let { word, low, high } = this;
    let at = start;
    while (at < end) {
      const unit = bytes[at] ?? 0;
      if (unit > SPACE) {
        // Most characters are letters, which are behind `<` and `&`.
        if (unit <= LESS || unit > DELETE) {
          if (unit === LESS && hasTags && opensMarkup(bytes, at)) break;
          if (unit === AMPERSAND || unit > DELETE) {
            [this.word, this.low, this.high] = [word, low, high];
            at = unit === AMPERSAND ? this.addReference(bytes, at) : this.addCharacter(bytes, at);
            ({ word, low, high } = this);
            continue;
          }
        }
        word = Math.imul(word ^ unit, WORD_FACTOR);
        low = Math.imul(low ^ unit, LOW_FACTOR);
        high = Math.imul(high ^ unit, HIGH_FACTOR);
      } else if (word !== 0 && unit !== 0) {
        this.sketch.add(word);
        word = 0;
        low = stir(low, LOW_FACTOR);
        high = stir(high, HIGH_FACTOR);
      }
      at++;
    }
    this.word = word;
    this.low = low;
    this.high = high;
    return at;
  }

  private addReference(bytes: Buffer, at: number): number {
    this.addDecoded(this.references.read(bytes, at));
    return this.references.end;
  }

  /** Adds a character of two to four bytes. Returns the offset after it. */
  private addCharacter(bytes: Buffer, at: number): number {
    const first = bytes[at] ?? 0;
    const second = (bytes[at + 1] ?? 0) & 63;
    if (first < 0xe0) {
      const unit = ((first & 31) << 6) | second;
      if (unit === NO_BREAK_SPACE) this.endWord();
      else this.addUnit(unit);
      return at + 2;
    }
    const third = (bytes[at + 2] ?? 0) & 63;
    if (first < 0xf0) {
      this.addUnit(((first & 15) << 12) | (second << 6) | third);
      return at + 3;
    }
    const code = ((first & 7) << 18) | (second << 12) | (third << 6) | ((bytes[at + 3] ?? 0) & 63);
    this.addUnit(0xd7c0 + (code >> 10));
    this.addUnit(0xdc00 + (code & 0x3ff));
    return at + 4;
  }

  private addUnit(unit: number): void {
    this.word = Math.imul(this.word ^ unit, WORD_FACTOR);
    this.low = Math.imul(this.low ^ unit, LOW_FACTOR);
    this.high = Math.imul(this.high ^ unit, HIGH_FACTOR);
  }
}

/** Mixes the upper bits of a hash, which depend on all characters, into the lower ones. */
function stir(hash: number, factor: number): number {
  return Math.imul(hash ^ (hash >>> 15), factor);
}

function hashOf(low: number, high: number): string {
  return hexOf(mix(low ^ (high >>> 16))) + hexOf(mix(high ^ (low >>> 16)));
}
