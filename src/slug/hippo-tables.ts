import { byCharacter, type CharacterLists, type CharacterTable, Replacements } from './replace.ts';
import {
  ISO_8859_1,
  LATIN_EXTENDED_A,
  LATIN_EXTENDED_ADDITIONAL,
  PRINTABLE,
  PRINTABLE_UNLISTED,
  REMOVED,
  SPACE,
  UTF_8,
} from './tables/hippo.ts';

const NO_BREAK_SPACE = '\u00a0';

/** Dashes and quotation marks of General Punctuation, in Hippo's code since 2017. */
const PUNCTUATION: CharacterLists = {
  '-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2016\u2017',
  [REMOVED]: '\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f',
};

/** Replacements for printable ASCII characters. */
export const OF_PRINTABLE: Replacements = new Replacements(() => [PRINTABLE, PRINTABLE_UNLISTED].map(byCharacter));

/**
 * Replacements for Latin-1 and Latin Extended-A. Table 2 wins: it maps ý to u, as Hippo's code does; table 3 maps it to
 * y.
 */
export const OF_LATIN: Replacements = new Replacements(() => [...[ISO_8859_1, UTF_8].map(byCharacter), extendedA()]);

/** All replacements of Hippo's code. */
export const OF_UPSTREAM: Replacements = new Replacements(() => [
  { ' ': SPACE, [NO_BREAK_SPACE]: SPACE },
  ...[PRINTABLE, PRINTABLE_UNLISTED, ISO_8859_1, UTF_8].map(byCharacter),
  extendedA(),
  fromCode(0x1e00, words(LATIN_EXTENDED_ADDITIONAL)),
  byCharacter(PUNCTUATION),
  utf8AsCodePoints(),
]);

function extendedA(): CharacterTable {
  return fromCode(0x100, words(LATIN_EXTENDED_A));
}

/** Table 3 as Hippo's code reads it, with the entries in which the code differs from the table. */
function utf8AsCodePoints(): CharacterTable {
  const table = Object.entries(byCharacter(UTF_8));
  return {
    ...Object.fromEntries(table.map(([character, value]) => [readAsCodePoint(character), value])),
    '\uc2a0': SPACE,
    '\uc2a6': '-',
    '\uc2b1': '-',
    '\uc3b7': '-',
  };
}

/** The character whose code point is written like the two UTF-8 bytes of another. */
function readAsCodePoint(character: string): string {
  const [first = 0, second = 0] = new TextEncoder().encode(character);
  return String.fromCharCode(first * 0x100 + second);
}

function fromCode(first: number, values: readonly string[]): CharacterTable {
  return Object.fromEntries(values.map((value, index) => [String.fromCharCode(first + index), value]));
}

function words(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split(' '));
}
