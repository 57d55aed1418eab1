import { wwwPair } from '../../src/facts/facts.ts';

/**
 * The host of a key without `www.`, with the port. Facts never merge the URLs of two sites.
 *
 * @param key of an http(s) URL
 */
export function siteName(key: string): string {
  const start = key.indexOf('//') + 2;
  const end = key.indexOf('/', start);
  const authority = key.slice(start, end < 0 ? undefined : end);
  return wwwPair(authority.slice(authority.lastIndexOf('@') + 1))[0];
}

/** `com,example)`: by this form of the site, archives sort. */
export function siteInOrder(key: string): string {
  return `${siteName(key).split('.').toReversed().join(',')})`;
}
