import { pagesOfSameText } from '../../duplicates/same-text.ts';
import type { Rule } from '../../rule.ts';
import { declarers } from '../../site/declarers.ts';
import { oncePerSite } from '../../site/once-per-site.ts';
import type { AuditSite } from '../../site/site.ts';

/** URLs named of the pages with the same text. */
const MAX_RELATED = 5;

/** Hosts of which some page declares a canonical URL; where none does, all lack it for one reason. */
const declaringHosts: (site: AuditSite) => ReadonlySet<string> = oncePerSite(
  ({ pages }) => new Set(pages.filter(({ canonical }) => canonical !== null).map(({ entry }) => entry.site)),
);

export const canonicalMissing: Rule = {
  id: 'canonical/missing',
  severity: 'warning',
  title: 'no canonical URL',
  condition:
    'An indexable page declares no canonical URL, neither in its HTML nor in a Link header; an error where another page of the site has the same text.',
  why: 'Where several URLs lead to the page, search engines choose one by themselves, and perhaps another one each time.',
  remedy: 'Name the URL of the page itself with <link rel="canonical"> in its head.',
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
    // A declaration that does not count has a finding of its own, and a page that others name has target/no-self.
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
