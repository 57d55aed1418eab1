import { errorPageSign } from '../../duplicates/error-page-sign.ts';
import type { Rule } from '../../rule.ts';
import { canonicalTarget, targetRemark } from '../../site/target.ts';

export const targetSoft404: Rule = {
  id: 'target/soft-404',
  severity: 'error',
  title: 'canonical URL is an error page (soft 404)',
  condition:
    'The canonical URL of a page answers with status 200, but shows an error page: it says that the page does not exist, or it is what the site shows for paths that cannot exist.',
  why: 'Search engines treat it as an error, and drop this page as well.',
  remedy: 'Name a page that exists, and have the site answer missing pages with status 404.',
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
    // A site that sends the same shell for scripts to fill looks like this on every path, including this page.
    if (sign === null || errorPageSign(page, site) !== null) return;
    yield targetRemark(page, record, {
      message: 'names a canonical URL that is an error page with status 200',
      evidence: { ...sign },
    });
  },
};
