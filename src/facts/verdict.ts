import type { Claim, Verdict } from './claim.ts';
import { errorBound } from './error-bound.ts';
import { type ClaimKind, EVIDENCE_SOURCES, type Evidence, type EvidenceSource, type Subject } from './evidence.ts';
import type { Need, Needs } from './needs.ts';

/** How far a claim of a kind may be split up: by the first segment of the path, and for parameters by the path itself. */
type Level = 'site' | 'section' | 'path';

const LEVELS: Readonly<Record<ClaimKind, readonly Level[]>> = {
  www: ['site'],
  scheme: ['site'],
  ip: ['site'],
  slash: ['site', 'section'],
  index: ['site', 'section'],
  case: ['site', 'section'],
  slashes: ['site', 'section'],
  order: ['site', 'section', 'path'],
  param: ['site', 'section', 'path'],
  'default-param': ['site', 'section', 'path'],
};

const DAY = 24 * 60 * 60 * 1000;

/** How long a verdict holds, by the strongest source that it rests on, in milliseconds. The user's word has no end. */
const LIFETIMES: Readonly<Record<EvidenceSource, number | null>> = {
  user: null,
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
 * all, for the part of the site that it is about.
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
  return `${host} ${kind} ${about ?? ''}`;
}

/** @param evidence of one subject */
function judge(evidence: readonly Evidence[], needs: Needs): readonly Claim[] {
  const words = evidence.filter(({ source }) => source === 'user');
  const seen = evidence.filter(({ source }) => source !== 'user');
  const ruled = [...Map.groupBy(words, ({ path }) => path)].map(([path, said]) => rule(path, said));
  const found = split(seen, 0, '/', needs);
  const isOverruled = (path: string): boolean => ruled.some((word) => word.path === path);
  return [...ruled, ...found.filter(({ path }) => !isOverruled(path))];
}

/** The last word that the user said of a part of the site. */
function rule(path: string, said: readonly Evidence[]): Claim {
  const last = said.reduce((a, b) => (b.at >= a.at ? b : a));
  return claim([last], path, last.supports ? 'confirmed' : 'refuted', last.supports ? null : 'user');
}

/** @param at the level that the evidence has been split down to, which `path` names */
function split(evidence: readonly Evidence[], at: number, path: string, needs: Needs): readonly Claim[] {
  const [first] = evidence;
  if (first === undefined) return [];
  const next = LEVELS[first.kind][at + 1];
  if (next === undefined) return [decide(evidence, path, needs[first.kind])];
  const parts = Map.groupBy(evidence, (one) => partOf(one.path, next));
  const isOne = evidence.every(({ supports }) => supports) || evidence.every(({ supports }) => !supports);
  // What all parts agree on holds for all; what one part alone shows holds for that one.
  if (isOne && parts.size > 1) return [decide(evidence, path, needs[first.kind])];
  return [...parts]
    .flatMap(([part, own]) => split(own, at + 1, part, needs))
    .map((one) => exceptWhole(one, parts.size));
}

/** A claim about the pages at the top of a site would hold for all below them, of which some say otherwise. */
function exceptWhole(one: Claim, parts: number): Claim {
  const isTooMuch = one.path === '/' && parts > 1 && one.verdict === 'confirmed';
  return isTooMuch ? { ...one, verdict: 'undecided', reason: 'differs-by-section' } : one;
}

/** The part of the site that a path lies in, which ends in a slash. */
function partOf(path: string, level: Level): string {
  if (level === 'path') return path.endsWith('/') ? path : `${path}/`;
  const end = path.indexOf('/', 1);
  return end < 0 ? '/' : path.slice(0, end + 1);
}

function decide(evidence: readonly Evidence[], path: string, need: Need): Claim {
  const against = evidence.filter(({ supports }) => !supports);
  if (against.length > 0) return claim(evidence, path, 'refuted', strongest(against).seen);
  const reason = shortcoming(evidence, need);
  return claim(evidence, path, reason === null ? 'confirmed' : 'undecided', reason);
}

/** What is missing for a confirmation; null where nothing is. */
function shortcoming(evidence: readonly Evidence[], need: Need): string | null {
  const counted = evidence.filter(({ source }) => need[source] !== undefined);
  if (counted.length === 0) return `only-${strongest(evidence).source}`;
  const share = counted.reduce((sum, { source }) => sum + 1 / (need[source] ?? Number.POSITIVE_INFINITY), 0);
  // Thirds and fifths add up to one only nearly.
  if (share < 1 - 1e-9) return 'too-few-samples';
  const deep = counted.filter((one) => one.path !== '/').length;
  return deep < need.deep ? 'no-deep-path' : null;
}

function claim(evidence: readonly Evidence[], path: string, verdict: Verdict, reason: string | null): Claim {
  const deciding =
    verdict === 'undecided' ? evidence : evidence.filter(({ supports }) => supports === (verdict === 'confirmed'));
  const { kind, host, about, source } = strongest(deciding);
  const contradictions = evidence.filter(({ supports }) => !supports).length;
  const times = evidence.map(({ at }) => at);
  const lastSeen = Math.max(...times);
  const lifetime = verdict === 'undecided' ? UNDECIDED_LIFETIME : LIFETIMES[source];
  return {
    kind,
    host,
    about,
    path,
    verdict,
    target: targetOf(evidence),
    source,
    samples: evidence.length - contradictions,
    contradictions,
    errorBound: errorBound(evidence.length, contradictions),
    reason,
    firstSeen: Math.min(...times),
    lastSeen,
    expires: lifetime === null ? null : lastSeen + lifetime,
  };
}

/** Redirects tell the site's form best; else what most of the evidence says. */
function targetOf(evidence: readonly Evidence[]): string | null {
  const stated = evidence.filter(({ supports, target }) => supports && target !== null);
  const best = stated.length === 0 ? null : strongest(stated).source;
  const counts = new Map<string, number>();
  for (const { source, target } of stated) {
    if (source === best && target !== null) counts.set(target, (counts.get(target) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return most?.[0] ?? null;
}

function strongest(evidence: readonly Evidence[]): Evidence {
  return evidence.reduce((a, b) => (rank(b) < rank(a) ? b : a));
}

function rank({ source }: Evidence): number {
  return EVIDENCE_SOURCES.indexOf(source);
}

function byPlace(a: Claim, b: Claim): number {
  const [first, second] = [a, b].map((one) => `${subjectKey(one)} ${one.path}`);
  return (first ?? '') < (second ?? '') ? -1 : 1;
}
