import { UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';

/** Segments that name one of many: with a digit, long ones with hyphens, and hashes. */
const VARIABLE = /\d|^[^-]*(?:-[^-]*){3,}$|^[\da-f]{16,}$/i;

/** What the URLs of pages that one template makes have in common: `example.com/shop/*?id=*`. */
export function templateOf(url: string): string {
  const parsed = parseUrl(url);
  if (parsed instanceof UrlError) return '(no URL)';
  const path = parsed.path
    .split('/')
    .map((segment) => (VARIABLE.test(segment) ? '*' : segment))
    .join('/');
  const names = parsed.query === null ? [] : parsed.query.split('&').map((param) => param.split('=', 1)[0]);
  const query = names.length === 0 ? '' : `?${[...new Set(names)].map((name) => `${name}=*`).join('&')}`;
  const port = parsed.port === null ? '' : `:${parsed.port}`;
  return `${parsed.asciiHost ?? ''}${port}${path}${query}`;
}
