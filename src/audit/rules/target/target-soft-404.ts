import { errorPageSign } from '../../duplicates/error-page-sign.ts';
import type { Rule } from '../../rule.ts';
import { canonicalTarget, targetRemark } from '../../site/target.ts';

export const targetSoft404: Rule = {
  id: 'target/soft-404',
  severity: 'error',
  title: 'canonical URL is an error page',
  condition:
    'The canonical URL of a page answers with success, and with a page that says that it does not exist, or that the site shows for paths which cannot exist.',
  why: 'Search engines take it for an error, and drop the page together with it.',
  remedy: 'Name a page that exists, and have the site answer 404 where there is none.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors',
  examples: {
    bad: [
      { url: 'https://example.com/a?x=1', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
      { url: 'https://example.com/a', body: '<title>Page not found</title><p>There is nothing here.' },
    ],
    good: [
      { url: 'https://example.com/a?x=1', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
      { url: 'https://example.com/a', body: '<title>What to do if a page is not found</title><p>A broom.' },
    ],
  },
  *checkPage(page, record, site) {
    const target = canonicalTarget(page, site);
    const sign = target === null ? null : errorPageSign(target, site);
    // A site that sends one shell for scripts to fill shows the same for every path, the page included.
    if (sign === null || errorPageSign(page, site) !== null) return;
    yield targetRemark(page, record, {
      message: 'names a canonical URL that is an error page with status 200',
      evidence: { ...sign },
    });
  },
};
