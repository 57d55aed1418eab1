import { UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';
import { PATH, percentEncode } from '../../url/percent.ts';

/**
 * A URL as a path of a file, `example.com/docs/a`, for tools that know files only: those that show findings in a
 * repository refuse any with a scheme.
 */
export function placeOf(url: string): string {
  const parsed = parseUrl(url);
  if (parsed instanceof UrlError || parsed.asciiHost === null) return percentEncode(url.replaceAll(':', '%3A'), PATH);
  const host = parsed.port === null ? parsed.asciiHost : `${parsed.asciiHost}_${parsed.port}`;
  const query = parsed.query === null ? '' : `%3F${parsed.query.replaceAll('#', '%23')}`;
  return percentEncode(`${host.replace(/^\[|\]$/g, '').replaceAll(':', '_')}${parsed.path}${query}`, PATH);
}
