import { type Change, compile } from '../canon/canonicalizer.ts';
import { type Comparison, compare } from '../canon/compare.ts';
import type { Key } from '../canon/key.ts';
import type { CanonOptions } from '../canon/options.ts';
import { PROFILES } from '../canon/profiles.ts';
import type { Fact } from '../facts/facts.ts';
import { ASSUMABLE_FACTS, type AssumableFact } from '../facts/site-facts.ts';
import { PASSES } from '../passes/index.ts';
import { orNull, UrlError } from '../url/error.ts';
import { factFor } from './missing-facts.ts';

/** The key of a URL, or why it has none. */
export type KeyOrError = Key | UrlError;

/** Two URLs under one profile. */
export interface ProfileRow {
  readonly profile: string;
  readonly keys: readonly [KeyOrError, KeyOrError];
  readonly same: boolean;
}

/** Two URLs compared. */
export interface Compared extends Comparison {
  /** The keys of both under the options. */
  readonly keys: readonly [KeyOrError, KeyOrError];
  /** Both under each built-in profile, with the same facts. */
  readonly profiles: readonly ProfileRow[];
  /** The changes of each URL by the passes that make both equal, with every fact assumed. */
  readonly changes: readonly [readonly Change[], readonly Change[]];
  /** If the keys are equal: the stated facts and assumptions without which they would differ. */
  readonly because: readonly (Fact | AssumableFact)[];
  /** If they differ: the facts that would make them equal; null if facts alone cannot. */
  readonly missing: readonly Fact[] | null;
}

/**
 * Compares two URLs under every profile, and finds the passes and facts on which the result rests.
 *
 * @returns an error if either URL is invalid, for the first one if both are
 */
export function compared(a: string, b: string, options: CanonOptions): Compared | UrlError {
  const comparison = compare(a, b, options);
  if (comparison instanceof UrlError) return comparison;
  const keys = keysOf(a, b, options);
  const changes = [changesBy(comparison, a, options), changesBy(comparison, b, options)] as const;
  return {
    ...comparison,
    keys,
    profiles: PROFILES.map(({ name }) => {
      const own = keysOf(a, b, { ...options, profile: name });
      return { profile: name, keys: own, same: isSame(own) };
    }),
    changes,
    because: comparison.same ? required(a, b, options) : [],
    missing: comparison.same ? null : missing(a, b, options, changes.flat()),
  };
}

function keysOf(a: string, b: string, options: CanonOptions): readonly [KeyOrError, KeyOrError] {
  const { key } = compile(options);
  return [key(a), key(b)];
}

function isSame([a, b]: readonly [KeyOrError, KeyOrError]): boolean {
  return !(a instanceof UrlError) && a === b;
}

/** The changes of a URL by the passes of the comparison, with every fact assumed, as {@link compare} does it. */
function changesBy({ passes }: Comparison, url: string, options: CanonOptions): readonly Change[] {
  const { trace } = compile({ ...options, profile: 'changing' });
  return orNull(trace(url))?.changes.filter(({ pass }) => passes.includes(pass)) ?? [];
}

/** The facts and assumptions without which the keys differ. */
function required(a: string, b: string, options: CanonOptions): readonly (Fact | AssumableFact)[] {
  const { facts = [], assume = [] } = options;
  const kinds = ASSUMABLE_FACTS.filter((kind) => assume.includes(kind));
  const without = (less: CanonOptions): boolean => !isSame(keysOf(a, b, { ...options, ...less }));
  return [
    ...kinds.filter((kind) => without({ assume: assume.filter((each) => each !== kind) })),
    ...facts.filter((fact) => without({ facts: facts.filter((each) => each !== fact) })),
  ];
}

/** The facts that these changes need, if they are enough under the chosen profile. */
function missing(a: string, b: string, options: CanonOptions, changes: readonly Change[]): readonly Fact[] | null {
  const order = PASSES.map(({ name }) => name);
  const inOrder = changes.toSorted((one, other) => order.indexOf(one.pass) - order.indexOf(other.pass));
  const wanted = inOrder.flatMap((change) => factFor(change) ?? []);
  const facts = [...new Map(wanted.map((fact) => [JSON.stringify(fact), fact])).values()];
  if (facts.length === 0) return null;
  try {
    return isSame(keysOf(a, b, { ...options, facts: [...(options.facts ?? []), ...facts] })) ? facts : null;
  } catch {
    // They contradict the facts that are stated.
    return null;
  }
}
