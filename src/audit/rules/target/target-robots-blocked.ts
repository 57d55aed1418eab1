import type { Rule } from '../../rule.ts';
import { targetRemark } from '../../site/target.ts';

export const targetRobotsBlocked: Rule = {
  id: 'target/robots-blocked',
  severity: 'error',
  title: 'canonical URL is disallowed by robots.txt',
  condition: "The site's robots.txt disallows the canonical URL of a page.",
  why: 'Search engines cannot see that the two pages are duplicates, and may show neither.',
  remedy: 'Allow the canonical URL in robots.txt, or name a page that is allowed.',
  reference: 'https://developers.google.com/search/docs/crawling-indexing/robots/intro',
  examples: {
    bad: [
      { url: 'https://example.com/a?x=1', body: '<link rel="canonical" href="https://example.com/b"><p>A broom.' },
      { url: 'https://example.com/robots.txt', body: 'User-agent: *\nDisallow: /b\n' },
      { url: 'https://example.com/b', body: '<p>A broom.' },
    ],
    good: [
      { url: 'https://example.com/a?x=1', body: '<link rel="canonical" href="https://example.com/b"><p>A broom.' },
      { url: 'https://example.com/robots.txt', body: 'User-agent: *\nDisallow: /b?\n' },
      { url: 'https://example.com/b', body: '<p>A broom.' },
    ],
  },
  *checkPage(page, record, site) {
    if (page.canonical === null || page.canonical.key === page.key) return;
    const { key, url } = page.canonical;
    const forbidding = site.robotsRule(url);
    const target = site.page(key)?.entry;
    if (forbidding === null && !(target?.state === 'skipped' && target.reason === 'robots')) return;
    yield targetRemark(page, record, {
      message: 'names a canonical URL that robots.txt disallows',
      evidence: {
        robots: forbidding?.url ?? null,
        rule: forbidding?.rule ?? null,
        robotsLine: forbidding?.line ?? null,
      },
    });
  },
};
