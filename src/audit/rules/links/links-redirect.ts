import type { Rule } from '../../rule.ts';
import type { AuditPage } from '../../site/page.ts';
import type { AuditSite } from '../../site/site.ts';
import { isTemporary } from '../redirect/redirecting-pages.ts';

export const linksRedirect: Rule = {
  id: 'links/redirect',
  severity: 'warning',
  title: 'links to a URL that redirects',
  condition: 'Pages link to a URL that redirects permanently to a page.',
  why: 'Every visit and every crawl takes an extra request, and the link counts for an abandoned URL.',
  remedy: 'Link to the target of the redirect.',
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
        message: 'is linked, but redirects',
        evidence: { status: page.entry.status, end, links, referrers: site.referrers(page).map(({ url }) => url) },
        related: [end],
      };
    }
  },
};

/** The permanent target of links to a page; null if it does not redirect, or if another rule reports the redirect. */
function endOf(page: AuditPage, site: AuditSite): string | null {
  const { aliasBy, status, url, finalUrl } = page.entry;
  if (aliasBy === 'redirect') {
    const { page: end } = site.end(page);
    return isTemporary(status) || end === null || end.entry.state === 'failed' ? null : end.url;
  }
  // A redirect within one key: both URLs are spellings of one entry, and only some links use the redirecting one.
  const isMoved = finalUrl !== null && site.keys.preserving(finalUrl) !== site.keys.preserving(url);
  return isMoved && site.linkedSpellings(page).has(url) ? finalUrl : null;
}
