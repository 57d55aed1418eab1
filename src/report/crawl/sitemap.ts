import { errorTitle } from '../../audit/duplicates/soft-404.ts';
import { isMistakenSitemap, readRecord } from '../../audit/site/page.ts';
import { AUDITED_ROBOT, robotsDirectives } from '../../audit/site/robots-directives.ts';
import { isHtml } from '../../content-type.ts';
import { isSuccess } from '../../status-codes.ts';
import type { Crawled, ReportEntry, ReportFormat } from '../format.ts';
import { type SitemapPage, writeSitemaps } from '../sitemap-files.ts';

export const sitemap: ReportFormat = {
  name: 'sitemap',
  summary:
    'an XML sitemap of the HTML pages that were fetched successfully, without aliases and noindex pages; several sitemaps and an index if there are many pages',
  write: (crawl, sink) => writeSitemaps(listed(crawl), sink),
};

async function* listed(crawl: Crawled): AsyncGenerator<SitemapPage | string> {
  const mistaken: ReportEntry[] = [];
  for await (const entry of crawl.entries()) {
    if (!isPage(entry)) continue;
    if (isMistakenSitemap(entry)) mistaken.push(entry);
    else yield listingOf(entry);
  }
  const linked = mistaken.length === 0 ? null : await linkedOf(mistaken, crawl);
  for (const entry of mistaken)
    yield linked?.has(entry.id) === true ? listingOf(entry) : 'are named as sitemaps by mistake';
}

/** The entries that other pages link to. */
async function linkedOf(entries: readonly ReportEntry[], crawl: Crawled): Promise<ReadonlySet<number>> {
  const asked = new Set(entries.map(({ id }) => id));
  const linked = new Set<number>();
  for await (const { from, to } of crawl.links()) {
    for (const { id } of to) if (id !== from && asked.has(id)) linked.add(id);
  }
  return linked;
}

function listingOf(entry: ReportEntry): SitemapPage | string {
  const { key, url, finalUrl, status, reason, aliasOf, aliasBy, details } = entry;
  if (aliasBy === 'equivalence') return 'duplicate another page';
  if (aliasOf !== null || reason?.split(' ').includes('canonical-loop'))
    return 'declare another URL with rel=canonical';
  if (key.includes('#')) return 'differ from another page only in #…';
  const record = readRecord(entry);
  if (record !== null && robotsDirectives(record, AUDITED_ROBOT).noindex) return 'are marked noindex';
  const shown = finalUrl ?? url;
  if (record !== null && status === 200 && errorTitle(shown, record) !== null)
    return 'say in their title that they do not exist';
  return { url: shown, lastModified: details?.lastModified ?? null };
}

function isPage({ state, status, contentType, role }: ReportEntry): boolean {
  return state === 'done' && isSuccess(status) && isHtml(contentType) && role === 'page';
}
