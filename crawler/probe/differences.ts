import { type Canonicalizer, compile } from '../../src/canon/canonicalizer.ts';
import { type Difference, difference } from '../../src/evidence/difference.ts';
import { ASSUMABLE_FACTS } from '../../src/facts/site-facts.ts';
import { UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { hostWithPort, type ParsedUrl } from '../../src/url/parsed-url.ts';

const plain = compile();
const indexless = compile({ assume: ['index'] });
const anything = compile({ assume: ASSUMABLE_FACTS });

/** Whether two URLs are one without any claim. */
export function isSame(a: string, b: string): boolean {
  return haveOneKey(plain, a, b);
}

/** Whether assumptions, all of them together, would make two URLs one. */
export function areVariants(a: string, b: string): boolean {
  return haveOneKey(anything, a, b);
}

/**
 * The one thing in which two URLs differ, if it is one that can be assumed of any site: null for parameters and
 * addresses, of which only the one that a pair is about counts.
 */
export function assumableDifference(url: string, page: string): Difference | null {
  const found = areVariants(url, page) ? difference(url, page) : null;
  // A site may take the names of index pages in any case, and no other name.
  return found?.kind === 'case' && haveOneKey(indexless, url, page) ? null : found;
}

/** As in a fact: with the port where it is not the scheme's own. Empty for what is no URL. */
export function hostOf(url: string): string {
  const parsed = keyed(url);
  return parsed === null ? '' : hostWithPort(parsed);
}

/** As in a key. */
export function pathOf(url: string): string {
  return keyed(url)?.path ?? '/';
}

function keyed(url: string): ParsedUrl | null {
  const key = plain.key(url);
  const parsed = key instanceof UrlError ? key : parseUrl(key);
  return parsed instanceof UrlError ? null : parsed;
}

function haveOneKey(canonicalizer: Canonicalizer, a: string, b: string): boolean {
  const [first, second] = [canonicalizer.key(a), canonicalizer.key(b)];
  return !(first instanceof UrlError) && first === second;
}
