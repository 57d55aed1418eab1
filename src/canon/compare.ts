import { PASS_CLASSES, type PassClass } from '../passes/pass.ts';
import { UrlError } from '../url/error.ts';
import { compile, type Trace } from './canonicalizer.ts';
import { type CanonOptions, expandProfile } from './options.ts';

/** Whether two URLs are one, and what it takes. */
export interface Comparison {
  /** Whether they have one key under the profile and the facts given. */
  readonly same: boolean;
  /** The strictest class whose passes make them one, everything assumed; null where none does. */
  readonly class: 'identical' | PassClass | null;
  /** The passes without which they would differ, in order. */
  readonly passes: readonly string[];
}

/**
 * Compares two URLs.
 *
 * @returns an error where the first, or else the second, is no URL
 * @throws {CanonOptionsError} where an option names something unknown
 */
export function compare(a: string, b: string, given: CanonOptions = {}): Comparison | UrlError {
  const options = expandProfile(given);
  const { canonicalize } = compile(options);
  const keys = [canonicalize(a), canonicalize(b)];
  const error = keys.find((key) => key instanceof UrlError);
  if (error !== undefined) return error;
  const same = keys[0] === keys[1];
  if (a === b) return { same, class: 'identical', passes: [] };
  const loosest = { ...options, profile: 'changing' };
  const every = compile(loosest).passes;
  for (const [index, passClass] of PASS_CLASSES.entries()) {
    const looser = PASS_CLASSES.slice(index + 1);
    const left = every.filter((pass) => looser.includes(pass.class)).map((pass) => pass.name);
    const noPass = [...(options.noPass ?? []), ...left];
    const passes = needed(a, b, { ...loosest, noPass });
    if (passes !== null) return { same, class: passClass, passes };
  }
  return { same, class: null, passes: [] };
}

/** The passes that it takes to make one of the two; null where all of them together do not. */
function needed(a: string, b: string, options: CanonOptions): readonly string[] | null {
  const traces = tracesIfSame(a, b, options);
  if (traces === null) return null;
  const candidates = new Set(traces.flatMap((trace) => trace.changes.map((change) => change.pass)));
  const noPass = [...(options.noPass ?? [])];
  const kept: string[] = [];
  // From the loosest to the strictest: what can be spared is spared, and a pass that only follows another goes with it.
  for (const pass of compile(options).passes.toReversed()) {
    if (!candidates.has(pass.name)) continue;
    if (tracesIfSame(a, b, { ...options, noPass: [...noPass, pass.name] }) === null) kept.unshift(pass.name);
    else noPass.push(pass.name);
  }
  return kept;
}

function tracesIfSame(a: string, b: string, options: CanonOptions): readonly Trace[] | null {
  const canonicalizer = compile(options);
  const traces = [canonicalizer.trace(a), canonicalizer.trace(b)].filter(
    (trace): trace is Trace => !(trace instanceof UrlError),
  );
  return traces.length === 2 && traces[0]?.url === traces[1]?.url ? traces : null;
}
