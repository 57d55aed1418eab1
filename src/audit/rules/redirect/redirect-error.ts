import type { Rule } from '../../rule.ts';
import { lastingFailure } from '../../site/lasting-failure.ts';
import { redirects } from './redirecting-pages.ts';

export const redirectError: Rule = {
  id: 'redirect/error',
  severity: 'error',
  title: 'redirect to an error',
  condition: 'A URL redirects to a URL that answers with status 400 or above.',
  why: 'Links to the old URL are lost, and visitors see an error.',
  remedy: 'Redirect to a page that exists, or answer the old URL with status 404 or 410.',
  reference: 'RFC 9110 15.5',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/a">Brooms</a>' },
      { url: 'https://example.com/a', status: 301, headers: { location: '/b' } },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/a">Brooms</a> <a href="/b">Gone</a>' },
      { url: 'https://example.com/a', status: 301, headers: { location: '/c' } },
      { url: 'https://example.com/c', body: '<p>Brooms.' },
    ],
  },
  *checkSite(site) {
    for (const { page, target } of redirects(site)) {
      const { status } = target.entry;
      if (lastingFailure(target) === null || status === null) continue;
      yield {
        key: page.key,
        message: 'redirects to a URL that answers with an error',
        evidence: { status: page.entry.status, end: target.url, endStatus: status },
        related: [target.url],
      };
    }
  },
};
