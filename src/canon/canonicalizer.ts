import { FactTable } from '../facts/facts.ts';
import { NO_FACTS, type SiteFacts } from '../facts/site-facts.ts';
import type { Pass, PassClass } from '../passes/pass.ts';
import { UrlError } from '../url/error.ts';
import { parseUrl } from '../url/parse.ts';
import { hostWithPort, type ParsedUrl, serialize } from '../url/parsed-url.ts';
import { OPAQUE_PATH, percentEncode } from '../url/percent.ts';
import { addDefaultScheme } from './default-scheme.ts';
import type { Key } from './key.ts';
import { type AttributedPass, DEFAULT_SCHEME, type KeyAndPass, looserOf } from './key-and-pass.ts';
import { type CanonOptions, resolveOptions } from './options.ts';
import { createShortcut, shortcutPass } from './shortcut.ts';

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
  /** The canonical URL and the pass that takes the credit for it, in the time that the URL alone takes. */
  readonly keyAndPass: (input: string) => KeyAndPass | UrlError;
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
  const shortcut = facts.isEmpty ? createShortcut(passes, facts.hostPatterns) : noShortcut;
  // Where nothing is known, a pass that waits for a fact has nothing to do.
  const running = facts.isEmpty ? passes.filter((pass) => pass.needs === null || pass.needs === 'site') : passes;
  const withScheme = (input: string): string =>
    defaultScheme === null ? input : addDefaultScheme(input, defaultScheme);

  const settle = (input: string, onChange: OnChange | null): string | UrlError => {
    const text = withScheme(input);
    const parsed = parseUrl(text);
    if (parsed instanceof UrlError) return parsed;
    const result = run(parsed, running, facts, onChange);
    return result === parsed ? text : serialize(result);
  };

  return {
    passes,
    canonicalize: (input) => shortcut(input) ?? settle(input, null),
    key: (input) => {
      const plain = shortcut(input);
      if (plain !== null) return plain;
      const url = settle(input, null);
      return url instanceof UrlError ? url : toKey(url);
    },
    keyAndPass: (input) => {
      const plain = shortcut(input);
      if (plain !== null) return { url: plain, key: plain, pass: shortcutPass(input, plain) };
      let credited: AttributedPass | null = withScheme(input) === input ? null : DEFAULT_SCHEME;
      const url = settle(input, (pass) => {
        credited = looserOf(credited, pass);
      });
      return url instanceof UrlError ? url : { url, key: toKey(url), pass: credited };
    },
    trace: (input) => {
      const changes: Change[] = [];
      const text = withScheme(input);
      if (text !== input) {
        changes.push({ pass: DEFAULT_SCHEME.name, class: DEFAULT_SCHEME.class, before: input, after: text });
      }
      const parsed = parseUrl(text);
      if (parsed instanceof UrlError) return parsed;
      const result = run(parsed, running, facts, (pass, before, after) => {
        changes.push({ pass: pass.name, class: pass.class, before: serialize(before), after: serialize(after) });
      });
      return { input, url: serialize(result), changes };
    },
  };
}

function noShortcut(): null {
  return null;
}

function toKey(url: string): Key {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- beside the shortcut the one place where a key is made: the encoding holds what the type promises
  return percentEncode(url, OPAQUE_PATH) as Key;
}

/** How often the passes may run: a fact about a part of a site can hold only once another has led the path there. */
const MAX_ROUNDS = 4;

type OnChange = (pass: Pass, before: ParsedUrl, after: ParsedUrl) => void;

function run(url: ParsedUrl, passes: readonly Pass[], facts: FactTable, onChange: OnChange | null): ParsedUrl {
  const site = factsOf(url, facts);
  let current = runOnce(url, site, passes, facts, onChange);
  // A URL that names its scheme's own port has no facts before it is dropped.
  if (current === url || (site === NO_FACTS && factsOf(current, facts) === NO_FACTS)) return current;
  for (let round = 1; round < MAX_ROUNDS; round++) {
    const next = runOnce(current, factsOf(current, facts), passes, facts, onChange);
    if (next === current) break;
    current = next;
  }
  return current;
}

function runOnce(
  url: ParsedUrl,
  known: SiteFacts,
  passes: readonly Pass[],
  facts: FactTable,
  onChange: OnChange | null,
): ParsedUrl {
  let current = url;
  let site = known;
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
  return url.asciiHost === null ? NO_FACTS : facts.of(hostWithPort(url));
}

/**
 * Encodes spaces and controls that came to stand at the end because a pass dropped what followed: `/a #x` without its
 * fragment is `/a%20`. Bare, they would be trimmed the next time, and name another page.
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
