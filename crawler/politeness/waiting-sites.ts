import type { Frontier } from '../../db/store.ts';

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
