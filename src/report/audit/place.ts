import { wireParts } from '../../canon/wire-url.ts';
import { UrlError } from '../../url/error.ts';
import { withoutBrackets } from '../../url/host.ts';

/**
 * A URL as a file path, `example.com/docs/a`. Tools that show findings in a repository refuse URLs with a scheme.
 *
 * @returns a relative reference without a leading slash and without dot segments (RFC 3986 4.2); a single segment for an
 * invalid URL
 */
export function placeOf(url: string): string {
  const parsed = wireParts(url);
  if (parsed instanceof UrlError || !parsed.asciiHost) return segment(`invalid:${url.toWellFormed()}`);
  const { asciiHost, port, path, query } = parsed;
  const host = withoutBrackets(asciiHost).replaceAll(':', '_');
  return `${host}${port === null ? '' : `_${port}`}${escapeRest(path)}${query === null ? '' : segment(`?${query}`)}`;
}

/** Escapes the characters that would end a segment. Keeps existing escapes. */
function segment(text: string): string {
  return escapeRest(text).replace(/[?#/]/g, encodeURIComponent);
}

/** Escapes the characters that a path must not contain (RFC 3986 3.3). */
function escapeRest(text: string): string {
  return text.replace(/%(?![\dA-Fa-f]{2})|[^\w\-.~!$&'()*+,;=@/?#%]/gu, encodeURIComponent);
}
