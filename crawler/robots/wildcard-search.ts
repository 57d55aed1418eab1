import { Automaton } from './automaton.ts';
import { fits, type Pattern } from './pattern.ts';

const NONE = -1;

/**
 * Matches many patterns with `*` in one pass over a path. Each pattern waits for one needle at a time, in the queue of
 * that needle. When the needle ends, the patterns that have waited since before its start move on to their next needle.
 * So the time is not patterns times path length, and a hostile robots.txt cannot block the crawl. In the worst case, the
 * needles are suffixes of each other: 500 KiB hold a thousand of them, which may all end at each character.
 */
export class WildcardSearch {
  readonly #patterns: readonly Pattern[];
  /** Indexes of the patterns with needles, shortest prefix first, which is the order in which they start to wait. */
  readonly #starting: readonly number[];
  readonly #automaton: Automaton;
  /** The numbers of the needles, pattern by pattern, each list followed by `NONE`. */
  readonly #needles: Int32Array;
  readonly #firstNeedle: Int32Array;
  readonly #lengths: Int32Array;

  // The state of one search. A queue is a linked list of patterns, from its head along `next`.
  readonly #head: Int32Array;
  readonly #tail: Int32Array;
  readonly #next: Int32Array;
  /** The current position of each pattern in `needles`, and the index in the path since which it waits. */
  readonly #stage: Int32Array;
  readonly #since: Int32Array;
  #waiting = 0;

  /** @param patterns in order of precedence; those without needles are ignored */
  constructor(patterns: readonly Pattern[]) {
    this.#patterns = patterns;
    this.#starting = Array.from(patterns.keys())
      .filter((index) => (patterns[index]?.needles.length ?? 0) > 0)
      .sort((a, b) => prefixLength(patterns[a]) - prefixLength(patterns[b]));
    const needles = patterns.flatMap((pattern) => pattern.needles);
    this.#automaton = new Automaton(needles.reduce((sum, needle) => sum + needle.length, 0));
    this.#needles = new Int32Array(needles.length + patterns.length).fill(NONE);
    this.#firstNeedle = new Int32Array(patterns.length);
    this.#lengths = new Int32Array(needles.length);
    this.#addNeedles();
    this.#automaton.link();
    this.#head = new Int32Array(this.#automaton.size);
    this.#tail = new Int32Array(this.#automaton.size);
    this.#next = new Int32Array(patterns.length);
    this.#stage = new Int32Array(patterns.length);
    this.#since = new Int32Array(patterns.length);
  }

  #addNeedles(): void {
    let at = 0;
    for (const [index, { needles }] of this.#patterns.entries()) {
      this.#firstNeedle[index] = at;
      for (const needle of needles) {
        const number = this.#automaton.add(needle);
        this.#needles[at++] = number;
        this.#lengths[number] = needle.length;
      }
      at++;
    }
  }

  /** The lowest index below `below` of a pattern that matches; `below` if there is none. */
  first(path: string, below: number): number {
    this.#head.fill(NONE);
    this.#waiting = 0;
    let first = below;
    let started = 0;
    let node = 0;
    for (let at = 0; at < path.length; at++) {
      started = this.#start(path, at, started, first);
      if (this.#waiting === 0 && started === this.#starting.length) break;
      node = this.#automaton.next(node, path.charCodeAt(at));
      for (let found = this.#automaton.found(node); found !== NONE; found = this.#automaton.shorter(found)) {
        if (this.#head[found] !== NONE) first = this.#moveOn(found, at + 1, path.length, first);
      }
    }
    return first;
  }

  /**
   * Starts the patterns whose prefix ends at `at`.
   *
   * @returns how many have started so far
   */
  #start(path: string, at: number, started: number, below: number): number {
    let next = started;
    for (; next < this.#starting.length; next++) {
      const index = this.#starting[next] ?? 0;
      const pattern = this.#patterns[index];
      if (pattern === undefined || pattern.prefix.length > at) break;
      if (index < below && fits(pattern, path)) this.#wait(index, this.#firstNeedle[index] ?? 0, at);
    }
    return next;
  }

  /**
   * Moves on the patterns that wait for a needle that ends at `end`.
   *
   * @returns the lowest index that has matched so far
   */
  #moveOn(needle: number, end: number, length: number, below: number): number {
    let first = below;
    const latest = end - (this.#lengths[needle] ?? 0);
    for (;;) {
      const index = this.#head[needle] ?? NONE;
      // Queues are in the order of `since`: patterns further back came later.
      if (index === NONE || (this.#since[index] ?? 0) > latest) return first;
      this.#head[needle] = this.#next[index] ?? NONE;
      this.#waiting--;
      if (index >= first) continue;
      const stage = (this.#stage[index] ?? 0) + 1;
      if (this.#needles[stage] !== NONE) this.#wait(index, stage, end);
      else if (end <= length - (this.#patterns[index]?.suffix.length ?? 0)) first = index;
    }
  }

  #wait(index: number, stage: number, since: number): void {
    const needle = this.#needles[stage] ?? 0;
    this.#stage[index] = stage;
    this.#since[index] = since;
    this.#next[index] = NONE;
    if (this.#head[needle] === NONE) this.#head[needle] = index;
    else this.#next[this.#tail[needle] ?? 0] = index;
    this.#tail[needle] = index;
    this.#waiting++;
  }
}

function prefixLength(pattern: Pattern | undefined): number {
  return pattern?.prefix.length ?? 0;
}
