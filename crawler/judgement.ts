import type { FoundUrl, Lease, Outcome } from '../db/store.ts';
import type { DiscoveredUrl } from './discovery.ts';
import { isOneSite } from './scope/growth.ts';

/** The result of a fetch for the frontier. */
export interface Judgement {
  /** The entry's outcome. */
  readonly outcome: Outcome;
  /** The URLs that the document led to. */
  readonly found: readonly FoundUrl[];
  /** Milliseconds for which the site should not be asked; 0 if it may be asked. */
  readonly pause: number;
  /** Duplicates among the URLs of a long document that were recorded while it was read. */
  readonly duplicates: number;
  /** Whether it led to a new URL of its own site. */
  readonly leadsOn: boolean;
  /** One line about a failure, if the reason does not say it all. */
  readonly message?: string;
  /** What the program's handler threw. */
  readonly error?: unknown;
}

/** The parts of a judgement for a fetch that led nowhere. */
export const NOTHING_FOUND = { found: [], pause: 0, duplicates: 0, leadsOn: false } as const;

/** Whether a URL named by a document is new and belongs to the document's site. */
export function isLeadingOn({ site }: Pick<Lease, 'site'>, found: DiscoveredUrl): boolean {
  return found.isNew && isOneSite(found.site, site);
}
