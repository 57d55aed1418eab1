import {
  isOfHost,
  isOfQuery,
  PartSet,
  pageAlone,
  partAround,
  sectionOf,
  TOP_PAGES,
  WHOLE_SITE,
} from '../facts/site-part.ts';
import type { Claim } from './claim.ts';
import { type IsOpen, type Sample, sampleOf, spread } from './coverage.ts';
import { withoutDoubtful } from './doubts.ts';
import { EVIDENCE_SOURCES, type Evidence, type EvidenceSource, type Subject } from './evidence.ts';
import type { Threshold, Thresholds } from './thresholds.ts';

const DAY = 24 * 60 * 60 * 1000;

/** How long a verdict lasts, by its source, in milliseconds. Statements by the user never expire. */
const LIFETIMES: Readonly<Record<EvidenceSource, number>> = {
  user: Number.POSITIVE_INFINITY,
  'permanent-redirect': 90 * DAY,
  declaration: 60 * DAY,
  content: 30 * DAY,
  'temporary-redirect': 7 * DAY,
  status: 30 * DAY,
  archive: 30 * DAY,
  log: 14 * DAY,
};

/** Undecided claims are checked again soon, since there may be more evidence by then. */
const UNDECIDED_LIFETIME = 7 * DAY;

/**
 * Turns evidence into claims, each only for the parts of a site that its samples cover. One contradiction refutes its
 * section, and the other sections are then judged separately. The user's statements outrank observations for their part
 * of the site. No claim is confirmed for a part that contains a refuted one. The order of the evidence does not matter.
 *
 * @returns claims ordered by host, kind, subject and path
 */
export function adjudicate(evidence: readonly Evidence[], needs: Thresholds): readonly Claim[] {
  const subjects = Map.groupBy(evidence, subjectKey);
  return [...subjects.values()].flatMap((about) => claimsOf(about, needs)).toSorted(byPlace);
}

/**
 * An undecided claim about a subject that was checked without finding evidence.
 *
 * @param reason a code
 * @param at when it was checked, in milliseconds since the epoch
 */
export function openClaim({ kind, host, about }: Subject, reason: string, at: number): Claim {
  return {
    kind,
    host,
    about,
    path: WHOLE_SITE,
    verdict: 'undecided',
    target: null,
    source: null,
    samples: 0,
    contradictions: 0,
    reason,
    firstSeen: at,
    lastSeen: at,
    expires: at + UNDECIDED_LIFETIME,
  };
}

/** A text that identifies a subject. */
export function subjectKey({ host, kind, about }: Subject): string {
  return about === null ? `${host} ${kind}` : `${host} ${kind} ${about}`;
}

/** A text that identifies two URLs as evidence about a subject. */
export function pairKey(subject: Subject, url: string | null, page: string | null): string {
  return `${subjectKey(subject)} ${url} ${page}`;
}

/** Like `pairKey`, but the same whichever of the two URLs is the page. */
export function eitherWay(evidence: Evidence): string {
  const [url, page] = [`${evidence.url}`, `${evidence.page}`];
  return url < page ? pairKey(evidence, url, page) : pairKey(evidence, page, url);
}

/** @param evidence all about one subject */
function claimsOf(evidence: readonly Evidence[], needs: Thresholds): readonly Claim[] {
  const counted = new Set(withoutDoubtful(evidence));
  const [doubt] = evidence.filter(({ supports }) => supports === null).toSorted(byStrength);
  if (counted.size === 0 && doubt !== undefined) {
    return [claim(evidence, WHOLE_SITE, { verdict: 'undecided', reason: doubt.seen, by: [] })];
  }
  const samples = evidence.map(sampleOf);
  const words = lastWords(samples);
  const outranked = new Map([...words.keys()].map((part): [string, Evidence[]] => [part, []]));
  const free: Sample[] = [];
  for (const sample of samples.filter(({ evidence: { source } }) => source !== 'user')) {
    const part = words.size === 0 ? null : partAround(sample.place, words);
    if (part !== null) outranked.get(part)?.push(sample.evidence);
    else if (counted.has(sample.evidence)) free.push(sample);
  }
  const refused = [...words].filter(([, word]) => !word.supports).map(([part]) => part);
  const refuted = free.filter(isAgainst).map(({ place }) => place);
  const ruled = [...words].map(([part, word]) => rule(part, word, outranked.get(part) ?? []));
  const found = seenClaims(distinct(free, needs), new PartSet(refused), needs);
  return [...exceptWider(ruled, new PartSet(refused)), ...exceptWider(found, new PartSet([...refused, ...refuted]))];
}

/** Two URLs are one sample, whichever of them was taken for the page of the other: the better of the two. */
function distinct(samples: readonly Sample[], needs: Thresholds): readonly Sample[] {
  const byUrls = Map.groupBy(samples, ({ evidence: { url, page } }) => `${url} ${page}`);
  return samples.filter(({ evidence }) => {
    const { url, page } = evidence;
    const swapped = url === null || page === null ? [] : (byUrls.get(`${page} ${url}`) ?? []);
    return !evidence.supports || swapped.every((other) => byWorth(evidence, other.evidence, needs) <= 0);
  });
}

/** Evidence to the contrary first, then what can confirm, by source; then what a probe chose, and the newest. */
function byWorth(a: Evidence, b: Evidence, needs: Thresholds): number {
  return (
    Number(a.supports) - Number(b.supports) ||
    Number(canConfirm(b, needs[b.kind])) - Number(canConfirm(a, needs[a.kind])) ||
    rank(a) - rank(b) ||
    Number(b.by === 'probe') - Number(a.by === 'probe') ||
    b.at - a.at ||
    compareTexts(a.url ?? '', b.url ?? '')
  );
}

/** The user's last statement about each part of the site. Of two at the same time, the negative one, which is safe. */
function lastWords(samples: readonly Sample[]): ReadonlyMap<string, Evidence> {
  const words = new Map<string, Evidence>();
  for (const { evidence, place: part } of samples) {
    if (evidence.source !== 'user') continue;
    const before = words.get(part);
    if (before === undefined || byTime(before, evidence) < 0) words.set(part, evidence);
  }
  return words;
}

function byTime(a: Evidence, b: Evidence): number {
  return a.at - b.at || Number(b.supports) - Number(a.supports) || compareTexts(b.target ?? '', a.target ?? '');
}

/** @param seen other evidence about the part, which the statement outranks */
function rule(part: string, word: Evidence, seen: readonly Evidence[]): Claim {
  const decision: Decision = word.supports
    ? { verdict: 'confirmed', reason: null, by: [word] }
    : { verdict: 'refuted', reason: 'user', by: [word] };
  return claim([word, ...seen], part, decision);
}

/**
 * @param samples all about one subject, without the user's statements
 * @param refused parts that the user refuted
 */
function seenClaims(samples: readonly Sample[], refused: PartSet, needs: Thresholds): readonly Claim[] {
  const [first] = samples;
  if (first === undefined) return [];
  const { kind } = first.evidence;
  if (isOfHost(kind)) return [claimOf(samples, WHOLE_SITE, decide(samples, needs[kind]))];
  const isOne = !samples.some(isAgainst);
  // The pages right below the top may all be claimed, those of refused parts as well.
  const isOpen = (part: string): boolean => (part === TOP_PAGES ? refused.size === 0 : !refused.hasWithin(part));
  if (isOne) return agreed(samples, partOfAll(samples), isOpen, needs[kind]);
  const sections = Map.groupBy(samples, ({ place }) => sectionOf(place));
  return [...sections].flatMap(([section, own]) => {
    const places = Map.groupBy(own, ({ place }) => place);
    const isMixed = own.some(isAgainst) && !own.every(isAgainst);
    // Pages may differ in how they read their queries.
    if (!isOfQuery(kind) || (places.size > 1 && !isMixed)) return ofPart(section, own, isOpen, needs[kind]);
    return [...places].flatMap(([place, about]) => ofPart(pageAlone(place), about, isOpen, needs[kind]));
  });
}

/** Claims of one part that is judged by itself. */
function ofPart(part: string, samples: readonly Sample[], isOpen: IsOpen, need: Threshold): readonly Claim[] {
  if (!samples.some(isAgainst)) return agreed(samples, part, isOpen, need);
  return [claimOf(samples, part === WHOLE_SITE ? pageAlone(part) : part, decide(samples, need))];
}

/**
 * Handles samples that all agree: together they confirm the claim, each for the parts it is evidence for.
 *
 * @param part contains all samples
 */
function agreed(samples: readonly Sample[], part: string, isOpen: IsOpen, need: Threshold): readonly Claim[] {
  const decision = decide(samples, need);
  if (decision.verdict !== 'confirmed') return [claimOf(samples, part, decision)];
  const isCounted = ({ evidence }: Sample): boolean => canConfirm(evidence, need);
  const isEnough = (some: readonly Sample[]): boolean => decide(some, need).verdict === 'confirmed';
  const { parts, left } = spread(samples, isCounted, isOpen, isEnough);
  const form = targetOf(samples.map(({ evidence }) => evidence));
  const confirmed = [...parts].map(([name, own]) => {
    const made = claimOf(own, name, { ...decision, by: own.filter(isCounted).map(({ evidence }) => evidence) });
    return { ...made, target: made.target ?? form };
  });
  const weak = [...Map.groupBy(left, ({ place }) => sectionOf(place))].map(([section, own]) => {
    const alone = decide(own, need);
    // Together they may be enough, but not for the section.
    return claimOf(own, section, alone.verdict === 'confirmed' ? TOO_FEW : alone);
  });
  return [...confirmed, ...weak];
}

const TOO_FEW: Decision = { verdict: 'undecided', reason: 'too-few-samples', by: [] };

/** The smallest part that contains all samples. */
function partOfAll(samples: readonly Sample[]): string {
  const sections = new Set(samples.map(({ place }) => sectionOf(place)));
  const [only = WHOLE_SITE] = sections;
  return sections.size === 1 ? only : WHOLE_SITE;
}

function isAgainst({ evidence }: Sample): boolean {
  return !evidence.supports;
}

/** @param refuted parts with evidence to the contrary */
function exceptWider(claims: readonly Claim[], refuted: PartSet): readonly Claim[] {
  return claims.map((one) =>
    one.verdict === 'confirmed' && refuted.hasWithin(one.path)
      ? {
          ...one,
          verdict: 'undecided',
          source: null,
          reason: 'differs-by-section',
          expires: one.lastSeen + UNDECIDED_LIFETIME,
        }
      : one,
  );
}

function claimOf(samples: readonly Sample[], part: string, decision: Decision): Claim {
  return claim(
    samples.map(({ evidence }) => evidence),
    part,
    decision,
  );
}

interface Decision extends Pick<Claim, 'verdict' | 'reason'> {
  /** The deciding evidence. */
  readonly by: readonly Evidence[];
}

function decide(samples: readonly Sample[], need: Threshold): Decision {
  const against = samples.filter(isAgainst).map(({ evidence }) => evidence);
  const [worst] = against.toSorted(byStrength);
  if (worst !== undefined) return { verdict: 'refuted', reason: worst.seen, by: against };
  const counted = samples.filter(({ evidence }) => canConfirm(evidence, need));
  const reason = counted.length === 0 ? onlyWeak(samples) : shortcoming(counted, need);
  if (reason !== null) return { verdict: 'undecided', reason, by: [] };
  return { verdict: 'confirmed', reason: null, by: counted.map(({ evidence }) => evidence) };
}

/** Whether evidence counts towards the number that confirms a claim. */
export function canConfirm({ kind, source, seen, path }: Evidence, need: Threshold): boolean {
  if (need[source] === undefined) return false;
  // A server may redirect the values that it does not know, such as deleted products, and have a page for each other one.
  if (kind === 'param') return seen !== 'redirects' || source === 'permanent-redirect';
  // A server that leads to capitals may heed case: `/wiki/it` redirects to `/wiki/It`, and `/wiki/IT` is another page.
  return kind !== 'case' || !STATED.has(seen) || !/[A-Z]/.test(path.replaceAll(/%[\dA-F]{2}/gi, ''));
}

const STATED: ReadonlySet<string> = new Set(['redirects', 'canonical']);

function onlyWeak(samples: readonly Sample[]): string {
  return `only-${strongestSource(samples.map(({ evidence }) => evidence)) ?? 'nothing'}`;
}

/** Why the samples do not confirm the claim; null if they do. */
function shortcoming(samples: readonly Sample[], need: Threshold): string | null {
  const counts = Map.groupBy(samples, ({ evidence }) => evidence.source);
  const share = EVIDENCE_SOURCES.reduce(
    (sum, source) => sum + (counts.get(source)?.length ?? 0) / (need[source] ?? Number.POSITIVE_INFINITY),
    0,
  );
  // Thirds and fifths do not add up to exactly one.
  if (share < 1 - 1e-9) return 'too-few-samples';
  return samples.filter(({ evidence }) => evidence.path !== '/').length < need.deep ? 'no-deep-path' : null;
}

/** @param evidence all about one subject */
function claim(evidence: readonly Evidence[], path: string, { verdict, reason, by }: Decision): Claim {
  const [first] = evidence;
  if (first === undefined) throw new TypeError('a claim needs evidence');
  const { kind, host, about } = first;
  const seen = evidence.filter(({ source }) => source !== 'user');
  const contradictions = seen.filter(({ supports }) => supports === false).length;
  const lastSeen = latest(evidence.map(({ at }) => at));
  const expires =
    verdict === 'undecided'
      ? lastSeen + UNDECIDED_LIFETIME
      : latest(by.map(({ at, source }) => at + LIFETIMES[source]));
  return {
    kind,
    host,
    about,
    path,
    verdict,
    target: targetOf(evidence),
    source: strongestSource(by),
    samples: seen.filter(({ supports }) => supports).length,
    contradictions,
    reason,
    firstSeen: -latest(evidence.map(({ at }) => -at)),
    lastSeen,
    expires: expires === Number.POSITIVE_INFINITY ? null : expires,
  };
}

/** A reduction, because there may be more times than a call takes arguments. */
function latest(times: readonly number[]): number {
  return times.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}

/** The form that most of the evidence states. */
function targetOf(evidence: readonly Evidence[]): string | null {
  const [most] = [...formsIn(evidence)].toSorted(([a, m], [b, n]) => n - m || compareTexts(a, b));
  return most?.[0] ?? null;
}

/**
 * Counts the pairs of URLs behind each form, for the strongest source only. Equal pages have the form that they declare, so they
 * count as declarations: one page in the wrong form does not outweigh them.
 */
export function formsIn(evidence: readonly Evidence[]): ReadonlyMap<string, number> {
  const stated = evidence.filter(({ supports, target }) => supports && target !== null);
  const best = strongestSource(stated);
  const pairs = new Map<string, Set<string>>();
  for (const one of stated) {
    const { source, target } = one;
    if (target === null || (source !== best && !(best === 'declaration' && source === 'content'))) continue;
    const known = pairs.get(target) ?? new Set();
    pairs.set(target, known.add(eitherWay(one)));
  }
  return new Map(Array.from(pairs, ([target, known]) => [target, known.size]));
}

function strongestSource(evidence: readonly Evidence[]): EvidenceSource | null {
  const sources = new Set(evidence.map(({ source }) => source));
  return EVIDENCE_SOURCES.find((source) => sources.has(source)) ?? null;
}

function byStrength(a: Evidence, b: Evidence): number {
  return rank(a) - rank(b) || compareTexts(a.seen, b.seen);
}

function rank({ source }: Evidence): number {
  return EVIDENCE_SOURCES.indexOf(source);
}

function byPlace(a: Claim, b: Claim): number {
  return (
    compareTexts(a.host, b.host) ||
    compareTexts(a.kind, b.kind) ||
    compareTexts(a.about ?? '', b.about ?? '') ||
    compareTexts(a.path, b.path)
  );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
