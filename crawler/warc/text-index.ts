import { hashBytes } from '../../src/compact/byte-hash.ts';
import { TextTable } from '../../src/compact/text-table.ts';

/** Numbers by text, for millions of texts: 20 bytes each, and their length. */
export class TextIndex {
  readonly #table = new TextTable();
  #buffer = Buffer.alloc(1 << 14);

  /** Undefined if the text is not known. */
  get(text: string): number | undefined {
    const { view, end, hash } = this.#bytes(text);
    const address = this.#table.find(hash, view, 0, end);
    return address < 0 ? undefined : this.#table.value(address);
  }

  /** @param value an integer below 2^31 */
  set(text: string, value: number): void {
    const { view, end, hash } = this.#bytes(text);
    const address = this.#table.find(hash, view, 0, end);
    if (address < 0) this.#table.add(hash, view, 0, end, value);
    else this.#table.setValue(address, value);
  }

  #bytes(text: string): { view: DataView; end: number; hash: number } {
    if (text.length * 3 > this.#buffer.length) this.#buffer = Buffer.alloc(text.length * 3);
    const end = this.#buffer.write(text);
    const view = new DataView(this.#buffer.buffer, this.#buffer.byteOffset, this.#buffer.length);
    return { view, end, hash: hashBytes(view, 0, end) };
  }
}
