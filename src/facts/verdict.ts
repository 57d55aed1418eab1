import type { Claim } from './claim.ts';
import { errorBound } from './error-bound.ts';
import { EVIDENCE_SOURCES, type Evidence, type EvidenceSource, type Subject } from './evidence.ts';
import type { Need, Needs } from './needs.ts';
import { isOfHost, LEVELS, PartSet, partAround, partAt, partOf } from './site-part.ts';

const DAY = 24 * 60 * 60 * 1000;

/** How long a verdict holds, by the source that it rests on, in milliseconds. The user's word has no end. */
const LIFETIMES: Readonly<Record<EvidenceSource, number>> = {
  user: Number.POSITIVE_INFINITY,
  'permanent-redirect': 90 * DAY,
  declaration: 60 * DAY,
  content: 30 * DAY,
  'temporary-redirect': 7 * DAY,
  status: 30 * DAY,
  log: 14 * DAY,
};

/** An undecided claim is looked at again soon: there may be more to see by then. */
const UNDECIDED_LIFETIME = 7 * DAY;

/**
 * What the evidence comes to: claims, each for as much of a site as its evidence speaks for and no more. One
 * contradiction refutes; where other parts of the site agree, they get claims of their own. The user's word outranks
 * what was seen, for the part of the site that it is about. No claim is confirmed for a part in which another one is
 * refuted, for a fact knows no exceptions. The order of the evidence is of no account.
 *
 * @returns by host, kind, subject and path
 */
export function adjudicate(evidence: readonly Evidence[], needs: Needs): readonly Claim[] {
  const subjects = Map.groupBy(evidence, subjectKey);
  return [...subjects.values()].flatMap((about) => judge(about, needs)).toSorted(byPlace);
}

/** The claim of something that was looked into and of which no evidence came, with the reason as a code. */
export function openClaim({ kind, host, about }: Subject, reason: string, at: number): Claim {
  return {
    kind,
    host,
    about,
    path: '/',
    verdict: 'undecided',
    target: null,
    source: null,
    samples: 0,
    contradictions: 0,
    errorBound: errorBound(0),
    reason,
    firstSeen: at,
    lastSeen: at,
    expires: at + UNDECIDED_LIFETIME,
  };
}

/** What tells subjects apart, as text. */
export function subjectKey({ host, kind, about }: Subject): string {
  return about === null ? `${host} ${kind}` : `${host} ${kind} ${about}`;
}

/** Evidence, and the smallest part of the site that it is about. */
interface Sample {
  readonly evidence: Evidence;
  readonly own: string;
}

/** @param evidence of one subject */
function judge(evidence: readonly Evidence[], needs: Needs): readonly Claim[] {
  const samples = evidence.map(sampleOf);
  const words = lastWords(samples);
  const outranked = new Map([...words.keys()].map((part): [string, Evidence[]] => [part, []]));
  const free: Sample[] = [];
  for (const sample of samples.filter(({ evidence: { source } }) => source !== 'user')) {
    const part = words.size === 0 ? null : partAround(sample.own, words);
    if (part === null) free.push(sample);
    else outranked.get(part)?.push(sample.evidence);
  }
  const refused = [...words].filter(([, word]) => !word.supports).map(([part]) => part);
  const refuted = free.filter((sample) => !sample.evidence.supports).map(({ own }) => own);
  const ruled = [...words].map(([part, word]) => rule(part, word, outranked.get(part) ?? []));
  const found = split(free, 0, '/', new PartSet(refused), needs);
  return [...exceptWider(ruled, new PartSet(refused)), ...exceptWider(found, new PartSet([...refused, ...refuted]))];
}

function sampleOf(evidence: Evidence): Sample {
  return { evidence, own: partOf(evidence.kind, evidence.path) };
}

/** The last word that the user said of each part of the site; of two at one time the one against it, for that is safe. */
function lastWords(samples: readonly Sample[]): ReadonlyMap<string, Evidence> {
  const words = new Map<string, Evidence>();
  for (const { evidence, own } of samples) {
    if (evidence.source !== 'user') continue;
    const before = words.get(own);
    if (before === undefined || byTime(before, evidence) < 0) words.set(own, evidence);
  }
  return words;
}

function byTime(a: Evidence, b: Evidence): number {
  return a.at - b.at || Number(b.supports) - Number(a.supports) || compareTexts(b.target ?? '', a.target ?? '');
}

/** @param seen what else there is of the part, which the word outranks */
function rule(part: string, word: Evidence, seen: readonly Evidence[]): Claim {
  const decision: Decision = word.supports
    ? { verdict: 'confirmed', reason: null, by: [word] }
    : { verdict: 'refuted', reason: 'user', by: [word] };
  return claim(word, part, [word, ...seen], decision);
}

/**
 * @param at the level that the evidence has been split down to, of which `part` is one
 * @param refused where the user said no
 */
function split(samples: readonly Sample[], at: number, part: string, refused: PartSet, needs: Needs): readonly Claim[] {
  const [first] = samples;
  if (first === undefined) return [];
  const { kind } = first.evidence;
  const next = LEVELS[kind][at + 1];
  if (next === undefined) return [claimOf(first, part, samples, needs)];
  const parts = Map.groupBy(samples, ({ own }) => partAt(next, own));
  const smaller = (): readonly Claim[] => [...parts].flatMap(([name, own]) => split(own, at + 1, name, refused, needs));
  const isOne = samples.every(({ evidence }) => evidence.supports === first.evidence.supports);
  // What all parts agree on holds for all; what one part alone shows holds for that one.
  if (!isOne || parts.size === 1 || refused.hasWithin(part)) return smaller();
  const whole = claimOf(first, part, samples, needs);
  if (whole.verdict !== 'undecided') return [whole];
  const own = smaller();
  return own.some(({ verdict }) => verdict === 'confirmed') ? own : [whole];
}

/** @param refuted parts of which the contrary is known */
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

function claimOf({ evidence: subject }: Sample, part: string, samples: readonly Sample[], needs: Needs): Claim {
  const evidence = samples.map((sample) => sample.evidence);
  return claim(subject, part, evidence, decide(samples, part, needs[subject.kind]));
}

interface Decision extends Pick<Claim, 'verdict' | 'reason'> {
  /** The evidence that it rests on. */
  readonly by: readonly Evidence[];
}

function decide(samples: readonly Sample[], part: string, need: Need): Decision {
  const against = samples.filter(({ evidence }) => !evidence.supports).map(({ evidence }) => evidence);
  const [worst] = against.toSorted(byStrength);
  if (worst !== undefined) return { verdict: 'refuted', reason: worst.seen, by: against };
  const counted = samples.filter(({ evidence }) => need[evidence.source] !== undefined);
  const reason = counted.length === 0 ? onlyWeak(samples) : shortcoming(counted, part, need);
  if (reason !== null) return { verdict: 'undecided', reason, by: [] };
  return { verdict: 'confirmed', reason: null, by: counted.map(({ evidence }) => evidence) };
}

function onlyWeak(samples: readonly Sample[]): string {
  return `only-${strongestSource(samples.map(({ evidence }) => evidence)) ?? 'nothing'}`;
}

/** What is missing for a confirmation; null where nothing is. */
function shortcoming(samples: readonly Sample[], part: string, need: Need): string | null {
  const counts = Map.groupBy(samples, ({ evidence }) => evidence.source);
  const share = EVIDENCE_SOURCES.reduce(
    (sum, source) => sum + (counts.get(source)?.length ?? 0) / (need[source] ?? Number.POSITIVE_INFINITY),
    0,
  );
  // Thirds and fifths add up to one only nearly.
  if (share < 1 - 1e-9) return 'too-few-samples';
  if (!speaksFor(samples, part)) return 'one-page';
  return samples.filter(({ evidence }) => evidence.path !== '/').length < need.deep ? 'no-deep-path' : null;
}

/** Whether the samples say anything of a whole part: one page, however often it was looked at, speaks for itself only. */
function speaksFor(samples: readonly Sample[], part: string): boolean {
  const [first] = samples;
  if (first === undefined || isOfHost(first.evidence.kind)) return true;
  const { own, evidence } = first;
  const isPartItself = own === part && !evidence.path.endsWith('/');
  return isPartItself || samples.some((sample) => isOfPart(sample.evidence) || sample.evidence.path !== evidence.path);
}

/** Declarations may be about a part of a site, and then name no page. */
function isOfPart({ url, page }: Evidence): boolean {
  return url === null && page === null;
}

function claim(
  { kind, host, about }: Subject,
  path: string,
  evidence: readonly Evidence[],
  { verdict, reason, by }: Decision,
): Claim {
  const seen = evidence.filter(({ source }) => source !== 'user');
  const contradictions = seen.filter(({ supports }) => !supports).length;
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
    samples: seen.length - contradictions,
    contradictions,
    errorBound: errorBound(seen.length, contradictions),
    reason,
    firstSeen: -latest(evidence.map(({ at }) => -at)),
    lastSeen,
    expires: expires === Number.POSITIVE_INFINITY ? null : expires,
  };
}

/** There may be more of them than a call takes arguments. */
function latest(times: readonly number[]): number {
  return times.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}

/** The user and redirects tell the site's form best; else what most of the evidence says. */
function targetOf(evidence: readonly Evidence[]): string | null {
  const stated = evidence.filter(({ supports, target }) => supports && target !== null);
  const best = strongestSource(stated);
  const counts = new Map<string, number>();
  for (const { source, target } of stated) {
    if (source === best && target !== null) counts.set(target, (counts.get(target) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([a, m], [b, n]) => n - m || compareTexts(a, b));
  return most?.[0] ?? null;
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
