import { checkFacts } from '../facts/check.ts';
import type { ClaimKind } from '../facts/claim-kind.ts';
import { describeFact } from '../facts/describe-fact.ts';
import type { Fact } from '../facts/facts.ts';
import { isOfHost } from '../facts/site-part.ts';
import { quote } from '../text/wording.ts';
import type { Claim } from './claim.ts';
import type { Subject } from './evidence.ts';
import { type Candidate, overlapping } from './overlapping-facts.ts';

/** Facts for the passes, and the claims that cannot become facts. */
export interface ClaimedFacts {
  /** The given facts, then those from claims. {@link checkFacts} finds no problem with them. */
  readonly facts: readonly Fact[];
  /** Confirmed claims that conflict with these facts, with reasons. */
  readonly unused: readonly UnusedClaim[];
}

interface UnusedClaim {
  readonly claim: Claim;
  readonly reason: string;
}

/**
 * The facts about sites: those given, which always count, and those that claims confirm. If claims contradict each
 * other, the user's claim counts, then the one with more samples.
 *
 * @param given facts without problems
 */
export function factsOf(claims: readonly Claim[], given: readonly Fact[]): ClaimedFacts {
  const reasons = new Map<Candidate, string>();
  const leaveOut = (found: ReadonlyMap<Candidate, string>): void => {
    for (const [candidate, reason] of found) reasons.set(candidate, reason);
  };
  const all = claims.filter(({ verdict }) => verdict === 'confirmed').map((claim) => ({ claim, fact: factOf(claim) }));
  const left = (): readonly Candidate[] => all.filter((candidate) => !reasons.has(candidate));
  leaveOut(meaningless(all));
  leaveOut(undottedIndexes(left(), given));
  leaveOut(overlapping(left(), given));
  leaveOut(contradicting(left().toSorted(byStrength), given));
  const stated = new Set(given.map(describeFact));
  const added = left().filter(({ fact }) => !stated.has(describeFact(fact)));
  return {
    facts: [...given, ...added.map(({ fact }) => fact)],
    unused: [...reasons].map(([{ claim }, reason]) => ({ claim, reason })),
  };
}

/**
 * The form to use if the evidence does not show the site's own. It only serves to identify pages, and equals that of
 * `--assume`.
 */
const USUAL_FORM: Readonly<Partial<Record<ClaimKind, string>>> = { www: 'remove', scheme: 'https', slash: 'add' };

/** The fact that a confirmed claim states. */
export function factOf({ kind, host, path, about, target }: Subject & Pick<Claim, 'path' | 'target'>): Fact {
  const form = USUAL_FORM[kind];
  const value = form === undefined ? about : (target ?? form);
  const isPart = path !== '/' && !isOfHost(kind);
  return { kind, host, ...(isPart && { path }), ...(value !== null && { value }) };
}

/** Claims whose facts are invalid on their own, with reasons. */
function meaningless(candidates: readonly Candidate[]): ReadonlyMap<Candidate, string> {
  return new Map(
    candidates.flatMap((candidate): [Candidate, string][] => {
      const [problem] = checkFacts([candidate.fact]);
      return problem === undefined ? [] : [[candidate, problem.message]];
    }),
  );
}

/** Claims about index pages whose name has no dot, on hosts that remove trailing slashes, and the reverse. */
function undottedIndexes(candidates: readonly Candidate[], given: readonly Fact[]): ReadonlyMap<Candidate, string> {
  const indexed = hostsOf(given.filter(isUndottedIndex));
  const slashless = hostsOf([...given, ...candidates.map(({ fact }) => fact)].filter(removesSlashes));
  return new Map(
    candidates.flatMap((candidate): [Candidate, string][] => {
      const { fact } = candidate;
      if (removesSlashes(fact) && indexed.has(fact.host)) {
        return [[candidate, 'the site has an index page without a dot in its name, which would look like a folder']];
      }
      return isUndottedIndex(fact) && slashless.has(fact.host)
        ? [[candidate, 'a name without a dot looks like a folder if trailing slashes are removed']]
        : [];
    }),
  );
}

function isUndottedIndex({ kind, value }: Fact): boolean {
  return kind === 'index' && value !== undefined && !value.includes('.');
}

function removesSlashes({ kind, value }: Fact): boolean {
  return kind === 'slash' && value === 'remove';
}

function hostsOf(facts: readonly Fact[]): ReadonlySet<string> {
  return new Set(facts.map(({ host }) => host));
}

/** Claims that contradict a given fact or a stronger claim, with reasons. */
function contradicting(candidates: readonly Candidate[], given: readonly Fact[]): ReadonlyMap<Candidate, string> {
  const facts = [...given, ...candidates.map(({ fact }) => fact)];
  return new Map(
    checkFacts(facts).flatMap(({ at, message }): [Candidate, string][] => {
      const candidate = candidates[indexIn(at) - given.length];
      return candidate === undefined ? [] : [[candidate, withFacts(message, facts)]];
    }),
  );
}

function byStrength({ claim: a }: Candidate, { claim: b }: Candidate): number {
  return Number(b.source === 'user') - Number(a.source === 'user') || b.samples - a.samples;
}

function indexIn(at: string): number {
  return Number(/\[(\d+)\]/.exec(at)?.[1]);
}

/** Replaces list positions in a message with the facts themselves, because the user never sees the list. */
function withFacts(message: string, facts: readonly Fact[]): string {
  return message.replace(/facts\[(\d+)\]/, (place, index) => {
    const fact = facts[Number(index)];
    return fact === undefined ? place : quote(describeFact(fact));
  });
}
