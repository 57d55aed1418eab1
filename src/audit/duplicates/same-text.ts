import { domainAt } from '../site/address.ts';
import { oncePerSite } from '../site/once-per-site.ts';
import type { AuditPage } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';

const clusters: (site: AuditSite) => ReadonlyMap<string, readonly AuditPage[]> = oncePerSite((site) =>
  Map.groupBy(site.pages.filter(isComparable), clusterOf),
);

/** The indexable pages of the same registrable domain with the same text, including the page itself. */
export function pagesOfSameText(page: AuditPage, site: AuditSite): readonly AuditPage[] {
  return isComparable(page) ? (clusters(site).get(clusterOf(page)) ?? []) : [];
}

function isComparable({ isIndexable, text }: AuditPage): boolean {
  return isIndexable && text !== null;
}

function clusterOf({ url, text }: AuditPage): string {
  return `${text ?? ''} ${domainAt(url) ?? ''}`;
}
