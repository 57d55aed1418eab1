import { type FetchedDocument, headOf, textOf, unpack } from './document.ts';
import type { SitemapEntry, SitemapKind } from './entry.ts';
import { Findings } from './findings.ts';
import type { DocumentProblem } from './problem.ts';
import { isUrlList, TextSitemap } from './text-sitemap.ts';
import { XmlSitemap } from './xml-sitemap.ts';

/** What stands in one piece of a sitemap. */
export interface SitemapBatch {
  /** Null where the document is no sitemap, or too little of it was read to tell. */
  readonly kind: SitemapKind | null;
  /** In order, repeated ones repeated; a few thousand at most. */
  readonly entries: readonly SitemapEntry[];
  /** What was seen for the first time: each comes once for the document. */
  readonly problems: readonly DocumentProblem[];
}

/**
 * Reads a sitemap (https://www.sitemaps.org/protocol.html): XML or text, plain or gzipped, of any encoding. Forgives
 * whatever leaves the entries to be seen, and says so; it never throws. Reads 50,000 entries and 50 MiB, as much as the
 * protocol allows, in time linear in the length. The event loop goes round between two batches: none takes longer than
 * some milliseconds.
 *
 * Elements are known by their names in the protocol, with any namespace and prefix: `loc` must stand in `url` or
 * `sitemap` itself, for extensions have elements of that name too. Entities are neither expanded nor fetched.
 */
export async function* readSitemap(document: FetchedDocument): AsyncGenerator<SitemapBatch> {
  const { bytes, problem } = await unpack(document);
  const findings = new Findings();
  if (problem !== null) findings.report(problem);
  const isText = isUrlList(headOf(bytes, document.contentType));
  const sitemap = isText ? new TextSitemap(findings) : new XmlSitemap(document.url, findings);
  for await (const piece of textOf(bytes, document.contentType)) {
    sitemap.write(piece);
    if (findings.isComplete) break;
    if (findings.hasEntries) yield { kind: sitemap.kind, ...findings.take() };
  }
  sitemap.end(problem === null);
  yield { kind: sitemap.kind, ...findings.take() };
}
