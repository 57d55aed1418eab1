import { FormatError } from '../error.ts';

/** The longest piece that is read, in bytes. */
export const MAX_PIECE: number = 1 << 27;

/** @throws {FormatError} where so many bytes are more than one piece may have */
export function checkLength(bytes: number, line: number): void {
  if (bytes <= MAX_PIECE) return;
  throw new FormatError(
    'too-long',
    `what starts on line ${line} has more than ${MAX_PIECE} bytes; is this a list of links? Name its format with --input-format`,
  );
}
