import type { Claim } from '../../evidence/claim.ts';
import { dayOf, outOf } from '../../evidence/claim-wording.ts';
import type { Evidence, EvidenceSource, Subject } from '../../evidence/evidence.ts';
import { printable, printableJson } from './printable.ts';
import { explainReason } from './reasons.ts';
import { table } from './table.ts';

/** Observations against a claim, in words. */
const CONTRADICTIONS: Readonly<Record<string, string>> = {
  'not-found': 'the other URL was not found',
  'loses-path': 'the other URL redirects to / and loses the path',
  'redirects-elsewhere': 'the other URL redirects to another page',
  'redirect-loop': 'the other URL redirects in a loop',
  'other-text': 'the two URLs show different content',
  'not-redirected':
    'the two pages differ a little, and neither URL redirects to the other, as other URLs of the section do',
  'not-declared':
    'the two pages differ a little, and neither declares the other as canonical, as other pages of the section do',
  'other-order': 'the two URLs show the same content in another order',
  'other-links': 'the two URLs show the same words with other links or images',
  'other-digest': 'an archive holds different pages under the two URLs',
  'other-size': 'the responses of the two URLs differ in size',
};

/** Observations for a claim whose code needs other words. */
const AGREEMENTS: Readonly<Record<string, string>> = {
  canonical: 'rel=canonical',
  'no-vary-search': 'No-Vary-Search',
  'clean-param': 'Clean-param',
};

/** Why a claim is undecided, and what would help. */
const OPEN: Readonly<Record<string, string>> = {
  'too-few-samples': 'all samples agree, but there are too few; give more pages, or raise --samples and --budget',
  'no-deep-path': 'all samples agree, but only / was compared; give pages below the home page',
  'differs-by-section': 'sections of the site differ, so nothing is known about the whole site',
  'only-permanent-redirect': 'these redirects do not show it; if you know it, state it in a facts file',
  'only-temporary-redirect': 'the redirects are temporary; only permanent ones (301, 308) decide',
  'only-status': 'status codes alone do not confirm it',
  'only-declaration': 'declarations alone do not confirm it; a probe may',
  'only-archive': 'a web archive alone does not confirm it; a probe may',
  'only-log': 'an access log alone does not confirm it; a probe may',
  'soft-404': 'a URL that cannot exist shows the same page; the site should answer such URLs with 404',
  'no-control': 'every page compared was the same; give pages that differ',
  'no-text': 'the page has hardly any text to compare; scripts build it',
  login: 'the page requires a login; log in with --user, --cookies or --header',
  unclear: 'some pages differ a little, or may have changed in between; a probe may tell',
  noise: 'the page changes too much between two requests',
  'other-links': 'the text is the same, but links or images differ',
  'other-canonical': 'the two pages declare different canonical URLs',
  'no-second-look': 'the page was not fetched a second time, because it failed then or --budget was used up',
  'too-large': 'the pages are too large to compare; raise --max-size',
  'several-changes': 'a redirect changes several parts of the URL in one step',
  indirect: 'the redirect goes through another URL',
  'no-rule': 'a URL that cannot exist is not redirected, so there is no rule for the whole host',
  'no-redirect': 'the IP address neither redirects to a domain nor has a certificate that names one',
  'other-host': 'requested under the name of the domain, the IP address does not serve its pages',
  'every-name': 'the IP address serves the same pages under a name that does not exist',
  'no-page': 'the URL to merge with is not a page',
  robots: 'robots.txt disallows this; add --no-robots if you are allowed to',
  'robots-unreachable': 'robots.txt could not be fetched, so everything counts as disallowed; try again later',
  'redirects-elsewhere': 'it redirects to another site',
  'asks-to-wait': 'the host asked to wait; dustpan status --json says until when (nextAt)',
  budget: 'the request budget was used up; raise --budget',
  cancelled: 'stopped',
  'connection-refused': 'no server accepts connections there; start the server, or check host and port',
  'dns-not-found': 'the host does not exist; check its spelling',
  'dns-failed': 'the DNS server did not answer; check your network',
  'tls-failed': "the TLS connection failed; pass the site's certificate with --ca, or fix the certificate",
  'connect-timeout': 'no connection to the host was ready in time; check that it is up and no firewall blocks it',
  timeout: 'the response took too long; raise --timeout',
  'private-address': 'the host has a private address; add --allow-private',
};

/** Explains why a claim is undecided or a host could not be probed. */
export function explainOpen(reason: string): string {
  return named(OPEN, reason) ?? explainReason(reason).means;
}

/** The same for a command that sends no requests. */
export function explainOpenOffline(reason: string): string {
  return reason === 'too-few-samples'
    ? 'all samples agree, but there are too few; a larger crawl, archive or log may show more, or a probe'
    : explainOpen(reason);
}

/**
 * A claim as the cells of a line: kind, scope, verdict, the form that the site uses (empty if refuted), and why.
 *
 * @param evidence the evidence for and against the claim
 * @param explain says why a claim is undecided
 */
export function describeClaim(
  claim: Claim,
  evidence: readonly Evidence[],
  explain: (reason: string) => string = explainOpen,
): readonly string[] {
  const { kind, verdict, target } = claim;
  const form = verdict === 'refuted' ? '' : (target ?? '');
  return [kind, printable(scopeOf(claim)), verdict, printable(form), printable(why(claim, evidence, explain))];
}

/** Maximum number of parts of a site on one line. */
const MAX_PARTS = 4;

/**
 * Claims as the cells of lines, as in {@link describeClaim}. Equal claims about several parts of a site share a line.
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

/** A claim with its evidence as an object for JSON. Times are ISO 8601. */
export function claimAsJson(claim: Claim, evidence: ReadonlyMap<Claim, readonly Evidence[]>): object {
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
    evidence: (evidence.get(claim) ?? []).map(evidenceAsJson),
  };
}

/** Claims as the lines of a command that sends no requests: as JSON, or one line of text each. */
export function claimLines(
  claims: readonly Claim[],
  evidence: ReadonlyMap<Claim, readonly Evidence[]>,
  isJson: boolean,
): readonly string[] {
  return isJson
    ? claims.map((claim) => printableJson(claimAsJson(claim, evidence)))
    : table(claims.map((claim) => describeClaim(claim, evidence.get(claim) ?? [], explainOpenOffline)));
}

/** Stores hand out the members in an order of their own; the output has one order. */
function evidenceAsJson(evidence: Evidence): object {
  const { kind, host, about, path, url, page, source, supports, target, hops, seen, by, at } = evidence;
  return { kind, host, about, path, url, page, source, supports, target, hops, seen, by, at: iso(at) };
}

/** A piece of evidence as the cells of a line: day, for, against or unclear, source, requests with answers, observation. */
export function describeEvidence(evidence: Evidence): readonly string[] {
  const { at, supports, source, seen } = evidence;
  const shown = source === 'user' ? '' : wordsFor(seen);
  const side = supports === null ? 'unclear' : supports ? 'for' : 'against';
  return [dayOf(at), side, SOURCES[source], printable(trailOf(evidence)), printable(shown)];
}

const SOURCES: Readonly<Record<EvidenceSource, string>> = {
  user: 'your verdict',
  'permanent-redirect': 'permanent redirect',
  declaration: 'declaration',
  content: 'content',
  'temporary-redirect': 'temporary redirect',
  status: 'status',
  archive: 'web archive',
  log: 'access log',
};

/** The requests with their answers. */
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
 * The subject of a claim: `example.com`, `example.com/docs/`, `example.com/shop/?sort=asc`, `example.com/index.html`,
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

function why(claim: Claim, own: readonly Evidence[], explain: (reason: string) => string): string {
  const { verdict, source, reason } = claim;
  const seen = own.filter((one) => one.source !== 'user');
  const agreed = agreement(claim, seen);
  if (source === 'user') {
    const first = seen.find(({ supports }) => supports !== null);
    return first === undefined
      ? 'your verdict'
      : `your verdict; observed: ${agreed ?? contradiction(claim, first.seen)}`;
  }
  if (verdict === 'refuted') return contradiction(claim, reason ?? '');
  if (verdict === 'confirmed') return agreed ?? '';
  const open = explain(reason ?? '');
  if (agreed === null) return open;
  return `${agreed}${isOfSamples(reason ?? '') ? '' : ', but other pairs could not be compared'}: ${open}`;
}

/** Whether a claim is undecided because of its samples; otherwise, because other pairs of URLs gave no evidence. */
function isOfSamples(reason: string): boolean {
  return reason.startsWith('only-') || ['too-few-samples', 'no-deep-path', 'differs-by-section'].includes(reason);
}

/** The supporting observations and their number; null if there are none. */
function agreement(claim: Claim, seen: readonly Evidence[]): string | null {
  const agreeing = seen.filter(({ supports }) => supports);
  return agreeing.length === 0 ? null : `${sightings(agreeing)} on ${outOf(claim.samples, claim)}`;
}

function contradiction(claim: Claim, code: string): string {
  return `${named(CONTRADICTIONS, code) ?? wordsFor(code)} on ${outOf(claim.contradictions, claim)}`;
}

/** `301`, `same text`, or several of them. */
function sightings(evidence: readonly Evidence[]): string {
  return [...new Set(evidence.map(sighting))].join(', ');
}

function sighting({ source, seen, hops }: Evidence): string {
  if (source === 'archive') return `${wordsFor(seen)} in the archive`;
  if (source === 'log') return `${wordsFor(seen)} in the log`;
  return seen === 'redirects' ? String(hops[0]?.status ?? seen) : wordsFor(seen);
}

function wordsFor(seen: string): string {
  return named(AGREEMENTS, seen) ?? seen.replaceAll('-', ' ');
}

/** Own properties only: codes also come from files, which may contain any text. */
function named(words: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.hasOwn(words, code) ? words[code] : undefined;
}

/** Null for an invalid time, which a damaged database may contain. */
function iso(milliseconds: number): string | null {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
