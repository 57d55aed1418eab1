import { checkLength, MAX_PIECE } from './limits.ts';

/**
 * Input that does not form a complete piece yet. After a failed attempt to read a piece it waits until there is twice
 * as much input, so a piece that arrives in a thousand chunks still takes linear time.
 */
export class Pending {
  #text = '';
  #added: string[] = [];
  #length = 0;
  #wanted = 0;
  #line = 1;
  /** The first LF of `text` that is not counted yet; -1 if it is not known. */
  #lineEnd = -1;

  /** The pending text, as of the last `add` that returned true, or the last `flush`. */
  get text(): string {
    return this.#text;
  }

  /** Adds bytes. Returns whether another attempt is worthwhile. */
  add(bytes: string): boolean {
    this.#added.push(bytes);
    this.#length += bytes.length;
    if (this.#length < this.#wanted) return false;
    this.flush();
    return true;
  }

  /** Makes all input part of `text`. */
  flush(): void {
    const searched = this.#text.length;
    this.#text += this.#added.join('');
    this.#added = [];
    if (this.#lineEnd === searched) this.#lineEnd = this.#findLineEnd(searched);
  }

  /** The line of an index in `text`, from 1. Indexes must not decrease from call to call. */
  lineAt(index: number): number {
    if (this.#lineEnd < 0) this.#lineEnd = this.#findLineEnd(0);
    while (this.#lineEnd < index) {
      this.#line += 1;
      this.#lineEnd = this.#findLineEnd(this.#lineEnd + 1);
    }
    return this.#line;
  }

  /** Drops the part of `text` that was read, after as much as possible was read. */
  drop(length: number): void {
    const line = this.lineAt(length);
    this.#text = this.#text.slice(length);
    this.#lineEnd -= length;
    this.#length = this.#text.length;
    this.#wanted = Math.min(2 * this.#length, MAX_PIECE + 1);
    checkLength(this.#length, line);
  }

  /** The index of the next LF, or the end of the text. */
  #findLineEnd(from: number): number {
    const index = this.#text.indexOf('\n', from);
    return index < 0 ? this.#text.length : index;
  }
}
