/** Why nothing is fetched for a while. */
export interface CrawlWait {
  /** Host and port. */
  readonly site: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** What asks for it, such as `Retry-After`. */
  readonly why: string;
}

/** Waits that are known at a time; they only tell what a crawl that stands still waits for. */
const MOST = 1000;
/** Milliseconds by which the end of a wait may be off. */
const TOLERANCE = 100;

/** Remembers what sites and pages wait for. */
export class Waits {
  #waits: CrawlWait[] = [];

  add(wait: CrawlWait, now: number): void {
    if (this.#waits.length >= MOST) this.#waits = this.#waits.filter(({ until }) => until > now).slice(-MOST / 2);
    this.#waits.push(wait);
  }

  /** The wait that ends then; null where none of this run does. */
  endingAt(until: number): CrawlWait | null {
    return this.#waits.findLast((wait) => Math.abs(wait.until - until) <= TOLERANCE) ?? null;
  }
}
