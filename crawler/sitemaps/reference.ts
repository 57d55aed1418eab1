import { orNull, UrlError } from '../../src/url/error.ts';
import type { ParsedUrl } from '../../src/url/parsed-url.ts';
import { MAX_URL_LENGTH } from '../limits.ts';
import { resolveReference } from '../reference.ts';

/** How many URLs of one document are read; the sitemap protocol allows no more. */
export const MAX_ENTRIES = 50_000;

/**
 * The base of references. With an error, because the document's URL is invalid, only absolute references can be
 * resolved.
 */
export type Base = ParsedUrl | UrlError;

/** The absolute URL, or the reference unchanged if it cannot be resolved; the crawl then records it as skipped. */
export function absoluteUrl(reference: string, base: Base): string {
  return (base instanceof UrlError ? null : orNull(resolveReference(reference, base))) ?? reference;
}

/** Whether a URL is too long to be fetched. */
export function isTooLong(url: string): boolean {
  return url.length > MAX_URL_LENGTH;
}
