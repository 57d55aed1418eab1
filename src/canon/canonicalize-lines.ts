import { joinBytes, lineEnd, linesEnd } from '../text/byte-lines.ts';
import { UrlError } from '../url/error.ts';
import { escapeByte } from '../url/percent.ts';
import { matchEnd } from './fast-path-patterns.ts';

/** Bytes to decode at a time. A longer line is decoded whole. */
const WINDOW = 1 << 14;

const ENCODER: TextEncoder = new TextEncoder();
const DECODER: TextDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Canonicalizes lines of UTF-8. A line that stays as it is becomes no string of its own: the pattern skips many of them at
 * once, and a window without a change is copied as bytes.
 *
 * @param settled matches whole lines that no pass changes, with their line feeds; null if there is no such pattern
 */
export function canonicalizeLines(
  bytes: Uint8Array,
  canonicalize: (url: string) => string | UrlError,
  settled: RegExp | null,
): Uint8Array {
  if (!(bytes instanceof Uint8Array)) {
    throw new TypeError('the list of canonicalizeMany is not bytes; write a Uint8Array, such as a Buffer');
  }
  const made: Uint8Array[] = [];
  for (let start = isMarked(bytes) ? 3 : 0; start < bytes.length; ) {
    const window = bytes.subarray(start, linesEnd(bytes, start, WINDOW));
    // The pattern overflows on a line of some millions of characters.
    const skipped = window.length > WINDOW ? null : settled;
    const text = decode(window);
    const changed = changedLines(text ?? decodeEachLine(window), canonicalize, skipped);
    made.push(changed === text ? window : ENCODER.encode(changed));
    start += window.length;
  }
  return joinBytes(made);
}

/** Whether the bytes start with a byte order mark, which is not a part of the first URL. */
function isMarked([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}

/** The same text if no line changes. */
function changedLines(text: string, canonicalize: (url: string) => string | UrlError, settled: RegExp | null): string {
  let out = '';
  let run = 0;
  for (let at = 0; at < text.length; ) {
    const behind = settled === null ? -1 : matchEnd(settled, text, at);
    if (behind > at) {
      at = behind;
      continue;
    }
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed;
    const line = text.slice(at, end);
    const url = canonicalize(line);
    if (url !== line) {
      out += text.slice(run, at);
      if (!(url instanceof UrlError)) out += url;
      run = end;
    }
    at = end + 1;
  }
  return run === 0 ? text : out + text.slice(run);
}

/** Null if the bytes are not valid UTF-8. */
function decode(bytes: Uint8Array): string | null {
  try {
    return DECODER.decode(bytes);
  } catch {
    return null;
  }
}

/** Percent-encodes the bytes beyond ASCII of lines that are not valid UTF-8, as a client would. */
function decodeEachLine(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; ) {
    const line = bytes.subarray(start, lineEnd(bytes, start));
    text += decode(line) ?? escaped(line);
    start += line.length;
  }
  return text;
}

function escaped(line: Uint8Array): string {
  let text = '';
  for (const byte of line) text += byte < 0x80 ? String.fromCharCode(byte) : escapeByte(byte);
  return text;
}
