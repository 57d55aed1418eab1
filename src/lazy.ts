/**
 * The canonicalizer for browsers. The table of IDNA (tr46) is loaded at the first host with letters outside of ASCII, and
 * the Public Suffix List (tldts) at the first URL of which a pass needs the registrable domain. So every function returns
 * a promise. The results are those of `dustpan`. The classes of errors are of this module alone: import them from here.
 *
 * @module dustpan/lazy
 */
import { compile as compileNow, type Trace } from './canon/canonicalizer.ts';
import { type Comparison, compare as compareNow } from './canon/compare.ts';
import type { Key } from './canon/key.ts';
import type { KeyAndPass } from './canon/key-and-pass.ts';
import type { CanonOptions } from './canon/options.ts';
import { withTables } from './lazy/on-demand.ts';
import type { Pass } from './passes/pass.ts';
import type { UrlError } from './url/error.ts';

export type { Change, Trace } from './canon/canonicalizer.ts';
export type { Comparison } from './canon/compare.ts';
export type { Key } from './canon/key.ts';
export type { AttributedPass, KeyAndPass } from './canon/key-and-pass.ts';
export { type CanonOptions, CanonOptionsError, type CustomProfile } from './canon/options.ts';
export { DustpanError } from './error.ts';
export { UnknownOptionError } from './known-options.ts';
export { type CustomPass, definePass, type PassDefinition, PassDefinitionError, PassError } from './passes/custom.ts';
export type { Pass, PassClass } from './passes/pass.ts';
export { UrlError, type UrlErrorCode } from './url/error.ts';

/**
 * A compiled set of passes and facts, whose functions load what they need. Their promises are rejected only if a table
 * cannot be loaded. On a URL that loads one, passes of your own run again.
 */
export interface LazyCanonicalizer {
  /** The passes in running order. */
  readonly passes: readonly Pass[];
  /** The canonical URL, or an error if the input is not a valid URL. */
  readonly canonicalize: (input: string) => Promise<string | UrlError>;
  /** The canonical URL as an identity: always ASCII. */
  readonly key: (input: string) => Promise<Key | UrlError>;
  /** The canonical URL, its key, and the pass to which the change is attributed. */
  readonly keyAndPass: (input: string) => Promise<KeyAndPass | UrlError>;
  /** The canonical URL with every change that led to it. */
  readonly trace: (input: string) => Promise<Trace | UrlError>;
}

/**
 * Prepares a canonicalizer from options. Facts about a host with letters outside of ASCII load the table of IDNA.
 *
 * @throws {UnknownOptionError} if an option does not exist
 * @throws {CanonOptionsError} if an option has a value that it cannot have, or if facts contradict each other
 */
export async function compile(options: CanonOptions = {}): Promise<LazyCanonicalizer> {
  const { passes, canonicalize, key, keyAndPass, trace } = await withTables(() => compileNow(options));
  return {
    passes,
    canonicalize: (input) => withTables(() => canonicalize(input)),
    key: (input) => withTables(() => key(input)),
    keyAndPass: (input) => withTables(() => keyAndPass(input)),
    trace: (input) => withTables(() => trace(input)),
  };
}

/**
 * Compares two URLs.
 *
 * @returns an error if either URL is invalid, for the first one if both are
 * @throws {UnknownOptionError} if an option does not exist
 * @throws {CanonOptionsError} if an option has a value that it cannot have, or if facts contradict each other
 */
export function compare(a: string, b: string, options: CanonOptions = {}): Promise<Comparison | UrlError> {
  return withTables(() => compareNow(a, b, options));
}
