import { Automaton } from './automaton.ts';
import { compareQuery } from './compare-path.ts';
import { compilePatterns, fits, type Pattern, precedence } from './pattern.ts';
import type { Rule } from './rule.ts';

/**
 * Finds the most specific matching rule. Compiles the rules once. All needles are found in one pass over a path, so the
 * time is not the length of all rules times that of the path, and a hostile robots.txt cannot block the crawl. In the
 * worst case, the needles are suffixes of each other: 500 KiB hold a thousand of them, which may all end at each
 * character.
 */
export class Matcher {
  /** In order of precedence. */
  readonly #patterns: readonly Pattern[];
  readonly #automaton: Automaton;

  constructor(rules: readonly Rule[]) {
    this.#patterns = rules.flatMap(compilePatterns).sort(precedence);
    this.#automaton = new Automaton(this.#patterns.flatMap(({ needles }) => needles));
  }

  /** The rule that decides for a path in the form of `comparePath`; null if none matches. */
  find(path: string): Rule | null {
    const plain = new SearchedPath(path, this.#automaton);
    const withQuery = new SearchedPath(compareQuery(path), this.#automaton);
    const first = this.#patterns.find((pattern) => (pattern.comparesQuery ? withQuery : plain).matches(pattern));
    return first?.rule ?? null;
  }
}

/** A path whose needles are searched when the first pattern needs them. */
class SearchedPath {
  readonly #path: string;
  readonly #automaton: Automaton;
  #starts: ReadonlyMap<string, readonly number[]> | null = null;

  constructor(path: string, automaton: Automaton) {
    this.#path = path;
    this.#automaton = automaton;
  }

  matches(pattern: Pattern): boolean {
    const { prefix, needles, suffix } = pattern;
    if (!fits(pattern, this.#path)) return false;
    if (needles.length === 0) return true;
    this.#starts ??= this.#automaton.startsIn(this.#path);
    let at = prefix.length;
    for (const needle of needles) {
      const start = firstFrom(at, this.#starts.get(needle) ?? []);
      if (start === null) return false;
      at = start + needle.length;
    }
    return at <= this.#path.length - suffix.length;
  }
}

/** The first of the ascending numbers that is at least `least`; null if there is none. */
function firstFrom(least: number, numbers: readonly number[]): number | null {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return numbers[low] ?? null;
}
