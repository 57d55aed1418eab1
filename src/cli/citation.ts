import { citedClaims } from '../canon/cited-claims.ts';
import type { Claim } from '../facts/claim.ts';
import type { Evidence } from '../facts/evidence.ts';
import type { Change } from '../index.ts';
import { claimAsJson, dayOf } from './claim-lines.ts';
import type { Ledger } from './ledger.ts';
import { printable } from './printable.ts';

/** What confirmed that a pass may make a change: a line for each claim; none where it needed none. */
export function citations(change: Change, { claims, evidence }: Ledger): readonly string[] {
  return citedClaims(change, claims).map((claim) => printable(citation(claim, evidence.get(claim) ?? [])));
}

/** The change, with the claims that let the pass make it, where there are such. */
export function withEvidence(change: Change, { claims, evidence }: Ledger): object {
  const cited = citedClaims(change, claims);
  if (cited.length === 0) return change;
  return { ...change, evidence: cited.map((claim) => claimAsJson(claim, evidence.get(claim) ?? [])) };
}

function citation(claim: Claim, evidence: readonly Evidence[]): string {
  const last = evidence
    .filter(({ supports, source }) => supports && source === claim.source)
    .reduce<Evidence | null>((a, b) => (a === null || b.at > a.at ? b : a), null);
  if (claim.source === 'user') return `confirmed by you, ${dayOf(last?.at ?? claim.lastSeen)}`;
  const all = claim.samples + claim.contradictions;
  const count = `${claim.samples} of ${all} ${all === 1 ? 'sample' : 'samples'}`;
  return `confirmed by ${last === null ? 'evidence' : sourceOf(last)}, ${count}, ${dayOf(last?.at ?? claim.lastSeen)}`;
}

function sourceOf({ source, hops, url, page, path }: Evidence): string {
  switch (source) {
    case 'permanent-redirect':
    case 'temporary-redirect': {
      const hop = hops.find(({ location }) => location !== null);
      return hop === undefined ? `a redirect of ${url ?? path}` : `${hop.status} from ${hop.url}`;
    }
    case 'content':
      return `the content of ${url ?? path} and ${page ?? path}`;
    case 'declaration':
      return `what ${page ?? url ?? `the site declares of ${path}`}${page === null && url === null ? '' : ' declares'}`;
    case 'log':
      return 'an access log';
    case 'status':
    case 'user':
      return source;
  }
}
