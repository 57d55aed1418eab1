import type { FileHandle } from 'node:fs/promises';

/** How much of a file is read at a time by default, in bytes. */
const WINDOW = 1 << 18;

/** Reads a file in steps, and keeps the last one. */
export class FileWindow {
  readonly #file: FileHandle;
  readonly #buffer: Buffer;
  #start = 0;
  #length = 0;

  constructor(file: FileHandle, size: number = WINDOW) {
    this.#file = file;
    this.#buffer = Buffer.allocUnsafeSlow(size);
  }

  /**
   * The bytes at a place, until the next call; none at the end of the file.
   *
   * @param least how many bytes to return at least, unless the file ends. Default: half of the window.
   */
  async at(offset: number, least: number = this.#buffer.length / 2): Promise<Buffer> {
    const from = offset - this.#start;
    const left = from >= 0 && from <= this.#length ? this.#length - from : 0;
    if (left >= least) return this.#buffer.subarray(from, this.#length);
    if (left > 0) this.#buffer.copyWithin(0, from, this.#length);
    this.#start = offset;
    this.#length = left;
    while (this.#length < this.#buffer.length) {
      const room = this.#buffer.length - this.#length;
      const { bytesRead } = await this.#file.read(this.#buffer, this.#length, room, offset + this.#length);
      if (bytesRead === 0) break;
      this.#length += bytesRead;
    }
    return this.#buffer.subarray(0, this.#length);
  }
}
