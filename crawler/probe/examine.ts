import { clock } from '../../src/clock.ts';
import { declaredForm } from '../../src/evidence/declared-form.ts';
import { difference } from '../../src/evidence/difference.ts';
import {
  type Evidence,
  type EvidenceSource,
  type Hop,
  SAME_APART_FROM_CHANGES,
  type Subject,
} from '../../src/evidence/evidence.ts';
import { subjectKey } from '../../src/evidence/verdict.ts';
import { isOfHost } from '../../src/facts/site-part.ts';
import { redirectSource } from '../evidence/observed.ts';
import { type Answer, isPage, type Page, type Response } from './answer.ts';
import { testContent } from './content-test.ts';
import type { Examination } from './controls.ts';
import { areVariants, assumableDifference, isSame, pathOf } from './differences.ts';
import { canonicalOf } from './page-view.ts';
import type { Pair } from './pair.ts';
import { follow, type Trail } from './trail.ts';

/** What a pair of URLs shows: evidence, or the reason why there is none about its subject. */
export interface Finding {
  /** Evidence about the pair's subject, and from hops on the way also about others. */
  readonly evidence: readonly Evidence[];
  /** Why it is unknown whether the URLs show one page, as a code; null if it is known. */
  readonly reason: string | null;
}

/** A pair, and the redirects of its other URL. */
interface Case {
  readonly site: Examination;
  readonly pair: Pair;
  readonly hops: readonly Hop[];
}

/**
 * Examines a pair: by redirects, and without redirects, by content.
 *
 * @param isWary whether to request the page even if the other URL redirects to it, because it may redirect back
 */
export async function examine(site: Examination, pair: Pair, isWary: boolean): Promise<Finding> {
  const trail = await follow(site.asker, pair.tried, site.isOurs, pair.page);
  if (trail.end === 'landed' && isWary && (await redirectsBack(site, pair))) {
    return refuted({ site, pair, hops: trail.hops }, 'status', 'redirect-loop');
  }
  const onTheWay = evidenceOfHops(trail.hops, pair);
  const finding = await compareEnds({ site, pair, hops: trail.hops }, trail.end);
  const isCounted = onTheWay.some((one) => isAbout(one, pair.subject));
  return {
    evidence: [...onTheWay, ...finding.evidence],
    reason: isCounted ? null : finding.reason,
  };
}

/** Examines the redirect of a URL that cannot exist. If it keeps the path, it is a rule of the whole host. */
export async function examineImpossible(site: Examination, pair: Pair): Promise<Finding> {
  const { hops, end } = await follow(site.asker, pair.tried, site.isOurs, pair.page);
  if (end !== 'landed') return none('no-rule');
  const evidence = evidenceOfHops(hops, pair);
  return { evidence, reason: evidence.some((one) => isAbout(one, pair.subject)) ? null : 'indirect' };
}

/** Each hop that changes only one thing shows that its two URLs are the same page. */
function evidenceOfHops(hops: readonly Hop[], pair: Pair): readonly Evidence[] {
  return hops.flatMap((hop) => {
    const { url, location } = hop;
    if (location === null) return [];
    const isPair = isSame(url, pair.tried) && isSame(location, pair.page);
    if (isPair) return [redirected(pair.subject, hop, location)];
    const subject = assumableDifference(url, location);
    return subject === null ? [] : [redirected(subject, hop, location)];
  });
}

/** Evidence from a redirect that changes only what the subject is about. */
export function redirected({ kind, host, about }: Subject, hop: Hop, page: string): Evidence {
  return {
    kind,
    host,
    about,
    source: redirectSource(hop.status),
    supports: true,
    path: pathOf(page),
    target: formOf(hop.url, page),
    url: hop.url,
    page,
    hops: [hop],
    seen: 'redirects',
    by: 'probe',
    at: clock(),
  };
}

/** The form that the page uses, if it is the value of a fact. */
function formOf(url: string, page: string): string | null {
  return difference(url, page)?.form ?? null;
}

/** What the end of the tried URL's redirects shows about the pair. */
async function compareEnds(one: Case, end: Trail['end']): Promise<Finding> {
  if (end === 'landed') return none('indirect');
  if (end === 'loop') return refute(one, 'status', 'redirect-loop');
  const [first] = one.hops;
  if (end === 'left') return refute(one, redirectSource(first?.status ?? 0), 'redirects-elsewhere');
  if (end.kind === 'none') return none(end.reason);
  if (first !== undefined && !isOtherForm(one.pair, end.url)) return judgeRedirect(one, first, end);
  return isPage(end) ? judgeContent(one, end) : judgeStatus(one, end);
}

/** Whether a redirect led to a URL that differs from the page in the same way as the tried one. */
function isOtherForm({ subject, page }: Pair, url: string): boolean {
  return assumableDifference(url, page)?.kind === subject.kind;
}

async function judgeRedirect(one: Case, first: Hop, end: Response): Promise<Finding> {
  const { page } = one.pair;
  // Several changes at once, including the pair's. It is unknown which rule made which change.
  if (areVariants(end.url, page) && end.status === 200) return none('several-changes');
  if (end.status >= 400) return judgeStatus(one, end);
  const losesPath = pathOf(page) !== '/' && pathOf(end.url) === '/';
  return refute(one, redirectSource(first.status), losesPath ? 'loses-path' : 'redirects-elsewhere');
}

/** Statuses of errors of the client that do not show whether the page exists. */
const SILENT: ReadonlySet<number> = new Set([407, 408, 425, 429]);

/** The reason why a status does not show whether the page exists; null if it shows that there is none. */
function silenceOf(status: number): string | null {
  if (status === 401 || status === 403) return 'login';
  return status < 400 || status >= 500 || SILENT.has(status) ? `http-${status}` : null;
}

async function judgeStatus(one: Case, { url, status }: Response): Promise<Finding> {
  const reason = silenceOf(status);
  if (reason !== null) return none(reason);
  return refute({ ...one, hops: [...one.hops, { url, status, location: null }] }, 'status', 'not-found');
}

async function judgeContent({ site, pair, hops }: Case, tried: Page): Promise<Finding> {
  const page = await site.asker.ask(pair.page);
  if (!isPage(page)) return redirectedPage(pair, page) ?? none(reasonOf(page));
  const result = await testContent(site, pair, page, tried);
  const observed = { site, pair, hops: [...hops, hopTo(tried), hopTo(page)] };
  if ('reason' in result) return doubted(observed, result.reason);
  const { seen } = result;
  const supports = seen === 'same-bytes' || seen === 'same-text' || seen === SAME_APART_FROM_CHANGES;
  return found({
    ...observation(observed, 'content', seen),
    supports,
    target: supports ? shownForm(pair, page, tried) : null,
  });
}

/** The form that the two pages declare; without one, the form of the page. */
function shownForm({ subject, tried, page }: Pair, ...shown: readonly Page[]): string | null {
  const form = formOf(tried, page);
  if (form === null) return null;
  const declared = shown.map((one) => {
    const canonical = canonicalOf(one);
    return canonical === null ? null : declaredForm(subject, one.url, canonical);
  });
  return declared.find((each) => each !== null) ?? form;
}

/** Evidence if the site links to one form and redirects to the other; otherwise null. */
function redirectedPage({ subject, tried }: Pair, page: Answer): Finding | null {
  if (page.kind === 'none' || page.location === null || !isSame(page.location, tried)) return null;
  const { url, status, location } = page;
  return found(redirected(subject, { url, status, location }, tried));
}

/** Evidence against the pair if its page exists. Otherwise neither of the two may be a page. */
async function refute(one: Case, source: EvidenceSource, seen: string): Promise<Finding> {
  const page = await one.site.asker.ask(one.pair.page);
  return isPage(page) ? refuted(one, source, seen) : none(reasonOf(page));
}

function refuted(one: Case, source: EvidenceSource, seen: string): Finding {
  return found({ ...observation(one, source, seen), supports: false, target: null });
}

/** Reasons that leave open whether two URLs show the same page: something differed. */
const DOUBTS: ReadonlySet<string> = new Set(['noise', 'other-links', 'other-canonical']);

/**
 * A finding about pages that could not be compared. One value of a parameter may make a difference although others do not, and
 * so may a host in one section.
 */
function doubted(one: Case, reason: string): Finding {
  const { kind } = one.pair.subject;
  const isDoubt = kind === 'param' ? DOUBTS.has(reason) : isOfHost(kind) && reason === 'noise';
  if (!isDoubt) return none(reason);
  return { evidence: [{ ...observation(one, 'content', reason), supports: null, target: null }], reason };
}

async function redirectsBack({ asker }: Examination, { page, tried }: Pair): Promise<boolean> {
  const answer = await asker.ask(page);
  return answer.kind === 'response' && answer.location !== null && isSame(answer.location, tried);
}

function reasonOf(page: Answer): string {
  if (page.kind === 'none') return page.reason;
  return page.status < 400 ? 'no-page' : (silenceOf(page.status) ?? 'no-page');
}

function found(evidence: Evidence): Finding {
  return { evidence: [evidence], reason: null };
}

type Observation = Omit<Evidence, 'supports' | 'target'>;

function observation({ pair, hops }: Case, source: EvidenceSource, seen: string): Observation {
  const { subject, tried: url, page } = pair;
  return { ...subject, source, path: pathOf(page), url, page, hops, seen, by: 'probe', at: clock() };
}

function hopTo({ url, status }: Page): Hop {
  return { url, status, location: null };
}

/** Whether evidence is about a subject. */
export function isAbout(evidence: Evidence, subject: Subject): boolean {
  return subjectKey(evidence) === subjectKey(subject);
}

/**
 * A finding without evidence.
 *
 * @param reason why, as a code
 */
export function none(reason: string): Finding {
  return { evidence: [], reason };
}
