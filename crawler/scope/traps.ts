import type { ParsedUrl } from '../../src/url/parsed-url.ts';
import type { GrowthOptions } from './growth.ts';

export interface TrapOptions extends GrowthOptions {
  /** Most URLs of one pattern: those that differ in numbers and in the values of parameters alone. */
  readonly maxSimilar: number;
}

/**
 * Why a URL is taken for one of a site that makes up URLs without end.
 *
 * - `many-segments`, `repeating-segments`: its path grows, as that of a relative link which does not mean to
 * - `calendar`: a month that is far away, of a pattern with many of them
 * - `combinations`: its query combines values that come again and again, as filters do
 * - `similar`: its pattern has used up what one pattern may have
 */
export type TrapReason = 'many-segments' | 'repeating-segments' | 'calendar' | 'combinations' | 'similar';

const MAX_SEGMENTS = 40;
/** How often in a row a segment, or some together, may come. Heritrix and Nutch draw the line there. */
const MAX_IN_A_ROW = 2;
/** How often a segment may come in all. */
const MAX_IN_ALL = 5;
/** Months of one pattern that are before the first year or behind the last. */
const MAX_FAR_MONTHS = 1000;
/** Months that each of these years has, more or less: else the years are numbers of something else. */
const MONTHS_A_YEAR = 11;
/** Archives go back a long way, but none so far with pages for each month. */
const FIRST_YEAR = 1850;
const YEARS_AHEAD = 2;
/** Patterns that are counted. Of a site that makes up patterns, others are not. */
const MAX_PATTERNS = 100_000;

/** What is known of the URLs of one pattern. */
interface Pattern {
  urls: number;
  farMonths: number;
  /** The years that they are of; null before there is one. */
  farYears: Set<number> | null;
}

/** Knows what a crawl has met, and says which URLs lead nowhere. Memory is bounded, however many there are. */
export class Traps {
  readonly #maxSimilar: number;
  readonly #lastYear: number;
  /** By hash: their texts would take up to 8 KB each. */
  readonly #patterns = new Map<number, Pattern>();
  readonly #queries = new Map<number, Combinations>();
  readonly #seen = new SeenKeys();

  /** @param year the present one */
  constructor({ maxSimilar }: Pick<TrapOptions, 'maxSimilar'>, year: number = new Date().getFullYear()) {
    this.#maxSimilar = maxSimilar;
    this.#lastYear = year + YEARS_AHEAD;
  }

  /**
   * Counts the URL, if it is new, and says why it is not to be fetched; null where it may be.
   *
   * @param key its key
   * @param url the same, split
   */
  look(key: string, url: ParsedUrl): { readonly reason: TrapReason | null; readonly isNew: boolean } {
    const isNew = this.#seen.add(key);
    return { reason: this.#reason(url, isNew), isNew };
  }

  #reason(url: ParsedUrl, isNew: boolean): TrapReason | null {
    const segments = url.path.split('/');
    if (segments.length > MAX_SEGMENTS) return 'many-segments';
    if (isRepeating(segments)) return 'repeating-segments';
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
    if (query === null || !query.includes('&')) return false;
    const name = wideHashOf(`${asciiHost ?? ''}:${port ?? ''}${path}`.replace(/\d+/g, '0'));
    let known = this.#queries.get(name);
    if (known === undefined) {
      if (this.#queries.size >= MAX_PATTERNS) return false;
      known = new Combinations();
      this.#queries.set(name, known);
    }
    return known.look(query, isNew);
  }

  /** Null where there are too many to count another one. */
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

/** URLs of one path that are not looked at: filters of a real site lead to some thousands of pages. */
const UNSUSPECTED = 5000;
/** URLs behind them that say whether they are combinations. */
const LOOKED_AT = 10_000;
/** URLs for each value among them, at least. Where each has a number of its own, there is one for each. */
const URLS_PER_VALUE = 20;

/** The queries of one path: whether they combine a few values. */
class Combinations {
  #urls = 0;
  /** Hashes of the names with their values, once there are URLs enough. */
  #values: Set<number> | null = null;
  /** Whether there are too many values. */
  #isRuledOut = false;

  /** Whether the query is one combination too many. */
  look(query: string, isNew: boolean): boolean {
    if (this.#isRuledOut) return false;
    if (isNew && ++this.#urls > UNSUSPECTED) this.#note(query);
    return !this.#isRuledOut && this.#urls > UNSUSPECTED + LOOKED_AT;
  }

  #note(query: string): void {
    const values = (this.#values ??= new Set());
    for (const pair of query.split('&')) values.add(hashOf(pair));
    this.#isRuledOut = values.size > LOOKED_AT / URLS_PER_VALUE;
    if (this.#isRuledOut) this.#values = null;
  }
}

/** The URL with numbers and values left out: what the pages of one template have in common. */
function patternOf({ asciiHost, port, path, query }: ParsedUrl): string {
  const names = query?.split('&').map((pair) => pair.split('=', 1)[0] ?? '') ?? [];
  const words = [...new Set(names)].sort().join('&');
  return `${asciiHost ?? ''}:${port ?? ''}${path}?${words}`.replace(/\d+/g, '0');
}

/** Whether segments come again and again. Numbers alone do not count: `/2011/11/11/11` is a date. */
function isRepeating(segments: readonly string[]): boolean {
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

/** The year where a text names a month, counted from 0 or 1: `/2031/07/`, `2031-07`, `year=2031&month=7`. */
function yearOfMonth(text: string): number | null {
  const match = /(?<!\d)(\d{4})[-/_.](?:0?\d|1[0-2])(?!\d)/.exec(text) ?? /(?:^|&)y(?:ear)?=(\d{4})(?=&|$)/i.exec(text);
  return match === null ? null : Number(match[1]);
}

/** Of 53 bits. Who makes two texts that share it only has them counted as one. */
function wideHashOf(text: string): number {
  return (hashOf(text) >>> 0) * 2 ** 21 + (hashOf(text, 0x9e3779b1) >>> 11);
}

/** 8 MB, in which two of a million keys in a hundred are taken for one that came before. */
const WORDS = 2 ** 21;

/** Tells new keys from known ones; a few new ones are taken for known, which only makes the counts lower. */
class SeenKeys {
  #bits: Uint32Array | null = null;

  /** Whether the key is new. */
  add(key: string): boolean {
    const bits = (this.#bits ??= new Uint32Array(WORDS));
    const hash = hashOf(key);
    const word = (hash >>> 5) % WORDS;
    const bit = 1 << (hash & 31);
    const before = bits[word] ?? 0;
    bits[word] = before | bit;
    return (before & bit) === 0;
  }
}

/** FNV-1a, mixed. */
function hashOf(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}
