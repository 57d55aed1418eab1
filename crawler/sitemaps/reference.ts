import { UrlError } from '../../src/url/error.ts';
import type { ParsedUrl } from '../../src/url/parsed-url.ts';
import { MAX_URL_LENGTH } from '../limits.ts';
import { resolveReference } from '../reference.ts';

/** URLs of one document that are read; the sitemap protocol allows no more. */
export const MAX_ENTRIES = 50_000;

/** What references are resolved against; an error, against which only absolute ones stand, where the document's URL is none. */
export type Base = ParsedUrl | UrlError;

/** The absolute URL, or the reference as it stands where it has none: the crawl records it as skipped. */
export function absoluteUrl(base: Base, reference: string): string {
  const url = base instanceof UrlError ? base : resolveReference(base, reference);
  return url instanceof UrlError ? reference : url;
}

/** Whether a URL is longer than is ever fetched. */
export function isTooLong(url: string): boolean {
  return url.length > MAX_URL_LENGTH;
}
