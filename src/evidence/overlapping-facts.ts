import { type Fact, scopeOf } from '../facts/facts.ts';
import type { Claim } from './claim.ts';

/** A confirmed claim, and the fact that it would become. */
export interface Candidate {
  readonly claim: Claim;
  readonly fact: Fact;
}

/** A part of a site, and the values claimed or given for it. */
interface Part {
  readonly path: string;
  readonly values: ReadonlySet<string>;
  readonly candidates: readonly Candidate[];
  /** The value given for this part, or for the smallest part around it; null if there is none. */
  given: string | null;
  /** Whether a part inside it has another value. */
  isMixed: boolean;
}

/**
 * Finds claims that contradict a fact given for a larger part of the site. The fact with the longer path counts, which
 * would be the claim. Also finds claims about a parameter's default value if a part inside has another default: both
 * values would be dropped there, although they differ.
 *
 * @returns these claims with reasons
 */
export function overlapping(candidates: readonly Candidate[], given: readonly Fact[]): ReadonlyMap<Candidate, string> {
  const stated = Map.groupBy(given, subjectOf);
  const found = new Map<Candidate, string>();
  for (const [subject, own] of Map.groupBy(candidates, ({ fact }) => subjectOf(fact))) {
    if (subject === null) continue;
    for (const part of nested(partsOf(own, stated.get(subject) ?? []))) {
      for (const candidate of part.candidates) {
        const reason = reasonAgainst(candidate.fact, part);
        if (reason !== null) found.set(candidate, reason);
      }
    }
  }
  return found;
}

function reasonAgainst({ kind, value = '' }: Fact, { given, isMixed }: Part): string | null {
  if (given !== null && given !== value) return 'contradicts a given fact';
  return kind === 'default-param' && isMixed
    ? 'the parameter has another default value in a narrower part of the site'
    : null;
}

/** What the fact is about, if each place has only one value for it; null for other facts. */
function subjectOf({ kind, host, value = '' }: Fact): string | null {
  if (kind === 'default-param') return `${kind} ${host} ${value.split('=', 1)[0] ?? ''}`;
  return kind === 'slash' || kind === 'index' ? `${kind} ${host}` : null;
}

/** The parts of a site, each before the parts inside it. */
function partsOf(candidates: readonly Candidate[], given: readonly Fact[]): readonly Part[] {
  const claimed = Map.groupBy(candidates, ({ fact }) => scopeOf(fact));
  const stated = new Map(given.map((fact) => [scopeOf(fact), fact.value ?? '']));
  return [...new Set([...claimed.keys(), ...stated.keys()])].toSorted().map((path) => {
    const own = claimed.get(path) ?? [];
    const known = stated.get(path) ?? null;
    const values = new Set([...own.map(({ fact }) => fact.value ?? ''), ...(known === null ? [] : [known])]);
    return { path, values, candidates: own, given: known, isMixed: false };
  });
}

/** Compares each part with those around and inside it, in one pass. */
function nested(parts: readonly Part[]): readonly Part[] {
  const around: Part[] = [];
  for (const part of parts) {
    leave(around, part.path);
    part.given ??= around.at(-1)?.given ?? null;
    around.push(part);
  }
  leave(around, null);
  return parts;
}

/** Drops the parts that do not contain the path; all of them if it is null. */
function leave(around: Part[], path: string | null): void {
  for (let part = around.at(-1); part !== undefined; part = around.at(-1)) {
    if (path?.startsWith(part.path)) return;
    around.pop();
    const outer = around.at(-1);
    if (outer === undefined || outer.isMixed) continue;
    outer.isMixed = part.isMixed || new Set([...part.values, ...outer.values]).size > 1;
  }
}
