/**
 * Pins Unicode 16.0, whatever version the engine has. Unicode never changes the normalization, lower case or letter
 * property of an assigned character (`test/slug/unicode.test.ts` checks this). So it is enough to leave newer
 * characters alone.
 */
import { sortLongMarkRuns } from './marks.ts';
import { isAscii } from './text.ts';

/**
 * Characters added in Unicode 17.0, for a character class. `\p{Cn}` covers those that the engine does not know either.
 */
const ADDED_BY_17 =
  String.raw`\u088f\u0c5c\u0cdc\u1acf-\u1add\u1ae0-\u1aeb\u20c1\u2b96\ua7ce\ua7cf\ua7d2\ua7d4\ua7f1\ufbc3-\ufbd2\ufd90\ufd91\ufdc8-\ufdce
\u{10940}-\u{10959}\u{10ec5}-\u{10ec7}\u{10ed0}-\u{10ed8}\u{10efa}\u{10efb}\u{11b60}-\u{11b67}\u{11db0}-\u{11ddb}\u{11de0}-\u{11de9}\u{16ea0}-\u{16eb8}
\u{16ebb}-\u{16ed3}\u{16ff2}-\u{16ff6}\u{187f8}-\u{187ff}\u{18d09}-\u{18d1e}\u{18d80}-\u{18df2}\u{1ccfa}-\u{1ccfc}\u{1ceba}-\u{1ced0}\u{1cee0}-\u{1cef0}
\u{1e6c0}-\u{1e6de}\u{1e6e0}-\u{1e6f5}\u{1e6fe}\u{1e6ff}\u{1f6d8}\u{1f777}-\u{1f77a}\u{1f8d0}-\u{1f8d8}\u{1fa54}-\u{1fa57}\u{1fa8a}\u{1fa8e}\u{1fac8}
\u{1facd}\u{1faea}\u{1faef}\u{1fbfa}\u{2b73a}-\u{2b73f}\u{2cea2}-\u{2cead}\u{323b0}-\u{33479}`.replaceAll('\n', '');

const NEWER = new RegExp(`([\\p{Cn}${ADDED_BY_17}])`, 'u');

/** A mark. Sticky. */
export const MARK: RegExp = new RegExp(`(?![${ADDED_BY_17}])\\p{M}`, 'uy');

/** Normalization form NFC or NFKC, in linear time. */
export function compose(text: string, form: 'NFC' | 'NFKC'): string {
  if (isAscii(text)) return text;
  return mapKnown(text, (known) => sortLongMarkRuns(known, form).normalize(form));
}

/** Lowercases each character on its own: a capital sigma at the end of a word becomes a regular sigma. */
export function lowercase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return mapKnown(text, (known) => known.replaceAll('\u03a3', '\u03c3').toLowerCase());
}

function mapKnown(text: string, map: (known: string) => string): string {
  if (!NEWER.test(text)) return map(text);
  const parts = text.split(NEWER);
  return parts.map((part, index) => (index % 2 === 0 ? map(part) : part)).join('');
}

/**
 * A pattern for characters other than letters, numbers and the listed ones.
 *
 * @param kept written as in a character class
 */
export function neitherLetterNor(kept: string): RegExp {
  return new RegExp(`[^\\p{L}\\p{N}${kept}]|[${ADDED_BY_17}]`, 'gu');
}
