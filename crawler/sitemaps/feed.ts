import { decodeBody } from '../page/charset.ts';
import { type FetchedDocument, headOf, textOf, unpack } from './document.ts';
import { FeedLinks } from './feed-links.ts';
import { isJsonFeed, MAX_JSON, readJsonFeed } from './json-feed.ts';
import type { DocumentProblem } from './problem.ts';
import { XmlFeed } from './xml-feed.ts';

/** What a feed leads to. */
export interface FeedContent {
  /** Absolute, in order, each once: of the site, of the entries, and of the feed's next page. What is no URL is as it stands. */
  readonly links: readonly string[];
  readonly problems: ReadonlySet<DocumentProblem>;
}

/**
 * Reads the links of a feed: RSS 0.9 to 2.0, Atom (RFC 4287), JSON Feed 1.1. Forgiving, bounded and never blocking for
 * long, as `readSitemap` is. Elements are known by their names, with any namespace and prefix.
 */
export async function readFeed(document: FetchedDocument): Promise<FeedContent> {
  const { bytes, problem } = await unpack(document);
  const found = new FeedLinks();
  if (problem !== null) found.problems.add(problem);
  if (isJsonFeed(headOf(bytes, document.contentType))) {
    if (bytes.length > MAX_JSON) found.problems.add('too-large');
    else readJsonFeed(decodeBody(bytes, document.contentType), document.url, found);
    return found;
  }
  const feed = new XmlFeed(document.url, found);
  for await (const piece of textOf(bytes, document.contentType)) {
    feed.write(piece);
    if (found.isComplete) break;
  }
  feed.end(problem === null);
  return found;
}
