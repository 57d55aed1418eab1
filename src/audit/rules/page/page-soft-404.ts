import { soft404Sign } from '../../duplicates/soft-404.ts';
import type { Rule } from '../../rule.ts';

export const pageSoft404: Rule = {
  id: 'page/soft-404',
  severity: 'warning',
  title: 'error page with status 200 (soft 404)',
  condition: 'A page answers with status 200, but its title or text says that the page does not exist.',
  why: 'Search engines index the error, and spend their time on pages that do not exist.',
  remedy: 'Answer missing pages with status 404 or 410.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/gone">Brooms</a>' },
      {
        url: 'https://example.com/gone',
        body: '<title>Page not found - Brooms</title><p>Sorry, there is nothing here.',
      },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/found">Brooms</a>' },
      { url: 'https://example.com/found', body: '<title>Brooms found in the attic</title><p>They are 404 years old.' },
    ],
  },
  *checkPage(page, record, site) {
    const sign = soft404Sign(page, record, site);
    if (sign === null) return;
    yield {
      key: page.key,
      message:
        sign.sign === 'title'
          ? 'answers with status 200, but its title says that the page does not exist'
          : 'answers with status 200, but shows the same page as a path that cannot exist',
      evidence: { ...sign },
    };
  },
};
