import type { Frontier, Lease } from '../../db/store.ts';
import { isOverloaded } from '../judge.ts';
import { CRAWL_DELAY } from '../robots/policy.ts';

/** The delay for a site that says for the first time that it is overloaded, in milliseconds. */
const FIRST_DELAY = 250;
const LONGEST_DELAY = 30_000;
/** How many answers in a row halve a site's delay. */
const ANSWERS_UNTIL_FASTER = 20;
/** A shorter delay counts as none, in milliseconds. */
const SHORTEST_DELAY = 20;

interface Pace {
  /** The delay between two requests, in milliseconds. */
  delay: number;
  /** The shortest delay that the site's robots.txt allows, in milliseconds. */
  least: number;
  /** How many answers in a row came without overload. */
  answers: number;
  /**
   * When the delay last changed, in milliseconds since the epoch. Earlier requests tell nothing about the new delay.
   */
  changedAt: number;
}

/**
 * Adjusts the delay of each site. An overload doubles it, and a series of good answers halves it. The delay is stored
 * in the frontier, so that a restart continues with it.
 */
export class SitePaces {
  readonly #frontier: Frontier;
  /** Only sites that have or had a delay of their own. */
  readonly #paces = new Map<string, Pace>();

  constructor(frontier: Frontier) {
    this.#frontier = frontier;
  }

  /** Applies the delay that a site's robots.txt asks for, in milliseconds. */
  async want(site: string, least: number): Promise<void> {
    const pace = this.#paces.get(site) ?? { delay: 0, least: 0, answers: 0, changedAt: 0 };
    pace.least = least;
    if (least === 0) return;
    this.#paces.set(site, pace);
    if (pace.delay < least) await this.#set(site, pace, least, pace.changedAt);
  }

  /**
   * Adjusts the delay after a site's answer.
   *
   * @param status null if the site failed to answer
   * @param started when the request began, in milliseconds since the epoch, like `now`
   * @returns the delay between two requests from now on, in milliseconds
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

  /** Whether a leased entry must wait: it was leased before the site said that it is overloaded. */
  isTooEarly({ site, delay }: Lease): boolean {
    return delay < (this.#paces.get(site)?.delay ?? 0);
  }

  /** The reason for the site's delay, in words; null if only the crawl's own delay applies. */
  reasonFor(site: string): string | null {
    const pace = this.#paces.get(site);
    if (pace === undefined || pace.delay === 0) return null;
    return pace.delay > pace.least ? 'the site is overloaded' : CRAWL_DELAY;
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
