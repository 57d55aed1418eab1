/** Room at first; grows for longer strings. */
const ROOM = 1 << 14;

/** One string at a time as bytes, for tables that hold bytes: the bytes are those of the string set last. */
export class ByteText {
  #buffer = Buffer.allocUnsafeSlow(ROOM);
  view: DataView = viewOf(this.#buffer);
  /** How many bytes of the view, from its start, are the string's. */
  length = 0;

  /** @param text ASCII, or bytes, one a character (Latin-1) */
  setLatin1(text: string): void {
    this.#reserve(text.length);
    this.length = this.#buffer.write(text, 'latin1');
  }

  setUtf8(text: string): void {
    // A code unit takes three bytes at most.
    this.#reserve(text.length * 3);
    this.length = this.#buffer.write(text, 'utf8');
  }

  #reserve(length: number): void {
    if (length <= this.#buffer.length) return;
    this.#buffer = Buffer.allocUnsafeSlow(length);
    this.view = viewOf(this.#buffer);
  }
}

function viewOf(buffer: Buffer): DataView {
  return new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
}
