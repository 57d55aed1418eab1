import { FormatError } from '../error.ts';

/**
 * How texts in UTF-32 and UTF-16 begin: with a byte order mark, or with ASCII characters. UTF-32 comes first, because its mark
 * starts with that of UTF-16.
 */
const UTF_32_AND_16: readonly (readonly [start: RegExp, name: string])[] = [
  [/^(?:\xff\xfe\0\0|\0\0\xfe\xff)/, 'UTF-32'],
  [/^(?:[!-~]\0{3}){2}/, 'UTF-32LE'],
  [/^(?:\0{3}[!-~]){2}/, 'UTF-32BE'],
  [/^(?:\xff\xfe|\xfe\xff)/, 'UTF-16'],
  [/^(?:[^\0]\0){4}/, 'UTF-16LE'],
  [/^(?:\0[^\0]){4}/, 'UTF-16BE'],
];

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
 * @throws {FormatError} for UTF-16 and UTF-32, and for a file that is packed otherwise
 */
export function checkBytes(start: string): void {
  const encoding = UTF_32_AND_16.find(([pattern]) => pattern.test(start))?.[1];
  if (encoding !== undefined) {
    const remedy = `convert it to UTF-8: iconv -f ${encoding} -t UTF-8`;
    throw new FormatError('bad-format', `the text is ${encoding.replace(/[BL]E$/, '')}; ${remedy}`);
  }
  const remedy = PACKED.find(([bytes]) => start.startsWith(bytes))?.[1];
  if (remedy !== undefined) throw new FormatError('bad-format', `packed; unpack it first: ${remedy}`);
}
