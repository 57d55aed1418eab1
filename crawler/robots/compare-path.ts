import { wireUrl } from '../../src/canon/wire-url.ts';
import { UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { decodeUnreserved, OPAQUE_PATH, percentEncode, uppercaseEscapes } from '../../src/url/percent.ts';

/** Path and query of a URL as a client sends it, in the form that rules are compared with; an error where it is no URL. */
export function comparePath(url: string): string | UrlError {
  const sent = wireUrl(url);
  const parsed = sent instanceof UrlError ? sent : parseUrl(sent);
  if (parsed instanceof UrlError) return parsed;
  const { path, query } = parsed;
  const target = query === null ? path : `${path}?${query}`;
  return compareLiteral(compareOctets(target.startsWith('/') ? target : `/${target}`));
}

/**
 * RFC 9309 2.2.2: octets beyond ASCII as escapes, escapes of unreserved characters decoded. Hexadecimal digits in upper
 * case. This is the form in which the octets of a pattern count. Google's parser decodes nothing: there, `%62` is not
 * `b`.
 */
export function compareOctets(text: string): string {
  return decodeUnreserved(uppercaseEscapes(percentEncode(text, OPAQUE_PATH)));
}

/**
 * Brings the rest to one spelling. What may stand in no URL (RFC 3986 2) becomes an escape, as some clients send it and
 * some do not. `%2A` and `%24` in a pattern are the characters themselves (RFC 9309 2.2.3).
 */
export function compareLiteral(octets: string): string {
  return octets
    .replace(/[ "<>\\^`{|}]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%2A', '*')
    .replaceAll('%24', '$');
}

/** Reserved characters that mean the same as their escapes in a query: RFC 3986 3.4, and `'`, which clients encode there. */
const QUERY_ESCAPES: Readonly<Record<string, string>> = { '%3A': ':', '%2F': '/', '%40': '@', '%27': "'" };

/**
 * RFC 9309 2.2.2 takes `?baz=https://foo.bar` and `?baz=https%3A%2F%2Ffoo.bar` for one. So some escapes behind the first
 * `?` are decoded; in a path they stay, for there `%2F` is no `/`.
 */
export function compareQuery(path: string): string {
  const query = path.indexOf('?') + 1;
  if (query === 0 || !path.includes('%', query)) return path;
  return path.slice(0, query) + path.slice(query).replace(/%(?:3A|2F|40|27)/g, (escape) => QUERY_ESCAPES[escape] ?? '');
}

/** Whether a pattern says something of characters that `compareQuery` has to do with. */
export function needsCompareQuery(octets: string): boolean {
  const query = octets.indexOf('?') + 1;
  return query > 0 && /[:/@']|%(?:3A|2F|40|27)/.test(octets.slice(query));
}
