/** What a character is for the shortcut: how it is written, or why it is not for it. */
import { isStarter } from './marks.ts';

// Where it is none of these, a kind is the code of the one character that is written.
// 0: nobody has asked yet.
const REMOVED = 1;
export const SEPARATOR = 2;
export const SECTION_END = 3;
/** Several characters are written. */
export const SEVERAL = 4;
export const FOR_THE_STEPS = 5;
/** Written as it is, and not ASCII. */
export const KEPT = 6;
/** The same, as a mark that nothing is ever ordered over; then one that others may be; then one that others compose with. */
const KEPT_STARTER = 7;
const KEPT_MARK = 8;
const KEPT_FIRST = 9;
export const LAST_KIND = 9;

/** How many bytes of UTF-8 are written for a byte at most, a dash in front included. */
export const MAX_GROWTH = 5;

/**
 * The characters of the Basic Multilingual Plane that compose with one before them, but for the vowel signs that only do
 * so with {@link FIRSTS}. These three lists are all that Unicode 16 has; no later version may add to them but by new
 * characters (`test/slug/unicode.test.ts` holds that).
 */
export const COMPOSING: RegExp =
  /[\u0300-\u0304\u0306-\u030c\u030f\u0311\u0313\u0314\u031b\u0323-\u0328\u032d\u032e\u0330\u0331\u0338\u0342\u0345\u0653-\u0655\u093c\u0bd7\u102e\u1161-\u1175\u11a8-\u11c2\u1b35\u3099\u309a]/;

/** Vowel signs that compose with a sign just before them, to signs. */
export const SIGNS: RegExp =
  /[\u09be\u09d7\u0b3e\u0b56\u0b57\u0bbe\u0c56\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dca\u0dcf\u0ddf]/;

/** Vowel signs that {@link SIGNS} compose with. */
export const FIRSTS: RegExp = /[\u09c7\u0b47\u0bc6\u0bc7\u0c46\u0cbf\u0cc6\u0cca\u0d46\u0d47\u0dd9\u0ddc]/;

/** Beyond the plane only pictures are common; what else is there is for the steps. */
const PICTURES = /[\u{1f000}-\u{1faff}]/u;

export interface ShortcutRules {
  /** What the steps make of a character by itself. */
  readonly convert: (character: string) => string;
  /** What is merged, dropped at the ends, and a dash elsewhere. */
  readonly separator: ' ' | '-';
  /** Whether all colons end sections or only the last; without it a colon is as any character. */
  readonly colons?: 'all' | 'last';
  /** Whether the characters around one never matter, whichever it is. */
  readonly isEachByItself?: boolean;
  /** Whether a removed character parts the separators around it. */
  readonly isRemovalABreak?: boolean;
}

/** The kind of a character, and what it is converted to. */
export function kindOf(character: string, rules: ShortcutRules): { readonly kind: number; readonly text: string } {
  if (!(rules.isEachByItself || isByItself(character))) return { kind: FOR_THE_STEPS, text: '' };
  const text = rules.convert(character);
  return { kind: kindOfText(text, character, rules), text };
}

/** Whether those around it neither change it nor are changed by it, as long as no mark is ordered over another. */
function isByItself(character: string): boolean {
  if (character.length > 1) return PICTURES.test(character);
  return !COMPOSING.test(character.normalize('NFKD').charAt(0));
}

function kindOfText(text: string, character: string, { separator, colons }: ShortcutRules): number {
  if (text === '') return REMOVED;
  if (text === character && character > '\x7f') return kindOfKept(character);
  if (colons !== undefined && text === ':') return SECTION_END;
  // An underscore is one at the start of a section, and a dash elsewhere.
  if (colons !== undefined && /[:_]|--./.test(text)) return FOR_THE_STEPS;
  if (text.replaceAll(separator, '') === '') return SEPARATOR;
  if (text.startsWith(separator) || text.endsWith(separator)) return FOR_THE_STEPS;
  if (text.length === 1) return text.charCodeAt(0);
  return new TextEncoder().encode(text).length < MAX_GROWTH ? SEVERAL : FOR_THE_STEPS;
}

function kindOfKept(character: string): number {
  if (!/\p{M}/u.test(character)) return KEPT;
  if (FIRSTS.test(character)) return KEPT_FIRST;
  return isStarter(character) ? KEPT_STARTER : KEPT_MARK;
}

/**
 * Whether a mark of this kind stays where it is, as it is, behind a character of that kind: behind a character that is
 * replaced it may be removed, and behind another mark be ordered over it.
 */
export function mayFollow(kind: number, before: number): boolean {
  return before >= KEPT && before <= (kind === KEPT_MARK ? KEPT_STARTER : KEPT_MARK);
}
