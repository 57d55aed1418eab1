import { wireParts } from '../../src/canon/wire-url.ts';
import { UrlError } from '../../src/url/error.ts';
import { resourceOf } from '../../src/url/parsed-url.ts';
import { decodeUnreserved, OPAQUE_PATH, percentEncode, uppercaseEscapes } from '../../src/url/percent.ts';

/**
 * Path and query of a URL as a client sends them, in the form that rules are compared with. An error if the URL is
 * invalid.
 */
export function comparePath(url: string): string | UrlError {
  const parsed = wireParts(url);
  if (parsed instanceof UrlError) return parsed;
  const target = resourceOf(parsed);
  return compareLiteral(compareOctets(target.startsWith('/') ? target : `/${target}`));
}

/**
 * Percent-encodes octets above ASCII and decodes escapes of unreserved characters, with upper-case hexadecimal digits
 * (RFC 9309, section 2.2.2). The octets of a pattern are counted in this form. Google's parser decodes nothing: there,
 * `%62` does not match `b`.
 */
export function compareOctets(text: string): string {
  return decodeUnreserved(uppercaseEscapes(percentEncode(text, OPAQUE_PATH)));
}

/**
 * Normalizes the remaining characters. A character that is not allowed in a URL (RFC 3986, section 2) is
 * percent-encoded, because some clients do so and some do not. `%2A` and `%24` in a pattern stand for the characters
 * themselves (RFC 9309, section 2.2.3).
 */
export function compareLiteral(octets: string): string {
  return octets
    .replace(/[ "<>\\^`{|}]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%2A', '*')
    .replaceAll('%24', '$');
}

/**
 * Characters that mean the same as their escapes in a query: reserved ones of RFC 3986, section 3.4, and `'`, which
 * clients encode there.
 */
const QUERY_ESCAPES: Readonly<Record<string, string>> = { '%3A': ':', '%2F': '/', '%40': '@', '%27': "'" };

/**
 * Decodes some escapes after the first `?`, because RFC 9309, section 2.2.2 treats `?baz=https://foo.bar` and
 * `?baz=https%3A%2F%2Ffoo.bar` as equal. The path stays unchanged, because `%2F` differs from `/` there.
 */
export function compareQuery(path: string): string {
  const query = path.indexOf('?') + 1;
  if (query === 0 || !path.includes('%', query)) return path;
  return path.slice(0, query) + path.slice(query).replace(/%(?:3A|2F|40|27)/g, (escape) => QUERY_ESCAPES[escape] ?? '');
}

/** Whether a pattern contains characters that `compareQuery` affects. */
export function needsCompareQuery(octets: string): boolean {
  const query = octets.indexOf('?') + 1;
  return query > 0 && /[:/@']|%(?:3A|2F|40|27)/.test(octets.slice(query));
}
