import { compareQuery } from './compare-path.ts';
import { compilePatterns, fits, type Pattern, precedence } from './pattern.ts';
import type { Rule } from './rule.ts';
import { WildcardSearch } from './wildcard-search.ts';

/** Finds the most specific matching rule. Compiles the rules once. */
export class Matcher {
  readonly #plain: PatternList;
  readonly #query: PatternList;

  constructor(rules: readonly Rule[]) {
    const patterns = rules.flatMap(compilePatterns).sort(precedence);
    this.#plain = new PatternList(patterns.filter(({ comparesQuery }) => !comparesQuery));
    this.#query = new PatternList(patterns.filter(({ comparesQuery }) => comparesQuery));
  }

  /** The rule that decides for a path in the form of `comparePath`; null if none matches. */
  find(path: string): Rule | null {
    const plain = this.#plain.first(path);
    const query = this.#query.first(compareQuery(path));
    if (plain === null || query === null) return (plain ?? query)?.rule ?? null;
    return (precedence(plain, query) < 0 ? plain : query).rule;
  }
}

/** Patterns in order of precedence. */
class PatternList {
  readonly #patterns: readonly Pattern[];
  readonly #wildcards: WildcardSearch | null;

  constructor(patterns: readonly Pattern[]) {
    this.#patterns = patterns;
    this.#wildcards = patterns.some(({ needles }) => needles.length > 0) ? new WildcardSearch(patterns) : null;
  }

  /** The first pattern that matches; null if none does. */
  first(path: string): Pattern | null {
    let first = this.#patterns.findIndex((pattern) => pattern.needles.length === 0 && fits(pattern, path));
    if (first < 0) first = this.#patterns.length;
    if (this.#wildcards !== null) first = this.#wildcards.first(path, first);
    return this.#patterns[first] ?? null;
  }
}
