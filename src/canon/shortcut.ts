import { dropFragment } from '../passes/changing/drop-fragment.ts';
import { SESSION_PARAMS } from '../passes/changing/drop-session-ids.ts';
import { TRACKING_PARAMS } from '../passes/changing/tracking-params.ts';
import type { Pass } from '../passes/pass.ts';
import { addRootPath } from '../passes/preserving/add-root-path.ts';
import { DOTTED_DECIMAL } from '../url/ipv4.ts';
import { classOfSafe, isUnreserved, PATH, SPECIAL_QUERY } from '../url/percent.ts';
import type { Key } from './key.ts';

/** Canonicalizes simple URLs. Returns null for URLs that need the passes. */
export type Shortcut = (text: string) => Key | null;

/** The engine's regular expressions keep backtracking state for each character, and overflow at some millions. */
const MAX_LENGTH = 4096;

/**
 * Most URLs in real lists are canonical, lack only the root's slash, or only have an extra fragment. One pattern
 * detects this faster than the runtime's own parser, and returns the same string. (The engine compiles the pattern to a
 * memory scan, which measured 1.2 to 2 times as fast as a loop.)
 *
 * The result equals that of the passes that need no fact. If one of them might have something to do, the shortcut
 * returns null. It adds the slash or drops the fragment only if that pass is included.
 *
 * @param hosts patterns of hosts with known facts, whose URLs need the passes
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

/** The patterns match only ASCII. */
function asKey(url: string): Key {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the patterns ensure ASCII
  return url as Key;
}

/** The pass that explains a shortcut's answer; null if the text was canonical. */
export function shortcutPass(text: string, answer: string): Pass | null {
  if (answer === text) return null;
  return text.includes('#') ? dropFragment : addRootPath;
}

/** Whether a fragment starts here that is not a script route. Leaves fragments with spaces or tabs to the passes. */
function isNeedless(text: string, hash: number): boolean {
  if (text.charCodeAt(hash) !== 0x23) return false;
  if (hash + 1 === text.length) return true;
  const first = text.charCodeAt(hash + 1);
  return first > 0x20 && first !== 0x21 && first !== 0x2f && text.charCodeAt(text.length - 1) > 0x20;
}

/**
 * A lowercase host with an optional port, up to the next delimiter. The last label starts with a letter, because a
 * number would make it an IPv4 address, which must be in its one spelling. The lookbehind runs only at the end of the
 * host, so failing takes linear time.
 */
function hostBefore(end: string, butFor: readonly string[]): string {
  const other = notOf(butFor);
  return `[a-z0-9_.-]+(?=:|${end})(?<=[./][a-z_-][a-z0-9_-]*|/${DOTTED_DECIMAL})${other}(?:${PORT}${other})?(?=${end})`;
}

/** A non-default port in its one spelling. Leaves ports from 60000 to the passes. */
const PORT = ':(?!(?:80|443)(?!\\d))(?:[1-5]\\d{4}|[1-9]\\d{0,3})(?!\\d)';

interface Patterns {
  /** A URL up to the first place where a pass might have something to do. */
  readonly settled: RegExp;
  /** A URL without path and query. */
  readonly hostAlone: RegExp;
}

/** Cached: compiling the patterns takes longer than matching a thousand URLs. */
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
 * http or https, a host, a path and an optional query, up to the first place where a pass might have something to do.
 * Not anchored at the end of the text, because a pattern that fails there first tries every way to backtrack.
 */
function settledPattern(hosts: readonly string[]): RegExp {
  const escape = settledEscape();
  // The passes handle dot segments, session ids in the path, and ASP.NET's `/(S(…))`.
  const inPath = `${classOfSafe(PATH, '/%\\;')}*`;
  const slash = '/(?![.(])';
  const parameter = `;(?!${anyCase('jsessionid')}|${anyCase('phpsessid')})`;
  const path = `${slash}${inPath}(?:(?:${slash}|${escape}|${parameter})${inPath})*`;
  const inQuery = `${classOfSafe(SPECIAL_QUERY, '%&')}*`;
  const kept = `(?!${droppedParams()})`;
  const query = `\\?(?!#|$)${kept}${inQuery}(?:(?:&${kept}|${escape})${inQuery})*`;
  // Unambiguous: each character can be matched in only one way.
  return new RegExp(`https?://${hostBefore('/', hosts)}${path}(?:${query})?`, 'y');
}

/** Uppercase escapes of bytes that must stay encoded. */
function settledEscape(): string {
  const digits = '0123456789ABCDEF'.split('');
  const rows = digits.map((high, value) => {
    const lows = digits.filter((_, low) => !isUnreserved(value * 16 + low)).join('');
    return lows === '' ? [] : [`${high}[${lows}]`];
  });
  return `%(?:${rows.flat().join('|')})`;
}

/** Names of dropped parameters, session ids in any case. */
function droppedParams(): string {
  const names = TRACKING_PARAMS.map(({ name }) => (name.endsWith('*') ? name.slice(0, -1) : `${name}(?![^=&#])`));
  const sessions = SESSION_PARAMS.map(anyCase);
  return [...names, ...sessions].join('|');
}

function anyCase(name: string): string {
  return name.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** Lookbehinds at the end of a host or port that reject the hosts named by the patterns. */
function notOf(hosts: readonly string[]): string {
  const named = hosts.map((host) => {
    const name = host.replace(/^\*\.?/, '').replace(/[^a-z0-9]/g, '\\$&');
    if (host === '*') return '';
    return host.startsWith('*.') ? `\\.${name}` : `/${name}`;
  });
  return named.map((pattern) => `(?<!${pattern})`).join('');
}
