import { wireUrl } from '../../canon/wire-url.ts';
import { UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';

/**
 * A URL as a path of a file, `example.com/docs/a`, for tools that know files only: those that show findings in a
 * repository refuse any with a scheme.
 *
 * @returns a relative reference without a leading slash and without dot segments (RFC 3986 4.2); what is no URL of a
 * host is one segment
 */
export function placeOf(url: string): string {
  const sent = wireUrl(url);
  const parsed = sent instanceof UrlError ? sent : parseUrl(sent);
  if (parsed instanceof UrlError || !parsed.asciiHost) return segment(`invalid:${url.toWellFormed()}`);
  const { asciiHost, port, path, query } = parsed;
  const host = asciiHost.replace(/^\[|\]$/g, '').replaceAll(':', '_');
  return `${host}${port === null ? '' : `_${port}`}${escapeRest(path)}${query === null ? '' : segment(`?${query}`)}`;
}

/** With every character escaped that would end a segment; escapes stay. */
function segment(text: string): string {
  return escapeRest(text).replace(/[?#/]/g, encodeURIComponent);
}

/** Escapes what may not stand in a path (RFC 3986 3.3). */
function escapeRest(text: string): string {
  return text.replace(/%(?![\dA-Fa-f]{2})|[^\w\-.~!$&'()*+,;=@/?#%]/gu, encodeURIComponent);
}
