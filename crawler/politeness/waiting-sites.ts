import type { Frontier } from '../../db/store.ts';
import { LONGEST_DELAY } from './site-paces.ts';

/** A site that asked not to be asked again before a time. */
export interface WaitingSite {
  /** The host with port. */
  readonly site: string;
  /** How many of its entries are queued. */
  readonly queued: number;
  /** That time, in milliseconds since the epoch. */
  readonly until: number;
}

/** How many sites with queued entries are looked at, those with the longest queues first. */
const MAX_SITES = 1000;

/**
 * The sites that have queued entries and must not be asked for a while.
 *
 * @param longerThan how long they must wait at the least, in milliseconds
 */
export async function waitingSites(
  frontier: Pick<Frontier, 'now' | 'sites'>,
  longerThan: number,
): Promise<readonly WaitingSite[]> {
  const from = frontier.now() + longerThan;
  const sites = await frontier.sites(MAX_SITES);
  return sites
    .filter(({ queued, nextAt }) => queued > 0 && nextAt > from)
    .map(({ name, queued, nextAt }) => ({ site: name, queued, until: nextAt }));
}

/**
 * The names of the sites that other requests than those of the crawl should spare: they wait for longer than any delay.
 *
 * @param delay the crawl's own delay between two requests to a site, in milliseconds
 */
export async function sitesToSpare(frontier: Pick<Frontier, 'now' | 'sites'>, delay: number): Promise<Set<string>> {
  const waiting = await waitingSites(frontier, Math.max(LONGEST_DELAY, delay));
  return new Set(waiting.map(({ site }) => site));
}
