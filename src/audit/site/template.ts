import { UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';

/** Segments that identify one of many pages: with a digit, with three or more hyphens, or a long hexadecimal number. */
const VARIABLE = /\d|^[^-]*(?:-[^-]*){3,}$|^[\da-f]{16,}$/i;

/** The pattern that URLs of one template share: `example.com/shop/*?id=*`. */
export function templateOf(url: string): string {
  const parsed = parseUrl(url);
  if (parsed instanceof UrlError) return '(invalid URL)';
  const path = parsed.path
    .split('/')
    .map((segment) => (VARIABLE.test(segment) ? '*' : segment))
    .join('/');
  const names = parsed.query === null ? [] : parsed.query.split('&').map((param) => param.split('=', 1)[0]);
  const query = names.length === 0 ? '' : `?${[...new Set(names)].map((name) => `${name}=*`).join('&')}`;
  const port = parsed.port === null ? '' : `:${parsed.port}`;
  return `${parsed.asciiHost ?? ''}${port}${path}${query}`;
}
