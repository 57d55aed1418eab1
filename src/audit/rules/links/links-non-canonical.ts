import type { Rule } from '../../rule.ts';
import { canonicalTarget } from '../../site/target.ts';

export const linksNonCanonical: Rule = {
  id: 'links/non-canonical',
  severity: 'warning',
  title: 'links to a URL that is not canonical',
  condition: 'Pages link to a page that names another existing page as its canonical URL.',
  why: 'Links say that this URL is canonical, and the page itself names another.',
  remedy: 'Link to the canonical URL.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/a?view=list">A broom</a>' },
      {
        url: 'https://example.com/a?view=list',
        body: '<link rel="canonical" href="https://example.com/a"><p>A broom.',
      },
      { url: 'https://example.com/a', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/a">A broom</a>' },
      {
        url: 'https://example.com/a?view=print',
        body: '<link rel="canonical" href="https://example.com/a"><p>A broom.',
      },
      {
        url: 'https://example.com/a',
        body: '<link rel="canonical" href="https://example.com/a"><p>A broom. <a href="/a?view=print">Print</a>',
      },
    ],
  },
  *checkPage(page, _, site) {
    const target = canonicalTarget(page, site);
    if (target === null || !target.isPage) return;
    const links = site.inlinks(page);
    // A page may link to another version of itself, such as one for printing.
    if (links === 0 || (links === 1 && site.referrers(page)[0] === target)) return;
    yield {
      key: page.key,
      message: 'is linked, but names another canonical URL',
      evidence: { leader: target.url, links, referrers: site.referrers(page).map(({ url }) => url) },
      related: [target.url],
    };
  },
};
