import { type Fact, scopeOf } from '../facts/facts.ts';
import { isAtTop, partAround, TOP_PAGES, WHOLE_SITE } from '../facts/site-part.ts';
import type { Claim } from './claim.ts';

/** A confirmed claim, and the fact that it would become. */
export interface Candidate {
  readonly claim: Claim;
  readonly fact: Fact;
}

/** The values given for parts of a site. */
type ValuesByPart = ReadonlyMap<string, string>;

/**
 * Finds claims that would outrank a given fact on some page.
 *
 * @returns these claims with reasons
 */
export function overlapping(candidates: readonly Candidate[], given: readonly Fact[]): ReadonlyMap<Candidate, string> {
  const stated = new Map<string, Map<string, string>>();
  for (const fact of given) {
    const subject = subjectOf(fact);
    if (subject === null) continue;
    const known = stated.get(subject) ?? new Map<string, string>();
    stated.set(subject, known.set(scopeOf(fact), fact.value ?? ''));
  }
  const contradicting = candidates.filter(({ fact }) => {
    const known = stated.get(subjectOf(fact) ?? '');
    return known !== undefined && contradicts(fact, known);
  });
  return new Map(contradicting.map((candidate) => [candidate, 'contradicts a given fact']));
}

/** What the fact is about, if each place has only one value for it; null for other facts. */
function subjectOf({ kind, host, value = '' }: Fact): string | null {
  if (kind === 'default-param') return `${kind} ${host} ${value.split('=', 1)[0] ?? ''}`;
  return kind === 'slash' || kind === 'index' ? `${kind} ${host}` : null;
}

/** Whether the fact would outrank a given one somewhere. */
function contradicts(fact: Fact, given: ValuesByPart): boolean {
  const part = scopeOf(fact);
  const { value = '' } = fact;
  if (part === TOP_PAGES && !given.has(part)) {
    return [...given].some(([path, other]) => (path === WHOLE_SITE || isAtTop(path)) && other !== value);
  }
  const around = partHolding(part, given);
  return around !== null && given.get(around) !== value;
}

/** The smallest of the given parts that holds all of a part. */
function partHolding(part: string, given: ValuesByPart): string | null {
  if (given.has(part)) return part;
  if (part.endsWith('/$')) return partAround(part.slice(0, -1), given);
  return partAround(part, { has: (name) => !name.endsWith('/$') && given.has(name) });
}
