import { type Canonicalizer, compile } from '../../src/canon/canonicalizer.ts';
import { type Difference, difference } from '../../src/evidence/difference.ts';
import { ASSUMABLE_FACTS } from '../../src/facts/site-facts.ts';
import { orNull, UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { hostWithPort, type ParsedUrl } from '../../src/url/parsed-url.ts';

const plain = compile();
const indexless = compile({ assume: ['index'] });
const anything = compile({ assume: ASSUMABLE_FACTS });

/** Whether two URLs have the same key without any claim. */
export function isSame(a: string, b: string): boolean {
  return haveOneKey(plain, a, b);
}

/** Whether two URLs have the same key under all assumptions together. */
export function areVariants(a: string, b: string): boolean {
  return haveOneKey(anything, a, b);
}

/**
 * The single difference between two URLs, if it is one that may be assumed for any site. Null for parameters and
 * addresses, which count only for pairs about them.
 */
export function assumableDifference(url: string, page: string): Difference | null {
  const found = areVariants(url, page) ? difference(url, page) : null;
  // A site may accept the names of its index pages in any case, but no other names.
  return found?.kind === 'case' && haveOneKey(indexless, url, page) ? null : found;
}

/** The host as in a fact: with the port unless it is the default of the scheme. Empty if the URL is invalid. */
export function hostOf(url: string): string {
  const parsed = keyed(url);
  return parsed === null ? '' : hostWithPort(parsed);
}

/** The path as in a key. */
export function pathOf(url: string): string {
  return keyed(url)?.path ?? '/';
}

function keyed(url: string): ParsedUrl | null {
  const key = plain.key(url);
  return key instanceof UrlError ? null : orNull(parseUrl(key));
}

function haveOneKey(canonicalizer: Canonicalizer, a: string, b: string): boolean {
  const [first, second] = [canonicalizer.key(a), canonicalizer.key(b)];
  return !(first instanceof UrlError) && first === second;
}
