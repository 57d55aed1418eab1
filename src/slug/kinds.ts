/** Kinds of characters for the shortcut: how to write a character, or why only the steps can handle it. */
import { isStarter } from './marks.ts';

// All other kinds are the code of the single ASCII character to write. 0 means not looked up yet.
const REMOVED = 1;
export const SEPARATOR = 2;
export const SECTION_END = 3;
/** Written as several characters, or as one that is not ASCII. */
export const SEVERAL = 4;
export const FOR_THE_STEPS = 5;
/** Written unchanged, and not ASCII. */
export const KEPT = 6;
/** Also written unchanged: a mark of combining class 0, another mark, and one of {@link FIRST_VOWEL_SIGNS}. */
const KEPT_STARTER = 7;
const KEPT_MARK = 8;
const KEPT_FIRST_SIGN = 9;
export const LAST_KIND = 9;

/** The largest number of UTF-8 bytes written for one byte of input, including a dash before it. */
export const MAX_GROWTH = 5;

/**
 * The characters of the Basic Multilingual Plane that compose with a preceding one, except the vowel signs that compose
 * only with one of {@link FIRST_VOWEL_SIGNS}. Both lists are complete for Unicode 16. A later version can only add new
 * characters to them (`test/slug/unicode.test.ts` checks this).
 */
export const COMPOSING: RegExp =
  /[\u0300-\u0304\u0306-\u030c\u030f\u0311\u0313\u0314\u031b\u0323-\u0328\u032d\u032e\u0330\u0331\u0338\u0342\u0345\u0653-\u0655\u093c\u0bd7\u102e\u1161-\u1175\u11a8-\u11c2\u1b35\u3099\u309a]/;

/** Vowel signs that compose with the one after them. */
export const FIRST_VOWEL_SIGNS: RegExp = /[\u09c7\u0b47\u0bc6\u0bc7\u0c46\u0cbf\u0cc6\u0cca\u0d46\u0d47\u0dd9\u0ddc]/;

/** Pictographs, the only common characters beyond the Basic Multilingual Plane. The steps handle all others. */
const PICTURES = /[\u{1f000}-\u{1faff}]/u;

/** What a shortcut needs to know about its form. */
export interface ShortcutRules {
  /** Runs the steps on a single character. */
  readonly convert: (character: string) => string;
  /** The character that becomes a dash; runs are merged and dropped at both ends. */
  readonly separator: ' ' | '-';
  /** Whether every colon ends a section, or only the last. Undefined: a colon is an ordinary character. */
  readonly colons?: 'all' | 'last';
  /** Whether characters never affect their neighbours. */
  readonly isEachByItself?: boolean;
  /** Whether a removed character separates the separators around it, so that they are not merged. */
  readonly isRemovalABreak?: boolean;
}

/** The kind of a character, and the text that the steps convert it to. */
export function kindOf(character: string, rules: ShortcutRules): { readonly kind: number; readonly text: string } {
  if (!(rules.isEachByItself || isByItself(character))) return { kind: FOR_THE_STEPS, text: '' };
  const text = rules.convert(character);
  return { kind: kindOfText(text, character, rules), text };
}

/** Whether the character and its neighbours leave each other unchanged, provided that no marks are reordered. */
function isByItself(character: string): boolean {
  if (character.length > 1) return PICTURES.test(character);
  return !COMPOSING.test(character.normalize('NFKD').charAt(0));
}

function kindOfText(text: string, character: string, { separator, colons }: ShortcutRules): number {
  if (text === '') return REMOVED;
  if (text === character && character > '\x7f') return kindOfKept(character);
  if (colons !== undefined && text === ':') return SECTION_END;
  // An underscore stays at the start of a section and becomes a dash elsewhere.
  if (colons !== undefined && /[:_]|--./.test(text)) return FOR_THE_STEPS;
  if (text.replaceAll(separator, '') === '') return SEPARATOR;
  if (text.startsWith(separator) || text.endsWith(separator)) return FOR_THE_STEPS;
  if (text.length === 1 && text <= '\x7f') return text.charCodeAt(0);
  return new TextEncoder().encode(text).length < MAX_GROWTH ? SEVERAL : FOR_THE_STEPS;
}

function kindOfKept(character: string): number {
  if (!/\p{M}/u.test(character)) return KEPT;
  if (FIRST_VOWEL_SIGNS.test(character)) return KEPT_FIRST_SIGN;
  return isStarter(character) ? KEPT_STARTER : KEPT_MARK;
}

/**
 * Whether a mark of kind `kind` stays in place and unchanged after a character of kind `before`. After a replaced
 * character it may be removed, and after another mark it may be reordered.
 */
export function mayFollow(kind: number, before: number): boolean {
  return before >= KEPT && before <= (kind === KEPT_MARK ? KEPT_STARTER : KEPT_MARK);
}
