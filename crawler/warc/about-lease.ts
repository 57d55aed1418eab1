import type { Frontier, Lease } from '../../db/store.ts';
import { citedClaims } from '../../src/evidence/cited-claims.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import { dayOf, outOf } from '../../src/evidence/claim-wording.ts';
import { orNull } from '../../src/url/error.ts';
import type { Ledger } from '../learning/ledger.ts';
import type { WarcField } from './warc-record.ts';

/** What is known about entries. */
interface Knowledge {
  readonly frontier: Pick<Frontier, 'spellings'>;
  readonly ledger: Pick<Ledger, 'claims' | 'canonicalizer'>;
}

/** Other URLs of a page that are recorded. */
const MAX_ALIASES = 100;

/**
 * Says what the crawl knows about an entry when it is fetched: its key, the passes and claims that made it, and the other
 * URLs found for it so far.
 */
export function aboutLease({ frontier, ledger }: Knowledge): (lease: Lease) => Promise<readonly WarcField[]> {
  return async ({ key, url, depth, hops }) => {
    const changes = orNull(ledger.canonicalizer.trace(url))?.changes ?? [];
    const cited = changes.flatMap((change) => citedClaims(change, ledger.claims));
    const aliases = await frontier.spellings(key, MAX_ALIASES);
    return [
      ['key', key],
      ['depth', String(depth)],
      ...(hops > 0 ? [['redirects', String(hops)] as const] : []),
      ...changes.map(({ pass }) => ['pass', pass] as const),
      ...cited.map((claim) => ['claim', inWords(claim)] as const),
      ...aliases.map((alias) => ['alias', alias] as const),
    ];
  };
}

/** `slash for example.com/docs/: permanent-redirect, 5 of 5 samples, 2026-03-14`. */
function inWords(claim: Claim): string {
  const { kind, host, path, about, source } = claim;
  const subject = about === null ? kind : `${kind} ${about}`;
  return `${subject} for ${host}${path}: ${source ?? 'undecided'}, ${outOf(claim.samples, claim)}, ${dayOf(claim.lastSeen)}`;
}
