import type { Frontier, Lease } from '../../db/store.ts';
import { isOverloaded } from '../../src/status-codes.ts';
import { CRAWL_DELAY } from '../robots/policy.ts';

/** The delay for a site that says for the first time that it is overloaded, in milliseconds. */
const FIRST_DELAY = 250;
/** The longest delay that the answers of a site lead to, in milliseconds. */
export const LONGEST_DELAY = 30_000;
/** How many answers in a row halve a site's delay. */
const ANSWERS_UNTIL_FASTER = 20;
/** With a long delay, fewer are enough: as many as fit in this time, in milliseconds, but at least `MIN_ANSWERS`. */
const TIME_UNTIL_FASTER = 30_000;
const MIN_ANSWERS = 5;
/** A shorter delay counts as none, in milliseconds. */
const SHORTEST_DELAY = 20;

interface Pace {
  /** The site's own delay between two requests, in milliseconds, as far as it is longer than that of the crawl. */
  delay: number;
  /** The shortest delay that the site's robots.txt allows, in milliseconds. */
  least: number;
  /** Whether an answer of this session said that the site is overloaded. */
  isOverloaded: boolean;
  /** How many answers in a row came without overload. Overload that concerns only one page does not end the row. */
  answers: number;
  /** Whether the last answer came without overload. */
  wasLastFine: boolean;
  /**
   * When the delay last changed, in milliseconds since the epoch. Earlier requests tell nothing about the new delay.
   */
  changedAt: number;
}

/**
 * Adjusts the delay of each site. An overload doubles it, and a series of good answers halves it. The delay is stored
 * in the frontier, and each lease tells it, so that a restart and other programs continue with it.
 */
export class SitePaces {
  readonly #frontier: Frontier;
  /** The crawl's own delay between two requests to a site, in milliseconds. */
  readonly #usual: number;
  /** Only sites that have or had a delay of their own. */
  readonly #paces = new Map<string, Pace>();

  constructor(frontier: Frontier, usual: number) {
    this.#frontier = frontier;
    this.#usual = usual;
  }

  /**
   * Learns the delay with which an entry is leased. An earlier session or another program may have set it.
   *
   * @param asked when the lease was asked for, in milliseconds since the epoch
   */
  async leased({ site, delay }: Pick<Lease, 'site' | 'delay'>, asked: number): Promise<void> {
    const pace = this.#paceOf(site);
    const stored = delay > this.#usual ? delay : Math.min(pace.delay, this.#usual);
    if (stored === pace.delay || asked <= pace.changedAt) return;
    this.#paces.set(site, Object.assign(pace, { delay: stored, answers: 0, changedAt: asked }));
    // A program that asks no robots.txt may have set a shorter delay.
    await this.want(site, pace.least, pace.least, asked);
  }

  /**
   * Applies the delay that a site's robots.txt asks for, in milliseconds.
   *
   * @param before what the file asked for until now. A delay that grew from it goes on.
   */
  async want(site: string, least: number, before: number, now: number): Promise<void> {
    const pace = this.#paceOf(site);
    // Another program may have read the file first, so that the copy before is as new as this one.
    const earlier = Math.max(before, pace.least);
    pace.least = least;
    if (pace.delay < least || (pace.delay === earlier && least < earlier)) await this.#set(site, pace, least, now);
  }

  /**
   * Adjusts the delay after a site's answer.
   *
   * @param status null if the site failed to answer
   * @param isRetry whether the page was requested before. If it is overloaded again, but the answer before was not, only
   * this page is overloaded, not the site.
   * @param started when the request began, in milliseconds since the epoch, like `now`
   * @returns the delay between two requests from now on, in milliseconds
   */
  async answered(site: string, status: number | null, isRetry: boolean, started: number, now: number): Promise<number> {
    const pace = this.#paceOf(site);
    const isTooMuch = isOverloaded(status);
    const isOnlyThisPage = isTooMuch && isRetry && pace.wasLastFine;
    if (status !== null && started >= pace.changedAt) {
      pace.wasLastFine = !isTooMuch;
      if (!isOnlyThisPage) await this.#adjust(site, pace, isTooMuch, now);
    }
    return this.#inUse(pace);
  }

  /** The delay between two requests to a site, in milliseconds, as far as this session knows it. */
  delayOf(site: string): number {
    return this.#inUse(this.#paceOf(site));
  }

  /** Whether a leased entry must wait: it was leased before the site asked for a longer delay. */
  isTooEarly({ site, delay }: Lease): boolean {
    return delay < this.#paceOf(site).delay;
  }

  /** The reason for the site's delay, in words; null if only the crawl's own delay applies. */
  reasonFor(site: string): string | null {
    const pace = this.#paceOf(site);
    // An earlier session may have stored the delay for another reason.
    if (this.#isGrown(pace)) return pace.isOverloaded ? 'the site is overloaded' : null;
    return pace.least > 0 && pace.least >= this.#usual ? CRAWL_DELAY : null;
  }

  #paceOf(site: string): Pace {
    return (
      this.#paces.get(site) ?? { delay: 0, least: 0, isOverloaded: false, answers: 0, wasLastFine: false, changedAt: 0 }
    );
  }

  #inUse({ delay }: Pace): number {
    return Math.max(delay, this.#usual);
  }

  /** Whether the delay is longer than robots.txt and the crawl want it. */
  #isGrown({ delay, least }: Pace): boolean {
    return delay > Math.max(least, this.#usual);
  }

  async #adjust(site: string, pace: Pace, isTooMuch: boolean, now: number): Promise<void> {
    pace.isOverloaded ||= isTooMuch;
    pace.answers = isTooMuch ? 0 : pace.answers + 1;
    if (isTooMuch) {
      const longer = Math.max(2 * this.#inUse(pace), FIRST_DELAY);
      await this.#set(site, pace, Math.min(longer, LONGEST_DELAY), now);
    } else if (this.#isGrown(pace) && pace.answers >= answersUntilFaster(pace.delay)) {
      const half = pace.delay / 2;
      const isNone = half < SHORTEST_DELAY || half <= this.#usual;
      await this.#set(site, pace, Math.max(isNone ? 0 : half, pace.least), now);
    }
  }

  async #set(site: string, pace: Pace, delay: number, now: number): Promise<void> {
    this.#paces.set(site, Object.assign(pace, { delay, answers: 0, changedAt: now }));
    await this.#frontier.pace(site, delay);
  }
}

function answersUntilFaster(delay: number): number {
  return Math.max(MIN_ANSWERS, Math.min(ANSWERS_UNTIL_FASTER, Math.ceil(TIME_UNTIL_FASTER / delay)));
}
