import { checkLength, MAX_PIECE } from './limits.ts';

/**
 * What has come in of a document and is no part of a piece yet. Where it was looked at in vain, it is looked at again
 * once there is twice as much, so that a piece that came in a thousand stretches is still read in linear time.
 */
export class Pending {
  #text = '';
  #added: string[] = [];
  #length = 0;
  #wanted = 0;
  #line = 1;
  /** The first LF of `text` that is not counted; -1 where it is yet to be found. */
  #lineEnd = -1;

  /** All that is pending, as of the last time that `add` gave true or `flush` was called. */
  get text(): string {
    return this.#text;
  }

  /** Whether there is enough to look at. */
  add(bytes: string): boolean {
    this.#added.push(bytes);
    this.#length += bytes.length;
    if (this.#length < this.#wanted) return false;
    this.flush();
    return true;
  }

  /** Makes all that came in part of `text`. */
  flush(): void {
    const searched = this.#text.length;
    this.#text += this.#added.join('');
    this.#added = [];
    if (this.#lineEnd === searched) this.#lineEnd = this.#findLineEnd(searched);
  }

  /** The line of an index of `text`, from 1; not below one that was asked for before. */
  lineAt(index: number): number {
    if (this.#lineEnd < 0) this.#lineEnd = this.#findLineEnd(0);
    while (this.#lineEnd < index) {
      this.#line += 1;
      this.#lineEnd = this.#findLineEnd(this.#lineEnd + 1);
    }
    return this.#line;
  }

  /** To be told how much of `text` was taken, when all was taken that could be. */
  drop(length: number): void {
    const line = this.lineAt(length);
    this.#text = this.#text.slice(length);
    this.#lineEnd -= length;
    this.#length = this.#text.length;
    this.#wanted = Math.min(2 * this.#length, MAX_PIECE + 1);
    checkLength(this.#length, line);
  }

  /** The end of the text where there is no more LF. */
  #findLineEnd(from: number): number {
    const index = this.#text.indexOf('\n', from);
    return index < 0 ? this.#text.length : index;
  }
}
