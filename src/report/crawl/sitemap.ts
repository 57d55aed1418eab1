import type { Crawled, ReportEntry, ReportFormat } from '../format.ts';
import { type SitemapPage, writeSitemaps } from '../sitemap-files.ts';

export const sitemap: ReportFormat = {
  name: 'sitemap',
  summary:
    'the pages as an XML sitemap: HTML that was found well, without aliases; several and an index, if there are many',
  write: (crawl, files) => writeSitemaps(listed(crawl), files),
};

async function* listed(crawl: Crawled): AsyncGenerator<SitemapPage | string> {
  for await (const entry of crawl.entries()) if (isPage(entry)) yield listingOf(entry);
}

function listingOf({ key, url, finalUrl, aliasOf, aliasBy, details }: ReportEntry): SitemapPage | string {
  if (aliasBy === 'equivalence') return 'are the same page as another';
  if (aliasOf !== null) return 'declare another URL with rel=canonical';
  if (key.includes('#')) return 'are one document with another but for #…';
  return { url: finalUrl ?? url, lastModified: details?.lastModified ?? null };
}

function isPage({ state, status, contentType, role }: ReportEntry): boolean {
  const isFound = state === 'done' && status !== null && status >= 200 && status < 300;
  const isHtml = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(contentType ?? '');
  return isFound && isHtml && role === 'page';
}
