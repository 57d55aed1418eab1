import { refuseNonText } from '../text/refuse-non-text.ts';
import { UrlError } from './error.ts';
import { parseUrl } from './parse.ts';
import { isSpecial } from './parsed-url.ts';

/**
 * The SURT form of a URL, by which web archives sort: the host's labels are reversed, as in
 * `http://(com,example,www,)/a`. It places sites next to their subdomains. A port follows the labels, then a user name:
 * `http://(com,example,:8080)/`. https://iipc.github.io/warc-specifications/specifications/cdx-format/
 *
 * @param text a canonical URL. URLs without a special scheme stay unchanged; an IP address gets the parentheses only.
 * @returns an error if the text is not a valid URL
 * @throws {TypeError} if it is not a string
 */
export function surt(text: string): string | UrlError {
  refuseNonText(text, 'the URL of surt');
  const url = parseUrl(text);
  if (url instanceof UrlError) return url;
  if (url.host === null || !isSpecial(url.protocol)) return text;
  const port = url.port === null ? '' : `:${url.port}`;
  const userinfo = url.userinfo === null ? '' : `@${url.userinfo}`;
  const query = url.query === null ? '' : `?${url.query}`;
  const fragment = url.fragment === null ? '' : `#${url.fragment}`;
  return `${url.scheme}://(${turned(url.host)}${port}${userinfo})${url.path}${query}${fragment}`;
}

/** The labels in reverse order, each followed by a comma. An IP address stays unchanged. */
function turned(host: string): string {
  if (host.startsWith('[') || /^[0-9.]+$/.test(host)) return host;
  return `${host.split('.').toReversed().join(',')},`;
}
