import type { DocumentProblem } from '../../db/reasons.ts';
import { type FetchedDocument, headOf, textOf, unpack } from './document.ts';
import type { SitemapEntry, SitemapKind } from './entry.ts';
import { FoundEntries } from './found-entries.ts';
import { isUrlList, TextSitemap } from './text-sitemap.ts';
import { XmlSitemap } from './xml-sitemap.ts';

/** The content of one part of a sitemap. */
export interface SitemapBatch {
  /** Null if the document is not a sitemap, or too little was read to decide. */
  readonly kind: SitemapKind | null;
  /** The entries in order, with repetitions; at most a few thousand. */
  readonly entries: readonly SitemapEntry[];
  /** The new problems. Each problem is reported once per document. */
  readonly problems: readonly DocumentProblem[];
}

/**
 * Reads a sitemap (https://www.sitemaps.org/protocol.html): XML or text, plain or gzipped, in any encoding. It tolerates
 * and reports errors that leave the entries readable, and never throws. It reads at most 50,000 entries and 50 MiB, as
 * the protocol allows, in linear time. The event loop runs between two batches, each of which takes a few milliseconds.
 *
 * Elements are recognized by their local names, in any namespace. `loc` must be a child of `url` or `sitemap`, because
 * extensions have elements of that name too. Entities are neither expanded nor fetched.
 */
export async function* readSitemap(document: FetchedDocument): AsyncGenerator<SitemapBatch> {
  const { bytes, problem } = await unpack(document);
  const found = new FoundEntries<SitemapEntry>();
  if (problem !== null) found.report(problem);
  const isText = isUrlList(headOf(bytes, document.contentType));
  const sitemap = isText ? new TextSitemap(found) : new XmlSitemap(document.url, found);
  for await (const piece of textOf(bytes, document.contentType)) {
    sitemap.write(piece);
    if (found.isComplete) break;
    if (found.hasEntries) yield { kind: sitemap.kind, ...found.take() };
  }
  sitemap.end(problem === null);
  yield { kind: sitemap.kind, ...found.take() };
}
