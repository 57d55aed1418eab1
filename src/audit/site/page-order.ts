import type { AuditPage } from './page.ts';

/** What the place of a page depends on. */
export interface Placed extends Pick<AuditPage, 'key'> {
  readonly entry: Pick<AuditPage['entry'], 'depth'>;
}

/**
 * Compares pages: those with fewer links from a seed come first, then by key. The order of discovery depends on which
 * answers arrive first, and would give audits of an unchanged site different preferred URLs and fingerprints.
 */
export function byPageOrder(a: Placed, b: Placed): number {
  return a.entry.depth - b.entry.depth || (a.key < b.key ? -1 : Number(a.key > b.key));
}

/** The first of several pages in that order; undefined if there is none. */
export function firstPage(pages: Iterable<AuditPage>): AuditPage | undefined {
  let first: AuditPage | undefined;
  for (const page of pages) if (first === undefined || byPageOrder(page, first) < 0) first = page;
  return first;
}
