import type { Rule } from '../../rule.ts';
import type { AuditPage } from '../../site/page.ts';
import type { AuditSite } from '../../site/site.ts';
import { isTemporary } from '../redirect/redirecting-pages.ts';

export const linksRedirect: Rule = {
  id: 'links/redirect',
  severity: 'warning',
  title: 'links to a URL that redirects',
  condition: 'Pages link to a URL that redirects for good to a page.',
  why: 'Each visit and each crawl takes one request more, and the link counts for a URL that is given up.',
  remedy: 'Link to where the redirect leads.',
  reference: 'RFC 9110 15.4.2',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/old">Brooms</a>' },
      { url: 'https://example.com/old', status: 301, headers: { location: '/new' } },
      { url: 'https://example.com/new', body: '<p>Brooms.' },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/latest">Brooms</a>' },
      { url: 'https://example.com/latest', status: 302, headers: { location: '/2026' } },
      { url: 'https://example.com/2026', body: '<p>Brooms.' },
    ],
  },
  *checkSite(site) {
    for (const page of site.pages) {
      const links = site.inlinks(page);
      const end = links === 0 ? null : endOf(page, site);
      if (end === null) continue;
      yield {
        key: page.key,
        message: 'is linked and redirects',
        evidence: { status: page.entry.status, end, links, referrers: site.referrers(page).map(({ url }) => url) },
        related: [end],
      };
    }
  },
};

/** Where a link to it leads for good; null where it stays, or where the way there is another rule's. */
function endOf(page: AuditPage, site: AuditSite): string | null {
  const { aliasBy, status, url, finalUrl } = page.entry;
  if (aliasBy === 'redirect') {
    const { page: end } = site.end(page);
    return isTemporary(status) || end === null || end.entry.state === 'failed' ? null : end.url;
  }
  // A redirect to a URL of the same key: the two are one entry, and only some of the links lead to the first of them.
  const isMoved = finalUrl !== null && site.keys.preserving(finalUrl) !== site.keys.preserving(url);
  return isMoved && site.linkedSpellings(page).has(url) ? finalUrl : null;
}
