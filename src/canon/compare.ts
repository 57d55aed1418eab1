import { PASS_CLASSES, type PassClass } from '../passes/pass.ts';
import { encodeUnsafe } from '../passes/preserving/encode-unsafe.ts';
import { refuseNonText } from '../text/refuse-non-text.ts';
import { orNull, UrlError } from '../url/error.ts';
import { parseUrl } from '../url/parse.ts';
import { serialize } from '../url/parsed-url.ts';
import { paramName, splitParams } from '../url/query.ts';
import { compile, type Trace } from './canonicalizer.ts';
import { DEFAULT_SCHEME } from './key-and-pass.ts';
import { type CanonOptions, expandProfile, refuseUnknownCanonOptions } from './options.ts';

/** Whether two URLs have one key, and which passes make them equal. */
export interface Comparison {
  /** Whether both have the same key under the given profile and facts. */
  readonly same: boolean;
  /** The strictest class whose passes make both equal, with every fact assumed; null if no class does. */
  readonly class: 'identical' | PassClass | null;
  /**
   * The passes required to make both equal, in running order. Passes of `noPass` are among them only if no others make both
   * equal. The encoding of a key counts as `encode-unsafe`, a scheme that only one of the two lacks as `default-scheme`.
   */
  readonly passes: readonly string[];
}

/**
 * Compares two URLs.
 *
 * @returns an error if either URL is invalid, for the first one if both are
 * @throws {UnknownOptionError} if an option does not exist
 * @throws {CanonOptionsError} if an option has a value that it cannot have, or if facts contradict each other
 * @throws {TypeError} if a URL is not a string
 */
export function compare(a: string, b: string, given: CanonOptions = {}): Comparison | UrlError {
  refuseUnknownCanonOptions(given, 'of compare');
  for (const url of [a, b]) refuseNonText(url, 'a URL of compare');
  const options = expandProfile(given);
  const { key: keyOf } = compile(options);
  const keys = [keyOf(a), keyOf(b)];
  const error = keys.find((key) => key instanceof UrlError);
  if (error !== undefined) return error;
  const same = keys[0] === keys[1];
  if (a === b) return { same, class: 'identical', passes: [] };
  // A key is encoded even if the pass is left out.
  const left = (options.noPass ?? []).filter((name) => !(same && name === encodeUnsafe.name));
  const found = strictest(a, b, { ...options, noPass: left });
  if (found !== null) return { same, ...found };
  if (same) return { same, class: encodeUnsafe.class, passes: [encodeUnsafe.name] };
  return { same, ...(strictest(a, b, { ...options, noPass: [] }) ?? { class: null, passes: [] }) };
}

/**
 * The names of the parameters in which two URLs differ with every fact assumed. A fact can say of each that the site
 * ignores it.
 *
 * @returns none if they differ in anything else
 */
export function differingParams(a: string, b: string, options: CanonOptions): readonly string[] {
  const { canonicalize } = compile({ ...expandProfile(options), profile: 'changing', noPass: [] });
  const [one, other] = [a, b].map((url) => orNull(parseUrl(orNull(canonicalize(url)) ?? '')));
  if (!one || !other || serialize({ ...one, query: null }) !== serialize({ ...other, query: null })) return [];
  const params = Map.groupBy(splitParams(one.query ?? ''), paramName);
  const others = Map.groupBy(splitParams(other.query ?? ''), paramName);
  const names = new Set([...params.keys(), ...others.keys()]);
  return [...names].filter((name) => name !== '' && params.get(name)?.join('&') !== others.get(name)?.join('&'));
}

/** The strictest class that makes both equal, and its passes; null if none does. */
function strictest(a: string, b: string, options: CanonOptions): Pick<Comparison, 'class' | 'passes'> | null {
  const loosest = { ...options, profile: 'changing' };
  const every = compile(loosest).passes;
  for (const [index, passClass] of PASS_CLASSES.entries()) {
    const classes = PASS_CLASSES.slice(index + 1);
    const looser = every.filter((pass) => classes.includes(pass.class)).map((pass) => pass.name);
    const passes = needed(a, b, { ...loosest, noPass: [...(options.noPass ?? []), ...looser] });
    if (passes === null) continue;
    return { class: passes[0] === DEFAULT_SCHEME.name ? DEFAULT_SCHEME.class : passClass, passes };
  }
  return null;
}

/** The passes required to make both equal; null if all passes together do not. */
function needed(a: string, b: string, options: CanonOptions): readonly string[] | null {
  const traces = tracesIfSame(a, b, options);
  if (traces === null) return null;
  const changing = new Set(traces.flatMap((trace) => trace.changes.map((change) => change.pass)));
  const names = compile(options).passes.map((pass) => pass.name);
  // Without those that change nothing, or one of them could do the work of a pass that is dropped.
  const noPass = [...(options.noPass ?? []), ...names.filter((name) => !changing.has(name))];
  const kept: string[] = [];
  // Try to drop passes from loosest to strictest. This also drops a pass that only cleans up after another.
  for (const name of names.filter((each) => changing.has(each)).toReversed()) {
    if (tracesIfSame(a, b, { ...options, noPass: [...noPass, name] }) === null) kept.unshift(name);
    else noPass.push(name);
  }
  const withoutScheme = traces.filter(({ changes }) => changes[0]?.pass === DEFAULT_SCHEME.name);
  return withoutScheme.length === 1 ? [DEFAULT_SCHEME.name, ...kept] : kept;
}

function tracesIfSame(a: string, b: string, options: CanonOptions): readonly Trace[] | null {
  const canonicalizer = compile(options);
  const traces = [canonicalizer.trace(a), canonicalizer.trace(b)].filter(
    (trace): trace is Trace => !(trace instanceof UrlError),
  );
  return traces.length === 2 && traces[0]?.url === traces[1]?.url ? traces : null;
}
