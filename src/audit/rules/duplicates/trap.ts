import type { Rule } from '../../rule.ts';
import type { AuditPage } from '../../site/page.ts';
import { firstPage } from '../../site/page-order.ts';
import { templateOf } from '../../site/template.ts';

/** Skip reasons of crawler traps, in words. */
export const TRAPS: ReadonlyMap<string, string> = new Map([
  ['repeating-segments', 'their paths repeat themselves'],
  ['repeating-parameters', 'their parameters repeat themselves'],
  ['many-segments', 'their paths have too many segments'],
  ['similar', 'too many differ only in numbers and values'],
  ['calendar', 'they name distant months'],
  ['combinations', 'they combine a few parameter values in endless ways'],
]);
/** How many URLs a finding names. */
const MAX_NAMED = 5;

export const dupTrap: Rule = {
  id: 'dup/trap',
  severity: 'warning',
  title: 'crawler trap',
  condition:
    'The crawl skipped URLs because their paths or parameters repeat themselves, or because one pattern has too many URLs.',
  why: 'Crawlers spend their time on such URLs instead of on pages.',
  remedy: 'Fix the links that create such URLs, or disallow the pattern in robots.txt.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  examples: {
    bad: [
      { url: 'https://example.com/', body: '<a href="/docs/">Docs</a>' },
      { url: 'https://example.com/docs/', body: '<a href="docs/docs/docs/">Docs</a>' },
    ],
    good: [
      { url: 'https://example.com/', body: '<a href="/docs/">Docs</a>' },
      { url: 'https://example.com/docs/', body: '<a href="2026/11/11/11/">Docs of one hour</a>' },
    ],
  },
  *checkSite(site) {
    const left = site.pages.filter(({ entry }) => entry.state === 'skipped' && TRAPS.has(entry.reason ?? ''));
    for (const [cause, pages] of Map.groupBy(left, patternOf)) {
      const first = firstPage(pages);
      if (first === undefined) continue;
      yield {
        key: first.key,
        message: `is one of several URLs that the crawl skipped: ${TRAPS.get(first.entry.reason ?? '') ?? ''}`,
        evidence: {
          pattern: templateOf(first.url),
          urls: pages.length,
          reason: first.entry.reason,
          foundOn: first.entry.foundOn,
        },
        related: pages.slice(0, MAX_NAMED).map(({ url }) => url),
        cause,
      };
    }
  },
};

/** Groups URLs into traps. Paths that grow have only their first segment in common. */
function patternOf({ url, entry }: AuditPage): string {
  const template = templateOf(url);
  const isPath = entry.reason === 'repeating-segments' || entry.reason === 'many-segments';
  return `${entry.reason ?? ''} ${isPath ? template.split('/').slice(0, 2).join('/') : template}`;
}
