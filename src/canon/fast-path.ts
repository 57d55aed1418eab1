import type { FactTable } from '../facts/facts.ts';
import { NO_FACTS } from '../facts/site-facts.ts';
import { dropEmptyQuery } from '../passes/changing/drop-empty-query.ts';
import { dropFragment } from '../passes/changing/drop-fragment.ts';
import { dropSessionIds } from '../passes/changing/drop-session-ids.ts';
import { dropTrackingParams } from '../passes/changing/drop-tracking-params.ts';
import { PASSES } from '../passes/index.ts';
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
import { commonUrl, type ParsedUrl } from '../url/parsed-url.ts';
import { hexValue, isUnreserved } from '../url/percent.ts';
import {
  CAPITAL,
  IN_FRAGMENT,
  IN_HOST,
  IN_PATH,
  IN_QUERY,
  kindOf,
  MAX_LENGTH,
  matchEnd,
  SESSION_NAMES,
  SESSION_PATH_NAMES,
  STOP,
  settledFor,
  settledHostsFor,
  settledLinesFor,
  TRACKING_NAMES,
} from './fast-path-patterns.ts';
import type { Key } from './key.ts';
import { type AttributedPass, attributedOf } from './key-and-pass.ts';

const SPACE = 0x20;
const HASH = 0x23;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const DOT = 0x2e;
const SLASH = 0x2f;
const COLON = 0x3a;
const SEMICOLON = 0x3b;
const EQUALS = 0x3d;
const QUESTION = 0x3f;
const BACKSLASH = 0x5c;
const SMALL_H = 0x68;
/** The bit that small letters have and capitals lack. */
const SMALL = 0x20;

/**
 * The URL as UTF-8, with a zero behind it. A code unit takes at most three bytes. The engine reads and writes bytes several
 * times as fast as it reads characters of strings and joins parts of them.
 */
const URL_BYTES: Uint8Array = new Uint8Array(3 * MAX_LENGTH + 1);
/** What is written of the canonical URL. A byte may become an escape of three. */
const OUT: Uint8Array = new Uint8Array(3 * URL_BYTES.length);
const ENCODER: TextEncoder = new TextEncoder();
const DECODER: TextDecoder = new TextDecoder();
/**
 * Makes strings in half the time of a decoder; undefined in browsers. Node documents `toString` and not `latin1Slice`, which
 * it calls. Calling it directly saves a sixth of the time of a URL that needs eight passes.
 */
const BUFFER: (Buffer & Latin1) | undefined = globalThis.Buffer?.from(OUT.buffer);

interface Latin1 {
  latin1Slice?(start: number, end: number): string;
}

/**
 * Does in one scan what the passes that need no fact do, for http and https URLs as they are usually written. It gives up
 * on all others, on sites with known facts, and where a change is due whose pass is not among the passes. So the passes
 * define the result, and this only reaches it sooner.
 */
export class FastPath {
  /** Null if no site has facts. */
  readonly #facts: FactTable | null;
  /** Matches URLs that no pass changes. It matches none of a kind of site, whose own rule may change them. */
  readonly #settled: RegExp;
  readonly #settledHosts: RegExp;
  /** Whether there are facts about single sites, apart from kinds of sites: the patterns have those. */
  readonly #hasSites: boolean;
  /** Patterns of the hosts of kinds of sites. */
  readonly #hosts: readonly string[];
  /** The passes in the order of {@link Rank}. */
  readonly #byRank: readonly (AttributedPass | null)[];
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

  /** Scheme and authority of an earlier URL, which no pass changes. Most URLs follow others of their origin. */
  #origin = '';
  /** The port that was scanned last. */
  #port = 0;
  /** How many bytes the URL has. */
  #length = 0;
  /** How many bytes of the canonical URL are written. */
  #written = 0;
  #rank: Rank = 0;
  #isRefused = false;
  /**
   * Where the name starts that the scan may still be in; -1 if it is in none. Behind a semicolon of the path it is the
   * length of the URL, because such names are never known to be over.
   */
  #name = -1;

  /** @param facts with none for URLs of any site */
  constructor(passes: readonly Pass[], facts: FactTable) {
    this.#facts = facts.knowsSites ? facts : null;
    this.#hosts = facts.hostPatterns;
    this.#settled = settledFor(this.#hosts);
    this.#settledHosts = settledHostsFor(this.#hosts);
    // Nothing is assumed here, so all facts are about single sites.
    this.#hasSites = facts.factKinds.size > 0;
    const ranked = PASS_CLASSES.flatMap((each) => passes.filter((pass) => pass.class === each));
    this.#byRank = [null, ...ranked.map(attributedOf)];
    const rank = (pass: Pass): Rank => ranked.indexOf(pass) + 1;
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
  get pass(): AttributedPass | null {
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
    if (settled >= 0) {
      if (this.#hasSites && this.#hasFacts(text, settledHost(text), settledRoot(text))) return null;
      if (settled === text.length) return asKey(text);
      if (this.#isDroppedFragment(text, settled)) {
        this.#rank = this.#dropFragment;
        return asKey(text.slice(0, settled));
      }
    } else if (this.#isSettledHost(text)) {
      this.#rank = this.#addRootPath;
      return asKey(`${text}/`);
    }
    this.#length = ENCODER.encodeInto(text, URL_BYTES).written;
    URL_BYTES[this.#length] = 0;
    // Spaces and controls at the end do not belong to the URL.
    this.#isRefused = byteAt(this.#length - 1) <= SPACE;
    this.#written = 0;
    this.#scanFragment(settled < 0 ? this.#scanAll(text) : this.#scanFrom(text, settled));
    if (this.#isRefused) return null;
    return asKey(this.#rank === 0 ? text : textOf(this.#written));
  }

  /** Whether the URL ends with its host, as many in lists do, and needs nothing but a slash. */
  #isSettledHost(text: string): boolean {
    if (this.#addRootPath === 0 || text.charCodeAt(0) !== SMALL_H || matchEnd(this.#settledHosts, text, 0) < 0)
      return false;
    return !this.#hasSites || !this.#hasFacts(text, settledHost(text), text.length);
  }

  /** Whether a fragment starts at the index that is simple to drop. Many links have one, and need nothing else. */
  #isDroppedFragment(text: string, hash: number): boolean {
    if (this.#dropFragment === 0 || text.charCodeAt(hash) !== HASH) return false;
    const first = text.charCodeAt(hash + 1);
    return first > SPACE && !startsRoute(first) && text.charCodeAt(text.length - 1) > SPACE;
  }

  /** Leaves the URL to the passes. Returns the end, as if all of it were scanned. */
  #refuse(): number {
    this.#isRefused = true;
    return this.#length;
  }

  /** Records that the pass changes the URL. Refuses the URL if the pass is not among the passes. */
  #credit(rank: Rank): void {
    if (rank === 0) this.#isRefused = true;
    if (rank > this.#rank) this.#rank = rank;
  }

  #write(byte: number): void {
    OUT[this.#written++] = byte;
  }

  /** Writes a part as it is. */
  #copy(start: number, end: number): void {
    let written = this.#written;
    for (let index = start; index < end; index++) OUT[written++] = byteAt(index);
    this.#written = written;
  }

  /** Each scan writes its part and returns the index behind it. */
  #scanAll(text: string): number {
    const root = this.#scanOrigin(text);
    return this.#scanQuery(this.#scanPath(root, this.#written));
  }

  /** Scans what is left when a part is known to be settled. */
  #scanFrom(text: string, settled: number): number {
    const root = settledRoot(text);
    this.#copy(0, settled);
    const question = text.indexOf('?', root);
    if (question < 0 || question >= settled) return this.#scanQuery(this.#scanSegments(settled, root));
    this.#name = Math.max(question, text.lastIndexOf('&', settled - 1)) + 1;
    return this.#scanParams(settled);
  }

  /** Scheme and authority, which are copied if they are those of an earlier URL. */
  #scanOrigin(text: string): number {
    const { length } = this.#origin;
    // The cheapest test first: of another origin, mostly something else is at that place.
    if (length > 0 && this.#isAuthorityEnd(length) && text.startsWith(this.#origin)) {
      this.#copy(0, length);
      return length;
    }
    const end = this.#scanAuthority(text);
    if (this.#rank === 0 && !this.#isRefused) this.#origin = text.slice(0, end);
    return end;
  }

  /**
   * The scheme, and a domain or an IPv4 address in its one spelling. The last label of a domain starts with no digit, or it
   * could be a number and the host an address.
   */
  #scanAuthority(text: string): number {
    const start = hostStart();
    if (start === 0) return this.#refuse();
    for (let index = 0; index < start; index++) OUT[index] = byteAt(index) | SMALL;
    if (!hasSmallScheme()) this.#credit(this.#lowercaseScheme);
    let label = start;
    let hasCapitals = false;
    let end = start;
    for (; ; end++) {
      const code = byteAt(end);
      const kind = kindOf(code);
      if ((kind & IN_HOST) === 0) {
        if (code === DOT) label = end + 1;
        else if ((kind & CAPITAL) !== 0) hasCapitals = true;
        else break;
      }
      OUT[end] = (kind & CAPITAL) === 0 ? code : code | SMALL;
    }
    this.#written = end;
    if (label === end) return this.#refuse();
    if (isDigit(byteAt(label)) && !isDottedDecimal(text.slice(start, end))) return this.#refuse();
    if (hasCapitals) this.#credit(this.#lowercaseHost);
    if (this.#hasFacts(text, start, end)) return this.#refuse();
    if (this.#isAuthorityEnd(end)) return end;
    const behind = this.#portEnd(end);
    if (behind < 0 || this.#hasFacts(text, start, behind)) return this.#refuse();
    if (this.#port === (start === 7 ? 80 : 443)) this.#credit(this.#dropDefaultPort);
    else this.#copy(end, behind);
    return behind;
  }

  /** The index behind a port without leading zeros; -1 for any other text, and for ports from 60000, which the passes check. */
  #portEnd(colon: number): number {
    if (byteAt(colon) !== COLON) return -1;
    let port = 0;
    let index = colon + 1;
    for (; isDigit(byteAt(index)); index++) {
      port = port * 10 + byteAt(index) - 0x30;
      if (port === 0 || port >= 60_000) return -1;
    }
    this.#port = port;
    return port > 0 && this.#isAuthorityEnd(index) ? index : -1;
  }

  #isAuthorityEnd(index: number): boolean {
    return index === this.#length || isDelimiter(byteAt(index));
  }

  /** Whether there are facts about a host, with its port if it has one, as spelled. */
  #hasFacts(text: string, start: number, end: number): boolean {
    return this.#facts !== null && this.#facts.of(text.slice(start, end).toLowerCase()) !== NO_FACTS;
  }

  /** @param root where the path starts in what is written */
  #scanPath(start: number, root: number): number {
    if (byteAt(start) === SLASH) return this.#scanSegments(start, root);
    this.#credit(this.#addRootPath);
    this.#write(SLASH);
    return start;
  }

  #scanSegments(start: number, root: number): number {
    this.#name = -1;
    let index = start;
    for (;;) {
      index = this.#scanRun(index, IN_PATH);
      if (index === this.#length) return index;
      const code = byteAt(index);
      const isFirst = byteAt(index - 1) === SLASH;
      if (code === QUESTION || code === HASH) return index;
      if (code === SEMICOLON) {
        index = this.#scanPathParam(index);
      } else if (code === DOT && isFirst) {
        index = this.#scanDots(index, root);
      } else {
        // A parenthesis may start a session: `/(S(…))`.
        if (isFirst || code === BACKSLASH) return this.#refuse();
        this.#write(code);
        index++;
      }
    }
  }

  /** Removes the segment if it is a dot segment, for `..` also the one before it. */
  #scanDots(segment: number, root: number): number {
    const isParent = byteAt(segment + 1) === DOT;
    const end = isParent ? segment + 2 : segment + 1;
    const code = byteAt(end);
    // Without its parameter it could be a dot segment, which then keeps it. A parent takes its session with it.
    if (code === SEMICOLON || this.#name >= 0) return this.#refuse();
    if (end < this.#length && !isDelimiter(code)) {
      this.#copy(segment, end);
      return end;
    }
    this.#credit(this.#removeDotSegments);
    if (isParent && this.#written - 1 > root) {
      do this.#written--;
      while (OUT[this.#written - 1] !== SLASH);
    }
    return code === SLASH ? end + 1 : end;
  }

  #scanPathParam(start: number): number {
    // No name in the path is known to be over.
    this.#name = this.#length;
    let end = SESSION_PATH_NAMES.endOf(URL_BYTES, start + 1);
    if (end < 0 || byteAt(end) !== EQUALS) {
      this.#write(SEMICOLON);
      return start + 1;
    }
    while (isInPathParam(byteAt(end))) end++;
    this.#credit(this.#dropSessionIds);
    return end === this.#length || isPathParamEnd(byteAt(end)) ? end : this.#refuse();
  }

  #scanQuery(question: number): number {
    if (byteAt(question) !== QUESTION) return question;
    const first = question + 1;
    if (this.#isQueryEnd(first)) {
      this.#credit(this.#dropEmptyQuery);
      return first;
    }
    let start = first;
    for (let end = this.#droppedEnd(start); end > 0; end = this.#droppedEnd(start)) {
      if (this.#isQueryEnd(end)) return end;
      start = end + 1;
    }
    // Without the others it could be an empty query.
    if (this.#isQueryEnd(start) || byteAt(start) === AMPERSAND) return this.#refuse();
    this.#write(QUESTION);
    this.#name = start;
    return this.#scanParams(start);
  }

  #isQueryEnd(index: number): boolean {
    return index === this.#length || byteAt(index) === HASH;
  }

  /** @param start where to start; what is before it in the first parameter is settled */
  #scanParams(start: number): number {
    let index = start;
    for (;;) {
      index = this.#scanRun(index, IN_QUERY);
      if (this.#isQueryEnd(index)) return index;
      this.#name = index + 1;
      const end = this.#droppedEnd(index + 1);
      if (end === 0) this.#write(AMPERSAND);
      index = end > 0 ? end : index + 1;
    }
  }

  /** The index behind a parameter to drop, which it credits to its pass; 0 for any other. */
  #droppedEnd(start: number): number {
    const rank = this.#rankOfParam(start);
    if (rank === 0) return 0;
    this.#credit(rank);
    const length = this.#length;
    let end = start;
    for (let code = byteAt(end); end < length && code !== AMPERSAND && code !== HASH; code = byteAt(++end)) {
      // Its value may hold other parameters.
      if (code === SEMICOLON) return this.#refuse();
    }
    return end;
  }

  /** The pass that drops the parameter; 0 if none of the passes does. */
  #rankOfParam(start: number): Rank {
    if (this.#dropTrackingParams > 0 && this.#isName(TRACKING_NAMES.endOf(URL_BYTES, start))) {
      return this.#dropTrackingParams;
    }
    return this.#dropSessionIds > 0 && this.#isName(SESSION_NAMES.endOf(URL_BYTES, start)) ? this.#dropSessionIds : 0;
  }

  #isName(end: number): boolean {
    return end >= 0 && (this.#isQueryEnd(end) || byteAt(end) === EQUALS || byteAt(end) === AMPERSAND);
  }

  /** Drops the fragment unless it is a script route. */
  #scanFragment(hash: number): void {
    if (hash === this.#length) return;
    const first = byteAt(hash + 1);
    // A tab could hide a route.
    if (first <= SPACE && hash + 1 < this.#length) this.#isRefused = true;
    if (this.#dropFragment > 0 && !startsRoute(first)) {
      this.#credit(this.#dropFragment);
    } else {
      this.#name = -1;
      this.#write(HASH);
      this.#scanRun(hash + 1, IN_FRAGMENT);
    }
  }

  /** Settles escapes and encodes characters up to the next one that ends a run. */
  #scanRun(start: number, part: number): number {
    let index = start;
    for (;;) {
      let code = byteAt(index);
      let written = this.#written;
      while ((kindOf(code) & part) !== 0) {
        OUT[written++] = code;
        code = byteAt(++index);
      }
      this.#written = written;
      if (index === this.#length || (kindOf(code) & (part << STOP)) !== 0) return index;
      index = code === PERCENT ? this.#scanEscape(index, part) : this.#encode(index, code);
    }
  }

  #scanEscape(index: number, part: number): number {
    const first = byteAt(index + 1);
    const second = byteAt(index + 2);
    const high = hexValue(first);
    const low = hexValue(second);
    if (high < 0 || low < 0) return this.#refuse();
    const byte = high * 16 + low;
    if (isUnreserved(byte)) {
      // It could complete a dot segment, or the name of a parameter to drop.
      if (this.#isInName(index) || (byte === DOT && part === IN_PATH)) return this.#refuse();
      this.#credit(this.#decodeUnreserved);
      this.#write(byte);
    } else {
      if (first > 0x60 || second > 0x60) this.#credit(this.#uppercaseEscapes);
      this.#writeEscape(byte);
    }
    return index + 3;
  }

  #isInName(index: number): boolean {
    if (this.#name < 0) return false;
    for (let at = this.#name; at < index; at++) {
      if (byteAt(at) !== EQUALS) continue;
      this.#name = -1;
      return false;
    }
    return true;
  }

  #encode(index: number, byte: number): number {
    // Tabs and newlines are dropped.
    if (byte < SPACE) return this.#refuse();
    this.#credit(this.#encodeUnsafe);
    this.#writeEscape(byte);
    return index + 1;
  }

  #writeEscape(byte: number): void {
    const at = this.#written;
    OUT[at] = PERCENT;
    OUT[at + 1] = hexDigit(byte >> 4);
    OUT[at + 2] = hexDigit(byte & 15);
    this.#written = at + 3;
  }
}

/**
 * Whether a pass changes no URL that {@link isSettled} accepts. So it is with built-in passes that need no fact; with
 * drop-tracking-params only if the user has no lists of parameters.
 */
export function leavesSettled(pass: Pass, { anySite }: FactTable): boolean {
  return pass.needs === null && PASSES.includes(pass) && (pass !== dropTrackingParams || anySite.paramLists === null);
}

const SETTLED: RegExp = settledFor([]);

/**
 * Whether the whole URL is in the usual form: only facts, rules for kinds of sites, lists of parameters and custom passes may
 * change it.
 */
export function isSettled(text: string): boolean {
  return text.length <= MAX_LENGTH && text.charCodeAt(0) === SMALL_H && matchEnd(SETTLED, text, 0) === text.length;
}

/** Splits a URL that {@link isSettled} accepts, like `parseUrl` but faster. `hasUnsafe` is false: nothing needs encoding. */
export function splitSettled(text: string): ParsedUrl {
  const host = settledHost(text);
  const root = settledRoot(text);
  const question = text.indexOf('?', root);
  const end = question < 0 ? text.length : question;
  const query = question < 0 ? null : text.slice(question + 1);
  return commonUrl(text.slice(0, host - 3), text.slice(host, root), null, text.slice(root, end), query, null);
}

/** What is written. It is ASCII. */
function textOf(length: number): string {
  return BUFFER?.latin1Slice?.(0, length) ?? DECODER.decode(OUT.subarray(0, length));
}

function byteAt(index: number): number {
  return URL_BYTES[index] ?? 0;
}

function hexDigit(value: number): number {
  return value < 10 ? 0x30 + value : 0x37 + value;
}

/** The index of the host of an http or https URL; 0 for all others. */
function hostStart(): number {
  const colon = (byteAt(4) | SMALL) === 0x73 ? 5 : 4;
  const isWeb =
    (byteAt(0) | SMALL) === 0x68 &&
    (byteAt(1) | SMALL) === 0x74 &&
    (byteAt(2) | SMALL) === 0x74 &&
    (byteAt(3) | SMALL) === 0x70 &&
    byteAt(colon) === COLON &&
    byteAt(colon + 1) === SLASH &&
    byteAt(colon + 2) === SLASH;
  return isWeb ? colon + 3 : 0;
}

/** The index of the host of a URL in its usual form. */
function settledHost(text: string): number {
  return text.charCodeAt(4) === COLON ? 7 : 8;
}

/** The index of its path. */
function settledRoot(text: string): number {
  return text.indexOf('/', settledHost(text));
}

/** Whether a fragment that starts with the character is a route of a script. */
function startsRoute(first: number): boolean {
  return first === 0x21 || first === SLASH;
}

/** Whether no letter of the scheme is a capital. A colon has the bit too. */
function hasSmallScheme(): boolean {
  return (byteAt(0) & byteAt(1) & byteAt(2) & byteAt(3) & byteAt(4) & SMALL) !== 0;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether a path, a query or a fragment starts with the character. */
function isDelimiter(code: number): boolean {
  return code === SLASH || code === QUESTION || code === HASH;
}

/** Whether a parameter of the path ends before the character. */
function isPathParamEnd(code: number): boolean {
  return isDelimiter(code) || code === SEMICOLON;
}

/** Whether the value of a path's parameter may have the character. The parser changes spaces, controls and backslashes. */
function isInPathParam(code: number): boolean {
  return code > SPACE && code !== BACKSLASH && !isPathParamEnd(code);
}

/** Patterns match only ASCII, and the scan writes nothing else. */
function asKey(url: string): Key {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- other characters are encoded or refused
  return url as Key;
}

/** The place of a pass among the passes from strictest to loosest; 0 for a pass that is not among them. */
type Rank = number;
