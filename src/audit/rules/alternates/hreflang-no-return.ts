import type { Rule } from '../../rule.ts';
import type { AuditPage } from '../../site/page.ts';
import type { AuditSite } from '../../site/site.ts';

/** How many naming pages a finding lists. */
const MAX_NAMED = 10;
/** How many alternates to compare in total; the alternates of further pages are ignored. */
const MAX_ALTERNATES = 2_000_000;

export const hreflangNoReturn: Rule = {
  id: 'hreflang/no-return',
  severity: 'warning',
  title: 'hreflang without a return link',
  condition:
    'A page names another page as its version in another language, but the other page does not name it in return.',
  why: 'Search engines accept two versions only if each names the other.',
  remedy: 'Name all versions on each page.',
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  examples: {
    bad: [
      { url: 'https://example.com/en', body: '<link rel="alternate" hreflang="de" href="/de"><p>Brooms.' },
      { url: 'https://example.com/de', body: '<p>Besen.' },
    ],
    good: [
      { url: 'https://example.com/en', body: '<link rel="alternate" hreflang="de" href="/de"><p>Brooms.' },
      { url: 'https://example.com/de', body: '<link rel="alternate" hreflang="en" href="/en"><p>Besen.' },
    ],
  },
  *checkSite(site) {
    const named = alternatesOf(site);
    const unanswered = new Map<AuditPage, AuditPage[]>();
    for (const [page, targets] of named) {
      for (const target of targets) {
        const back = named.get(target);
        if (back === undefined || back.has(page)) continue;
        unanswered.set(target, [...(unanswered.get(target) ?? []).slice(0, MAX_NAMED - 1), page]);
      }
    }
    for (const [page, sources] of unanswered) {
      yield {
        key: page.key,
        message: 'does not link back to a page that lists it as a language version',
        evidence: { namedBy: sources.map(({ url }) => url) },
        related: sources.map(({ url }) => url),
      };
    }
  },
};

/** The other versions that each canonical page names. */
function alternatesOf(site: AuditSite): ReadonlyMap<AuditPage, ReadonlySet<AuditPage>> {
  const named = new Map<AuditPage, ReadonlySet<AuditPage>>();
  const elsewhere = sitesWithAlternatesInSitemaps(site);
  let count = 0;
  for (const page of site.pages) {
    if (!page.isIndexable || (page.canonical !== null && page.canonical.key !== page.key)) continue;
    if (elsewhere.has(page.entry.site) || count > MAX_ALTERNATES) continue;
    const targets = new Set<AuditPage>();
    for (const { url } of site.record(page)?.alternates ?? []) {
      const target = site.pageAt(url);
      if (target !== null && target !== page) targets.add(target);
    }
    count += targets.size;
    named.set(page, targets);
  }
  return named;
}

/** Sites whose sitemaps name alternates instead of their pages; the crawl does not store which ones. */
function sitesWithAlternatesInSitemaps(site: AuditSite): ReadonlySet<string> {
  const sites = new Set<string>();
  for (const { entry } of site.pages) {
    const on = entry.source === 'alternate' && entry.foundOn !== null ? site.page(entry.foundOn) : null;
    if (on?.entry.role === 'sitemap') sites.add(entry.site);
  }
  return sites;
}
