import type { Rule } from '../../rule.ts';
import { lastingFailure } from '../../site/lasting-failure.ts';
import { canonicalTarget, targetRemark } from '../../site/target.ts';

export const targetError: Rule = {
  id: 'target/error',
  severity: 'error',
  title: 'canonical URL cannot be fetched',
  condition: 'The canonical URL of a page answers with an error, or its server is not found or does not answer.',
  why: 'Search engines ignore it, or drop this page as well.',
  remedy: 'Name a page that exists, such as the page itself.',
  reference: 'RFC 6596 3',
  examples: {
    bad: [{ url: 'https://example.com/a?x=1', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' }],
    good: [
      { url: 'https://example.com/a?x=1', body: '<link rel="canonical" href="https://example.com/a"><p>A broom.' },
      { url: 'https://example.com/a', status: 503 },
    ],
  },
  *checkPage(page, record, site) {
    const target = canonicalTarget(page, site);
    if (target === null || lastingFailure(target) === null) return;
    const { status, reason } = target.entry;
    yield targetRemark(page, record, {
      message: `names a canonical URL that ${isStatus(status) ? `answers with status ${status}` : 'cannot be fetched'}`,
      evidence: { status, reason },
    });
  },
};

function isStatus(status: number | null): status is number {
  return status !== null && status >= 400;
}
