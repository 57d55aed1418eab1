/**
 * The size, in bytes, from which a buffer gets its full size at once: unwritten memory costs nothing, but a copy does.
 */
const LARGE = 1024 * 1024;

const NOTHING = new Uint8Array(0);

/**
 * Collects bytes up to a limit. It copies chunks together as they arrive: a body of a million chunks of one byte would
 * otherwise cost a hundred times its size.
 */
export class ByteCollector {
  readonly #limit: number;
  readonly #expected: number;
  #buffer: Uint8Array = NOTHING;
  #length = 0;

  /**
   * @param expected the announced number of bytes. Room for all of them is allocated once, which leaves no smaller
   * buffers behind.
   */
  constructor(limit: number, expected = 0) {
    this.#limit = limit;
    this.#expected = expected;
  }

  get length(): number {
    return this.#length;
  }

  /** Appends what fits. Returns false if the limit cut the chunk. */
  append(chunk: Uint8Array): boolean {
    const room = this.#limit - this.#length;
    const taken = chunk.length > room ? chunk.subarray(0, room) : chunk;
    if (this.#length === 0) {
      // Most pages are one chunk, which needs no copy.
      this.#buffer = taken;
    } else {
      this.#reserve(this.#length + taken.length);
      this.#buffer.set(taken, this.#length);
    }
    this.#length += taken.length;
    return taken.length === chunk.length;
  }

  bytes(): Uint8Array {
    return this.#buffer.length === this.#length ? this.#buffer : this.#buffer.subarray(0, this.#length);
  }

  #reserve(needed: number): void {
    if (needed <= this.#buffer.length) return;
    const doubled = needed > LARGE ? this.#limit : 2 * this.#buffer.length;
    const capacity = Math.min(this.#limit, Math.max(needed, doubled, this.#expected));
    const larger = Buffer.allocUnsafeSlow(capacity);
    larger.set(this.bytes());
    this.#buffer = larger;
  }
}
