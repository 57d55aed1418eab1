import type { TrapReason } from '../../db/reasons.ts';
import { SECOND_HASH, textHash } from '../../src/compact/text-hash.ts';
import type { ParsedUrl } from '../../src/url/parsed-url.ts';
import { paramNames, splitParams } from '../../src/url/query.ts';
import type { GrowthOptions } from './growth.ts';

/** The limits for crawler traps. */
export interface TrapOptions extends GrowthOptions {
  /** The most URLs of one pattern, which differ only in numbers and parameter values. */
  readonly maxSimilar: number;
}

const MAX_SEGMENTS = 40;
/** How often in a row a segment, or several together, may occur. Heritrix and Nutch use the same limit. */
const MAX_IN_A_ROW = 2;
/** How often a segment may occur in total. */
const MAX_IN_ALL = 5;
/** How often a parameter may occur with one value. Fields of a form that share a name may all be empty. */
const MAX_SAME_PARAMS = 10;
/** The most months of one pattern that lie before the first year or after the last. */
const MAX_FAR_MONTHS = 1000;
/** The average months per year from which numbers count as years and months. Otherwise they are something else. */
const MONTHS_A_YEAR = 11;
/** No archive has a page for each month so far back. */
const FIRST_YEAR = 1850;
const YEARS_AHEAD = 2;
/** The most patterns that are counted. Further patterns are ignored. */
const MAX_PATTERNS = 100_000;

/** The counts of one pattern. */
interface Pattern {
  urls: number;
  farMonths: number;
  /** The years of its far months; null before the first one. */
  farYears: Set<number> | null;
}

/** Detects crawler traps by counting the URLs of a crawl. Memory is bounded. */
export class Traps {
  readonly #maxSimilar: number;
  readonly #lastYear: number;
  /** By hash, because the texts take up to 8 KB each. */
  readonly #patterns = new Map<number, Pattern>();
  readonly #queries = new Map<number, Combinations>();

  /** @param year the current year */
  constructor({ maxSimilar }: Pick<TrapOptions, 'maxSimilar'>, year: number = new Date().getFullYear()) {
    this.#maxSimilar = maxSimilar;
    this.#lastYear = year + YEARS_AHEAD;
  }

  /**
   * Counts the URL if it is new.
   *
   * @param url a key, parsed
   * @returns why it must not be fetched; null if it may be
   */
  look(url: ParsedUrl, isNew: boolean): TrapReason | null {
    const segments = url.path.split('/');
    if (segments.length > MAX_SEGMENTS) return 'many-segments';
    if (isRepeating(segments)) return 'repeating-segments';
    if (url.query !== null && hasRepeatingParams(url.query)) return 'repeating-parameters';
    if (this.#isCombination(url, isNew)) return 'combinations';
    const pattern = this.#patternOf(url);
    if (pattern === null) return null;
    if (isNew) pattern.urls++;
    if (pattern.urls > this.#maxSimilar) return 'similar';
    const year = this.#farYear(url);
    if (year === null) return null;
    if (isNew) pattern.farMonths++;
    const years = (pattern.farYears ??= new Set()).add(year).size;
    return pattern.farMonths > MAX_FAR_MONTHS && pattern.farMonths >= years * MONTHS_A_YEAR ? 'calendar' : null;
  }

  #isCombination({ asciiHost, port, path, query }: ParsedUrl, isNew: boolean): boolean {
    if (query === null || !/[&;]/.test(query)) return false;
    const name = wideHashOf(`${asciiHost ?? ''}:${port ?? ''}${path}`.replace(/\d+/g, '0'));
    let known = this.#queries.get(name);
    if (known === undefined) {
      if (this.#queries.size >= MAX_PATTERNS) return false;
      known = new Combinations();
      this.#queries.set(name, known);
    }
    return known.look(query, isNew);
  }

  /** Returns null if there are too many patterns to add another one. */
  #patternOf(url: ParsedUrl): Pattern | null {
    const name = wideHashOf(patternOf(url));
    const known = this.#patterns.get(name);
    if (known !== undefined) return known;
    if (this.#patterns.size >= MAX_PATTERNS) return null;
    const pattern: Pattern = { urls: 0, farMonths: 0, farYears: null };
    this.#patterns.set(name, pattern);
    return pattern;
  }

  #farYear({ path, query }: ParsedUrl): number | null {
    const year = yearOfMonth(path) ?? (query === null ? null : yearOfMonth(query));
    return year !== null && (year < FIRST_YEAR || year > this.#lastYear) ? year : null;
  }
}

/** How many URLs of one path are never suspected: filters of a real site lead to a few thousand pages. */
const UNSUSPECTED = 5000;
/** How many further URLs decide whether the queries are combinations. */
const LOOKED_AT = 10_000;
/** The least number of those URLs per value. If each URL has its own number as a value, there is only one. */
const URLS_PER_VALUE = 20;

/** Detects whether the queries of one path combine a few values. */
class Combinations {
  #urls = 0;
  /** Hashes of `name=value` pairs; null before there are enough URLs. */
  #values: Set<number> | null = null;
  /** Whether there are too many values for combinations. */
  #isRuledOut = false;

  /** Whether the query is one combination too many. */
  look(query: string, isNew: boolean): boolean {
    if (this.#isRuledOut) return false;
    if (isNew && ++this.#urls > UNSUSPECTED) this.#note(query);
    return !this.#isRuledOut && this.#urls > UNSUSPECTED + LOOKED_AT;
  }

  #note(query: string): void {
    const values = (this.#values ??= new Set());
    for (const pair of splitParams(query)) values.add(textHash(pair));
    this.#isRuledOut = values.size > LOOKED_AT / URLS_PER_VALUE;
    if (this.#isRuledOut) this.#values = null;
  }
}

/** The URL without its numbers and values: what pages of one template have in common. */
function patternOf({ asciiHost, port, path, query }: ParsedUrl): string {
  const words = paramNames(query).toSorted().join('&');
  return `${asciiHost ?? ''}:${port ?? ''}${path}?${words}`.replace(/\d+/g, '0');
}

/** Whether segments repeat. Numbers alone do not count: `/2011/11/11/11` is a date. */
function isRepeating(segments: readonly string[]): boolean {
  // Most paths have each segment once.
  if (new Set(segments).size === segments.length) return false;
  const isWord = segments.map((segment) => /[^0-9]/.test(segment));
  for (let period = 1; period * (MAX_IN_A_ROW + 1) <= segments.length; period++) {
    let equal = 0;
    let hasWord = false;
    for (let at = period; at < segments.length; at++) {
      const isSame = segments[at] === segments[at - period];
      equal = isSame ? equal + 1 : 0;
      hasWord = isSame && (hasWord || isWord[at] === true);
      if (hasWord && equal >= period * MAX_IN_A_ROW) return true;
    }
  }
  const counts = Map.groupBy(
    segments.filter((_, at) => isWord[at]),
    (segment) => segment,
  );
  return [...counts.values()].some(({ length }) => length > MAX_IN_ALL);
}

/** Whether a parameter repeats with its value, as where a page adds `&q=` to its own URL. */
function hasRepeatingParams(query: string): boolean {
  const params = splitParams(query);
  if (params.length - new Set(params).size < MAX_SAME_PARAMS) return false;
  return [...Map.groupBy(params, (param) => param).values()].some(({ length }) => length > MAX_SAME_PARAMS);
}

/** The year, if a text names a month counted from 0 or 1: `/2031/07/`, `2031-07`, `year=2031&month=7`. */
function yearOfMonth(text: string): number | null {
  const match = /(?<!\d)(\d{4})[-/_.](?:0?\d|1[0-2])(?!\d)/.exec(text) ?? /(?:^|&)y(?:ear)?=(\d{4})(?=&|$)/i.exec(text);
  return match === null ? null : Number(match[1]);
}

/** A hash of 53 bits. Somebody who constructs two texts with the same hash only makes them count as one. */
function wideHashOf(text: string): number {
  return (textHash(text) >>> 0) * 2 ** 21 + (textHash(text, SECOND_HASH) >>> 11);
}
