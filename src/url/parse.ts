import { refuseNonText } from '../text/refuse-non-text.ts';
import { authorityEnd, authorityStart, schemeEnd } from './authority.ts';
import { UrlError, type UrlErrorCode } from './error.ts';
import { type HostResult, parseOpaqueHost, parseSpecialHost } from './host.ts';
import { DOTTED_DECIMAL } from './ipv4.ts';
import { commonUrl, isSpecial, type ParsedUrl } from './parsed-url.ts';
import { classOfSafe, FRAGMENT, PATH, SPECIAL_QUERY } from './percent.ts';

/**
 * Splits a URL at its delimiters without losing a character: `serialize(parseUrl(x)) === x`. Special schemes follow the
 * URL Standard (https://url.spec.whatwg.org/#url-parsing), all others RFC 3986 3. Linear time.
 *
 * @returns the parts, or why the string is not a valid URL
 * @throws {TypeError} only if the input is not a string
 */
export function parseUrl(input: string): ParsedUrl | UrlError {
  refuseNonText(input, 'the URL of parseUrl');
  return parseCommon(input) ?? parseAny(input);
}

/** The engine's regular expressions keep backtracking state for each character, and overflow at some millions. */
const MAX_COMMON_LENGTH = 4096;

/**
 * http or https, `://`, a domain of ASCII labels or an IPv4 address in its one spelling, an optional port below 60000,
 * and nothing to percent-encode.
 */
const COMMON = new RegExp(
  [
    `^([Hh][Tt][Tt][Pp][Ss]?)://((?:[A-Za-z0-9_-]+\\.)*[A-Za-z_-][A-Za-z0-9_-]*|${DOTTED_DECIMAL})(?::([0-9]{0,4}|[1-5][0-9]{4}))?`,
    `((?:/${classOfSafe(PATH, '\\')}*)?)(?:\\?(${classOfSafe(SPECIAL_QUERY)}*))?(?:#(${classOfSafe(FRAGMENT)}*))?$`,
  ].join(''),
);

/** Splits the common form of URL with one pattern, which is fast; null for all others. */
function parseCommon(input: string): ParsedUrl | null {
  const match = input.length > MAX_COMMON_LENGTH ? null : COMMON.exec(input);
  if (match === null) return null;
  const [, scheme = '', host = '', port = null, path = '', query = null, fragment = null] = match;
  return commonUrl(scheme, host, port, path, query, fragment);
}

function parseAny(input: string): ParsedUrl | UrlError {
  const start = skipControls(input, 0, 1);
  const end = start === input.length ? start : skipControls(input, input.length - 1, -1) + 1;
  if (start === end) return new UrlError('empty', 0);
  const trimmed = start === 0 && end === input.length ? input : input.slice(start, end);
  // oxlint-disable-next-line no-control-regex -- the URL Standard removes these before parsing
  const split = splitTrimmed(/[\t\n\r]/.test(trimmed) ? seeThrough(trimmed) : new Text(trimmed, null));
  if (split instanceof UrlError) return new UrlError(split.code, split.position + start, split.message);
  return start === 0 && end === input.length
    ? split
    : { ...split, leading: input.slice(0, start), trailing: input.slice(end) };
}

/** The index of the first character, from `index` in direction `step`, that is neither a C0 control nor a space. */
function skipControls(text: string, index: number, step: 1 | -1): number {
  while (index >= 0 && index < text.length && text.charCodeAt(index) <= 0x20) index += step;
  return index;
}

/**
 * Text without tabs and newlines, as the parser reads it. Remembers the original: a part between two indexes of the
 * clean text is cut from the original, including its tabs and newlines.
 */
class Text {
  readonly clean: string;
  readonly #original: { readonly text: string; readonly indexes: Uint32Array } | null;

  constructor(clean: string, original: { text: string; indexes: Uint32Array } | null) {
    this.clean = clean;
    this.#original = original;
  }

  get hasTabs(): boolean {
    return this.#original !== null;
  }

  /** Maps an index of the clean text to the original. */
  originalIndex(index: number): number {
    return this.#original === null ? index : (this.#original.indexes[index] ?? this.#original.text.length);
  }

  error(code: UrlErrorCode, index: number): UrlError {
    return new UrlError(code, this.originalIndex(index));
  }

  /** The original text for `start` to `end` of the clean text. */
  part(start: number, end: number): string {
    if (this.#original === null) return this.clean.slice(start, end);
    return this.#original.text.slice(this.originalIndex(start), this.originalIndex(end));
  }

  /** The original text from after the delimiter at `delimiter` to `end`. */
  partBehind(delimiter: number, end: number): string {
    if (this.#original === null) return this.clean.slice(delimiter + 1, end);
    return this.#original.text.slice(this.originalIndex(delimiter) + 1, this.originalIndex(end));
  }
}

function seeThrough(text: string): Text {
  const indexes = new Uint32Array(text.length);
  let clean = '';
  let length = 0;
  // Make it well-formed first, or two surrogates separated by a tab would become one character.
  for (const run of text.toWellFormed().matchAll(/[^\t\n\r]+/g)) {
    clean += run[0];
    for (let i = 0; i < run[0].length; i++) indexes[length++] = run.index + i;
  }
  return new Text(clean, { text, indexes: indexes.subarray(0, length) });
}

/** References that do not start with a host, so that a scheme alone does not make a URL of them. */
export const RELATIVE: RegExp = /^(?:[/\\](?![/\\])|[.?#]|$)/;
const IS_RELATIVE = 'the URL is relative; write the whole URL';
/** As copied from a text or from code. */
const ENCLOSED = /^["'`<([{“‘«]/;
const IS_ENCLOSED = 'a quote or bracket precedes the URL; write the URL alone';

function noScheme(clean: string): UrlError {
  if (RELATIVE.test(clean)) return new UrlError('no-scheme', 0, IS_RELATIVE);
  return ENCLOSED.test(clean) ? new UrlError('no-scheme', 0, IS_ENCLOSED) : new UrlError('no-scheme', 0);
}

function splitTrimmed(text: Text): ParsedUrl | UrlError {
  const { clean } = text;
  const colon = schemeEnd(clean);
  if (colon < 0) return noScheme(clean);
  const protocol = clean.slice(0, colon).toLowerCase();
  const start = authorityStart(clean, colon, protocol);
  const authority = splitAuthority(text, start, start > colon + 1, protocol);
  if (authority instanceof UrlError) return authority;
  const { length } = clean;
  const hash = indexOrEnd(clean, '#', authority.end, length);
  const question = indexOrEnd(clean, '?', authority.end, hash);
  return {
    leading: '',
    scheme: text.part(0, colon),
    separator: text.part(colon, start),
    userinfo: authority.userinfo,
    host: authority.host,
    port: authority.port,
    path: text.part(authority.end, question),
    query: question < hash ? text.partBehind(question, hash) : null,
    fragment: hash < length ? text.partBehind(hash, length) : null,
    trailing: '',
    protocol,
    hasTabs: text.hasTabs,
    hasUnsafe: true,
    asciiHost: authority.asciiHost,
  };
}

interface Authority extends Pick<ParsedUrl, 'userinfo' | 'host' | 'port' | 'asciiHost'> {
  /** The index where the path starts. */
  readonly end: number;
}

function splitAuthority(text: Text, start: number, hasSlashes: boolean, protocol: string): Authority | UrlError {
  const special = isSpecial(protocol);
  if (protocol === 'file') return splitFileAuthority(text, start, hasSlashes);
  if (!special && !hasSlashes) return { userinfo: null, host: null, port: null, asciiHost: null, end: start };

  const { clean } = text;
  const end = authorityEnd(clean, start, special);
  const at = clean.lastIndexOf('@', end - 1);
  const hasUserinfo = at >= start;
  const hostStart = hasUserinfo ? at + 1 : start;
  const colon = portColon(clean, hostStart, end);
  const hasPort = colon < end;
  const host = clean.slice(hostStart, colon);
  if (host === '' && (special || hasUserinfo || hasPort)) return text.error('no-host', hostStart);
  const parsed: HostResult = special ? parseSpecialHost(host) : parseOpaqueHost(host);
  if (parsed.error !== undefined) return text.error(parsed.error, hostStart);
  const portError = hasPort ? checkPort(clean.slice(colon + 1, end)) : null;
  if (portError !== null) return text.error(portError, colon + 1);
  return {
    userinfo: hasUserinfo ? text.part(start, at) : null,
    host: hasUserinfo ? text.partBehind(at, colon) : text.part(start, colon),
    port: hasPort ? text.partBehind(colon, end) : null,
    asciiHost: parsed.host,
    end,
  };
}

/** A file URL has a host but no port or user name. A drive letter in the host's place belongs to the path. */
function splitFileAuthority(text: Text, start: number, hasSlashes: boolean): Authority | UrlError {
  const { clean } = text;
  const end = hasSlashes ? authorityEnd(clean, start, true) : start;
  const host = clean.slice(start, end);
  if (host === '' || /^[A-Za-z][:|]$/.test(host)) {
    return { userinfo: null, host: '', port: null, asciiHost: '', end: start };
  }
  const parsed = parseSpecialHost(host);
  if (parsed.error !== undefined) return text.error(parsed.error, start);
  const asciiHost = parsed.host === 'localhost' ? '' : parsed.host;
  return { userinfo: null, host: text.part(start, end), port: null, asciiHost, end };
}

/**
 * The index of the colon before the port, or `end` if there is no port. Colons in brackets belong to an IPv6 address.
 */
function portColon(text: string, start: number, end: number): number {
  let inBrackets = false;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x5b) inBrackets = true;
    else if (code === 0x5d) inBrackets = false;
    else if (code === 0x3a && !inBrackets) return i;
  }
  return end;
}

function checkPort(port: string): UrlErrorCode | null {
  if (!/^[0-9]*$/.test(port)) return 'port-invalid';
  return Number(port) > 65535 ? 'port-out-of-range' : null;
}

function indexOrEnd(text: string, character: string, from: number, end: number): number {
  const index = text.indexOf(character, from);
  return index < 0 || index > end ? end : index;
}
