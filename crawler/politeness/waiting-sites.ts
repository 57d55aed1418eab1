import type { Frontier } from '../../db/store.ts';
import type { Outage } from './outages.ts';
import { LONGEST_DELAY } from './site-paces.ts';

/** A site that must not be asked again before a time. */
export interface WaitingSite {
  /** The host with port. */
  readonly site: string;
  /** How many of its entries are queued. */
  readonly queued: number;
  /** When it may be asked again, in milliseconds since the epoch. */
  readonly until: number;
  /**
   * Since when no connection to it can be opened, in milliseconds since the epoch; null if the site itself asked for the
   * wait (`Retry-After`).
   */
  readonly awaySince: number | null;
}

/** How many sites with queued entries are looked at, those with the longest queues first. */
const MAX_SITES = 1000;

/**
 * The sites that have queued entries and must not be asked for a while.
 *
 * @param longerThan how long they must wait at the least, in milliseconds
 * @param away sites that count too, however short their waits, because their servers are away
 * @returns these sites, and whether no other site has queued entries
 */
export async function waitingSites(
  frontier: Pick<Frontier, 'now' | 'sites'>,
  longerThan: number,
  away: ReadonlyMap<string, Pick<Outage, 'since' | 'until'>> = new Map(),
): Promise<{ readonly sites: readonly WaitingSite[]; readonly isEverySite: boolean }> {
  const from = frontier.now() + longerThan;
  const open = await frontier.sites(MAX_SITES);
  const queued = open.filter((site) => site.queued > 0);
  const sites = queued.flatMap(({ name, queued: count, nextAt }) => {
    const outage = away.get(name);
    if (outage === undefined && nextAt <= from) return [];
    const until = Math.max(nextAt, outage?.until ?? 0);
    return [{ site: name, queued: count, until, awaySince: outage?.since ?? null }];
  });
  return { sites, isEverySite: sites.length === queued.length && open.length < MAX_SITES };
}

/**
 * The names of the sites that other requests than those of the crawl should spare: they wait for longer than any delay.
 *
 * @param delay the crawl's own delay between two requests to a site, in milliseconds
 */
export async function sitesToSpare(frontier: Pick<Frontier, 'now' | 'sites'>, delay: number): Promise<Set<string>> {
  const { sites } = await waitingSites(frontier, Math.max(LONGEST_DELAY, delay));
  return new Set(sites.map(({ site }) => site));
}
