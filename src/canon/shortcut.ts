import { dropFragment } from '../passes/changing/drop-fragment.ts';
import { SESSION_PARAMS } from '../passes/changing/drop-session-ids.ts';
import { TRACKING_PARAMS } from '../passes/changing/tracking-params.ts';
import type { Pass } from '../passes/pass.ts';
import { addRootPath } from '../passes/preserving/add-root-path.ts';
import { DOTTED_DECIMAL } from '../url/ipv4.ts';
import { classOfSafe, isUnreserved, PATH, SPECIAL_QUERY } from '../url/percent.ts';
import type { Key } from './key.ts';

/** Canonicalizes what is plain to see, and leaves the rest, with null, to the passes. */
export type Shortcut = (text: string) => Key | null;

/** The regular expression engine keeps a way back for each character, and has room for some millions of them. */
const MAX_LENGTH = 4096;

/**
 * Most URLs of real lists are canonical as they stand, or lack no more than the root's slash or have a fragment too
 * much. One pattern tells, in less time than the runtime's own parser takes, and the same string goes back. (A pattern
 * and not a loop: the engine compiles it to a scan of the string's memory, which measured 1.2 to 2 times as fast.)
 *
 * It stands for the passes that run without a fact: where one of them might have something to do it gives null, and
 * what it does itself it does only where that pass is asked for.
 *
 * @param hosts patterns of hosts of which something is known, whose URLs are left to the passes
 */
export function createShortcut(passes: readonly Pass[], hosts: readonly string[] = []): Shortcut {
  const { settled, hostAlone } = patternsFor(hosts);
  const addsRoot = passes.includes(addRootPath);
  const dropsFragment = passes.includes(dropFragment);
  return (text) => {
    if (text.length > MAX_LENGTH) return null;
    settled.lastIndex = 0;
    if (settled.test(text)) {
      const end = settled.lastIndex;
      if (end === text.length) return asKey(text);
      return dropsFragment && isNeedless(text, end) ? asKey(text.slice(0, end)) : null;
    }
    if (!addsRoot || !hostAlone.test(text)) return null;
    const end = text.indexOf('#');
    if (end < 0) return asKey(`${text}/`);
    return dropsFragment && isNeedless(text, end) ? asKey(`${text.slice(0, end)}/`) : null;
  };
}

/** What the patterns match is ASCII, as keys are. */
function asKey(url: string): Key {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the patterns hold what the type promises
  return url as Key;
}

/** The pass that made this answer of a shortcut; null where the text was canonical. */
export function shortcutPass(text: string, answer: string): Pass | null {
  if (answer === text) return null;
  return text.includes('#') ? dropFragment : addRootPath;
}

/** Whether a fragment starts here that is no script's route; what a space or tab hides is left to the passes. */
function isNeedless(text: string, hash: number): boolean {
  if (text.charCodeAt(hash) !== 0x23) return false;
  if (hash + 1 === text.length) return true;
  const first = text.charCodeAt(hash + 1);
  return first > 0x20 && first !== 0x21 && first !== 0x2f && text.charCodeAt(text.length - 1) > 0x20;
}

/**
 * A host in lower case and perhaps a port, up to what ends them. The last label starts with a letter: one that is a
 * number makes an IPv4 address, which is to stand in its one spelling. What precedes is looked at from its end, and only
 * where the host ends, so that failing takes linear time.
 */
function hostBefore(end: string, butFor: readonly string[]): string {
  const other = notOf(butFor);
  return `[a-z0-9_.-]+(?=:|${end})(?<=[./][a-z_-][a-z0-9_-]*|/${DOTTED_DECIMAL})${other}(?:${PORT}${other})?(?=${end})`;
}

/** A port in its one spelling that is no scheme's own; those from 60000 are left to the passes. */
const PORT = ':(?!(?:80|443)(?!\\d))(?:[1-5]\\d{4}|[1-9]\\d{0,3})(?!\\d)';

interface Patterns {
  /** A URL up to where a pass might have something to do. */
  readonly settled: RegExp;
  /** A URL without path and query. */
  readonly hostAlone: RegExp;
}

/** Compiling them takes longer than a thousand URLs. */
const patterns = new Map<string, Patterns>();

function patternsFor(hosts: readonly string[]): Patterns {
  const name = hosts.join(' ');
  const known = patterns.get(name);
  if (known !== undefined) return known;
  const made = { settled: settledPattern(hosts), hostAlone: new RegExp(`^https?://${hostBefore('#|$', hosts)}`) };
  patterns.set(name, made);
  return made;
}

/**
 * http or https, a host, and of a path and perhaps a query all up to where a pass might have something to do. It does
 * not ask for the text's end there: a pattern that fails at its end has tried every way back first.
 */
function settledPattern(hosts: readonly string[]): RegExp {
  const escape = settledEscape();
  // Looked at by the passes: dot segments, session ids in the path, ASP.NET's `/(S(…))`.
  const inPath = `${classOfSafe(PATH, '/%\\;')}*`;
  const slash = '/(?![.(])';
  const parameter = `;(?!${anyCase('jsessionid')}|${anyCase('phpsessid')})`;
  const path = `${slash}${inPath}(?:(?:${slash}|${escape}|${parameter})${inPath})*`;
  const inQuery = `${classOfSafe(SPECIAL_QUERY, '%&')}*`;
  const kept = `(?!${droppedParams()})`;
  const query = `\\?(?!#|$)${kept}${inQuery}(?:(?:&${kept}|${escape})${inQuery})*`;
  // Written without a choice between two ways to read one character.
  return new RegExp(`https?://${hostBefore('/', hosts)}${path}(?:${query})?`, 'y');
}

/** Escapes in upper case of bytes that stay encoded. */
function settledEscape(): string {
  const digits = '0123456789ABCDEF'.split('');
  const rows = digits.map((high, value) => {
    const lows = digits.filter((_, low) => !isUnreserved(value * 16 + low)).join('');
    return lows === '' ? [] : [`${high}[${lows}]`];
  });
  return `%(?:${rows.flat().join('|')})`;
}

/** The names that some pass drops, session ids in any case. */
function droppedParams(): string {
  const names = TRACKING_PARAMS.map(({ name }) => (name.endsWith('*') ? name.slice(0, -1) : `${name}(?![^=&#])`));
  const sessions = SESSION_PARAMS.map(anyCase);
  return [...names, ...sessions].join('|');
}

function anyCase(name: string): string {
  return name.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** Looks back from the end of a host or port: none that the patterns name. */
function notOf(hosts: readonly string[]): string {
  const named = hosts.map((host) => {
    const name = host.replace(/^\*\.?/, '').replace(/[^a-z0-9]/g, '\\$&');
    if (host === '*') return '';
    return host.startsWith('*.') ? `\\.${name}` : `/${name}`;
  });
  return named.map((pattern) => `(?<!${pattern})`).join('');
}
