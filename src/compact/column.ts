/** A growing array of 32-bit integers: 4 bytes a row, without objects. */
export class IntColumn {
  // One array: chunks would waste less memory, but each access would take two steps.
  #values = new Int32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Memory in use, in bytes. */
  get bytes(): number {
    return this.#values.byteLength;
  }

  get(row: number): number {
    return this.#values[row] ?? 0;
  }

  set(row: number, value: number): void {
    this.#values[row] = value;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const more = new Int32Array(Math.ceil(this.#length * 1.5));
      more.set(this.#values);
      this.#values = more;
    }
    this.#values[this.#length++] = value;
  }

  /** A copy of the values in ascending order. */
  toSorted(): Int32Array {
    return this.#values.slice(0, this.#length).sort();
  }
}
