import { type Fact, scopeOf } from '../facts/facts.ts';
import type { Claim } from './claim.ts';

/** A confirmed claim, and the fact that it would become. */
export interface Candidate {
  readonly claim: Claim;
  readonly fact: Fact;
}

/** A part of a site, and what is claimed and given for it. */
interface Part {
  readonly path: string;
  readonly candidates: readonly Candidate[];
  /** The value given for this part, or for the smallest part around it; null if there is none. */
  given: string | null;
}

/**
 * Finds claims that contradict a fact given for a larger part of the site. The fact with the longer path counts, which
 * would be the claim.
 *
 * @returns these claims with reasons
 */
export function overlapping(candidates: readonly Candidate[], given: readonly Fact[]): ReadonlyMap<Candidate, string> {
  const stated = Map.groupBy(given, subjectOf);
  const found = new Map<Candidate, string>();
  for (const [subject, own] of Map.groupBy(candidates, ({ fact }) => subjectOf(fact))) {
    if (subject === null) continue;
    for (const { given: value, candidates: here } of nested(partsOf(own, stated.get(subject) ?? []))) {
      for (const candidate of here) {
        if (value !== null && value !== (candidate.fact.value ?? '')) found.set(candidate, 'contradicts a given fact');
      }
    }
  }
  return found;
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
  return [...new Set([...claimed.keys(), ...stated.keys()])]
    .toSorted()
    .map((path) => ({ path, candidates: claimed.get(path) ?? [], given: stated.get(path) ?? null }));
}

/** Gives each part what is given for the smallest part around it, in one pass. */
function nested(parts: readonly Part[]): readonly Part[] {
  const around: Part[] = [];
  for (const part of parts) {
    while (around.length > 0 && !part.path.startsWith(around.at(-1)?.path ?? '')) around.pop();
    part.given ??= around.at(-1)?.given ?? null;
    around.push(part);
  }
  return parts;
}
