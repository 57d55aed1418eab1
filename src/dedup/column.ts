const BITS = 12;
const CHUNK = 1 << BITS;

/** A column of whole numbers: 4 bytes a row, and no objects. It grows by chunks, so that none of it lies idle. */
export class IntColumn {
  readonly #chunks: Int32Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Memory in use, in bytes. */
  get bytes(): number {
    return this.#chunks.length * CHUNK * Int32Array.BYTES_PER_ELEMENT;
  }

  get(row: number): number {
    return this.#chunks[row >> BITS]?.[row & (CHUNK - 1)] ?? 0;
  }

  set(row: number, value: number): void {
    const chunk = this.#chunks[row >> BITS];
    if (chunk !== undefined) chunk[row & (CHUNK - 1)] = value;
  }

  push(value: number): void {
    if ((this.#length & (CHUNK - 1)) === 0) this.#chunks.push(new Int32Array(CHUNK));
    this.set(this.#length++, value);
  }

  /** A copy of the values in ascending order. */
  toSorted(): Int32Array {
    const values = new Int32Array(this.#chunks.length * CHUNK);
    for (const [index, chunk] of this.#chunks.entries()) values.set(chunk, index * CHUNK);
    return values.subarray(0, this.#length).sort();
  }
}
