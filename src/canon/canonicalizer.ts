import { FactTable } from '../facts/facts.ts';
import { NO_FACTS, type SiteFacts } from '../facts/site-facts.ts';
import type { Pass, PassClass } from '../passes/pass.ts';
import { UrlError } from '../url/error.ts';
import { parseUrl } from '../url/parse.ts';
import { type ParsedUrl, serialize } from '../url/parsed-url.ts';
import { OPAQUE_PATH, percentEncode } from '../url/percent.ts';
import { addDefaultScheme } from './default-scheme.ts';
import type { Key } from './key.ts';
import { type CanonOptions, resolveOptions } from './options.ts';
import { createShortcut } from './shortcut.ts';

/** One step of a trace: what a pass made of the whole URL. */
export interface Change {
  readonly pass: string;
  readonly class: PassClass;
  readonly before: string;
  readonly after: string;
}

/** A canonical URL with the way to it: the first change starts from the input, the last one ends in `url`. */
export interface Trace {
  readonly input: string;
  readonly url: string;
  readonly changes: readonly Change[];
}

/** A set of passes and facts, ready to run. Pure: the same input gives the same output on every engine. */
export interface Canonicalizer {
  /** The passes that it runs, in order. */
  readonly passes: readonly Pass[];
  /** The canonical URL, or what is wrong with the input. Never throws; linear in the input's length. */
  readonly canonicalize: (input: string) => string | UrlError;
  /** The canonical URL as an identity: ASCII also where the passes that would make it so are off. */
  readonly key: (input: string) => Key | UrlError;
  /** The canonical URL with every change on the way. */
  readonly trace: (input: string) => Trace | UrlError;
}

/**
 * Makes a canonicalizer.
 *
 * @throws {CanonOptionsError} where an option names a profile, a pass or a fact that does not exist
 */
export function compile(options: CanonOptions = {}): Canonicalizer {
  const { passes, assumptions, defaultScheme } = resolveOptions(options);
  const facts = new FactTable(options.facts ?? [], assumptions);
  const shortcut = facts.isEmpty ? createShortcut(passes, facts.hostPatterns) : null;
  // Where nothing is known, a pass that waits for a fact has nothing to do.
  const running = facts.isEmpty ? passes.filter((pass) => pass.needs === null || pass.needs === 'site') : passes;

  const canonicalize = (input: string): string | UrlError => {
    const plain = shortcut === null ? null : shortcut(input);
    if (plain !== null) return plain;
    const text = defaultScheme === null ? input : addDefaultScheme(input, defaultScheme);
    const parsed = parseUrl(text);
    if (parsed instanceof UrlError) return parsed;
    const result = run(parsed, running, facts, null);
    return result === parsed ? text : serialize(result);
  };

  return {
    passes,
    canonicalize,
    key: (input) => {
      const url = canonicalize(input);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where a key is made: the encoding holds what the type promises
      return url instanceof UrlError ? url : (percentEncode(url, OPAQUE_PATH) as Key);
    },
    trace: (input) => {
      const changes: Change[] = [];
      const text = defaultScheme === null ? input : addDefaultScheme(input, defaultScheme);
      if (text !== input) changes.push({ pass: 'default-scheme', class: 'changing', before: input, after: text });
      const parsed = parseUrl(text);
      if (parsed instanceof UrlError) return parsed;
      const result = run(parsed, running, facts, (pass, before, after) => {
        changes.push({ pass: pass.name, class: pass.class, before: serialize(before), after: serialize(after) });
      });
      return { input, url: serialize(result), changes };
    },
  };
}

/** How often the passes may run: a fact about a part of a site can hold only once another has led the path there. */
const MAX_ROUNDS = 4;

type OnChange = (pass: Pass, before: ParsedUrl, after: ParsedUrl) => void;

function run(url: ParsedUrl, passes: readonly Pass[], facts: FactTable, onChange: OnChange | null): ParsedUrl {
  let current = url;
  const rounds = factsOf(url, facts) === NO_FACTS ? 1 : MAX_ROUNDS;
  for (let round = 0; round < rounds; round++) {
    const next = runOnce(current, passes, facts, onChange);
    if (next === current) break;
    current = next;
  }
  return current;
}

function runOnce(url: ParsedUrl, passes: readonly Pass[], facts: FactTable, onChange: OnChange | null): ParsedUrl {
  let current = url;
  let site = factsOf(current, facts);
  for (const pass of passes) {
    const applied = pass.apply(current, site);
    if (applied === current) continue;
    const next = sealEnd(applied);
    onChange?.(pass, current, next);
    if (next.asciiHost !== current.asciiHost || next.port !== current.port) site = factsOf(next, facts);
    current = next;
  }
  return current;
}

function factsOf(url: ParsedUrl, facts: FactTable): SiteFacts {
  if (url.asciiHost === null) return NO_FACTS;
  return facts.of(url.port === null || url.port === '' ? url.asciiHost : `${url.asciiHost}:${url.port}`);
}

/**
 * Encodes spaces and controls that came to stand at the end because a pass dropped what followed: `/a #x` without its
 * fragment is `/a%20`. Bare, they would be trimmed the next time, and name another page.
 */
function sealEnd(url: ParsedUrl): ParsedUrl {
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
