/** Initial size in bytes; grows for longer strings. */
const ROOM = 1 << 14;

/** A reusable buffer that holds one string as bytes, for tables of bytes. Each `set` call replaces the string. */
export class ByteText {
  #buffer = Buffer.allocUnsafeSlow(ROOM);
  /** Starts with the string's bytes. `set` calls may replace it. */
  view: DataView = viewOf(this.#buffer);
  /** Length of the string, in bytes. */
  length = 0;

  /** @param text ASCII, or bytes, one per character (Latin-1) */
  setLatin1(text: string): void {
    this.#reserve(text.length);
    this.length = this.#buffer.write(text, 'latin1');
  }

  /** @param text any text; unpaired surrogates become U+FFFD */
  setUtf8(text: string): void {
    // A UTF-16 code unit takes at most three bytes.
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
