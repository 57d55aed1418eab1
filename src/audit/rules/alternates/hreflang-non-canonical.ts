import type { Rule } from '../../rule.ts';
import { lastingFailure } from '../../site/lasting-failure.ts';
import type { AuditPage } from '../../site/page.ts';
import type { AuditSite } from '../../site/site.ts';
import { wasFetched } from '../../site/target.ts';

/** Alternates that are named. */
const MAX_NAMED = 10;

export const hreflangNonCanonical: Rule = {
  id: 'hreflang/non-canonical',
  severity: 'error',
  title: 'a translation that is not canonical',
  condition:
    'A page names as its version in another language a URL that redirects, fails, asks not to be indexed or has another canonical URL.',
  why: 'Search engines pass over such versions, and may show visitors a page in the wrong language.',
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
    // What a page says that is not canonical itself counts for nothing.
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

/** Why the page of an alternate does not count; null where it does, or where it was never fetched. */
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
