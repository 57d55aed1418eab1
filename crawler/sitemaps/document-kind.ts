import { isHtml } from '../../src/content-type.ts';
import { TagScanner } from '../../src/lists/reading/tag-scanner.ts';
import { headOf, unpackHead } from './document.ts';
import { isJsonFeed } from './json-feed.ts';
import { isUrlList } from './text-sitemap.ts';
import { isFeedRoot } from './xml-feed.ts';
import { isSitemapRoot } from './xml-sitemap.ts';

/** The reader that a body is for: the page reader, `readSitemap`, `readFeed`, or none. */
export type DocumentKind = 'html' | 'sitemap' | 'feed' | 'other';

const XML = /^\s*(?:(?:text|application)\/xml|application\/(?:x-)?(?:rss|atom|rdf)\+xml)\s*(?:;|$)/i;
const JSON_FEED = /^\s*application\/feed\+json\s*(?:;|$)/i;
const JSON_TEXT = /^\s*application\/json\s*(?:;|$)/i;
/** The types with which servers send files that they consider packed. */
const PACKED = /^\s*(?:application\/(?:x-)?gzip|(?:application|binary)\/octet-stream)\s*(?:;|$)/i;

/**
 * Whether a response may lead to URLs, so that its body is worth downloading.
 *
 * @param contentType the header's value; null if the server sent none
 * @param path the path of the URL, without the query
 * @param isNamedAsSitemap whether robots.txt, an index or the user names it as a sitemap
 */
export function wantsBody(contentType: string | null, path: string, isNamedAsSitemap: boolean): boolean {
  if (isNamedAsSitemap || isHtml(contentType)) return true;
  const type = contentType ?? '';
  if (XML.test(type) || JSON_FEED.test(type)) return true;
  if (JSON_TEXT.test(type)) return /\/feed(?:\.json|\/json\/?)$/i.test(path);
  return PACKED.test(type) && /(?:\.xml|\/sitemap[^/]*)\.gz$/i.test(path);
}

/**
 * The reader for a response's body, chosen by its type and its first element. Sitemaps and feeds may have any XML type,
 * and even an HTML type. Plain text is a sitemap only if it is named as one.
 *
 * @param contentType as for {@link wantsBody}
 * @param body without its `Content-Encoding`. A gzip file is judged by its contents.
 */
export async function documentKind(
  contentType: string | null,
  body: Uint8Array,
  isNamedAsSitemap: boolean,
): Promise<DocumentKind> {
  const type = contentType ?? '';
  // Most pages are recognized immediately.
  if (isHtml(contentType) && startsAsHtml(body)) return 'html';
  const head = headOf(await unpackHead(body), contentType);
  const isMarkup = isHtml(contentType) || XML.test(type);
  if (isMarkup || PACKED.test(type) || isNamedAsSitemap) {
    const root = rootOf(head);
    if (isSitemapRoot(root)) return 'sitemap';
    if (isFeedRoot(root)) return 'feed';
    if (isMarkup && root.toLowerCase() === 'html') return 'html';
  }
  if (isNamedAsSitemap && isUrlList(head)) return 'sitemap';
  if ((JSON_FEED.test(type) || JSON_TEXT.test(type)) && isJsonFeed(head)) return 'feed';
  return isHtml(contentType) ? 'html' : 'other';
}

/** Works for any encoding that contains ASCII. */
function startsAsHtml(body: Uint8Array): boolean {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, START_LENGTH));
  return HTML_START.test(start.toString('latin1'));
}

const START_LENGTH = 100;
/** XHTML may have an XML declaration first. */
const HTML_START = /^(?:<\?xml[^>]*>\s*)?<!doctype html/i;

/** The name of the first element; empty if there is none or other text comes first. */
function rootOf(head: string): string {
  const tag = /^\s*</.test(head) ? new TagScanner('xml').next(head) : null;
  return tag === null ? '' : head.slice(tag.start + 1).slice(0, tag.name.length);
}
