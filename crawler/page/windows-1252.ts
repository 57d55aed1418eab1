import type { Steps } from '../../src/give-way.ts';

/** The characters of the bytes 0x80 to 0x9F. */
export const WINDOWS_1252_80_TO_9F = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** The most bytes of a character in UTF-8. */
const WIDEST = 3;
/** How many bytes are read in one step, which takes a few milliseconds. */
const STEP = 256 * 1024;

/** For each byte, the length of its character in UTF-8. */
const LENGTHS = new Uint8Array(256);
/** For each byte, its character in UTF-8, in {@link WIDEST} places. */
const UTF8 = new Uint8Array(WIDEST * 256);
for (let byte = 0; byte < 256; byte++) {
  const isSpecial = byte >= 0x80 && byte <= 0x9f;
  const character = Buffer.from(isSpecial ? WINDOWS_1252_80_TO_9F.charAt(byte - 0x80) : String.fromCharCode(byte));
  LENGTHS[byte] = character.length;
  UTF8.set(character, WIDEST * byte);
}

/**
 * A text in windows-1252 as UTF-8. TextDecoder is not used: from Node 22.13 into 24, it read 0x80–0x9F as ISO-8859-1
 * (nodejs/node issue 56542).
 */
export function windows1252ToUtf8(text: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(lengthOf(text));
  write(text, bytes, 0);
  return bytes;
}

/** Does the same as {@link windows1252ToUtf8}, in steps, and takes no memory but for the result. */
export function* windows1252Steps(text: Uint8Array): Steps<Buffer> {
  let length = 0;
  for (let at = 0; at < text.length; at += STEP) {
    length += lengthOf(text.subarray(at, at + STEP));
    yield;
  }
  const bytes = Buffer.allocUnsafe(length);
  let end = 0;
  for (let at = 0; at < text.length; at += STEP) {
    end = write(text.subarray(at, at + STEP), bytes, end);
    yield;
  }
  return bytes;
}

function lengthOf(text: Uint8Array): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) length += LENGTHS[text[at] ?? 0] ?? 0;
  return length;
}

/** Writes from `start` on. Returns where the text ends. */
function write(text: Uint8Array, bytes: Uint8Array, start: number): number {
  let to = start;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] ?? 0;
    if (byte < 0x80) bytes[to++] = byte;
    else {
      const end = WIDEST * byte + (LENGTHS[byte] ?? 0);
      for (let from = WIDEST * byte; from < end; from++) bytes[to++] = UTF8[from] ?? 0;
    }
  }
  return to;
}
