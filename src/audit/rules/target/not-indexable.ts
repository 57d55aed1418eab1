import { isNeverShown } from '../../decision/declared.ts';
import { mismatchOf } from '../../duplicates/mismatch.ts';
import { errorPageSign } from '../../duplicates/soft-404.ts';
import type { Rule } from '../../rule.ts';
import { hostOf } from '../../site/address.ts';
import { canonicalGraph } from '../../site/canonical-graph.ts';
import type { AuditPage } from '../../site/page.ts';
import { describeNoindex } from '../../site/robots-directives.ts';
import type { AuditSite } from '../../site/site.ts';
import { canonicalEnd, canonicalTarget, failedCanonical, namesAnother, redirectsThere } from '../../site/target.ts';
import { canonicalTo } from '../example-pages.ts';
import { targetIssue } from '../issues.ts';

/** How many URLs of the redirect chain a finding names. */
const MAX_RELATED = 10;

export const NOT_INDEXABLE_RULES: readonly Rule[] = [
  {
    id: 'target/error',
    severity: 'error',
    title: 'canonical URL cannot be fetched',
    condition:
      'The canonical URL of a page answers with an error, redirects to one, or its server is not found or accepts no connections; or it names localhost or a private address, and the page is not on one. Failures that may pass, such as status 503 or a timeout, do not count.',
    why: 'Search engines ignore it, or drop this page as well.',
    remedy: 'Name a page that exists, such as the page itself.',
    reference: 'RFC 6596 3',
    examples: {
      bad: [{ url: 'https://example.com/a?x=1', body: canonicalTo('https://example.com/a') }],
      good: [
        { url: 'https://example.com/a?x=1', body: canonicalTo('https://example.com/a') },
        { url: 'https://example.com/a', status: 503 },
      ],
    },
    checkPage(page, record, site) {
      const failed = failedCanonical(page, site);
      if (failed === null) return [];
      const { page: end, status, reason } = failed;
      const answer = isStatus(status) ? `answers with status ${status}` : 'cannot be fetched';
      return targetIssue(page, record, {
        message: `names a canonical URL that ${redirectsThere(end, page, site)}${answer}`,
        evidence: { status, reason },
        // The server is at fault, whichever of its pages is named.
        ...(!isStatus(status) && { cause: hostOf(end.url) ?? end.url }),
      });
    },
  },
  {
    id: 'target/redirect',
    severity: 'error',
    title: 'canonical URL redirects',
    condition:
      'The canonical URL of a page answers with a redirect. target/error, target/noindex, target/soft-404, target/content-differs and others report redirects to a URL that the page should not name.',
    why: 'Two strong signals name different URLs, and search engines may follow either one or neither.',
    remedy: 'Name the URL where the redirects end; if they never end, a page that exists, such as the page itself.',
    reference: 'RFC 6596 3',
    examples: {
      bad: [
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/b') },
        { url: 'https://example.com/b', status: 301, headers: { location: 'https://example.com/c' } },
        { url: 'https://example.com/c', body: canonicalTo('https://example.com/c') },
      ],
      good: [
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/c') },
        { url: 'https://example.com/c', body: canonicalTo('https://example.com/c') },
      ],
    },
    checkPage(page, record, site) {
      const target = canonicalTarget(page, site);
      // target/mixed-loop reports redirects that lead back to the page.
      if (target === null || !isRedirect(target) || canonicalGraph(site).inCycle.has(page)) return [];
      const { page: last, urls, url } = site.end(target);
      // Such a redirect is not to be followed: target/error, target/content-differs and others report it. They do not where
      // the site sends the same shell for scripts on every path.
      const isJudged = last !== null && errorPageSign(page, site) === null;
      if (isJudged && (isNeverShown(last, site) || mismatchOf(page, site) !== null)) return [];
      if (disallowedTarget(page, site) !== null) return [];
      return targetIssue(page, record, {
        message:
          last === null ? 'names a canonical URL that redirects without end' : 'names a canonical URL that redirects',
        evidence: { status: target.entry.status, hops: Math.max(1, urls.length - 1), end: last && url },
        related: urls.slice(0, MAX_RELATED),
      });
    },
  },
  {
    id: 'target/noindex',
    severity: 'error',
    title: 'canonical URL is marked noindex',
    condition:
      'The canonical URL of a page, or the page that it redirects to, is marked noindex for all robots or for Googlebot, in its HTML or in an X-Robots-Tag header. Not reported if the page is marked noindex itself: canonical/noindex-mix reports it.',
    why: 'Search engines may show neither page: this page defers to one that they drop.',
    remedy: 'Remove noindex from the canonical URL, or name an indexable page.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/block-indexing',
    examples: {
      bad: [
        { url: 'https://example.com/a?x=1', body: canonicalTo('https://example.com/a') },
        { url: 'https://example.com/a', headers: { 'x-robots-tag': 'none' }, body: '<p>A broom.' },
      ],
      good: [
        { url: 'https://example.com/a?x=1', body: canonicalTo('https://example.com/a') },
        { url: 'https://example.com/a', headers: { 'x-robots-tag': 'otherbot: none' }, body: '<p>A broom.' },
      ],
    },
    checkPage(page, record, site) {
      const end = canonicalEnd(page, site);
      if (page.noindex || end === null || !end.isPage || !end.noindex) return [];
      const asked = site.record(end);
      return targetIssue(page, record, {
        message: `names a canonical URL that ${redirectsThere(end, page, site)}is marked noindex`,
        evidence: { directive: asked === null ? null : describeNoindex(asked) },
      });
    },
  },
  {
    id: 'target/robots-blocked',
    severity: 'error',
    title: 'canonical URL is disallowed by robots.txt',
    condition: "The site's robots.txt disallows the canonical URL of a page, or the URL that it redirects to.",
    why: 'Search engines cannot see that the two pages are duplicates, and may show neither.',
    remedy: 'Allow the canonical URL in robots.txt, or name a page that is allowed.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/robots/intro',
    examples: {
      bad: [
        { url: 'https://example.com/a?x=1', body: canonicalTo('https://example.com/b') },
        { url: 'https://example.com/robots.txt', body: 'User-agent: *\nDisallow: /b\n' },
        { url: 'https://example.com/b', body: '<p>A broom.' },
      ],
      good: [
        { url: 'https://example.com/a?x=1', body: canonicalTo('https://example.com/b') },
        { url: 'https://example.com/robots.txt', body: 'User-agent: *\nDisallow: /b?\n' },
        { url: 'https://example.com/b', body: '<p>A broom.' },
      ],
    },
    checkPage(page, record, site) {
      const url = disallowedTarget(page, site);
      if (url === null) return [];
      const forbidding = site.robotsRule(url);
      return targetIssue(page, record, {
        message: `names a canonical URL that ${url === page.canonical?.url ? '' : `redirects to ${url}, which `}robots.txt disallows`,
        evidence: {
          robots: forbidding?.url ?? null,
          rule: forbidding?.rule ?? null,
          robotsLine: forbidding?.line ?? null,
        },
      });
    },
  },
  {
    id: 'target/soft-404',
    severity: 'error',
    title: 'canonical URL is an error page (soft 404)',
    condition:
      'The canonical URL of a page, or the page that it redirects to, answers with status 200, but shows an error page: it says that the page does not exist, or it is what the site shows for paths that cannot exist.',
    why: 'Search engines treat it as an error, and drop this page as well.',
    remedy: 'Name a page that exists, and have the site answer missing pages with status 404.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors#soft-404-errors',
    examples: {
      bad: [
        { url: 'https://example.com/a?x=1', body: canonicalTo('https://example.com/a') },
        { url: 'https://example.com/a', body: '<title>Page not found</title><p>There is nothing here.' },
      ],
      good: [
        { url: 'https://example.com/a?x=1', body: canonicalTo('https://example.com/a') },
        { url: 'https://example.com/a', body: '<title>What to do if a page is not found</title><p>A broom.' },
      ],
    },
    checkPage(page, record, site) {
      const end = canonicalEnd(page, site);
      const sign = end === null ? null : errorPageSign(end, site);
      // A site that sends the same shell for scripts to fill looks like this on every path, including this page.
      if (end === null || sign === null || errorPageSign(page, site) !== null) return [];
      return targetIssue(page, record, {
        message: `names a canonical URL that ${redirectsThere(end, page, site)}is an error page with status 200`,
        evidence: { ...sign },
      });
    },
  },
];

function isStatus(status: number | null): status is number {
  return status !== null && status >= 400;
}

/** The canonical URL of a page, or the URL that it redirects to, if robots.txt disallows it; null if it does not. */
function disallowedTarget(page: AuditPage, site: AuditSite): string | null {
  if (!namesAnother(page)) return null;
  const { canonical } = page;
  if (site.robotsRule(canonical.url) !== null) return canonical.url;
  const target = site.page(canonical.key);
  const end = target === null ? null : site.end(target);
  if (end?.page?.entry.state !== 'skipped' || end.page.entry.reason !== 'robots') return null;
  return end.chain.length > 1 ? end.url : canonical.url;
}

function isRedirect({ entry }: AuditPage): boolean {
  return entry.aliasBy === 'redirect' || entry.reason === 'redirect-loop';
}
