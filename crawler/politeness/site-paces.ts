import type { Frontier, Lease } from '../../db/store.ts';
import { isOverloaded } from '../judge.ts';
import { CRAWL_DELAY } from '../robots/policy.ts';

/** Milliseconds between two requests to a site that said for the first time that it has too much to do. */
const FIRST_DELAY = 250;
const LONGEST_DELAY = 30_000;
/** Answers in a row after which a site is asked twice as often. */
const ANSWERS_UNTIL_FASTER = 20;
/** Below, a delay is none. */
const SHORTEST_DELAY = 20;

interface Pace {
  /** Milliseconds between two requests. */
  delay: number;
  /** What the site wants at least, by its robots.txt. */
  least: number;
  /** Answers in a row without a complaint. */
  answers: number;
  /** When the delay changed last, milliseconds since the epoch: earlier requests say nothing of it. */
  changedAt: number;
}

/**
 * How often each site is asked: half as often whenever it says that it has too much to do, twice as often again when it
 * has kept up for a while. The delay is kept in the frontier, so that a restart goes on with it.
 */
export class SitePaces {
  readonly #frontier: Frontier;
  /** Only sites that want to wait, or did. */
  readonly #paces = new Map<string, Pace>();

  constructor(frontier: Frontier) {
    this.#frontier = frontier;
  }

  /** A site's robots.txt asks for that many milliseconds between two requests. */
  async want(site: string, least: number): Promise<void> {
    const pace = this.#paces.get(site) ?? { delay: 0, least: 0, answers: 0, changedAt: 0 };
    pace.least = least;
    if (least === 0) return;
    this.#paces.set(site, pace);
    if (pace.delay < least) await this.#set(site, pace, least, pace.changedAt);
  }

  /**
   * A site answered, or failed to (`status` is null).
   *
   * @param started when the request began, milliseconds since the epoch; `now` likewise
   * @returns the milliseconds between two requests from now on
   */
  async answered({ site, delay }: Lease, status: number | null, started: number, now: number): Promise<number> {
    const known = this.#paces.get(site);
    const isTooMuch = isOverloaded(status);
    if (known === undefined && !isTooMuch) return delay;
    const pace = known ?? { delay, least: 0, answers: 0, changedAt: 0 };
    this.#paces.set(site, pace);
    if (started < pace.changedAt) return pace.delay;
    pace.answers = isTooMuch ? 0 : pace.answers + 1;
    if (isTooMuch) await this.#set(site, pace, Math.min(Math.max(2 * pace.delay, FIRST_DELAY), LONGEST_DELAY), now);
    else if (pace.answers >= ANSWERS_UNTIL_FASTER && pace.delay > pace.least) await this.#relax(site, pace, now);
    return pace.delay;
  }

  /**
   * Whether requests to a site are not to start now, though the frontier has given them out: they were leased ahead,
   * before it said that it has too much to do.
   */
  isTooEarly({ site, delay }: Lease): boolean {
    return delay < (this.#paces.get(site)?.delay ?? 0);
  }

  /** What the site's delay is for, in words; null where it is no more than the crawl's own. */
  reasonFor(site: string): string | null {
    const pace = this.#paces.get(site);
    if (pace === undefined || pace.delay === 0) return null;
    return pace.delay > pace.least ? 'it has too much to do' : CRAWL_DELAY;
  }

  async #relax(site: string, pace: Pace, now: number): Promise<void> {
    const half = pace.delay / 2 < SHORTEST_DELAY ? 0 : pace.delay / 2;
    await this.#set(site, pace, Math.max(half, pace.least), now);
  }

  async #set(site: string, pace: Pace, delay: number, now: number): Promise<void> {
    Object.assign(pace, { delay, answers: 0, changedAt: now });
    await this.#frontier.pace(site, delay);
  }
}
