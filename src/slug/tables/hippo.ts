/**
 * The tables of "document name to URL path segment" (Hippo CMS: Encoding of node names), and what Hippo's code adds to
 * them.
 */
import type { CharacterLists } from '../replace.ts';

/** "removed" in these tables. */
export const REMOVED = '';

/** "converted into space" in these tables. Spaces are merged, dropped at both ends, and become hyphens elsewhere. */
export const SPACE = ' ';

/** Table 1: special handling of some regular printable characters. */
export const PRINTABLE: CharacterLists = {
  [REMOVED]: `!"#%&'(),<>?{}`,
  [SPACE]: '*+:;',
  usd: '$',
  '-': '/=|~',
  '-at-': '@',
};

/** Printable characters missing from table 1, as in Hippo's code: removed from the URL. */
export const PRINTABLE_UNLISTED: CharacterLists = { [REMOVED]: '[]^`', '-': '\\' };

/**
 * Table 2: ISO 8859-1 special characters. The soft hyphen is invisible in the source. The table maps ý to u, and so does
 * Hippo's code.
 */
export const ISO_8859_1: CharacterLists = {
  [REMOVED]: '¡¤§¨©ª«¬®°²³´µ¶·¸¹º»¼½¾÷',
  '-': '¦\u00ad¯±',
  a: 'àáâãäå',
  ae: 'æ',
  c: 'ç',
  ct: '¢',
  d: 'Ðð',
  e: 'èéêë',
  gbp: '£',
  i: 'ìíîï',
  n: 'ñ',
  o: 'Øòóôõöø',
  ss: 'ß',
  u: 'ÙÚÛÜùúûüý',
  y: 'ÝÞþÿ',
  yen: '¥',
};

/**
 * Table 3: "translation of Unicode characters above 0xc200". The numbers in the table are in fact the UTF-8 bytes of
 * these characters, U+00A1 to U+00FF. As code points they are Hangul syllables, and Hippo's code really damages those.
 */
export const UTF_8: CharacterLists = {
  [REMOVED]: '¡¤¦§¨©ª«¬®°±²³´µ¶·¸¹º»¼½¾¿÷',
  '-': '\u00ad¯',
  a: 'ÀÁÂÃÄÅàáâãäå',
  ae: 'Ææ',
  c: 'Çç',
  ct: '¢',
  d: 'Ðð',
  e: 'ÈÉÊËèéêë',
  gbp: '£',
  i: 'ÌÍÎÏìíîï',
  n: 'Ññ',
  o: 'ÒÓÔÕÖØòóôõöø',
  ss: 'ß',
  u: 'ÙÚÛÜùúûü',
  x: '×',
  y: 'ÝÞýþÿ',
  yen: '¥',
};

/**
 * Maps letters of Latin Extended-A, U+0100 to U+017F, to their lowercase base
 * letter, sixteen per line. Some of them have no Unicode decomposition (đ ħ ı ĳ ĸ ŀ ł ŉ ŋ œ ŧ ſ).
 */
export const LATIN_EXTENDED_A: readonly string[] = [
  'a a a a a a c c c c c c c c d d', // U+0100
  'd d e e e e e e e e e e g g g g', // U+0110
  'g g g g h h h h i i i i i i i i', // U+0120
  'i i ij ij j j k k k l l l l l l l', // U+0130
  'l l l n n n n n n n n n o o o o', // U+0140
  'o o oe oe r r r r r r s s s s s s', // U+0150
  's s t t t t t t u u u u u u u u', // U+0160
  'u u u u w w y y y z z z z z z s', // U+0170
];

/** Letters of Latin Extended Additional, U+1E00 to U+1EFF, as in Hippo's code since 15.2.2. */
export const LATIN_EXTENDED_ADDITIONAL: readonly string[] = [
  'a a b b b b b b c c d d d d d d', // U+1E00
  'd d d d e e e e e e e e e e f f', // U+1E10
  'g g h h h h h h h h h h i i i i', // U+1E20
  'k k k k k k l l l l l l l l m m', // U+1E30
  'm m m m n n n n n n n n o o o o', // U+1E40
  'o o o o p p p p r r r r r r r r', // U+1E50
  's s s s s s s s s s t t t t t t', // U+1E60
  't t u u u u u u u u u u v v v v', // U+1E70
  'w w w w w w w w w w x x x x y y', // U+1E80
  'z z z z z z h t w y a s s s s d', // U+1E90
  'a a a a a a a a a a a a a a a a', // U+1EA0
  'a a a a a a a a e e e e e e e e', // U+1EB0
  'e e e e e e e e i i i i o o o o', // U+1EC0
  'o o o o o o o o o o o o o o o o', // U+1ED0
  'o o o o u u u u u u u u u u u u', // U+1EE0
  'u u y y y y y y y y l l v v y y', // U+1EF0
];
