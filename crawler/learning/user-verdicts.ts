import type { Frontier } from '../../db/store.ts';
import { compile } from '../../src/canon/canonicalizer.ts';
import { UrlError } from '../../src/url/error.ts';
import { Discovery } from '../discovery.ts';
import { Scope, type ScopeOptions } from '../scope/scope.ts';
import { Ledger, type LedgerChange, type LedgerOptions } from './ledger.ts';

/** How the crawl was made that lies in a frontier. */
export interface CrawlBefore extends LedgerOptions {
  readonly frontier: Frontier;
  readonly scope: ScopeOptions;
  /** Seeds and sitemaps, which the scope is measured from. */
  readonly starts: readonly string[];
}

/**
 * Gives the entries of a crawl the keys that all its evidence leads to. No other program may share the frontier.
 *
 * @returns what changed; null where nothing did
 */
export async function applyUserVerdicts(crawl: CrawlBefore): Promise<LedgerChange | null> {
  const { frontier, canon, starts, scope: limits } = crawl;
  // What a run that was killed had leased may be merged like the rest.
  await frontier.release();
  const ledger = await Ledger.open(crawl);
  const { key } = compile(canon);
  const keys = starts.flatMap((url) => {
    const own = key(url);
    return own instanceof UrlError ? [] : [own];
  });
  const scope = new Scope(keys, limits);
  await scope.recall(frontier.entries('bare'));
  return ledger.applyEvidence([], new Discovery(ledger.canonicalizer, scope));
}
