import { plural } from '../text/plural.ts';
import type { Claim } from './claim.ts';
import type { Evidence } from './evidence.ts';

/**
 * What confirmed a claim: `confirmed by 301 from https://www.example.com/a, 5 of 5 samples, 2026-03-14`. Not safe for a
 * terminal: contains URLs as found.
 *
 * @param evidence the evidence for the claim; cites the latest piece that supports it
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
      return `a declaration ${page === null && url === null ? `for ${path}` : `on ${page ?? url}`}`;
    case 'archive':
      return 'a web archive';
    case 'log':
      return 'an access log';
    case 'status':
    case 'user':
      return source;
  }
}

/** `4 of 5 samples`: the samples that agree, out of all samples for the claim. */
export function outOf(agreeing: number, { samples, contradictions }: Claim): string {
  return `${agreeing} of ${plural(samples + contradictions, 'sample')}`;
}

/**
 * The day of a time in UTC, as `2026-03-14`.
 *
 * @param at milliseconds since the epoch; may be any number
 */
export function dayOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? 'unknown date' : date.toISOString().slice(0, 10);
}
