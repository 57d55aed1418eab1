import type { Claim } from '../../evidence/claim.ts';
import { dayOf, outOf } from '../../evidence/claim-wording.ts';
import type { Evidence, EvidenceSource, Subject } from '../../evidence/evidence.ts';
import { printable } from './printable.ts';
import { explainReason } from './reasons.ts';

/** What was seen that says no, in words. */
const CONTRADICTIONS: Readonly<Record<string, string>> = {
  'not-found': 'the other form is not found',
  'loses-path': 'the other form redirects to / and loses the path',
  'redirects-elsewhere': 'the other form redirects to another page',
  'redirect-loop': 'the other form redirects in a circle',
  'other-text': 'the two show different content',
  'other-order': 'the two show the same in another order',
  'other-size': 'the answers to the two differ in size',
};

/** What was seen that says yes, where the code is not its own name. */
const AGREEMENTS: Readonly<Record<string, string>> = {
  canonical: 'rel=canonical',
  'no-vary-search': 'No-Vary-Search',
  'clean-param': 'Clean-param',
};

/** Why nothing is decided, and what would help. */
const OPEN: Readonly<Record<string, string>> = {
  'too-few-samples': 'all agree, but they are too few; probe more pages: name some, or raise --samples and --budget',
  'no-deep-path': 'all agree, but only / was looked at; probe pages that lie deeper',
  'differs-by-section': 'sections of the site differ, so that this says nothing of the whole',
  'only-temporary-redirect': 'its redirects are temporary; permanent ones (301, 308) would decide',
  'only-status': 'statuses alone do not confirm',
  'only-declaration': 'declarations alone do not confirm this; a probe may',
  'only-log': 'an access log alone does not confirm this; a probe may',
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
  'no-redirect': 'the address neither redirects to a domain nor has a certificate that names it',
  'other-host': 'asked for under the name of the domain, the address does not give its pages',
  'every-name': 'the address shows the same pages under a name that does not exist',
  'no-page': 'the page that it would stand for is none',
  robots: 'robots.txt forbids to ask; --no-robots asks all the same, if you may',
  'robots-unreachable': 'the robots.txt could not be had, which forbids everything; try again later',
  'redirects-elsewhere': 'it redirects to another site',
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
  return named(OPEN, reason) ?? explainReason(reason).means;
}

/**
 * A claim as the cells of a line: kind, scope, verdict, the form that the site uses, which is none where the forms are
 * not one page, and why.
 *
 * @param evidence what it rests on, and what contradicts it
 */
export function describeClaim(claim: Claim, evidence: readonly Evidence[]): readonly string[] {
  const { kind, verdict, target } = claim;
  const form = verdict === 'refuted' ? '' : (target ?? '');
  return [kind, printable(scopeOf(claim)), verdict, form, printable(why(claim, evidence))];
}

/** Parts of a site that are named on one line. */
const MAX_PARTS = 4;

/**
 * Claims as the cells of lines, as {@link describeClaim} has them: those that say the same of several parts of one site
 * share a line.
 */
export function describeClaims(
  claims: readonly Claim[],
  evidence: ReadonlyMap<Claim, readonly Evidence[]>,
): readonly (readonly string[])[] {
  const groups = Map.groupBy(claims, ({ kind, host, about, verdict, target, source, reason }) =>
    JSON.stringify([kind, host, about, verdict, verdict === 'refuted' ? null : target, source, reason]),
  );
  return [...groups.values()].map((group) => describeGroup(group, evidence));
}

function describeGroup(group: readonly Claim[], known: ReadonlyMap<Claim, readonly Evidence[]>): readonly string[] {
  const evidence = group.flatMap((claim) => known.get(claim) ?? []);
  const [first, ...others] = group;
  if (first === undefined) return [];
  if (others.length === 0) return describeClaim(first, evidence);
  const whole = {
    ...first,
    samples: group.reduce((sum, { samples }) => sum + samples, 0),
    contradictions: group.reduce((sum, { contradictions }) => sum + contradictions, 0),
  };
  const [kind = '', , ...rest] = describeClaim(whole, evidence);
  const parts = group.map(({ path }) => path);
  const left = parts.length - MAX_PARTS;
  const places = `${parts.slice(0, MAX_PARTS).join(' ')}${left > 0 ? ` and ${left} more` : ''}`;
  const about = first.about === null ? '' : ` ${aboutOf(first)}`;
  return [kind, printable(`${first.host}${about} in ${places}`), ...rest];
}

/** A claim with its evidence as an object for JSON; times are ISO 8601. */
export function claimAsJson(claim: Claim, evidence: readonly Evidence[]): object {
  const { kind, verdict, target, source, samples, ...rest } = claim;
  return {
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
    evidence: evidence.map((one) => ({ ...one, at: iso(one.at) })),
  };
}

/** A piece of evidence as the cells of a line: when, for or against, what was asked and each answer, what that shows. */
export function describeEvidence(evidence: Evidence): readonly string[] {
  const { at, supports, source, seen } = evidence;
  const shown = source === 'user' ? '' : wordsFor(seen);
  return [dayOf(at), supports ? 'for' : 'against', SOURCES[source], printable(trailOf(evidence)), printable(shown)];
}

const SOURCES: Readonly<Record<EvidenceSource, string>> = {
  user: 'your word',
  'permanent-redirect': 'permanent redirect',
  declaration: 'declaration',
  content: 'content',
  'temporary-redirect': 'temporary redirect',
  status: 'status',
  log: 'access log',
};

/** What was asked, and what was answered on the way. */
function trailOf({ hops, url, page, path }: Evidence): string {
  // An arrow is a redirect; two answers are two requests.
  const steps = hops.map(({ location, ...hop }, at) => {
    const isLast = at === hops.length - 1;
    const next = location === null ? (isLast ? '' : ', ') : isLast ? ` -> ${location}` : ' -> ';
    return `${hop.url} ${hop.status}${next}`;
  });
  const asked = hops.length === 0 ? (url ?? path) : steps.join('');
  const isNamed = page === null || page === hops.at(-1)?.location || hops.some((hop) => hop.url === page);
  return isNamed ? asked : `${asked} and ${page}`;
}

/**
 * What a claim is about: `example.com`, `example.com/docs/`, `example.com/shop/?sort=asc`, `example.com/index.html`,
 * `example.com/list/$ ?sort=asc`, `192.0.2.1 example.com`.
 */
export function scopeOf({ kind, host, path, about }: Subject & Pick<Claim, 'path'>): string {
  if (kind === 'ip') return about === null ? host : `${host} ${about}`;
  if (kind === 'www' || kind === 'scheme') return host;
  if (about === null) return host + path;
  return `${host}${path}${path.endsWith('$') ? ' ' : ''}${aboutOf({ kind, about })}`;
}

function aboutOf({ kind, about }: Pick<Subject, 'kind' | 'about'>): string {
  return `${kind === 'index' || kind === 'ip' ? '' : '?'}${about ?? ''}`;
}

function why(claim: Claim, own: readonly Evidence[]): string {
  const { verdict, source, reason } = claim;
  const seen = own.filter((one) => one.source !== 'user');
  const agreed = agreement(claim, seen);
  if (source === 'user') {
    const [first] = seen;
    return first === undefined ? 'as you said' : `as you said; seen: ${agreed ?? contradiction(claim, first.seen)}`;
  }
  if (verdict === 'refuted') return contradiction(claim, reason ?? '');
  if (verdict === 'confirmed') return agreed ?? '';
  const open = explainOpen(reason ?? '');
  return agreed === null ? open : `${agreed}: ${open}`;
}

/** What agrees, and how often; null where nothing does. */
function agreement(claim: Claim, seen: readonly Evidence[]): string | null {
  const agreeing = seen.filter(({ supports }) => supports);
  return agreeing.length === 0 ? null : `${sightings(agreeing)} on ${outOf(claim.samples, claim)}`;
}

function contradiction(claim: Claim, code: string): string {
  return `${named(CONTRADICTIONS, code) ?? wordsFor(code)} on ${outOf(claim.contradictions, claim)}`;
}

/** `301`, `same text`, or several of such. */
function sightings(evidence: readonly Evidence[]): string {
  return [...new Set(evidence.map(sighting))].join(', ');
}

function sighting({ source, seen, hops }: Evidence): string {
  if (source === 'log') return `${wordsFor(seen)} in the log`;
  return seen === 'redirects' ? String(hops[0]?.status ?? seen) : wordsFor(seen);
}

function wordsFor(seen: string): string {
  return named(AGREEMENTS, seen) ?? seen.replaceAll('-', ' ');
}

/** Codes come from a file as well, which may hold any. */
function named(words: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}

/** Null for what is no time: a damaged database may hold any number. */
function iso(milliseconds: number): string | null {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
