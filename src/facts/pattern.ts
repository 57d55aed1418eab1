import { RE2JS } from 're2js';

/** A regular expression that takes time linear in the text, whatever the two are. */
export interface Pattern {
  /** Whether it is found in the text. */
  readonly test: (text: string) => boolean;
  /** Whether it is the whole text. */
  readonly testExact: (text: string) => boolean;
}

/** Longer ones are no rules that somebody wrote. */
const MAX_LENGTH = 2000;

/**
 * Compiles a regular expression in JavaScript's syntax, in so far as RE2 has it.
 *
 * @returns null for one with a look-around, a back reference or an error, and for one that is too long
 */
export function compilePattern(source: string, ignoreCase: boolean): Pattern | null {
  if (source.length > MAX_LENGTH) return null;
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch {
    return null;
  }
}

/**
 * The longest run of letters and digits that every match must have, in lower case; empty where none is sure. Looking
 * for it takes a fraction of what the pattern takes.
 */
export function requiredText(source: string): string {
  const outside = withoutGroups(source);
  // Alternatives; classes that the dialects read differently; escapes that stand for a character by its number or name.
  if (outside.includes('|') || /\[\^?\]/.test(source) || /\\(?![dDsSwWbBfnrtv])[A-Za-z0-9]/.test(outside)) return '';
  const runs = outside
    .replace(/\\[A-Za-z0-9]|./gs, (atom) => (/^[A-Za-z0-9*?{}]$/.test(atom) ? atom : ' '))
    // A quantifier that allows none, or a number of times, makes the character in front of it unsure.
    .replace(/[A-Za-z0-9](?=[*?{])|\{[^}]*\}|[*?{}]/g, ' ')
    .split(' ');
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '').toLowerCase();
}

/** The source with a space for each group and class. */
function withoutGroups(source: string): string {
  let out = '';
  let depth = 0;
  let inClass = false;
  for (const [atom] of source.matchAll(/\\.|[^]/gs)) {
    if (inClass) {
      if (atom === ']') inClass = false;
    } else if (atom === '[') {
      inClass = true;
      out += ' ';
    } else if (atom === '(') {
      depth++;
      out += ' ';
    } else if (atom === ')') {
      depth--;
    } else if (depth === 0) {
      out += atom;
    }
  }
  return out;
}
