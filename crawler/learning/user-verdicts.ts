import type { Frontier } from '../../db/store.ts';
import { compile } from '../../src/canon/canonicalizer.ts';
import { Scope, type ScopeOptions, validKeys } from '../scope/scope.ts';
import { Ledger, type LedgerChange, type LedgerOptions } from './ledger.ts';

/** The crawl stored in a frontier, with the options it was made with. */
export interface CrawlBefore extends LedgerOptions {
  readonly frontier: Frontier;
  readonly scope: ScopeOptions;
  /** Seeds and sitemaps, from which the scope is measured. */
  readonly starts: readonly string[];
}

/**
 * Gives the entries of a crawl the keys that follow from all its evidence.
 *
 * @returns the change; null if no fact changed
 */
export async function applyUserVerdicts(crawl: CrawlBefore): Promise<LedgerChange | null> {
  const { frontier, canon, starts, scope: limits } = crawl;
  // Entries leased by a killed run may be merged like the rest.
  await frontier.release();
  const { key } = compile(canon);
  const scope = new Scope(validKeys(starts, key), limits);
  await scope.recall(frontier.entries('bare'));
  const ledger = await Ledger.open(crawl, scope);
  return ledger.applyEvidence([]);
}
