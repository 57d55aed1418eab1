import { pagesOfSameText } from '../../duplicates/same-text.ts';
import type { Rule } from '../../rule.ts';
import { declarers } from '../../site/declarers.ts';
import { oncePerSite } from '../../site/once-per-site.ts';
import type { AuditSite } from '../../site/site.ts';

/** How many of the pages with the same text a finding names. */
const MAX_RELATED = 5;

/** Hosts with a page that declares a canonical URL. On other hosts, all pages lack one for the same reason. */
const declaringHosts: (site: AuditSite) => ReadonlySet<string> = oncePerSite(
  ({ pages }) => new Set(pages.filter(({ canonical }) => canonical !== null).map(({ entry }) => entry.site)),
);

export const canonicalMissing: Rule = {
  id: 'canonical/missing',
  severity: 'warning',
  title: 'no canonical URL',
  condition:
    'An indexable page declares no canonical URL, in its HTML or in a Link header; an error if another page of the site has the same text.',
  why: 'If several URLs lead to the page, search engines choose one of them, and their choice may change.',
  remedy: "Add a canonical link with the page's own URL to its head.",
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [{ url: 'https://example.com/', body: '<title>Brooms</title><p>All our brooms.' }],
    good: [
      {
        url: 'https://example.com/',
        body: '<title>Brooms</title><link rel="canonical" href="https://example.com/"><p>All our brooms.',
      },
    ],
  },
  *checkPage(page, { canonicals }, site) {
    // Other rules report invalid declarations, and target/no-self reports pages that others name.
    if (!page.isIndexable || canonicals.length > 0 || declarers(site).has(page)) return;
    const others = pagesOfSameText(page, site).length - 1;
    if (others < 1) {
      const { site: host } = page.entry;
      const isTemplate = declaringHosts(site).has(host);
      yield { key: page.key, message: 'declares no canonical URL', ...(!isTemplate && { cause: host }) };
      return;
    }
    const related = pagesOfSameText(page, site).slice(0, MAX_RELATED + 1);
    yield {
      key: page.key,
      severity: 'error',
      message: 'declares no canonical URL, and other pages have the same text',
      evidence: { sameText: others },
      related: related
        .filter((other) => other !== page)
        .slice(0, MAX_RELATED)
        .map(({ url }) => url),
    };
  },
};
