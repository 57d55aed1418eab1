import type { Rule } from '../../rule.ts';
import { redirects } from './redirecting-pages.ts';

export const redirectDowngrade: Rule = {
  id: 'redirect/downgrade',
  severity: 'error',
  title: 'redirect from https to http',
  condition: 'An https URL redirects to an http URL.',
  why: 'Anyone on the network path can read and change what follows.',
  remedy: 'Redirect to the https URL.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/a">Brooms</a>' },
      { url: 'https://example.com/a', status: 301, headers: { location: 'http://example.com/b' } },
      { url: 'http://example.com/b', body: '<p>Brooms.' },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="http://example.com/a">Brooms</a>' },
      { url: 'http://example.com/a', status: 301, headers: { location: 'https://example.com/b' } },
      { url: 'https://example.com/b', body: '<p>Brooms.' },
    ],
  },
  *checkSite(site) {
    for (const { page, target } of redirects(site)) {
      // The first spelling of the target may come from elsewhere, but all its spellings have the scheme of the key.
      if (!/^https:/i.test(page.url) || !target.key.startsWith('http:')) continue;
      yield {
        key: page.key,
        message: 'redirects from https to http',
        evidence: { status: page.entry.status, target: target.url },
        related: [target.url],
      };
    }
  },
};
