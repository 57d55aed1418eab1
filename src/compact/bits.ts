/** A growing bit set over the integers from 0. All bits are clear at first. */
export class Bits {
  #bytes = new Uint8Array(1 << 10);

  /** Memory in use, in bytes. */
  get bytes(): number {
    return this.#bytes.length;
  }

  has(index: number): boolean {
    return index >= 0 && (((this.#bytes[index >> 3] ?? 0) >> (index & 7)) & 1) === 1;
  }

  /** Sets or clears a bit. Ignores numbers below 0. */
  set(index: number, isSet: boolean): void {
    if (index < 0) return;
    const at = index >> 3;
    if (at >= this.#bytes.length) this.#grow(at);
    const byte = this.#bytes[at] ?? 0;
    const bit = 1 << (index & 7);
    this.#bytes[at] = isSet ? byte | bit : byte & ~bit;
  }

  #grow(at: number): void {
    const more = new Uint8Array(Math.max(at + 1, Math.ceil(this.#bytes.length * 1.5)));
    more.set(this.#bytes);
    this.#bytes = more;
  }
}
