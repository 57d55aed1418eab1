import { startWithoutCredentials } from '../url/credentials.ts';
import { printableJson } from './printable.ts';

/** Words for error messages about names and text that somebody wrote. */

const MAX_QUOTED = 100;
/** The length from which on the start of a name stands for it. */
const LEAST_START = 3;

/** Text in quotes for a message: one line, control characters escaped, long text cut, user names in URLs removed. */
export function quote(text: string): string {
  const shown = `${startWithoutCredentials(text, MAX_QUOTED)}${text.length <= MAX_QUOTED ? '' : '…'}`;
  return printableJson(shown.toWellFormed());
}

/** A value of any type for a message: text in quotes, numbers as they are, of all others the type. */
export function quoteValue(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  return typeof value === 'number' || typeof value === 'boolean' || value === null
    ? String(value)
    : `of type ${typeof value}`;
}

/** What code of a user threw, in quotes for a message. */
export function thrown(error: unknown): string {
  return quote(error instanceof Error ? `${error.name}: ${error.message}` : 'a value that is not an error');
}

/** The end of a message about an unknown name: a similar known name, if any, and all known names. */
export function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  const there = `choose from ${known.join(', ')}`;
  return nearest === null ? `; ${there}` : `; did you mean ${quote(nearest)}? (${there})`;
}

/** The known name that was cut short or is a typo or two away; null if none is similar enough. */
export function nearestName(name: string, known: readonly string[]): string | null {
  if (name.length > MAX_QUOTED) return null;
  const longer = name.length < LEAST_START ? [] : known.filter((candidate) => candidate.startsWith(name));
  if (longer.length === 1) return longer[0] ?? null;
  let best: string | null = null;
  let least = Math.min(3, Math.floor(name.replace(/^-+/, '').length / 2)) + 1;
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance >= least) continue;
    best = candidate;
    least = distance;
  }
  return best;
}

/** The number of insertions, deletions, replacements, and swaps of two neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      const isSwap = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      const swapped = isSwap ? (before[j - 1] ?? 0) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
