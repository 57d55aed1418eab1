import type { Claim } from '../facts/claim.ts';
import type { Evidence } from '../facts/evidence.ts';
import { subjectKey } from '../facts/verdict.ts';
import { printable } from './printable.ts';

/** What was seen that says no, in words. */
const CONTRADICTIONS: Readonly<Record<string, string>> = {
  'not-found': 'the other form is not found',
  'loses-path': 'the other form redirects to / and loses the path',
  'redirects-elsewhere': 'the other form redirects to another page',
  'redirect-loop': 'the other form redirects in a circle',
  'other-text': 'the two show different content',
  'other-order': 'the two show the same in another order',
  user: 'as you said',
};

/** Why nothing is decided, and what would help. */
const OPEN: Readonly<Record<string, string>> = {
  'too-few-samples':
    'all agree, but they are too few; more pages would help: name some, or raise --samples and --budget',
  'no-deep-path': 'all agree, but only / was looked at; name pages that lie deeper',
  'differs-by-section': 'sections of the site differ, so that this says nothing of the whole',
  'only-temporary-redirect': 'its redirects are temporary; permanent ones (301, 308) would decide',
  'only-status': 'statuses alone do not confirm',
  'soft-404': 'a URL that cannot exist shows the same page; the site should answer it with 404',
  'no-control': 'no page of the site was seen to differ from it; name pages that do',
  'no-text': 'there is hardly any text to compare: scripts make the page',
  login: 'it asks to log in; pass what lets you in with --header',
  noise: 'too much changes from one look to the next',
  'other-links': 'the text is the same, links or images differ',
  'other-canonical': 'the two declare different canonical URLs',
  'no-second-look': 'the page could not be had a second time; try again later',
  'too-large': 'the pages are too large to compare; raise --max-size',
  'several-changes': 'a redirect changes several things at once',
  indirect: 'a redirect leads there by another URL',
  'no-rule': 'a URL that cannot exist is not redirected, so that there is no rule for the whole host',
  'no-redirect': 'the address does not redirect to a domain, which alone would show which one it stands for',
  'no-page': 'the page that it would stand for is none',
  robots: 'robots.txt forbids to ask; --no-robots asks all the same, if you may',
  'robots-unreachable': 'the robots.txt could not be had, which forbids everything; try again later',
  budget: 'the requests were used up; raise --budget',
  cancelled: 'stopped',
  'connection-refused': 'nothing listens there',
  'dns-not-found': 'there is no such host',
  'dns-failed': 'the name server gave no answer; check your network',
  'tls-failed': 'there is no secure connection; pass the certificate with --ca, or have the site mend it',
  timeout: 'the answer took too long; raise --timeout',
  'private-address': 'its address is a private one; pass --allow-private',
};

/** Why a kind of claim is undecided, or a host could not be probed, in words. */
export function explainOpen(reason: string): string {
  const status = /^http-(\d+)$/.exec(reason)?.[1];
  if (status !== undefined) return `the server answers ${status}`;
  return (Object.hasOwn(OPEN, reason) && OPEN[reason]) || reason;
}

/**
 * A claim as the cells of a line: kind, scope, verdict, the form that the site uses, and why.
 *
 * @param evidence of which that on the claim is looked for
 */
export function describeClaim(claim: Claim, evidence: readonly Evidence[]): readonly string[] {
  const { kind, verdict, target } = claim;
  return [kind, printable(scopeOf(claim)), verdict, target ?? '', printable(why(claim, evidenceOn(claim, evidence)))];
}

/** A claim with its evidence as one line of NDJSON; times are ISO 8601. */
export function claimAsJson(claim: Claim, evidence: readonly Evidence[]): string {
  const { kind, verdict, target, source, samples, ...rest } = claim;
  const own = evidenceOn(claim, evidence).map((one) => ({ ...one, at: iso(one.at) }));
  return JSON.stringify({
    kind,
    scope: scopeOf(claim),
    verdict,
    target,
    source,
    samples,
    ...rest,
    firstSeen: iso(claim.firstSeen),
    lastSeen: iso(claim.lastSeen),
    expires: claim.expires === null ? null : iso(claim.expires),
    evidence: own,
  });
}

/** What a claim is about: `example.com`, `example.com/docs/`, `example.com/shop/?sort=asc`, `example.com/index.html`. */
function scopeOf({ kind, host, path, about }: Claim): string {
  if (kind === 'www' || kind === 'scheme' || kind === 'ip') return host;
  if (about === null) return host + path;
  return `${host}${path}${kind === 'index' ? '' : '?'}${about}`;
}

/** The evidence that a claim rests on, and what contradicts it. */
function evidenceOn(claim: Claim, evidence: readonly Evidence[]): readonly Evidence[] {
  const subject = subjectKey(claim);
  const all = evidence.filter((one) => subjectKey(one) === subject);
  if (claim.path !== '/') return all.filter(({ path }) => `${path}/`.startsWith(claim.path));
  // Where sections have claims of their own, one about `/` is about what lies in none.
  return all.length <= claim.samples + claim.contradictions ? all : all.filter(({ path }) => !path.includes('/', 1));
}

function why(claim: Claim, own: readonly Evidence[]): string {
  const { verdict, samples, contradictions, reason } = claim;
  const all = samples + contradictions;
  if (verdict === 'refuted') {
    const seen = (Object.hasOwn(CONTRADICTIONS, reason ?? '') && CONTRADICTIONS[reason ?? '']) || reason;
    return `${seen} on ${contradictions} of ${plural(all)}`;
  }
  const agreeing = own.filter(({ supports }) => supports);
  if (verdict === 'confirmed') return `${sightings(agreeing)} on ${samples} of ${plural(all)}${bound(claim)}`;
  const open = explainOpen(reason ?? '');
  return agreeing.length === 0 ? open : `${sightings(agreeing)} on ${samples} of ${plural(all)}: ${open}`;
}

/** `301`, `same text`, or several of such. */
function sightings(evidence: readonly Evidence[]): string {
  return [...new Set(evidence.map(sighting))].join(', ');
}

function sighting({ source, seen, hops }: Evidence): string {
  if (source === 'user') return 'as you said';
  if (seen === 'redirects') return String(hops[0]?.status ?? 'redirects');
  return seen.replaceAll('-', ' ');
}

function bound({ errorBound, source }: Claim): string {
  return source === 'user' ? '' : ` (error ≤ ${Math.round(100 * errorBound)} %)`;
}

function plural(samples: number): string {
  return `${samples} ${samples === 1 ? 'sample' : 'samples'}`;
}

function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
