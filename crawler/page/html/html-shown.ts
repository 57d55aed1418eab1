import { AMPERSAND, isSpace } from './html-bytes.ts';
import { ReferenceReader } from './html-references.ts';

const references = new ReferenceReader();

/**
 * The offset of the first text that is not white space. It is `end` or more if there is none: a character reference may
 * lie across the end.
 */
export function shownFrom(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end) {
    const byte = bytes[at] ?? 0;
    if (byte === AMPERSAND && !/[^\t\n\f\r ]/.test(references.read(bytes, at))) at = references.end;
    else if (isSpace(byte)) at++;
    else return at;
  }
  return at;
}
