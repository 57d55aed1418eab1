import { removeDots } from './dot-segments.ts';
import { UrlError } from './error.ts';
import { parseUrl } from './parse.ts';
import { hasOpaquePath, isSpecial, type ParsedUrl, serialize } from './parsed-url.ts';

/**
 * Resolves a reference against a base, and does nothing else to it: what is spelled in an odd way stays so. By RFC 3986
 * 5.2, read as leniently as the URL Standard reads references to special schemes.
 *
 * @param base an absolute URL, as a string or split by {@link parseUrl} for the many references of one page
 * @returns the absolute URL as text, which may still be none (`http://[`), or why there is none to give
 */
export function resolve(base: string | ParsedUrl, reference: string): string | UrlError {
  const url = typeof base === 'string' ? parseUrl(base) : base;
  if (url instanceof UrlError) return url;
  const text = trim(reference);
  const colon = /^[A-Za-z][A-Za-z0-9+.-]*:/.exec(text)?.[0].length ?? 0;
  if (colon > 0 && !isRelativeInSpiteOfScheme(url, text, colon)) return text;
  const relative = text.slice(colon);
  if (hasOpaquePath(url) && !relative.startsWith('#')) return new UrlError('no-scheme', 0);
  return resolveRelative({ ...url, leading: '', trailing: '', fragment: null }, relative);
}

/** Without what every browser ignores: controls and spaces around it, tabs and newlines in it. */
function trim(reference: string): string {
  let start = 0;
  let end = reference.length;
  while (start < end && reference.charCodeAt(start) <= 0x20) start++;
  while (end > start && reference.charCodeAt(end - 1) <= 0x20) end--;
  const text = start === 0 && end === reference.length ? reference : reference.slice(start, end);
  // oxlint-disable-next-line no-control-regex -- what the standard removes
  return /[\t\n\r]/.test(text) ? text.toWellFormed().replace(/[\t\n\r]+/g, '') : text;
}

/** URL Standard, special relative or authority state: `http:a` against an http base is a relative reference. */
function isRelativeInSpiteOfScheme(base: ParsedUrl, text: string, colon: number): boolean {
  const protocol = text.slice(0, colon - 1).toLowerCase();
  return protocol === base.protocol && isSpecial(protocol) && !text.startsWith('//', colon);
}

function resolveRelative(base: ParsedUrl, reference: string): string {
  if (reference === '') return serialize(base);
  const special = isSpecial(base.protocol);
  const end = pathEnd(reference);
  const path = special ? reference.slice(0, end).replaceAll('\\', '/') : reference.slice(0, end);
  const rest = reference.slice(end);
  if (path.startsWith('//')) return `${base.scheme}:${reference}`;
  if (path === '') return rest.startsWith('#') ? serialize(base) + rest : serialize({ ...base, query: null }) + rest;
  const merged = path.startsWith('/') ? path : mergePaths(base, special, path);
  return serialize({ ...base, path: removeDots(base, merged), query: null }) + rest;
}

/** The index of the `?` or `#` behind the path. */
function pathEnd(reference: string): number {
  const end = reference.search(/[?#]/);
  return end < 0 ? reference.length : end;
}

/** RFC 3986 5.2.3. */
function mergePaths(base: ParsedUrl, special: boolean, path: string): string {
  const basePath = special ? base.path.replaceAll('\\', '/') : base.path;
  if (basePath === '') return `/${path}`;
  return basePath.slice(0, basePath.lastIndexOf('/') + 1) + path;
}
