import type { ClaimKind } from '../../src/facts/claim-kind.ts';
import { wwwPair } from '../../src/facts/facts.ts';
import { normalizeParam } from '../../src/facts/normal-form.ts';
import { UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { type ParsedUrl, serialize } from '../../src/url/parsed-url.ts';
import { lowercaseLetters } from '../../src/url/percent.ts';
import { dropParams, mayHoldOthers, paramName } from '../../src/url/query.ts';

/** Common names of index pages. A request shows which of them a site has. */
export const INDEX_NAMES: readonly string[] = ['index.html', 'index.php', 'index.htm', 'default.aspx'];

/** The kinds of claim whose other form follows from the URL alone. */
export type FormKind = Exclude<ClaimKind, 'param' | 'default-param' | 'ip' | 'index'>;

/** The other form of a URL, which is the same page if the claim holds. Null if the URL has no other form. */
export function otherForm(kind: FormKind, url: string): string | null {
  const parsed = parseUrl(url);
  if (parsed instanceof UrlError) return null;
  const changed = OTHER_FORMS[kind](parsed);
  return changed === null ? null : serialize({ ...parsed, ...changed });
}

const OTHER_FORMS: Readonly<Record<FormKind, (url: ParsedUrl) => Partial<ParsedUrl> | null>> = {
  www: ({ asciiHost }) => {
    const [bare, www] = wwwPair(asciiHost ?? '');
    return { host: asciiHost === bare ? www : bare };
  },
  scheme: ({ protocol, port }) => (port === null ? { scheme: protocol === 'http' ? 'https' : 'http' } : null),
  slash: ({ path }) => (path === '/' ? null : { path: path.endsWith('/') ? path.slice(0, -1) : `${path}/` }),
  case: ({ path }) => {
    const other = /[A-Z]/.test(withoutEscapes(path)) ? lowercaseLetters(path) : upper(path);
    return other === path ? null : { path: other };
  },
  slashes: ({ path }) => {
    if (path === '/' || path.includes('//')) return null;
    const at = path.lastIndexOf('/', path.length - 2);
    return { path: `${path.slice(0, at)}/${path.slice(at)}` };
  },
  order: ({ query }) => {
    const reversed = query === null ? null : reverse(query);
    return reversed === query ? null : { query: reversed };
  },
};

/**
 * The URL of a folder with the name of its index page added, or the URL of an index page without that name; null if it
 * is neither.
 */
export function otherIndex(name: string, url: string): string | null {
  const parsed = parseUrl(url);
  if (parsed instanceof UrlError || parsed.query !== null) return null;
  const { path } = parsed;
  if (path.endsWith('/')) return serialize({ ...parsed, path: path + name });
  return path.endsWith(`/${name}`) ? serialize({ ...parsed, path: path.slice(0, -name.length) }) : null;
}

/** The parameters of a URL that facts can be about, as spelled in a key. */
export function paramsOf(url: string): readonly { readonly name: string; readonly param: string }[] {
  const parsed = parseUrl(url);
  const params = parsed instanceof UrlError || parsed.query === null ? [] : parsed.query.split('&');
  return params
    .filter((param) => paramName(param) !== '' && !mayHoldOthers(param))
    .map((param) => ({ name: normalizeParam(paramName(param)), param: normalizeParam(param) }));
}

/** The URL without the parameters of that name; null if it has none. */
export function withoutParam(url: string, name: string): string | null {
  const parsed = parseUrl(url);
  if (parsed instanceof UrlError || parsed.query === null) return null;
  const query = dropParams(parsed.query, (param) => normalizeParam(paramName(param)) === name && !mayHoldOthers(param));
  return query === parsed.query ? null : serialize({ ...parsed, query });
}

/** Parameters with the same name keep their order. */
function reverse(query: string): string {
  const byName = Map.groupBy(query.split('&'), paramName);
  return [...byName.values()].toReversed().flat().join('&');
}

const ESCAPES = /%[0-9A-Fa-f]{2}/g;

function withoutEscapes(path: string): string {
  return path.replace(ESCAPES, '');
}

function upper(path: string): string {
  return path.replace(/%[0-9A-Fa-f]{2}|[a-z]+/g, (run) => (run.startsWith('%') ? run : run.toUpperCase()));
}
