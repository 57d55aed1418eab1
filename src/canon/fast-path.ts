import type { FactTable } from '../facts/facts.ts';
import { NO_FACTS } from '../facts/site-facts.ts';
import { dropEmptyQuery } from '../passes/changing/drop-empty-query.ts';
import { dropFragment } from '../passes/changing/drop-fragment.ts';
import { dropSessionIds } from '../passes/changing/drop-session-ids.ts';
import { dropTrackingParams } from '../passes/changing/drop-tracking-params.ts';
import { PASS_CLASSES, type Pass } from '../passes/pass.ts';
import { addRootPath } from '../passes/preserving/add-root-path.ts';
import { decodeUnreserved } from '../passes/preserving/decode-unreserved.ts';
import { dropDefaultPort } from '../passes/preserving/drop-default-port.ts';
import { encodeUnsafe } from '../passes/preserving/encode-unsafe.ts';
import { lowercaseHost } from '../passes/preserving/lowercase-host.ts';
import { lowercaseScheme } from '../passes/preserving/lowercase-scheme.ts';
import { uppercaseEscapes } from '../passes/preserving/uppercase-escapes.ts';
import { removeDotSegments } from '../passes/usual/remove-dot-segments.ts';
import { isDottedDecimal } from '../url/ipv4.ts';
import {
  asciiStart,
  type EncodeSet,
  escapeByte,
  escapedByte,
  FRAGMENT,
  hasLowerDigit,
  isUnreserved,
  PATH,
  percentEncode,
  SPECIAL_QUERY,
} from '../url/percent.ts';
import {
  CAPITAL,
  IN_FRAGMENT,
  IN_HOST,
  IN_PATH,
  IN_QUERY,
  kindOf,
  MAX_LENGTH,
  matchEnd,
  mayBeDropped,
  SESSION,
  SESSION_IN_PATH,
  STOP,
  settledFor,
  settledLinesFor,
  TRACKING,
} from './fast-path-patterns.ts';
import type { Key } from './key.ts';

const HASH = 0x23;
const DOT = 0x2e;
const SLASH = 0x2f;
const COLON = 0x3a;
const SEMICOLON = 0x3b;
const QUESTION = 0x3f;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const BACKSLASH = 0x5c;
const SMALL_H = 0x68;

/** Start, end and replacement of each change of a URL, in their order. Faster than strings. */
const EDITS: Int32Array = new Int32Array(3 * MAX_LENGTH);

/** What replaces a part: an escape by its byte, a character by {@link CHARACTER} and its code, or one of the following. */
type Replacement = number;
const CHARACTER = 256;
const NOTHING = 512;
const LOWER_CASE = 513;
/** And a percent-encode set. */
const ENCODED = 1024;

/**
 * Does in one scan what the passes that need no fact do, for http and https URLs as they are usually written. It gives up
 * on all others, on sites with known facts, and where a change is due whose pass is not among the passes. So the passes
 * define the result, and this only reaches it sooner.
 */
export class FastPath {
  /** Null if no site has facts. */
  readonly #facts: FactTable | null;
  /** Matches no URL of a kind of site. */
  readonly #settled: RegExp;
  readonly #hasSites: boolean;
  /** Patterns of the hosts of kinds of sites. */
  readonly #hosts: readonly string[];
  /** The passes in the order of {@link Rank}. */
  readonly #byRank: readonly (Pass | null)[];
  readonly #lowercaseScheme: Rank;
  readonly #lowercaseHost: Rank;
  readonly #uppercaseEscapes: Rank;
  readonly #decodeUnreserved: Rank;
  readonly #encodeUnsafe: Rank;
  readonly #dropDefaultPort: Rank;
  readonly #addRootPath: Rank;
  readonly #removeDotSegments: Rank;
  readonly #dropSessionIds: Rank;
  readonly #dropTrackingParams: Rank;
  readonly #dropEmptyQuery: Rank;
  readonly #dropFragment: Rank;

  #editCount = 0;
  #rank: Rank = 0;
  #isRefused = false;
  /** Where the name of the parameter starts, until it is known to be over; -1 outside of parameters. */
  #name = -1;

  /** @param facts with none for URLs of any site */
  constructor(passes: readonly Pass[], facts: FactTable) {
    this.#facts = facts.knowsSites ? facts : null;
    this.#hosts = facts.hostPatterns;
    this.#settled = settledFor(this.#hosts);
    this.#hasSites = !facts.isEmpty;
    this.#byRank = [null, ...PASS_CLASSES.flatMap((each) => passes.filter((pass) => pass.class === each))];
    const rank = (pass: Pass): Rank => Math.max(0, this.#byRank.indexOf(pass));
    this.#lowercaseScheme = rank(lowercaseScheme);
    this.#lowercaseHost = rank(lowercaseHost);
    this.#uppercaseEscapes = rank(uppercaseEscapes);
    this.#decodeUnreserved = rank(decodeUnreserved);
    this.#encodeUnsafe = rank(encodeUnsafe);
    this.#dropDefaultPort = rank(dropDefaultPort);
    this.#addRootPath = rank(addRootPath);
    this.#removeDotSegments = rank(removeDotSegments);
    this.#dropSessionIds = rank(dropSessionIds);
    this.#dropTrackingParams = rank(dropTrackingParams);
    this.#dropEmptyQuery = rank(dropEmptyQuery);
    this.#dropFragment = rank(dropFragment);
  }

  /** The loosest pass behind the last result, the last one of its class; null if nothing changed. */
  get pass(): Pass | null {
    return this.#byRank[this.#rank] ?? null;
  }

  /** Matches whole lines of URLs that no pass changes; null if any site has facts. */
  get settledLines(): RegExp | null {
    return this.#hasSites ? null : settledLinesFor(this.#hosts);
  }

  /** The canonical URL; null if the URL needs the passes. Linear time. */
  canonicalize(text: string): Key | null {
    if (text.length > MAX_LENGTH) return null;
    const settled = text.charCodeAt(0) === SMALL_H ? matchEnd(this.#settled, text, 0) : -1;
    this.#rank = 0;
    if (settled === text.length && !this.#hasSites) return asKey(text);
    // Spaces and controls at the end do not belong to the URL.
    this.#isRefused = text.charCodeAt(text.length - 1) <= 0x20;
    this.#editCount = 0;
    this.#scanFragment(text, settled < 0 ? this.#scanAll(text) : this.#scanFrom(text, settled));
    return this.#isRefused ? null : asKey(this.#edited(text));
  }

  #edited(text: string): string {
    let out = '';
    let run = 0;
    for (let at = 0; at < 3 * this.#editCount; at += 3) {
      const start = EDITS[at] ?? 0;
      const end = EDITS[at + 1] ?? 0;
      if (run < start) out += text.slice(run, start);
      const by = EDITS[at + 2] ?? 0;
      if (by !== NOTHING) out += by < NOTHING ? REPLACEMENTS[by] : replaced(text.slice(start, end), by);
      run = end;
    }
    return run === 0 ? text : out + text.slice(run);
  }

  /** Leaves the URL to the passes. Returns the end, as if all of it were scanned. */
  #refuse(text: string): number {
    this.#isRefused = true;
    return text.length;
  }

  /** Counts a change to the pass. Refuses the URL if the pass is not among the passes. */
  #credit(rank: Rank): void {
    if (rank === 0) this.#isRefused = true;
    if (rank > this.#rank) this.#rank = rank;
  }

  /** Replaces a part of the text. */
  #replace(rank: Rank, start: number, end: number, by: Replacement): void {
    this.#credit(rank);
    const at = 3 * this.#editCount++;
    EDITS[at] = start;
    EDITS[at + 1] = end;
    EDITS[at + 2] = by;
  }

  /** Each scan returns the index behind its part. */
  #scanAll(text: string): number {
    const root = this.#scanAuthority(text);
    return this.#scanQuery(text, this.#scanPath(text, root, root));
  }

  /** What is left to scan when a part is known to be settled. */
  #scanFrom(text: string, settled: number): number {
    const host = hostStart(text);
    const root = text.indexOf('/', host);
    if (this.#hasSites && this.#hasFacts(text, host, root)) return this.#refuse(text);
    const question = text.indexOf('?', root);
    if (question < 0 || question >= settled) return this.#scanQuery(text, this.#scanPath(text, root, settled));
    const start = Math.max(question, text.lastIndexOf('&', settled - 1)) + 1;
    this.#name = start;
    return this.#scanParams(text, settled);
  }

  /**
   * The scheme, and a domain or an IPv4 address in its one spelling. The last label of a domain starts with no digit, or it
   * could be a number and the host an address.
   */
  #scanAuthority(text: string): number {
    const start = hostStart(text);
    let label = start;
    let hasCapitals = false;
    let end = start;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      const kind = kindOf(code);
      if ((kind & IN_HOST) !== 0) continue;
      if (code === DOT) label = end + 1;
      else if ((kind & CAPITAL) !== 0) hasCapitals = true;
      else break;
    }
    if (start === 0 || label === end) return this.#refuse(text);
    if (isDigit(text.charCodeAt(label)) && !isDottedDecimal(text.slice(start, end))) return this.#refuse(text);
    if (!hasSmallScheme(text)) this.#credit(this.#lowercaseScheme);
    if (hasCapitals) this.#credit(this.#lowercaseHost);
    if (this.#rank > 0) this.#replace(this.#rank, 0, end, LOWER_CASE);
    if (this.#hasFacts(text, start, end)) return this.#refuse(text);
    if (end === text.length || isDelimiter(text.charCodeAt(end))) return end;
    const behind = portEnd(text, end);
    if (behind < 0 || this.#hasFacts(text, start, behind)) return this.#refuse(text);
    const usual = start === 7 ? ':80' : ':443';
    if (behind - end === usual.length && text.startsWith(usual, end)) {
      this.#replace(this.#dropDefaultPort, end, behind, NOTHING);
    }
    return behind;
  }

  /** Whether there are facts about a host, with its port if it has one, as spelled. */
  #hasFacts(text: string, start: number, end: number): boolean {
    return this.#facts !== null && this.#facts.of(text.slice(start, end).toLowerCase()) !== NO_FACTS;
  }

  /** @param start where to start; what is before it is settled */
  #scanPath(text: string, root: number, start: number): number {
    if (root === text.length || text.charCodeAt(root) !== SLASH) {
      this.#replace(this.#addRootPath, root, root, CHARACTER + SLASH);
      return root;
    }
    this.#name = -1;
    let index = start;
    for (;;) {
      index = this.#scanRun(text, index, IN_PATH, PATH);
      if (index === text.length) return index;
      const code = text.charCodeAt(index);
      const isFirst = text.charCodeAt(index - 1) === SLASH;
      if (code === QUESTION || code === HASH) return index;
      if (code === SEMICOLON) index = this.#scanPathParam(text, index);
      else if (code === DOT && isFirst) index = this.#scanDots(text, index, root);
      // A parenthesis may start a session: `/(S(…))`.
      else index = isFirst || code === BACKSLASH ? this.#refuse(text) : index + 1;
    }
  }

  /** Removes the segment if it is a dot segment, for `..` also the one before it. */
  #scanDots(text: string, segment: number, root: number): number {
    const isParent = segment + 1 < text.length && text.charCodeAt(segment + 1) === DOT;
    const end = isParent ? segment + 2 : segment + 1;
    const code = end < text.length ? text.charCodeAt(end) : QUESTION;
    // Without its parameter it could be a dot segment, which then keeps it. A parent takes its session with it.
    if (code === SEMICOLON || this.#name >= 0) return this.#refuse(text);
    if (!isDelimiter(code)) return end;
    let start = this.#startOfRemoved(segment);
    if (isParent && start - 1 > root) {
      do start--;
      while (text.charCodeAt(start - 1) !== SLASH);
    }
    while (this.#editCount > 0 && (EDITS[3 * this.#editCount - 3] ?? 0) >= start) this.#editCount--;
    start = this.#startOfRemoved(start);
    const rest = code === SLASH ? end + 1 : end;
    this.#replace(this.#removeDotSegments, start, rest, NOTHING);
    return rest;
  }

  /** Takes back the last change if it removed what is right before the segment. Returns where that started. */
  #startOfRemoved(segment: number): number {
    const last = 3 * this.#editCount - 3;
    if (last < 0 || EDITS[last + 1] !== segment) return segment;
    this.#editCount--;
    return EDITS[last] ?? 0;
  }

  #scanPathParam(text: string, start: number): number {
    // No name in the path is known to be over.
    this.#name = text.length;
    const end = matchEnd(SESSION_IN_PATH, text, start);
    if (end < 0) return start + 1;
    this.#replace(this.#dropSessionIds, start, end, NOTHING);
    const isEnd = end === text.length || text.charCodeAt(end) === SEMICOLON || isDelimiter(text.charCodeAt(end));
    return isEnd ? end : this.#refuse(text);
  }

  #scanQuery(text: string, question: number): number {
    if (question === text.length || text.charCodeAt(question) !== QUESTION) return question;
    const first = question + 1;
    if (first === text.length || text.charCodeAt(first) === HASH) {
      this.#replace(this.#dropEmptyQuery, question, first, NOTHING);
      return first;
    }
    let start = first;
    for (let end = this.#droppedEnd(text, start); end > 0; end = this.#droppedEnd(text, start)) {
      if (!isAmpersand(text, end)) {
        this.#replace(this.#rank, question, end, NOTHING);
        return end;
      }
      start = end + 1;
    }
    // Without the others it could be an empty query.
    if (start === text.length || isAmpersand(text, start) || text.charCodeAt(start) === HASH) return this.#refuse(text);
    if (start > first) this.#replace(this.#rank, first, start, NOTHING);
    this.#name = start;
    return this.#scanParams(text, start);
  }

  /** @param start where to start; what is before it in the first parameter is settled */
  #scanParams(text: string, start: number): number {
    let index = start;
    for (;;) {
      index = this.#scanRun(text, index, IN_QUERY, SPECIAL_QUERY);
      if (index === text.length || text.charCodeAt(index) === HASH) return index;
      const end = this.#droppedEnd(text, index + 1);
      if (end > 0) this.#replace(this.#rank, index, end, NOTHING);
      this.#name = index + 1;
      index = end > 0 ? end : index + 1;
    }
  }

  /** The index behind a parameter to drop, which it credits to its pass; 0 for any other. */
  #droppedEnd(text: string, start: number): number {
    if (!mayBeDropped(text, start)) return 0;
    const tracking = this.#dropTrackingParams > 0 ? matchEnd(TRACKING, text, start) : -1;
    const end = tracking < 0 && this.#dropSessionIds > 0 ? matchEnd(SESSION, text, start) : tracking;
    if (end < 0) return 0;
    this.#credit(tracking < 0 ? this.#dropSessionIds : this.#dropTrackingParams);
    return end;
  }

  /** Drops the fragment unless it is a script route. */
  #scanFragment(text: string, hash: number): void {
    if (hash === text.length) return;
    const first = text.charCodeAt(hash + 1);
    // A tab could hide a route.
    if (first <= 0x20) this.#isRefused = true;
    if (this.#dropFragment > 0 && first !== 0x21 && first !== SLASH) {
      this.#replace(this.#dropFragment, hash, text.length, NOTHING);
    } else {
      this.#name = -1;
      this.#scanRun(text, hash + 1, IN_FRAGMENT, FRAGMENT);
    }
  }

  /** Settles escapes and encodes characters up to the next one that ends a run. */
  #scanRun(text: string, start: number, part: number, set: EncodeSet): number {
    const { length } = text;
    let index = start;
    for (;;) {
      let code = 0;
      while (index < length && (kindOf((code = text.charCodeAt(index))) & part) !== 0) index++;
      if (index === length || (kindOf(code) & (part << STOP)) !== 0) return index;
      index = code === PERCENT ? this.#scanEscape(text, index, part) : this.#encode(text, index, code, set);
    }
  }

  #scanEscape(text: string, index: number, part: number): number {
    const byte = escapedByte(text, index);
    if (byte < 0) return this.#refuse(text);
    if (isUnreserved(byte)) {
      // It could complete a dot segment, or the name of a parameter to drop.
      if (this.#isInName(text, index) || (byte === DOT && part === IN_PATH)) return this.#refuse(text);
      this.#replace(this.#decodeUnreserved, index, index + 3, CHARACTER + byte);
    } else if (hasLowerDigit(text, index)) {
      this.#replace(this.#uppercaseEscapes, index, index + 3, byte);
    }
    return index + 3;
  }

  #isInName(text: string, index: number): boolean {
    if (this.#name < 0) return false;
    const equals = text.indexOf('=', this.#name);
    if (equals < 0 || equals > index) return true;
    this.#name = -1;
    return false;
  }

  /** Encodes the character and the other than ASCII ones behind it. */
  #encode(text: string, start: number, code: number, set: EncodeSet): number {
    // Tabs and newlines are dropped.
    if (code < 0x20) return this.#refuse(text);
    const end = code < 0x80 ? start + 1 : asciiStart(text, start);
    this.#replace(this.#encodeUnsafe, start, end, ENCODED + set);
    return end;
  }
}

const REPLACEMENTS: readonly string[] = Array.from({ length: NOTHING }, (_, by) =>
  by < CHARACTER ? escapeByte(by) : String.fromCharCode(by - CHARACTER),
);

function replaced(part: string, by: Replacement): string {
  return by === LOWER_CASE ? part.toLowerCase() : percentEncode(part, by - ENCODED);
}

/** The index of the host of an http or https URL; 0 for all others. By character: faster than comparing strings. */
function hostStart(text: string): number {
  const colon = (text.charCodeAt(4) | 0x20) === 0x73 ? 5 : 4;
  const isWeb =
    (text.charCodeAt(0) | 0x20) === 0x68 &&
    (text.charCodeAt(1) | 0x20) === 0x74 &&
    (text.charCodeAt(2) | 0x20) === 0x74 &&
    (text.charCodeAt(3) | 0x20) === 0x70 &&
    text.charCodeAt(colon) === COLON &&
    text.charCodeAt(colon + 1) === SLASH &&
    text.charCodeAt(colon + 2) === SLASH;
  return isWeb ? colon + 3 : 0;
}

/** The index behind a port without leading zeros; -1 for any other text, and for ports from 60000, which the passes check. */
function portEnd(text: string, colon: number): number {
  if (text.charCodeAt(colon) !== COLON) return -1;
  let port = 0;
  let index = colon + 1;
  for (; index < text.length && isDigit(text.charCodeAt(index)); index++) {
    port = port * 10 + text.charCodeAt(index) - 0x30;
    if (port === 0 || port >= 60_000) return -1;
  }
  return port > 0 && (index === text.length || isDelimiter(text.charCodeAt(index))) ? index : -1;
}

/** Whether no letter of the scheme is a capital. */
function hasSmallScheme(text: string): boolean {
  const common = text.charCodeAt(0) & text.charCodeAt(1) & text.charCodeAt(2) & text.charCodeAt(3) & text.charCodeAt(4);
  return (common & 0x20) !== 0;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether a path, a query or a fragment starts with the character. */
function isDelimiter(code: number): boolean {
  return code === SLASH || code === QUESTION || code === HASH;
}

function isAmpersand(text: string, index: number): boolean {
  return index < text.length && text.charCodeAt(index) === AMPERSAND;
}

/** The scan writes only ASCII. */
function asKey(url: string): Key {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- other characters are encoded or refused
  return url as Key;
}

/** The place of a pass among the passes from strictest to loosest; 0 for a pass that is not among them. */
type Rank = number;
