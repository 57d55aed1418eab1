import { UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';
import { paramNames } from '../../url/query.ts';

/** Segments that name one of many pages: with a digit, with three or more hyphens, or a long hexadecimal number. */
const VARIABLE = /\d|^[^-]*(?:-[^-]*){3,}$|^[\da-f]{16,}$/i;
/** A language with its region: `pt-BR`. Two letters alone may be a name. */
const LANGUAGE = /^[a-z]{2}[-_][a-z]{2}$/i;

/** A segment of a path as the pages of one template share it: `*` if it names one of many pages. */
export function segmentOfTemplate(segment: string): string {
  return VARIABLE.test(segment) || LANGUAGE.test(segment) ? '*' : segment;
}

/** What may be a language in a file name, as Apache negotiates it: `index.de.html`, `index.html.pt-br`. */
const FILE_LANGUAGE = /\.(?:([a-z]{2}(?:[-_][a-z]{2})?)\.x?html?|x?html?\.([a-z]{2}(?:[-_][a-z]{2})?))$/i;
/** Made when it is needed: the first one takes 20 ms. */
let languages: Intl.DisplayNames | null = null;

/** The pattern that URLs of one template share: `example.com/shop/*?id=*`. */
export function templateOf(url: string): string {
  const parsed = parseUrl(url);
  if (parsed instanceof UrlError) return '(invalid URL)';
  const path = parsed.path.split('/').map(segmentOfTemplate).join('/');
  const names = paramNames(parsed.query);
  const query = names.length === 0 ? '' : `?${names.map((name) => `${name}=*`).join('&')}`;
  const port = parsed.port === null ? '' : `:${parsed.port}`;
  return `${parsed.asciiHost ?? ''}${port}${path}${query}`;
}

/** The language of a page by its URL, in lower case: a folder of a language with its region, or the language in the file name. Empty if there is none. */
export function languageInPath(url: string): string {
  const segments = segmentsOf(url.replace(/[?#][^]*/, ''))?.slice(1) ?? [];
  const language = segments.find((segment) => LANGUAGE.test(segment)) ?? languageInName(segments.at(-1) ?? '');
  return language.toLowerCase();
}

/** Two letters may also be an extension, as in `app.js.html`. */
function languageInName(name: string): string {
  const [, before, language = before ?? ''] = FILE_LANGUAGE.exec(name) ?? [];
  if (language === '') return '';
  languages ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return languages.of(language.slice(0, 2)) === undefined ? '' : language;
}

/**
 * How a URL and the one that should replace it differ, for pages of one template: `example.com/3.11/* → example.com/3/*`.
 * The template of the URL if the two end differently.
 */
export function changeBetween(url: string, other: string): string {
  const [own, others] = [segmentsOf(url), segmentsOf(other)];
  if (own === null || others === null) return templateOf(url);
  let same = 0;
  while (same < Math.min(own.length, others.length) - 1 && own.at(-1 - same) === others.at(-1 - same)) same++;
  const starts = [own.slice(0, own.length - same), others.slice(0, others.length - same)];
  // The languages of a site share a template.
  const isShared = (segment: string): boolean => LANGUAGE.test(segment) && starts.every((one) => one.includes(segment));
  const [start, end] = starts.map((one) => one.map((segment) => (isShared(segment) ? '*' : segment)).join('/'));
  return same === 0 || start === end ? templateOf(url) : `${start}/* → ${end}/*`;
}

/** Scheme and host, then the segments of the path, the last one with the query. */
function segmentsOf(url: string): readonly string[] | null {
  const [, origin, rest = ''] = /^([a-z]+:\/\/[^/?#]*)\/?([^#]*)/i.exec(url) ?? [];
  return origin === undefined ? null : [origin, ...rest.split('/')];
}
