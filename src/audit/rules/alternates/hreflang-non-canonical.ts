import type { Rule } from '../../rule.ts';
import { lastingFailure } from '../../site/lasting-failure.ts';
import type { AuditPage } from '../../site/page.ts';
import type { AuditSite } from '../../site/site.ts';
import { wasFetched } from '../../site/target.ts';

/** How many alternates a finding names. */
const MAX_NAMED = 10;

export const hreflangNonCanonical: Rule = {
  id: 'hreflang/non-canonical',
  severity: 'error',
  title: 'hreflang names a URL that is not canonical',
  condition:
    'A page links to a version in another language with a URL that redirects, fails, is marked noindex or has another canonical URL.',
  why: 'Search engines ignore such versions, and may show visitors the wrong language.',
  remedy: 'Name the canonical URL of each version.',
  reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
  examples: {
    bad: [
      {
        url: 'https://example.com/en',
        body: '<link rel="alternate" hreflang="de" href="/de"><link rel="alternate" hreflang="en" href="/en"><p>Brooms.',
      },
      { url: 'https://example.com/de', status: 301, headers: { location: '/de-de' } },
      { url: 'https://example.com/de-de', body: '<link rel="alternate" hreflang="en" href="/en"><p>Besen.' },
    ],
    good: [
      {
        url: 'https://example.com/en',
        body: '<link rel="alternate" hreflang="de" href="/de"><link rel="alternate" hreflang="en" href="/en"><p>Brooms.',
      },
      { url: 'https://example.com/de', body: '<link rel="alternate" hreflang="en" href="/en"><p>Besen.' },
    ],
  },
  *checkPage(page, { alternates }, site) {
    // Search engines ignore the alternates of pages that are not canonical themselves.
    if (!page.isIndexable || (page.canonical !== null && page.canonical.key !== page.key)) return;
    const bad: string[] = [];
    const reasons: string[] = [];
    for (const { language, url } of alternates) {
      const target = site.pageAt(url);
      const reason = target === null || target === page ? null : shortcoming(target, url, site);
      if (reason === null || bad.includes(url)) continue;
      if (bad.length === MAX_NAMED) break;
      bad.push(url);
      reasons.push(`${language}: ${reason}`);
    }
    if (bad.length === 0) return;
    yield {
      key: page.key,
      message: 'names a version in another language that is not canonical',
      evidence: { alternates: reasons },
      related: bad,
    };
  },
};

/** Why search engines ignore an alternate; null if they accept it, or if it was never fetched. */
function shortcoming(target: AuditPage, url: string, site: AuditSite): string | null {
  const { entry, canonical } = target;
  if (!wasFetched(target)) return null;
  const failure = entry.reason === 'redirect-loop' ? entry.reason : lastingFailure(target);
  if (failure !== null) return failure;
  const isMoved = entry.finalUrl !== null && site.keys.preserving(url) !== site.keys.preserving(entry.finalUrl);
  if (entry.aliasBy === 'redirect' || isMoved) return `redirects with ${entry.status ?? 'a redirect'}`;
  if (target.noindex) return 'noindex';
  return canonical !== null && canonical.key !== target.key ? `canonical ${canonical.url}` : null;
}
