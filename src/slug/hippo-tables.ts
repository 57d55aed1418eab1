import { type Replacements, replacements } from './replace.ts';
import { ISO_8859_1 } from './tables/hippo-iso-8859-1.ts';
import { LATIN_EXTENDED_A, LATIN_EXTENDED_ADDITIONAL } from './tables/hippo-latin-extended.ts';
import { PRINTABLE, PRINTABLE_UNLISTED } from './tables/hippo-printable.ts';
import { UTF_8_BYTES } from './tables/hippo-utf-8.ts';
import { REMOVED, SPACE } from './tables/values.ts';

type Table = Readonly<Record<string, string>>;

const NO_BREAK_SPACE = '\u00a0';

/** Table 3 as intended: keyed by the characters whose UTF-8 bytes it lists. */
const UTF_8: Table = mapKeys(UTF_8_BYTES, (bytes) => decodeURIComponent(`%${bytes.slice(0, 2)}%${bytes.slice(2)}`));

/** Table 3 as Hippo's code reads it, with the entries in which the code differs from the table. */
const UTF_8_AS_CODE_POINTS: Table = {
  ...mapKeys(UTF_8_BYTES, (bytes) => String.fromCodePoint(Number.parseInt(bytes, 16))),
  '\uc2a0': SPACE,
  '\uc2a6': '-',
  '\uc2b1': '-',
  '\uc3b7': '-',
};

/** Dashes and quotation marks of General Punctuation, in Hippo's code since 2017. */
const PUNCTUATION: Table = {
  ...fromCode(0x2010, '- - - - - - - -'.split(' ')),
  ...fromCode(
    0x2018,
    Array.from({ length: 8 }, () => REMOVED),
  ),
};

const EXTENDED_A: Table = fromCode(0x100, words(LATIN_EXTENDED_A));
const EXTENDED_ADDITIONAL: Table = fromCode(0x1e00, words(LATIN_EXTENDED_ADDITIONAL));

/** Replacements for printable ASCII characters. */
export const OF_PRINTABLE: Replacements = replacements(PRINTABLE, PRINTABLE_UNLISTED);

/**
 * Replacements for Latin-1 and Latin Extended-A. Table 2 wins: it maps ý to u, as Hippo's code does; table 3 maps it to
 * y.
 */
export const OF_LATIN: Replacements = replacements(ISO_8859_1, UTF_8, EXTENDED_A);

/** All replacements of Hippo's code. */
export const OF_UPSTREAM: Replacements = replacements(
  { ' ': SPACE, [NO_BREAK_SPACE]: SPACE },
  PRINTABLE,
  PRINTABLE_UNLISTED,
  ISO_8859_1,
  UTF_8,
  EXTENDED_A,
  EXTENDED_ADDITIONAL,
  PUNCTUATION,
  UTF_8_AS_CODE_POINTS,
);

function mapKeys(table: Table, map: (key: string) => string): Table {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [map(key), value]));
}

function fromCode(first: number, values: readonly string[]): Table {
  return Object.fromEntries(values.map((value, index) => [String.fromCharCode(first + index), value]));
}

function words(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' '));
}
