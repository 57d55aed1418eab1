import { UrlError } from './error.ts';
import { parseUrl } from './parse.ts';
import { isSpecial } from './parsed-url.ts';

/**
 * A URL with its host's labels turned round, as web archives sort them: `http://(com,example,www,)/a`. Sites, their
 * subdomains and their paths then lie together. A port follows the labels, a user name stands in front of nothing:
 * `http://(com,example,:8080)/`. https://iipc.github.io/warc-specifications/specifications/cdx-format/
 *
 * @param text a canonical URL; one of another scheme than the web's, or with an address for a host, stays as it is but
 *   for the brackets, for there is nothing to turn round
 * @returns an error where it is no URL
 */
export function surt(text: string): string | UrlError {
  const url = parseUrl(text);
  if (url instanceof UrlError) return url;
  if (url.host === null || !isSpecial(url.protocol)) return text;
  const port = url.port === null ? '' : `:${url.port}`;
  const userinfo = url.userinfo === null ? '' : `@${url.userinfo}`;
  const query = url.query === null ? '' : `?${url.query}`;
  const fragment = url.fragment === null ? '' : `#${url.fragment}`;
  return `${url.scheme}://(${turned(url.host)}${port}${userinfo})${url.path}${query}${fragment}`;
}

/** Labels from the last to the first, each with a comma behind it; an address is no list of labels. */
function turned(host: string): string {
  if (host.startsWith('[') || /^[0-9.]+$/.test(host)) return host;
  return `${host.split('.').toReversed().join(',')},`;
}
