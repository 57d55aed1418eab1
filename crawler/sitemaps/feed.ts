import type { DocumentProblem } from '../../db/reasons.ts';
import { decodeBody } from '../page/charset.ts';
import { type FetchedDocument, headOf, textOf, unpack } from './document.ts';
import { FeedLinks } from './feed-links.ts';
import { isJsonFeed, MAX_JSON, readJsonFeed } from './json-feed.ts';
import { XmlFeed } from './xml-feed.ts';

/** The content of a feed that a crawl uses. */
export interface FeedContent {
  /**
   * The URLs of the site, of the entries and of the feed's next page: absolute, in order, each once. Invalid URLs are
   * unchanged.
   */
  readonly links: readonly string[];
  /** The problems found while reading. */
  readonly problems: readonly DocumentProblem[];
}

/**
 * Reads the links of a feed: RSS 0.9 to 2.0, Atom (RFC 4287) or JSON Feed 1.1. Like `readSitemap`, it tolerates errors,
 * is bounded and never blocks for long. Elements are recognized by their local names, in any namespace.
 */
export async function readFeed(document: FetchedDocument): Promise<FeedContent> {
  const { bytes, problem } = await unpack(document);
  const found = new FeedLinks();
  if (problem !== null) found.report(problem);
  if (!isJsonFeed(headOf(bytes, document.contentType))) {
    const feed = new XmlFeed(document.url, found);
    for await (const piece of textOf(bytes, document.contentType)) {
      feed.write(piece);
      if (found.isComplete) break;
    }
    feed.end(problem === null);
  } else if (bytes.length > MAX_JSON) found.report('too-large');
  else readJsonFeed(decodeBody(bytes, document.contentType), document.url, found);
  const { entries: links, problems } = found.take();
  return { links, problems };
}
