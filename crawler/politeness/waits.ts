/** A time in which nothing can be fetched. */
export interface CrawlWait {
  /** The host with port; empty if not known. */
  readonly site: string;
  /** The end of the wait, in milliseconds since the epoch. */
  readonly until: number;
  /** The cause, such as `Retry-After`; empty if not known. */
  readonly why: string;
}

/** How many waits are remembered. */
const MOST = 1000;
/** How far the end of a wait may be off, in milliseconds. */
const TOLERANCE = 100;

/** Remembers what the crawl waits for. */
export class Waits {
  #waits: CrawlWait[] = [];

  add(wait: CrawlWait, now: number): void {
    if (this.#waits.length >= MOST) this.#waits = this.#waits.filter(({ until }) => until > now).slice(-MOST / 2);
    this.#waits.push(wait);
  }

  /** When the next of the waits ends after `now`; null if none does. */
  nextEnd(now: number): number | null {
    const ends = this.#waits.flatMap(({ until }) => (until > now ? [until] : []));
    return ends.length === 0 ? null : Math.min(...ends);
  }

  /** The wait that ends then; null if this run has none. */
  endingAt(until: number): CrawlWait | null {
    return this.#waits.findLast((wait) => Math.abs(wait.until - until) <= TOLERANCE) ?? null;
  }
}
