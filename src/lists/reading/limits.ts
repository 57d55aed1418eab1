import { FormatError } from '../error.ts';

/** The longest allowed piece, in bytes. */
export const MAX_PIECE: number = 1 << 27;

/** @throws {FormatError} if a piece is longer than {@link MAX_PIECE} */
export function checkLength(bytes: number, line: number): void {
  if (bytes <= MAX_PIECE) return;
  throw new FormatError(
    'too-long',
    `the entry that starts on line ${line} has more than ${MAX_PIECE} bytes; check that this is a list of links, and name its format with --input-format`,
  );
}
