import { decodeBytes } from '../../text/bytes.ts';
import type { Reader } from '../formats/format.ts';
import { createLineReader, withoutLineEnd } from './line-cutter.ts';

/**
 * A reader for a list format of your own with at most one URL per line.
 *
 * @param urlOf takes a line as text, without its line end, and returns its URL, or null if it has none
 */
export function lineReader(urlOf: (line: string) => string | null): Reader {
  return createLineReader((bytes) => urlOf(decodeBytes(withoutLineEnd(bytes))));
}
