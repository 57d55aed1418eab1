import fc from 'fast-check';
import { UrlError } from '../../src/index.ts';
import { anyUrl, plainUrl, webUrl } from '../laws/urls.ts';

/** Ways to write a URL that are one with it if the right thing is known of its site. */
const VARIANTS: readonly ((url: string) => string)[] = [
  (url) => url.replace(/^http:/i, 'https:'),
  (url) => url.replace(/^https:/i, 'http:'),
  (url) => url.replace(/^(https?:\/\/)/i, '$1www.'),
  (url) => url.replace(/\/?(?=[?#]|$)/, '/'),
  (url) => url.replace(/\/(?=[?#]|$)/, ''),
  (url) => url.replace(/\/?(?=[?#]|$)/, '/index.html'),
  (url) => url.replace(/\/?(?=[?#]|$)/, '/Default.ASPX'),
  (url) => url.replace(/\/(?=[^/?#]*(?:[?#]|$))/, '//'),
  (url) => url.replace(/^([^?#]*)/, (path) => path.toUpperCase()),
  (url) => url.replace(/^([^?#]*)/, (path) => path.toLowerCase()),
  (url) => url.replace(/\?([^#]*)/, (_, query: string) => `?${query.split('&').toReversed().join('&')}`),
  (url) => url.replace(/\?([^#]*)/, (_, query: string) => `?${query.split('&').toSorted().join('&')}`),
  (url) => url.replace(/#.*$/s, ''),
];

/**
 * A session in a path is found only where one slash is in front of it: with two, assuming `slashes` takes away more than
 * slashes, which a fold does not know.
 */
const hasSession = (url: string): boolean => /\(s\(/i.test(url);

/** A URL and others that may be one with it. */
export const relatedUrls: fc.Arbitrary<readonly string[]> = fc
  .tuple(
    fc.oneof(plainUrl, plainUrl, webUrl, anyUrl),
    fc.array(fc.array(fc.constantFrom(...VARIANTS), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
  )
  .filter(([url]) => !hasSession(url))
  .map(([url, ways]) => [url, ...ways.map((steps) => steps.reduce((text, step) => step(text), url))]);

/** What came out, unless it is an error. */
export function valid(url: string | UrlError): string[] {
  return url instanceof UrlError ? [] : [url];
}
