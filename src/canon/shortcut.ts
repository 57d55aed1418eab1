import { SESSION_PARAMS } from '../passes/changing/drop-session-ids.ts';
import { TRACKING_PARAMS } from '../passes/changing/tracking-params.ts';
import type { Pass } from '../passes/pass.ts';
import { type EncodeSet, isUnreserved, mustEncode, PATH, SPECIAL_QUERY } from '../url/percent.ts';

/** Canonicalizes what is plain to see, and leaves the rest, with null, to the passes. */
export type Shortcut = (text: string) => string | null;

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
  const addsRoot = passes.some((pass) => pass.name === 'add-root-path');
  const dropsFragment = passes.some((pass) => pass.name === 'drop-fragment');
  const settle = (text: string): string | null => {
    if (settled.test(text)) return text;
    return addsRoot && hostAlone.test(text) ? `${text}/` : null;
  };
  return (text) => {
    if (text.length > MAX_LENGTH) return null;
    const answer = settle(text);
    if (answer !== null || !dropsFragment) return answer;
    const hash = text.indexOf('#');
    return hash > 0 && isNeedless(text, hash) ? settle(text.slice(0, hash)) : null;
  };
}

/** Whether the fragment that starts here is no script's route; what a space or tab hides is left to the passes. */
function isNeedless(text: string, hash: number): boolean {
  if (hash + 1 === text.length) return true;
  const first = text.charCodeAt(hash + 1);
  return first > 0x20 && first !== 0x21 && first !== 0x2f && text.charCodeAt(text.length - 1) > 0x20;
}

/**
 * A host in lower case, up to what ends it. The last label starts with a letter: one that is a number makes an IPv4
 * address. It is looked at from its end, and only where the host ends, so that failing takes linear time.
 */
function hostBefore(end: string, butFor: readonly string[]): string {
  return `[a-z0-9_.-]+(?=${end})(?<=[./][a-z_-][a-z0-9_-]*)${notOf(butFor)}`;
}

interface Patterns {
  /** A whole URL of which no pass would change anything. */
  readonly settled: RegExp;
  /** A URL without a path. */
  readonly hostAlone: RegExp;
}

/** Compiling them takes longer than a thousand URLs. */
const patterns = new Map<string, Patterns>();

function patternsFor(hosts: readonly string[]): Patterns {
  const name = hosts.join(' ');
  const known = patterns.get(name);
  if (known !== undefined) return known;
  const made = { settled: settledPattern(hosts), hostAlone: new RegExp(`^https?://${hostBefore('$', hosts)}$`) };
  patterns.set(name, made);
  return made;
}

/** http or https, a host, a path and perhaps a query: nothing of which a pass would change. */
function settledPattern(hosts: readonly string[]): RegExp {
  const escape = settledEscape();
  // Looked at by the passes: dot segments, session ids in the path, ASP.NET's `/(S(…))`.
  const inPath = `[${plain(PATH, '/%\\;')}]*`;
  const slash = '/(?![.(])';
  const parameter = `;(?!${anyCase('jsessionid')}|${anyCase('phpsessid')})`;
  const path = `${slash}${inPath}(?:(?:${slash}|${escape}|${parameter})${inPath})*`;
  const inQuery = `[${plain(SPECIAL_QUERY, '%&')}]*`;
  const kept = `(?!${droppedParams()})`;
  const query = `\\?(?!$)${kept}${inQuery}(?:(?:&${kept}|${escape})${inQuery})*`;
  // Written without a choice between two ways to read one character, so that failing takes linear time as well.
  return new RegExp(`^https?://${hostBefore('/', hosts)}${path}(?:${query})?$`);
}

/** The characters that the set leaves alone, but for some, for a character class. */
function plain(set: EncodeSet, but: string): string {
  const codes = Array.from({ length: 0x7f - 0x21 }, (_, index) => 0x21 + index);
  const characters = codes.filter((code) => !mustEncode(code, set)).map((code) => String.fromCharCode(code));
  return characters
    .filter((character) => !but.includes(character) && character !== '#')
    .map((character) => character.replace(/[\]\\^-]/, '\\$&'))
    .join('');
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
  const names = TRACKING_PARAMS.map(({ name }) => (name.endsWith('*') ? name.slice(0, -1) : `${name}(?![^=&])`));
  const sessions = SESSION_PARAMS.map(anyCase);
  return [...names, ...sessions].join('|');
}

function anyCase(name: string): string {
  return name.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** Looks back from the end of a host: none that the patterns name. */
function notOf(hosts: readonly string[]): string {
  const named = hosts.map((host) => {
    const name = host.replace(/^\*\.?/, '').replace(/[^a-z0-9]/g, '\\$&');
    if (host === '*') return '';
    return host.startsWith('*.') ? `\\.${name}` : `/${name}`;
  });
  return named.map((pattern) => `(?<!${pattern})`).join('');
}
