import { RE2JS } from 're2js';

/** A regular expression that always takes time linear in the text. */
export interface Pattern {
  /** Whether the text contains a match. */
  readonly test: (text: string) => boolean;
  /** Whether the whole text matches. */
  readonly testExact: (text: string) => boolean;
}

/** In characters. Nobody writes longer rules by hand. */
const MAX_LENGTH = 2000;

/**
 * Compiles a regular expression in the subset of JavaScript's syntax that RE2 supports.
 *
 * @returns null if the pattern is invalid or too long, or has lookaround or backreferences
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
 * The longest run of letters and digits that every match contains, in lower case; empty if unknown. Searching for it
 * takes a fraction of the time that the pattern takes.
 */
export function requiredText(source: string): string {
  const outside = withoutGroups(source);
  // Give up on alternatives, classes that dialects read differently, and numeric or named character escapes.
  if (outside.includes('|') || /\[\^?\]/.test(source) || /\\(?![dDsSwWbBfnrtv])[A-Za-z0-9]/.test(outside)) return '';
  const runs = outside
    .replace(/\\[A-Za-z0-9]|./gs, (atom) => (/^[A-Za-z0-9*?{}]$/.test(atom) ? atom : ' '))
    // A quantifier that allows zero repetitions makes the character before it optional.
    .replace(/[A-Za-z0-9](?=[*?{])|\{[^}]*\}|[*?{}]/g, ' ')
    .split(' ');
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '').toLowerCase();
}

/** Replaces each group and class in the pattern with a space. */
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
