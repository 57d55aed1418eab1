/** A row of 32-bit integers and byte strings, one byte per character (Latin-1). */
export interface Row {
  readonly numbers: readonly number[];
  readonly texts: readonly string[];
}

/** Bytes to collect before a block goes to the workspace. */
const BLOCK = 1 << 16;

/** Packs rows into blocks. All rows of a series must have the same number of integers and of strings. */
export class RowWriter {
  readonly #write: (block: Uint8Array) => void;
  #buffer = Buffer.allocUnsafeSlow(BLOCK);
  #used = 0;

  constructor(write: (block: Uint8Array) => void) {
    this.#write = write;
  }

  /** Adds a row. */
  put({ numbers, texts }: Row): void {
    this.#reserve(texts.reduce((size, text) => size + 4 + text.length, numbers.length * 4));
    for (const number of numbers) this.#used = this.#buffer.writeInt32LE(number, this.#used);
    for (const text of texts) {
      this.#used = this.#buffer.writeInt32LE(text.length, this.#used);
      this.#used += this.#buffer.write(text, this.#used, 'latin1');
    }
  }

  /** Passes on the incomplete block. */
  flush(): void {
    if (this.#used > 0) this.#write(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }

  #reserve(size: number): void {
    if (this.#used + size <= this.#buffer.length) return;
    this.flush();
    if (size > this.#buffer.length) this.#buffer = Buffer.allocUnsafeSlow(size);
  }
}

/** Unpacks the rows of a block in order. */
export function* rowsOf(block: Uint8Array, numberCount: number, textCount: number): Generator<Row> {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
  for (let at = 0; at < bytes.length; ) {
    const numbers: number[] = [];
    const texts: string[] = [];
    for (let count = 0; count < numberCount; count++, at += 4) numbers.push(bytes.readInt32LE(at));
    for (let count = 0; count < textCount; count++) {
      const start = at + 4;
      at = start + bytes.readInt32LE(at);
      texts.push(bytes.toString('latin1', start, at));
    }
    yield { numbers, texts };
  }
}
