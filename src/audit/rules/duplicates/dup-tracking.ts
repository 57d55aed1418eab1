import type { Rule } from '../../rule.ts';
import { variationIssues } from './duplicate-issues.ts';

export const dupTracking: Rule = {
  id: 'dup/tracking',
  severity: 'warning',
  title: 'page linked with tracking parameters',
  condition: 'A page that declares no canonical URL is linked with parameters such as utm_source or gclid.',
  why: 'Search engines see a separate page for each value, and may show the URL of a campaign.',
  remedy: 'Declare the URL without these parameters as canonical, and leave them out of internal links.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/a">A broom</a> <a href="/a?utm_source=footer">A broom</a>' },
      { url: 'https://example.com/a', body: '<p>A broom.' },
      { url: 'https://example.com/a?utm_source=footer', body: '<p>A broom.' },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/a">A broom</a> <a href="/a?utm_source=footer">A broom</a>' },
      { url: 'https://example.com/a', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
    ],
  },
  checkSite: (site) => variationIssues(site, 'tracking', { difference: 'tracking parameters', whenSettled: null }),
};
