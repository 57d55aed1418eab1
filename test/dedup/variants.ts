import fc from 'fast-check';
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

/** A URL and others that may be one with it. */
export const relatedUrls: fc.Arbitrary<readonly string[]> = fc
  .tuple(
    fc.oneof(plainUrl, plainUrl, webUrl, anyUrl),
    fc.array(fc.array(fc.constantFrom(...VARIANTS), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
  )
  .map(([url, ways]) => [url, ...ways.map((steps) => steps.reduce((text, step) => step(text), url))]);
