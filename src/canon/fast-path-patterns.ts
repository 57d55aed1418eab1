import { SESSION_PARAMS } from '../passes/changing/drop-session-ids.ts';
import { TRACKING_PARAMS } from '../passes/changing/tracking-params.ts';
import { classOfSafe, type EncodeSet, FRAGMENT, mustEncode, PATH, SPECIAL_QUERY } from '../url/percent.ts';
import { NameTable } from './name-table.ts';

/** Patterns keep backtracking state for each character, and overflow at some millions. */
export const MAX_LENGTH = 4096;

/** The parts of a URL behind the host, as bits of {@link KINDS}: characters that stay as they are. */
export const IN_PATH = 1;
export const IN_QUERY = 2;
export const IN_FRAGMENT = 4;
/** Shifts a part to the bit of the characters that end a run in it. The rest are escapes, or are to be encoded. */
export const STOP = 3;
/** What a host may have between its dots, and letters that it has in lower case. */
export const IN_HOST = 64;
export const CAPITAL = 128;

const KINDS: Uint8Array = new Uint8Array(256);
addKinds(IN_PATH, PATH, '.(;\\?#');
addKinds(IN_QUERY, SPECIAL_QUERY, '&#');
addKinds(IN_FRAGMENT, FRAGMENT, '');
for (const character of 'abcdefghijklmnopqrstuvwxyz') {
  addKind(character, IN_HOST);
  addKind(character.toUpperCase(), CAPITAL);
}
for (const character of '0123456789-_') addKind(character, IN_HOST);

function addKinds(part: number, set: EncodeSet, stops: string): void {
  for (let code = 0x20; code < 0x7f; code++) {
    const character = String.fromCharCode(code);
    if (stops.includes(character)) addKind(character, part << STOP);
    else if (character !== '%' && !mustEncode(code, set)) addKind(character, part);
  }
}

function addKind(character: string, kind: number): void {
  KINDS[character.charCodeAt(0)] = kindOf(character.charCodeAt(0)) | kind;
}

/** The bits of an ASCII character; none for other bytes. */
export function kindOf(byte: number): number {
  return KINDS[byte] ?? 0;
}

/** Names of parameters to drop. */
export const TRACKING_NAMES: NameTable = new NameTable(TRACKING_PARAMS, false);
export const SESSION_NAMES: NameTable = new NameTable(
  SESSION_PARAMS.map((name) => (name === 'aspsessionid' ? `${name}????????` : name)),
  true,
);
export const SESSION_PATH_NAMES: NameTable = new NameTable(['jsessionid', 'phpsessid'], true);

/** @param behind the characters that may follow a whole name */
function trackingNames(behind: string): string {
  return TRACKING_PARAMS.map((name) => (name.endsWith('*') ? name.slice(0, -1) : `${name}(?![^${behind}])`)).join('|');
}

/** An escape in upper case of a byte that stays encoded. */
const ESCAPE = '%(?:[0189A-F][0-9A-F]|2[0-9A-CF]|3[A-F]|40|5[B-E]|60|7[BCDF])';

/** Cached: compiling the pattern takes longer than matching a thousand URLs. */
const settledPatterns = new Map<string, RegExp>();

/**
 * The usual form of a URL that no pass changes, as far as it goes. The engine compiles it to a scan that is faster than
 * one written out. Not anchored at the end, because a pattern that fails there first tries every way to backtrack.
 *
 * @param hosts patterns of hosts with known facts, whose URLs do not match
 */
export function settledFor(hosts: readonly string[]): RegExp {
  return cached(hosts.join(' '), () => settledPattern(hosts));
}

/** Whole URLs without a path that need only a slash. */
export function settledHostsFor(hosts: readonly string[]): RegExp {
  return cached(`${hosts.join(' ')}$`, () => new RegExp(`https?://${hostPattern(hosts, '$')}`, 'y'));
}

/** Lines to match at once: a call of the engine takes as long as half a line. */
const LINES_AT_ONCE = 64;

/** Whole lines of the same URLs. A URL has one way to match, so the engine backtracks over no line twice. */
export function settledLinesFor(hosts: readonly string[]): RegExp {
  const lines = (): RegExp => new RegExp(`(?:${settledFor(hosts).source}\\n){1,${LINES_AT_ONCE}}`, 'y');
  return cached(`${hosts.join(' ')}\n`, lines);
}

function cached(name: string, make: () => RegExp): RegExp {
  const pattern = settledPatterns.get(name) ?? make();
  settledPatterns.set(name, pattern);
  return pattern;
}

function settledPattern(hosts: readonly string[]): RegExp {
  const inPath = `${classOfSafe(PATH, '.(%\\;')}*`;
  const sessions = SESSION_PARAMS.join('|').replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
  // A name may also end with the line.
  const kept = `(?!${trackingNames('=&#\\n')}|${sessions})`;
  const inQuery = `${classOfSafe(SPECIAL_QUERY, '%&')}*`;
  const path = `/${inPath}(?:(?:(?<!/)[.(]|${ESCAPE})${inPath})*`;
  return new RegExp(
    `https?://${hostPattern(hosts, '(?=/)')}${path}(?:\\?(?![&#\\n]|$)${kept}${inQuery}(?:&${kept}${inQuery}|${ESCAPE}${inQuery})*)?`,
    'y',
  );
}

function hostPattern(hosts: readonly string[], end: string): string {
  return `[a-z0-9_.-]+${end}(?<=[./][a-z_-][a-z0-9_-]*)${notOf(hosts)}`;
}

/** Lookbehinds at the end of a host that reject the hosts named by the patterns. */
function notOf(hosts: readonly string[]): string {
  const named = hosts.map((host) => {
    const name = host.replace(/^\*\.?/, '').replace(/[^a-z0-9]/g, '\\$&');
    if (host === '*') return '';
    return host.startsWith('*.') ? `\\.${name}` : `/${name}`;
  });
  return named.map((pattern) => `(?<!${pattern})`).join('');
}

/** The index behind what the pattern matches at an index; -1 if it does not match. */
export function matchEnd(pattern: RegExp, text: string, index: number): number {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
