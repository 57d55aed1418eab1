import type { FoundUrl, Lease, Outcome } from '../db/store.ts';
import type { DiscoveredUrl } from './discovery.ts';
import { isOneSite } from './scope/growth.ts';

/** What a fetch means for the frontier: the entry's outcome, and the URLs that it led to. */
export interface Judgement {
  readonly outcome: Outcome;
  readonly found: readonly FoundUrl[];
  /** Milliseconds that the site asks to be left alone, or is better left alone; 0 where it need not. */
  readonly pause: number;
  /** Duplicates among the URLs of a long document that were recorded while it was read. */
  readonly duplicates: number;
  /** Whether it led to a new URL of its own site. */
  readonly leadsOn: boolean;
}

export const NOTHING_FOUND = { found: [], pause: 0, duplicates: 0, leadsOn: false } as const;

/** Whether a URL that a document names is a new one of the document's own site. */
export function isLeadingOn({ site }: Pick<Lease, 'site'>, found: DiscoveredUrl): boolean {
  return found.isNew && isOneSite(found.site, site);
}
