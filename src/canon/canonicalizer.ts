import { FactTable } from '../facts/facts.ts';
import { NO_FACTS, type SiteFacts } from '../facts/site-facts.ts';
import { PassError } from '../passes/custom.ts';
import type { Pass, PassClass } from '../passes/pass.ts';
import { encodeUnsafe } from '../passes/preserving/encode-unsafe.ts';
import { refuseNonText } from '../text/refuse-non-text.ts';
import { UrlError } from '../url/error.ts';
import { parseUrl } from '../url/parse.ts';
import { hostWithPort, type ParsedUrl, serialize } from '../url/parsed-url.ts';
import { OPAQUE_PATH, percentEncode } from '../url/percent.ts';
import { canonicalizeLines } from './canonicalize-lines.ts';
import { addDefaultScheme } from './default-scheme.ts';
import { FastPath, isSettled, leavesSettled, splitSettled } from './fast-path.ts';
import type { Key } from './key.ts';
import { type AttributedPass, attributedOf, DEFAULT_SCHEME, type KeyAndPass, looserOf } from './key-and-pass.ts';
import { type CanonOptions, refuseUnknownCanonOptions, resolveOptions } from './options.ts';

/** One step of a trace: a pass that changed the URL. */
export interface Change {
  /** The name of the pass, or `default-scheme`. */
  readonly pass: string;
  /** The class of the pass. */
  readonly class: PassClass;
  /** The whole URL before the change. */
  readonly before: string;
  /** The whole URL after the change. */
  readonly after: string;
}

/** A canonical URL with all changes. The first change starts from `input`, the last one ends in `url`. */
export interface Trace {
  /** The input as given. */
  readonly input: string;
  /** The canonical URL. */
  readonly url: string;
  /** The changes in order; empty if the input was canonical. */
  readonly changes: readonly Change[];
}

/** A compiled set of passes and facts. Pure: the same input gives the same output on every engine. */
export interface Canonicalizer {
  /** The passes in running order. */
  readonly passes: readonly Pass[];
  /**
   * The canonical URL, or an error if the input is not a valid URL. Linear in the length of the input.
   *
   * @throws {TypeError} only if the input is not a string; the same holds for the functions below
   */
  readonly canonicalize: (input: string) => string | UrlError;
  /**
   * The canonical URLs of a list of bytes: UTF-8 with one URL a line, in and out. Faster than a string for each line. A line
   * that is not a valid URL becomes an empty line, and bytes that are not UTF-8 are percent-encoded. A byte order mark at the
   * start is left out. To canonicalize a long list in parts, cut it behind line feeds.
   *
   * @throws {TypeError} if the list is not a `Uint8Array`
   */
  readonly canonicalizeMany: (lines: Uint8Array) => Uint8Array;
  /** The canonical URL as an identity: always ASCII, even with the encoding passes turned off. */
  readonly key: (input: string) => Key | UrlError;
  /**
   * The canonical URL, its key, and the pass to which the change is attributed: `encode-unsafe` too if only the key is
   * encoded. As fast as `canonicalize`.
   */
  readonly keyAndPass: (input: string) => KeyAndPass | UrlError;
  /** The canonical URL with every change that led to it. */
  readonly trace: (input: string) => Trace | UrlError;
}

/**
 * Prepares a canonicalizer from options.
 *
 * @throws {UnknownOptionError} if an option does not exist
 * @throws {CanonOptionsError} if an option has a value that it cannot have, or if facts contradict each other
 */
export function compile(options: CanonOptions = {}): Canonicalizer {
  refuseUnknownCanonOptions(options, 'of compile');
  const { passes, custom, assumptions, defaultScheme } = resolveOptions(options);
  const facts = new FactTable(options.facts ?? [], assumptions);
  const fastPath = facts.assumesNothing && custom.length === 0 ? new FastPath(passes, facts) : null;
  // Leaves out the passes that need a kind of fact that no site has.
  const running = passes.filter(({ needs }) => needs === null || needs === 'site' || facts.factKinds.has(needs));
  const steps = running.map((pass) => ({ pass, skipsSettled: leavesSettled(pass, facts) }));
  const withScheme = (input: string): string =>
    defaultScheme === null ? input : addDefaultScheme(input, defaultScheme);

  const runPasses = (input: string, onChange: OnChange | null): Spelling | UrlError => {
    const text = withScheme(input);
    const settled = isSettled(text);
    const parsed = settled ? splitSettled(text) : parseUrl(text);
    if (parsed instanceof UrlError) return parsed;
    try {
      return run({ text, url: parsed, settled }, { steps, facts, custom, onChange });
    } catch (error) {
      // Only custom passes throw.
      if (error instanceof PassError) return error;
      throw error;
    }
  };

  const canonicalize = (input: string): string | UrlError => {
    refuseNonText(input, 'the URL of canonicalize');
    const fast = fastPath?.canonicalize(input) ?? null;
    if (fast !== null) return fast;
    const result = runPasses(input, null);
    return result instanceof UrlError ? result : result.text;
  };

  return {
    passes,
    canonicalize,
    canonicalizeMany: (lines) => canonicalizeLines(lines, canonicalize, fastPath?.settledLines ?? null),
    key: (input) => {
      refuseNonText(input, 'the URL of key');
      const fast = fastPath?.canonicalize(input) ?? null;
      if (fast !== null) return fast;
      const result = runPasses(input, null);
      return result instanceof UrlError ? result : keyOf(result);
    },
    keyAndPass: (input) => {
      refuseNonText(input, 'the URL of keyAndPass');
      const fast = fastPath?.canonicalize(input) ?? null;
      if (fast !== null) return { url: fast, key: fast, pass: fastPath?.pass ?? null };
      let credited: AttributedPass | null = withScheme(input) === input ? null : DEFAULT_SCHEME;
      const result = runPasses(input, (pass) => {
        credited = looserOf(credited, pass);
      });
      if (result instanceof UrlError) return result;
      const { text: url } = result;
      const key = keyOf(result);
      const pass = key === url ? credited : looserOf(credited, encodeUnsafe);
      return { url, key, pass: pass === null ? null : attributedOf(pass) };
    },
    trace: (input) => {
      refuseNonText(input, 'the URL of trace');
      const changes: Change[] = [];
      const text = withScheme(input);
      if (text !== input) {
        changes.push({ pass: DEFAULT_SCHEME.name, class: DEFAULT_SCHEME.class, before: input, after: text });
      }
      const result = runPasses(input, (pass, before, after) => {
        changes.push({ pass: pass.name, class: pass.class, before: serialize(before), after: serialize(after) });
      });
      return result instanceof UrlError ? result : { input, url: result.text, changes };
    },
  };
}

/** A settled URL is ASCII. */
function keyOf({ text, settled }: Spelling): Key {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only place that makes keys, apart from the fast path; the encoding ensures ASCII
  return (settled ? text : percentEncode(text, OPAQUE_PATH)) as Key;
}

/**
 * Rounds of passes at most. A fact about a part of a site may start to apply once another pass has changed the path.
 */
const MAX_ROUNDS = 4;

type OnChange = (pass: Pass, before: ParsedUrl, after: ParsedUrl) => void;

interface Run {
  /** The passes in running order, and whether settled URLs can skip them. */
  readonly steps: readonly { readonly pass: Pass; readonly skipsSettled: boolean }[];
  readonly facts: FactTable;
  /** Names of passes that may leave work for those before them, so that it takes another round. */
  readonly custom: readonly string[];
  readonly onChange: OnChange | null;
}

/** A URL as text and split into parts. */
interface Spelling {
  readonly text: string;
  readonly url: ParsedUrl;
  /** Whether {@link isSettled} holds for the text. */
  readonly settled: boolean;
}

/**
 * Runs the passes until none can change the URL, {@link MAX_ROUNDS} times at most.
 *
 * @throws {PassError} if custom passes never agree with the others
 */
function run(start: Spelling, given: Run): Spelling {
  const { facts, custom } = given;
  const site = factsOf(start.url, facts);
  let current = runOnce(start, site, given);
  if (current === start) return start;
  // No pass changes what is assumed of all sites, and passes that need no fact do not change a URL in its usual form.
  // Facts of a URL with an explicit default port apply only after the port is dropped.
  const isOfAny = site === facts.anySite && factsOf(current.url, facts) === facts.anySite;
  if (custom.length === 0 && isOfAny && (site === NO_FACTS || current.settled)) return current;
  for (let round = 1; round < MAX_ROUNDS; round++) {
    const next = runOnce(current, factsOf(current.url, facts), given);
    if (next === current) return current;
    const before = current.text;
    current = next;
    if (custom.length === 0 || current.text !== before) continue;
    // A custom pass and a built-in one may take turns and still agree in the end, but not about the spelling of a key.
    if (isSpelledAsKey(current, given)) return current;
    break;
  }
  if (custom.length === 0) return current;
  throw new PassError(custom.join(', '), 'and other passes undo the changes of each other');
}

/** Whether the built-in preserving passes that run leave the URL as it is. */
function isSpelledAsKey(spelling: Spelling, given: Run): boolean {
  const steps = given.steps.filter(({ pass }) => pass.class === 'preserving' && !given.custom.includes(pass.name));
  return runOnce(spelling, NO_FACTS, { ...given, steps, onChange: null }) === spelling;
}

/** Runs each pass once. Returns the same object if nothing changes. */
function runOnce(start: Spelling, known: SiteFacts, { steps, facts, onChange }: Run): Spelling {
  let current = start.url;
  let site = known;
  let { settled } = start;
  for (const { pass, skipsSettled } of steps) {
    if (settled && skipsSettled) continue;
    const applied = pass.apply(current, site);
    if (applied === current) continue;
    const next = sealEnd(applied);
    onChange?.(pass, current, next);
    if (next.asciiHost !== current.asciiHost || next.port !== current.port) site = factsOf(next, facts);
    current = next;
    settled = false;
  }
  if (current === start.url) return start;
  const text = serialize(current);
  return { text, url: current, settled: isSettled(text) };
}

function factsOf(url: ParsedUrl, facts: FactTable): SiteFacts {
  return url.asciiHost === null ? NO_FACTS : facts.of(hostWithPort(url));
}

/**
 * Encodes spaces and controls left at the end of a URL after a pass dropped the rest: `/a #x` without its fragment
 * becomes `/a%20`. Otherwise the next run would trim them and name another page.
 */
function sealEnd(url: ParsedUrl): ParsedUrl {
  if (!url.hasUnsafe) return url;
  if (url.fragment !== null) return endsBare(url.fragment) ? { ...url, fragment: seal(url.fragment) } : url;
  if (url.query !== null) return endsBare(url.query) ? { ...url, query: seal(url.query) } : url;
  return endsBare(url.path) ? { ...url, path: seal(url.path) } : url;
}

function endsBare(text: string): boolean {
  return text !== '' && text.charCodeAt(text.length - 1) <= 0x20;
}

function seal(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(0, end) + encodeURIComponent(text.slice(end));
}
