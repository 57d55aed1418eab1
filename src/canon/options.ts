import { DustpanError } from '../error.ts';
import type { Assumptions, Fact } from '../facts/facts.ts';
import { ASSUMABLE_FACTS, type AssumableFact } from '../facts/site-facts.ts';
import { PASSES } from '../passes/index.ts';
import type { Pass } from '../passes/pass.ts';
import { PROFILES, type Profile, profileNamed } from './profiles.ts';

/** What to do to URLs. Everything may be left out. */
export interface CanonOptions {
  /** A profile's name; `standard` where left out. */
  readonly profile?: string;
  /** Passes to add. One that waits for a fact then runs as if it were known of every site. */
  readonly pass?: readonly string[];
  /** Passes to leave out. */
  readonly noPass?: readonly string[];
  /** Kinds of fact to take for true of every site. */
  readonly assume?: readonly string[];
  /** What assuming www means: `remove` (the default) or `add`. */
  readonly toWww?: 'add' | 'remove';
  /** What assuming the scheme means: `https` (the default) or `http`. */
  readonly toScheme?: 'http' | 'https';
  /** A scheme for input that has none, such as `https`. */
  readonly defaultScheme?: string;
  readonly facts?: readonly Fact[];
}

/** An option that names something that does not exist. */
export class CanonOptionsError extends DustpanError {
  readonly code = 'bad-option';
  override readonly name = 'CanonOptionsError';
}

export interface ResolvedOptions {
  readonly passes: readonly Pass[];
  readonly assumptions: Assumptions;
  readonly defaultScheme: string | null;
}

/** @throws {CanonOptionsError} where a name is unknown */
export function resolveOptions(options: CanonOptions): ResolvedOptions {
  const profile = findProfile(options.profile ?? 'standard');
  const assumed = (options.assume ?? []).map(checkAssumable);
  const added = (options.pass ?? []).map(findPass);
  const dropped = new Set((options.noPass ?? []).map((name) => findPass(name).name));
  const kinds = new Set([...assumed, ...added.map((pass) => pass.needs).filter(isAssumable)]);
  const names = new Set([...profile.passes, ...added.map((pass) => pass.name)]);
  const passes = PASSES.filter(
    (pass) => !dropped.has(pass.name) && (names.has(pass.name) || (isAssumable(pass.needs) && kinds.has(pass.needs))),
  );
  return {
    passes,
    assumptions: {
      kinds: [...kinds],
      www: options.toWww ?? 'remove',
      scheme: options.toScheme ?? 'https',
      everything: profile.assumesAll,
    },
    defaultScheme: options.defaultScheme === undefined ? null : checkScheme(options.defaultScheme),
  };
}

function findProfile(name: string): Profile {
  return profileNamed(name) ?? unknown('profile', name, PROFILES);
}

function findPass(name: string): Pass {
  return PASSES.find((pass) => pass.name === name) ?? unknown('pass', name, PASSES);
}

function checkAssumable(kind: string): AssumableFact {
  return isAssumable(kind)
    ? kind
    : unknown(
        'fact to assume',
        kind,
        ASSUMABLE_FACTS.map((name) => ({ name })),
      );
}

function isAssumable(kind: string | null): kind is AssumableFact {
  return ASSUMABLE_FACTS.some((assumable) => assumable === kind);
}

function checkScheme(scheme: string): string {
  if (/^[A-Za-z][A-Za-z0-9+.-]*$/.test(scheme)) return scheme;
  throw new CanonOptionsError(`"${scheme}" is no scheme; write it without the colon, such as https`);
}

function unknown(what: string, name: string, known: readonly { readonly name: string }[]): never {
  throw new CanonOptionsError(`there is no ${what} "${name}"; there are ${known.map((item) => item.name).join(', ')}`);
}
