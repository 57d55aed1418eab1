import { authorityEnd, authorityStart, isSlash, schemeEnd } from './authority.ts';
import { UrlError } from './error.ts';
import { parseUrl } from './parse.ts';
import { isSpecial } from './parsed-url.ts';

// User names and passwords in URLs never enter a database, a message or a report. All input from servers and users
// passes through one of these functions first: `withoutUserinfo` for a URL, `withoutCredentials` for text.

/**
 * What may separate a user name from its host: `@`, and the forms of it that people write in URLs that no client
 * accepts.
 */
const AT = /@|[\uff20\ufe6b]|%(?:25)*40|%ef%bc%a0|%ef%b9%ab|\xef\xbc\xa0|\xef\xb9\xab/i;
/** The forms longer than one character: percent-encoded, or as UTF-8 bytes. */
const LONG_AT = /%(?:25)*40|%ef%bc%a0|%ef%b9%ab|\xef\xbc\xa0|\xef\xb9\xab/gi;

/**
 * Removes the user name and password from a URL or reference. Returns the same string if it has neither. Credentials in
 * a URL inside it stay (`?next=https://ann:pw@h/`), because the URL is fetched as found; they are removed only if the
 * outer URL has no host (`javascript:`, `view-source:`). If the string is not a valid URL, everything up to the last
 * `@` counts as user name. Linear time.
 *
 * @param url valid or not, absolute or not; may contain tabs and newlines
 */
export function withoutUserinfo(url: string): string {
  return stripped(url, '');
}

/**
 * {@link withoutUserinfo} for a text that is meant as a full URL, but may lack its scheme: `ann:pass@h/`. Without a
 * scheme, everything up to the last `@` counts as user name, and the `@` stays.
 */
export function withoutMeantUserinfo(text: string): string {
  const bare = withoutUserinfo(text);
  const end = /^\s*(?:[a-z][a-z\d+.-]*:)?[/\\]/i.test(bare) ? 0 : lastAt(bare);
  return end === 0 ? bare : `@${bare.slice(end)}`;
}

/** @param mark takes the place of a removed user name */
function stripped(url: string, mark: '' | '@'): string {
  if (!AT.test(url)) return url;
  // oxlint-disable-next-line no-control-regex -- what a browser reads over
  const text = /[\t\n\r]/.test(url) ? url.replace(/[\t\n\r]+/g, '') : url;
  const authority = authorityOf(text);
  if (authority === null) return url;
  if (authority.isOpaque) return withOpaquePath(url, text, authority.start);
  const end = userinfoEnd(text, authority);
  const front = text.slice(0, authority.start);
  const host = text.slice(end);
  const last = lastAt(host);
  if (last > 0 && isMeantAsPassword(front + host, authority)) return front + mark + host.slice(last);
  const isSame = text.slice(authority.start, end) === mark;
  return end === authority.start || isSame ? url : front + mark + host;
}

/**
 * Removes user names and passwords from all URLs in a text, and leaves the bare `@` as spelled. Returns the same string
 * if it has none. A text that is one URL is treated as that URL alone. Linear time.
 */
export function withoutCredentials(text: string): string {
  if (!AT.test(text)) return text;
  const bare = stripped(text, '@');
  const isUrl = !/[\s"'<>]/.test(bare) && !(parseUrl(bare) instanceof UrlError);
  return isUrl ? bare : bareWords(bare);
}

/**
 * The start of a text, without credentials, even if the cut falls inside a user name.
 *
 * @param length maximum, in UTF-16 code units
 */
export function startWithoutCredentials(text: string, length: number): string {
  if (text.length <= length) return withoutCredentials(text);
  const start = withoutCredentials(`${text.slice(0, length)}@`);
  return start.endsWith('@') ? start.slice(0, -1) : start;
}

/**
 * Applies {@link withoutCredentials} to every string in a value, at any depth. Returns the value itself if nothing
 * changes.
 */
export function bareValue<T>(value: T): T;
export function bareValue(value: unknown): unknown {
  if (typeof value === 'string') return withoutCredentials(value);
  if (Array.isArray(value)) return bareParts(value, value.map(bareValue));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const bare = entries.map(([name, part]) => [name, bareValue(part)] as const);
  return bare.every(([, part], at) => part === entries[at]?.[1]) ? value : Object.fromEntries(bare);
}

function bareParts(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.every((part, at) => part === before[at]) ? before : after;
}

interface Authority {
  /** The index of the authority, or of the path in a URL without an authority. */
  readonly start: number;
  readonly isSpecial: boolean;
  /** Whether the path is opaque (`mailto:`, `javascript:`). */
  readonly isOpaque: boolean;
}

/** Null for a reference without an authority. Reads `//…` as a reference on a web page. */
function authorityOf(text: string): Authority | null {
  const trimmed = text.search(/[^\0- ]/);
  const clean = text.slice(trimmed);
  const colon = schemeEnd(clean);
  if (colon < 0) {
    const start = authorityStart(clean, -1, 'https');
    return start < 2 ? null : { start: trimmed + start, isSpecial: true, isOpaque: false };
  }
  const protocol = clean.slice(0, colon).toLowerCase();
  const start = authorityStart(clean, colon, protocol);
  const isOpaque = start === colon + 1 && !isSpecial(protocol);
  if (start === colon + 1 && protocol === 'file') return null;
  return { start: trimmed + start, isSpecial: isSpecial(protocol), isOpaque };
}

/** The index of the host. If the host is empty, the slashes after it would introduce another host, so it reads on. */
function userinfoEnd(text: string, authority: Authority): number {
  let host = authority.start;
  for (let start = host; ; ) {
    const part = text.slice(start, authorityEnd(text, start, authority.isSpecial));
    const length = authority.isSpecial ? lastAt(part) : part.lastIndexOf('@') + 1;
    if (length === 0) return host;
    host = start + length;
    if (!authority.isSpecial || length < part.length) return host;
    for (start = host; isSlash(text, start); ) start++;
  }
}

/** The index after the last `@` sign; 0 if there is none. */
function lastAt(text: string): number {
  let last = Math.max(...['@', '\uff20', '\ufe6b'].map((sign) => text.lastIndexOf(sign))) + 1;
  const behind = last;
  for (const { index, 0: sign } of text.slice(behind).matchAll(LONG_AT)) last = behind + index + sign.length;
  return last;
}

/** `http://ann:pass/word@h/`: an invalid port, and an `@` after it. */
function isMeantAsPassword(text: string, { start, isSpecial: special }: Authority): boolean {
  return text.slice(start, authorityEnd(text, start, special)).includes(':') && parseUrl(text) instanceof UrlError;
}

function withOpaquePath(url: string, text: string, start: number): string {
  const path = text.slice(start);
  const bare = bareWords(path);
  return bare === path ? url : text.slice(0, start) + bare;
}

/** Text that surely starts a URL, as far as the URL may extend. */
const WEB_URL = /\b(?:https?|wss?|ftp):[/\\][^ \n"'<>]*/gi;
/** A run of characters that may be an authority. */
const WORD = /[^/\\?# \n"'<>]+/g;
/**
 * Slashes that introduce an authority: several outside a path, mixed with backslashes, or after a scheme or an empty
 * host.
 */
const SLASHES = /(?:^|[^\w.~%)\]/\\-])[/\\]{2,}$|(?:[/\\]\\|\\[/\\])[/\\]*$|(?:\b(?:https?|wss?|ftp|file):|@)[/\\]+$/i;
/** A scheme without its slashes. */
const SCHEME = /(?<![\w.+-])(?:https?|wss?|ftp):/i;
const LONGEST_PREFIX = 16;
const AT_END = new RegExp(`(?:${AT.source})$`, 'i');

function bareWords(written: string): string {
  const text = written.replace(WEB_URL, (url) => stripped(url, '@'));
  return text.replace(WORD, (word, at: number) => {
    const end = AT.test(word) ? lastAt(word) : 0;
    if (end === 0) return word;
    const scheme = SCHEME.exec(word.slice(0, end));
    const isAuthority = SLASHES.test(text.slice(Math.max(0, at - LONGEST_PREFIX), at));
    const start = isAuthority ? 0 : scheme === null ? end : scheme.index + scheme[0].length;
    const sign = AT_END.exec(word.slice(start, end))?.[0] ?? '';
    return word.slice(0, start) + sign + word.slice(end);
  });
}
