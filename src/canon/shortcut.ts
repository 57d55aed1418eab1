import { TRACKING_PARAMS } from '../passes/changing/tracking-params.ts';
import { hexValue, isUnreserved, mustEncode, PATH, SPECIAL_QUERY } from '../url/percent.ts';

/**
 * Whether no pass that runs without a fact would change the URL. Most URLs of real lists are so, and one look at each
 * character costs a fraction of parsing: they are their own canonical form, and the same string goes back.
 *
 * It errs on the safe side: false only means that the passes have to look.
 */
export function isSettled(text: string): boolean {
  const host = hostStart(text);
  if (host < 0) return false;
  const path = plainHostEnd(text, host);
  if (path < 0) return false;
  const query = plainPathEnd(text, path);
  return query === text.length || (query > 0 && isPlainQuery(text, query + 1));
}

const HOST = 1;
const IN_PATH = 2;
const IN_QUERY = 4;

/** For each ASCII code unit, the components in which it needs no second look. */
const PLAIN: Uint8Array = plainTable();

function plainTable(): Uint8Array {
  const table = new Uint8Array(128);
  for (let code = 0x21; code < 0x7f; code++) {
    const character = String.fromCharCode(code);
    // Slashes and dots, escapes, path parameters and ASP.NET's `/(S(…))` are looked at where they stand.
    if (!mustEncode(code, PATH) && !'/%\\;('.includes(character)) table[code] = IN_PATH;
    if (!mustEncode(code, SPECIAL_QUERY) && !'%&'.includes(character)) table[code] = (table[code] ?? 0) | IN_QUERY;
    if (/[a-z0-9._-]/.test(character)) table[code] = (table[code] ?? 0) | HOST;
  }
  return table;
}

/** The first two characters of names that some pass may drop, as `first * 128 + second`. */
const DROPPED_NAME_STARTS: Uint8Array = droppedNameStarts();

function droppedNameStarts(): Uint8Array {
  const starts = new Uint8Array(128 * 128);
  const add = (name: string): void => {
    starts[name.charCodeAt(0) * 128 + name.charCodeAt(1)] = 1;
  };
  for (const { name } of TRACKING_PARAMS) add(name);
  // Session ids are matched in any case.
  for (const start of ['js', 'ph', 'as', 'cf', 'os', 'ze']) {
    const [first = '', second = ''] = start;
    for (const a of [first, first.toUpperCase()]) for (const b of [second, second.toUpperCase()]) add(a + b);
  }
  return starts;
}

function hostStart(text: string): number {
  if (text.startsWith('https://')) return 8;
  return text.startsWith('http://') ? 7 : -1;
}

/** Where the path starts behind a host of lower-case labels, the last of which starts with a letter; -1 otherwise. */
function plainHostEnd(text: string, start: number): number {
  let label = start;
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x2f) {
      // A label that starts with a digit may be the last part of an IPv4 address.
      return i > label && text.charCodeAt(label) > 0x39 ? i : -1;
    }
    if (code > 0x7f || ((PLAIN[code] ?? 0) & HOST) === 0) return -1;
    if (code === 0x2e) label = i + 1;
  }
  return -1;
}

/** The index of `?`, the length where there is no query, or -1 where the passes have to look. */
function plainPathEnd(text: string, start: number): number {
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code <= 0x7f && ((PLAIN[code] ?? 0) & IN_PATH) !== 0) continue;
    if (code === 0x2f) {
      if (text.charCodeAt(i + 1) === 0x2e) return -1;
    } else if (code === 0x28) {
      if (text.charCodeAt(i - 1) === 0x2f) return -1;
    } else if (code === 0x25) {
      if (!isSettledEscape(text, i)) return -1;
      i += 2;
    } else {
      return code === 0x3f ? i : -1;
    }
  }
  return text.length;
}

function isPlainQuery(text: string, start: number): boolean {
  if (start === text.length || mayBeDropped(text, start)) return false;
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code <= 0x7f && ((PLAIN[code] ?? 0) & IN_QUERY) !== 0) continue;
    if (code === 0x26) {
      if (mayBeDropped(text, i + 1)) return false;
    } else if (code === 0x25 && isSettledEscape(text, i)) {
      i += 2;
    } else {
      return false;
    }
  }
  return true;
}

/** Whether a pass may drop the parameter whose name starts at `index`. */
function mayBeDropped(text: string, index: number): boolean {
  const start = text.charCodeAt(index) * 128 + text.charCodeAt(index + 1);
  return DROPPED_NAME_STARTS[start] === 1;
}

/** An escape in upper case of a byte that stays encoded. */
function isSettledEscape(text: string, index: number): boolean {
  const first = text.charCodeAt(index + 1);
  const second = text.charCodeAt(index + 2);
  const high = hexValue(first);
  const low = hexValue(second);
  return high >= 0 && low >= 0 && first < 0x60 && second < 0x60 && !isUnreserved(high * 16 + low);
}
