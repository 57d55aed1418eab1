import { mix, TextSketch } from '../../../src/audit/duplicates/text-sketch.ts';
import type { TextFingerprint } from '../../../src/audit/site/page-record.ts';
import { decodeText, endOfPiece } from './html-references.ts';

const SPACE = 0x20;
const AMPERSAND = 0x26;
const NO_BREAK_SPACE = 0xa0;

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
  /** The hash of the current word; 0 between words. */
  private word = 0;
  /** Two hashes of all words so far. */
  private low = 0;
  private high = 0;

  get words(): number {
    this.endWord();
    return this.sketch.words;
  }

  get fingerprint(): TextFingerprint {
    this.endWord();
    const { low, high, sketch } = this;
    const hash = hexOf(mix(low ^ (high >>> 16))) + hexOf(mix(high ^ (low >>> 16)));
    return { hash, words: sketch.words, sketch: sketch.text };
  }

  /** Adds a complete text, as if it followed this one. */
  include({ low, high, sketch }: HtmlText): void {
    this.endWord();
    this.low = stir(this.low ^ low, LOW_FACTOR);
    this.high = stir(this.high ^ high, HIGH_FACTOR);
    this.sketch.include(sketch);
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
    this.append(text, 0, text.length, -1);
  }

  /** Adds a part of the page from `start` to `end` that contains no tag. */
  add(html: string, start: number, end: number): void {
    let at = this.append(html, start, end, AMPERSAND);
    while (at < end) {
      const stop = endOfPiece(html, at, end);
      this.addDecoded(decodeText(html.slice(at, stop).replaceAll('\0', '')));
      at = stop;
    }
  }

  /** Appends up to the first character that is `stop`. Returns its offset, or `end`. */
  private append(text: string, start: number, end: number, stop: number): number {
    let { word, low, high } = this;
    let at = start;
    for (; at < end; at++) {
      const unit = text.charCodeAt(at);
      if (unit > SPACE && unit !== NO_BREAK_SPACE) {
        if (unit === stop) break;
        word = Math.imul(word ^ unit, WORD_FACTOR);
        low = Math.imul(low ^ unit, LOW_FACTOR);
        high = Math.imul(high ^ unit, HIGH_FACTOR);
      } else if (word !== 0 && unit !== 0) {
        this.sketch.add(word);
        word = 0;
        low = stir(low, LOW_FACTOR);
        high = stir(high, HIGH_FACTOR);
      }
    }
    this.word = word;
    this.low = low;
    this.high = high;
    return at;
  }
}

/** Mixes the upper bits of a hash, which depend on all characters, into the lower ones. */
function stir(hash: number, factor: number): number {
  return Math.imul(hash ^ (hash >>> 15), factor);
}

function hexOf(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, '0');
}
