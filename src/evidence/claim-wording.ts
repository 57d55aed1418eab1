import { plural } from '../text/plural.ts';
import type { Claim } from './claim.ts';
import type { Evidence } from './evidence.ts';

/**
 * What confirmed a claim: `confirmed by 301 from https://www.example.com/a, 5 of 5 samples, 2026-03-14`. Not fit for a
 * terminal: URLs stand in it as they are.
 *
 * @param evidence what the claim was made of; the latest that supports it is named
 */
export function citeClaim(claim: Claim, evidence: readonly Evidence[]): string {
  const last = evidence
    .filter(({ supports, source }) => supports && source === claim.source)
    .reduce<Evidence | null>((a, b) => (a === null || b.at > a.at ? b : a), null);
  const day = dayOf(last?.at ?? claim.lastSeen);
  if (claim.source === 'user') return `confirmed by you, ${day}`;
  return `confirmed by ${last === null ? 'evidence' : sourceOf(last)}, ${outOf(claim.samples, claim)}, ${day}`;
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

/** `4 of 5 samples`, of all that were looked at for the claim. */
export function outOf(agreeing: number, { samples, contradictions }: Claim): string {
  return `${agreeing} of ${plural(samples + contradictions, 'sample')}`;
}

/** The day of a time in milliseconds since the epoch, in UTC: a file may hold any number. */
export function dayOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? 'at no date' : date.toISOString().slice(0, 10);
}
