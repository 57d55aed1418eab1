import { authorityEnd, authorityStart, isSlash, schemeEnd } from './authority.ts';
import { UrlError } from './error.ts';
import { parseUrl } from './parse.ts';
import { isSpecial } from './parsed-url.ts';

// User names and passwords in URLs never enter a database, a message or a report. Whatever a server or a user gives goes
// through one of these functions first: `withoutUserinfo` where it is a URL, `withoutCredentials` where it is text.

/** What divides a user name from its host: `@`, and in a URL that nobody can request what may be meant for it. */
const AT = /@|[\uff20\ufe6b]|%(?:25)*40|%ef%bc%a0|%ef%b9%ab|\xef\xbc\xa0|\xef\xb9\xab/i;
/** Those that are longer than a character: as escapes, or as bytes of UTF-8. */
const LONG_AT = /%(?:25)*40|%ef%bc%a0|%ef%b9%ab|\xef\xbc\xa0|\xef\xb9\xab/gi;

/**
 * A URL or a reference to one without its user name and password; the same string where it has none. URLs within it, as in
 * `?next=https://ann:pw@h/`, are a part of it, for it is fetched as found: only where it has no host (`javascript:`,
 * `view-source:`) they lose theirs. In what is no URL, all up to the last `@` counts as user name. Takes linear time.
 *
 * @param url valid or not, absolute or not, with whatever a browser reads over
 */
export function withoutUserinfo(url: string): string {
  return stripped(url, '');
}

/** @param mark what stays in place of a user name */
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
 * Text in which URLs may stand, each without its user name and password; a lone `@`, as it is spelled, stays where they were. The same string
 * where there are none. A text that is one URL is taken for that URL alone. Takes linear time.
 */
export function withoutCredentials(text: string): string {
  if (!AT.test(text)) return text;
  const bare = stripped(text, '@');
  const isUrl = !/[\s"'<>]/.test(bare) && !(parseUrl(bare) instanceof UrlError);
  return isUrl ? bare : bareWords(bare);
}

/**
 * The start of a text, without what {@link withoutCredentials} takes out and without a user name that goes on behind it.
 *
 * @param length most UTF-16 units
 */
export function startWithoutCredentials(text: string, length: number): string {
  if (text.length <= length) return withoutCredentials(text);
  const start = withoutCredentials(`${text.slice(0, length)}@`);
  return start.endsWith('@') ? start.slice(0, -1) : start;
}

/** A value with `withoutCredentials` applied to every string in it, at any depth; itself where none has any. */
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
  /** Where it starts, or the path where there is none. */
  readonly start: number;
  readonly isSpecial: boolean;
  /** Whether a program of its own reads what follows. */
  readonly isOpaque: boolean;
}

/** Null for a reference without an authority. One that starts with two slashes is read as against a page of the web. */
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

/** Where the host starts. Without the user name, slashes behind an empty host would be in front of another one. */
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

/** The index behind the last of them; 0 where there is none. */
function lastAt(text: string): number {
  let last = Math.max(...['@', '\uff20', '\ufe6b'].map((sign) => text.lastIndexOf(sign))) + 1;
  const behind = last;
  for (const { index, 0: sign } of text.slice(behind).matchAll(LONG_AT)) last = behind + index + sign.length;
  return last;
}

/** `http://ann:pass/word@h/`: a port that is none, and an `@` behind it. */
function isMeantAsPassword(text: string, { start, isSpecial: special }: Authority): boolean {
  return text.slice(start, authorityEnd(text, start, special)).includes(':') && parseUrl(text) instanceof UrlError;
}

function withOpaquePath(url: string, text: string, start: number): string {
  const path = text.slice(start);
  const bare = bareWords(path);
  return bare === path ? url : text.slice(0, start) + bare;
}

/** What is sure to be a URL, as far as it may go. */
const WEB_URL = /\b(?:https?|wss?|ftp):[/\\][^ \n"'<>]*/gi;
/** A run of what may be an authority. */
const WORD = /[^/\\?# \n"'<>]+/g;
/** In front of it: several slashes that are no part of a path, some with a backslash, any behind a scheme or an empty host. */
const SLASHES = /(?:^|[^\w.~%)\]/\\-])[/\\]{2,}$|(?:[/\\]\\|\\[/\\])[/\\]*$|(?:\b(?:https?|wss?|ftp|file):|@)[/\\]+$/i;
/** In it: a scheme whose slashes are missing. */
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
