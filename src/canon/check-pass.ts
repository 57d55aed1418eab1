import { DustpanError } from '../error.ts';
import { NO_FACTS, type SiteFacts } from '../facts/site-facts.ts';
import { type OptionNames, refuseUnknownOptions } from '../known-options.ts';
import { guarded, type PassDefinition, PassError } from '../passes/custom.ts';
import type { Pass } from '../passes/pass.ts';
import { UrlError } from '../url/error.ts';
import { parseUrl } from '../url/parse.ts';
import { type ParsedUrl, serialize } from '../url/parsed-url.ts';
import { type Canonicalizer, compile } from './canonicalizer.ts';
import { madeUrls, randomFrom, respelled } from './made-urls.ts';

/** How to check a pass. Every option may be omitted. */
export interface CheckPassOptions {
  /** How many URLs to make. Default: 20,000. */
  readonly urls?: number;
  /** The start of the random numbers. The same seed makes the same URLs. Default: 1. */
  readonly seed?: number;
  /** URLs of your own to check first. */
  readonly examples?: readonly string[];
}

const OPTIONS: OptionNames<CheckPassOptions> = { urls: true, seed: true, examples: true };

/** What a pass did to the URLs of a check. */
export interface PassCheck {
  /** The name of the pass. */
  readonly pass: string;
  /** How many valid URLs were checked. */
  readonly urls: number;
  /** How many of them the pass changed. */
  readonly changed: number;
  /** How often it changed each part. */
  readonly parts: Readonly<Record<string, number>>;
  /** Whether the pass was held to the limits of its class. Nothing limits `changing`. */
  readonly isClassChecked: boolean;
}

/** A rule that every pass follows. */
export type PassLaw = 'example' | 'total' | 'idempotent' | 'refining' | 'linear' | 'class';

/** A pass broke a law. The message contains the counterexample. */
export class PassLawError extends DustpanError {
  /** Always `PassLawError`. */
  override readonly name = 'PassLawError';
  readonly code = 'pass-law';
  /** The broken law. */
  readonly law: PassLaw;
  /** URLs that show it: the input, and what became of it. */
  readonly counterexample: readonly string[];

  /** @param counterexample the input first */
  constructor(pass: string, law: PassLaw, problem: string, counterexample: readonly string[]) {
    super(`the pass ${pass} ${problem}: ${counterexample.map((url) => JSON.stringify(url)).join(' and ')}`);
    this.law = law;
    this.counterexample = counterexample;
  }
}

/**
 * Checks a pass of your own over its examples, those of the built-in passes and made URLs, for a test of your own:
 * - `example`: it turns `before` into `after` in each of its examples
 * - `total`: it never throws, and returns a valid URL
 * - `idempotent`: applied again it changes nothing, alone and with the passes of each profile
 * - `refining`: two URLs that have one key without it have one key with it
 * - `linear`: eight times the length takes about eight times as long
 * - `class`: `preserving` changes nothing but the spelling; `usual` changes no scheme, host, port or query
 *
 * @throws {PassLawError} for the first counterexample
 * @throws {TypeError} if `urls` is not a positive integer, or `seed` not an integer
 * @throws {PassDefinitionError} if the definition is not valid
 */
export function checkPass(definition: PassDefinition, options: CheckPassOptions = {}): PassCheck {
  refuseUnknownOptions(options, OPTIONS, 'of checkPass');
  const { urls: count = 20_000, seed = 1, examples = [] } = options;
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new TypeError('urls of checkPass is not a count; write a whole number of at least 1');
  }
  if (!Number.isSafeInteger(seed)) throw new TypeError('seed of checkPass is not valid; write a whole number');
  const pass = guarded(definition);
  const profiles = ['preserving', 'usual', 'standard'].map((profile) => ({
    without: compile({ profile }),
    given: compile({ profile, passes: [definition] }),
  }));
  const checkClass = classCheck(pass);
  const random = randomFrom(seed + 1);
  const parts: Record<string, number> = {};
  let urls = 0;
  let changed = 0;
  for (const example of pass.examples) checkExample(pass, example);
  const own = pass.examples.map(({ before }) => before);
  for (const text of [...own, ...examples, ...madeUrls(count, seed)]) {
    const url = parseUrl(text);
    if (url instanceof UrlError) continue;
    urls++;
    const after = once(pass, url, text);
    for (const each of profiles) checkProfile(pass, text, respelled(text, random), each);
    if (after === url) continue;
    changed++;
    for (const part of PARTS) if (after[part] !== url[part]) parts[part] = (parts[part] ?? 0) + 1;
    checkClass(url, after, text);
  }
  checkTime(pass);
  return { pass: pass.name, urls, changed, parts, isClassChecked: pass.class !== 'changing' };
}

const PARTS = ['scheme', 'userinfo', 'host', 'port', 'path', 'query', 'fragment'] as const;

function once(pass: Pass, url: ParsedUrl, text: string, facts: SiteFacts = NO_FACTS): ParsedUrl {
  try {
    return pass.apply(url, facts);
  } catch (error) {
    throw asLawError(pass, error, text);
  }
}

function checkExample(pass: Pass, { before, after, facts }: Pass['examples'][number]): void {
  const url = parseUrl(before);
  const result = url instanceof UrlError ? url : once(pass, url, before, { ...NO_FACTS, ...facts });
  const text = result instanceof UrlError ? String(result) : serialize(result);
  if (text !== after) throw new PassLawError(pass.name, 'example', 'breaks its example', [before, text, after]);
}

function asLawError(pass: Pass, error: unknown, text: string): unknown {
  if (!(error instanceof PassError)) return error;
  const problem = error.message.replace(/^the custom pass \S+ /, '').replace(/; find the mistake.*$/, '');
  return new PassLawError(pass.name, /^is not idempotent|undo/.test(problem) ? 'idempotent' : 'total', problem, [text]);
}

interface Profile {
  readonly without: Canonicalizer;
  readonly given: Canonicalizer;
}

function checkProfile(pass: Pass, text: string, other: string, { without, given }: Profile): void {
  const url = given.canonicalize(text);
  if (url instanceof PassError) throw asLawError(pass, url, text);
  if (url instanceof UrlError) return;
  const again = given.canonicalize(url);
  if (again !== url) {
    const there = again instanceof UrlError ? String(again) : again;
    throw new PassLawError(pass.name, 'idempotent', 'gives a canonical URL that is not canonical', [text, url, there]);
  }
  if (without.key(text) !== without.key(other)) return;
  const key = given.key(other);
  if (key !== given.key(text)) {
    throw new PassLawError(pass.name, 'refining', 'separates URLs that have one key without it', [text, other]);
  }
}

/** Holds changes to the limits of the class of the pass. */
function classCheck(pass: Pass): (before: ParsedUrl, after: ParsedUrl, text: string) => void {
  if (pass.class === 'changing') return () => {};
  const { canonicalize } = compile({ profile: pass.class });
  const fixedPart = (url: ParsedUrl): string | UrlError =>
    canonicalize(serialize(pass.class === 'preserving' ? url : { ...url, path: '/', fragment: null }));
  const problem =
    pass.class === 'preserving'
      ? 'is preserving, but changes more than the spelling'
      : 'is usual, but changes the scheme, host, port or query';
  return (before, after, text) => {
    if (fixedPart(before) === fixedPart(after)) return;
    throw new PassLawError(pass.name, 'class', problem, [text, serialize(after)]);
  };
}

const SHORT = 8000;
const FACTOR = 8;
/** In milliseconds. Shorter times say nothing. */
const MEASURABLE = 50;

/** How long to measure again what seems slow, in milliseconds: other work on the machine may slow some measurements. */
const DOUBT = 2000;

/** A quadratic pass takes 64 times as long for eight times the length. */
function checkTime(pass: Pass): void {
  for (const piece of ['/a', '/', 'a', '%41', '?', '&a=1', ';a', '.', '=', ' ']) {
    const short = Math.min(...[1, 2, 3].map(() => timeFor(pass, piece, SHORT)));
    const most = Math.max(MEASURABLE, short * FACTOR * 3);
    let long = Number.POSITIVE_INFINITY;
    const start = performance.now();
    while (long >= most && performance.now() - start < DOUBT) {
      long = Math.min(long, timeFor(pass, piece, SHORT * FACTOR));
    }
    if (long < most) continue;
    const problem = `takes ${Math.round(long)} ms for a URL of ${SHORT * FACTOR} repeated pieces, and ${Math.round(short)} ms for ${SHORT}`;
    throw new PassLawError(pass.name, 'linear', problem, [`http://example.com/?${piece}${piece}…`]);
  }
}

/** The time in milliseconds, with the piece in the path and in the query. */
function timeFor(pass: Pass, piece: string, times: number): number {
  const texts = ['http://example.com/', 'http://example.com/?'].map((start) => start + piece.repeat(times));
  const urls = texts.map(parseUrl).filter((url): url is ParsedUrl => !(url instanceof UrlError));
  const start = performance.now();
  for (const url of urls) once(pass, url, `${serialize(url).slice(0, 50)}…`);
  return performance.now() - start;
}
