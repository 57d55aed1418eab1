import { type Fact, scopeOf } from '../facts/facts.ts';
import type { Claim } from './claim.ts';

/** A confirmed claim and the fact that it would be. */
export interface Candidate {
  readonly claim: Claim;
  readonly fact: Fact;
}

/** A part of a site, and what is known of it. */
interface Part {
  readonly path: string;
  readonly values: ReadonlySet<string>;
  readonly candidates: readonly Candidate[];
  /** What was given for it, or for the smallest part around it; null where nothing was. */
  given: string | null;
  /** Whether something else is known of a part of it. */
  isMixed: boolean;
}

/**
 * Claims that say something else than a fact that was given for a larger part of the site: of two facts the one with the
 * longer path counts, and that must not be the claim. And claims of a parameter's default value in a part of which it
 * has another one: there both would be dropped, and what differs be one.
 *
 * @returns them with the reason
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
  if (given !== null && given !== value) return 'contradicts a fact that was given';
  return kind === 'default-param' && isMixed ? 'the parameter has another default value in a part of it' : null;
}

/** What there can be one value of in one place; null for other facts. */
function subjectOf({ kind, host, value = '' }: Fact): string | null {
  if (kind === 'default-param') return `${kind} ${host} ${value.split('=', 1)[0] ?? ''}`;
  return kind === 'slash' || kind === 'index' ? `${kind} ${host}` : null;
}

/** The parts of a site, each in front of those that lie in it. */
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

/** Sees in one go what the parts around each part and in it say. */
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

/** Leaves the parts that the path does not lie in; all of them where there is none. */
function leave(around: Part[], path: string | null): void {
  for (let part = around.at(-1); part !== undefined; part = around.at(-1)) {
    if (path?.startsWith(part.path)) return;
    around.pop();
    const outer = around.at(-1);
    if (outer === undefined || outer.isMixed) continue;
    outer.isMixed = part.isMixed || new Set([...part.values, ...outer.values]).size > 1;
  }
}
