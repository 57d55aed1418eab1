import { FormatError } from '../error.ts';
import { checkEncoding } from './byte-order-mark.ts';

/** How packed files begin, and what unpacks them. */
const PACKED: readonly (readonly [start: string, remedy: string])[] = [
  ['\x28\xb5\x2f\xfd', 'zstd -dc FILE'],
  ['\xfd7zXZ\0', 'xz -dc FILE'],
  ['BZh91AY&SY', 'bzip2 -dc FILE'],
  // Office documents are zip archives too.
  ['PK\x03\x04', 'unzip -p FILE (if it is a spreadsheet, save it as CSV)'],
];

/**
 * Checks the first bytes of a text, which is unpacked if it was gzipped.
 *
 * @throws {FormatError} for UTF-16, and for a file that is packed otherwise
 */
export function checkBytes(start: string): void {
  checkEncoding(start);
  const remedy = PACKED.find(([bytes]) => start.startsWith(bytes))?.[1];
  if (remedy !== undefined) throw new FormatError('bad-format', `packed; unpack it first: ${remedy}`);
}
