import { statusIn } from '../../status-codes.ts';
import { advisedFor, decisionsOf, isListable, isPreferred, leadsItself, reasonOver } from '../decision/decision.ts';
import type { Rule } from '../rule.ts';
import { badListing, listedPages, listingEvidence } from '../site/listings.ts';
import { type AuditPage, isMistakenSitemap } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';
import {
  isUnwanted,
  ownUrlEvidence,
  passesUnder,
  preferredUrl,
  redirectsToAnswer,
  redirectTarget,
} from '../site/spellings.ts';
import { namesAnother } from '../site/target.ts';
import { changeBetween } from '../site/template.ts';
import { sitemapOf } from './example-pages.ts';

const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['off-host', 'is listed in a sitemap of another host'],
  ['robots', 'is listed in a sitemap, but robots.txt disallows it'],
  ['noindex', 'is listed in a sitemap, but is marked noindex'],
  ['redirect-loop', 'is listed in a sitemap, but redirects in a loop'],
]);

export const SITEMAP_RULES: readonly Rule[] = [
  {
    id: 'sitemap/non-canonical',
    severity: 'warning',
    title: 'sitemap lists a URL that is not canonical',
    condition:
      'A URL in a sitemap redirects, has a session id or tracking parameters, or names another URL as canonical: pages do so in their HTML or `Link` header, PDFs and other files in their `Link` header. Not reported if only the canonical URL is wrong: it redirects back, or is the http URL of an https page.',
    why: 'The sitemap and the page name different URLs, which weakens both signals.',
    remedy: 'List the preferred URL. If none is given, first correct the canonical URL that the page names.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<p>Brooms.' },
        ...sitemapOf('https://example.com/old'),
        { url: 'https://example.com/old', status: 301, headers: { location: '/new' } },
        { url: 'https://example.com/new', body: '<p>The new brooms.' },
      ],
      good: [
        { url: 'https://example.com/', body: '<p>Brooms. <a href="/old">Old ones</a>' },
        ...sitemapOf('https://example.com/new'),
        { url: 'https://example.com/old', status: 301, headers: { location: '/new' } },
        { url: 'https://example.com/new', body: '<p>The new brooms.' },
      ],
    },
    prepare: decisionsOf.steps,
    *checkSite(site) {
      for (const first of listedPages(site)) {
        const { page } = first;
        const { page: last, url: endUrl } = site.end(page);
        const end = last && (redirectTarget(endUrl, last, site) ?? last);
        // sitemap/bad reports errors.
        if (end === null || !(end.isPage || end.isFile) || badListing(first, site) !== null) continue;
        // Of several URLs with one key, only one may be wrong.
        const wrong = page.entry.listings.find(({ url }) => isOtherForm(url, end, site));
        const listed = wrong === undefined ? first : { ...first, ...wrong, sitemap: site.page(wrong.sitemap) };
        const { url } = listed;
        const decision = advisedFor(end, site);
        const isCanonicalized = namesAnother(end) && !isListable(end, site);
        const isMoved = end !== page || redirectsToAnswer(url, end, site);
        if (!isCanonicalized && !isMoved && wrong === undefined) continue;
        // What to list instead is open if the page names a URL that another rule faults.
        const isOpen = isCanonicalized && leadsItself(end, decision);
        const leader = isOpen ? null : (decision?.url ?? preferredUrl(end, site));
        yield {
          key: page.key,
          message: isMoved
            ? 'is listed in a sitemap, but redirects'
            : isCanonicalized
              ? 'is listed in a sitemap, but names another canonical URL'
              : 'is listed in a sitemap with a session id or tracking parameters',
          evidence: {
            ...listingEvidence(listed),
            listed: url,
            ...(isCanonicalized && { canonical: end.canonical?.url ?? null }),
            ...(leader !== null ? { leader } : isMoved && { end: endUrl }),
            ...(leader !== null && decision && { leaderReason: reasonOver(end, decision) }),
          },
          ...(leader !== null && { related: [leader], cause: changeBetween(url, leader) }),
        };
      }
    },
  },
  {
    id: 'sitemap/bad',
    severity: 'error',
    title: 'sitemap lists a URL that cannot be indexed',
    condition:
      "A URL in a sitemap ends in an error, is marked noindex, is disallowed by robots.txt, or is on another host. A URL of another host is not reported if that host's robots.txt names the sitemap. Failures that may pass, such as status 503 or a timeout, do not count.",
    why: 'Search engines rely less on a sitemap with such URLs.',
    remedy: 'Remove the URL from the sitemap, or fix the problem.',
    reference: 'https://www.sitemaps.org/protocol.html',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<p>Brooms.' },
        ...sitemapOf('https://example.com/draft'),
        { url: 'https://example.com/draft', body: '<meta name="robots" content="noindex"><p>A draft.' },
      ],
      good: [
        { url: 'https://example.com/', body: '<p>Brooms. <a href="/draft">A draft</a>' },
        ...sitemapOf('https://example.com/'),
        { url: 'https://example.com/draft', body: '<meta name="robots" content="noindex"><p>A draft.' },
      ],
    },
    *checkSite(site) {
      for (const listed of listedPages(site)) {
        const reason = badListing(listed, site);
        if (reason === null) continue;
        const { page, url } = listed;
        const { page: end, urls } = site.end(page);
        const rule = reason === 'robots' ? site.robotsRule(url) : null;
        yield {
          key: page.key,
          ...((page.entry.firstFailure !== null || rule !== null) && { url }),
          message: MESSAGES.get(reason) ?? 'is listed in a sitemap, but ends in an error',
          evidence: {
            ...listingEvidence(listed),
            reason,
            status: statusIn(reason) ?? end?.entry.status ?? null,
            ...(rule !== null && { robots: rule.url, rule: rule.rule, ruleLine: rule.line }),
          },
          related: urls.length > 1 ? urls : [],
        };
      }
    },
  },
  {
    id: 'sitemap/missing',
    severity: 'info',
    title: 'page missing from the sitemap',
    condition:
      'A site has a sitemap, but an indexable page that is its own canonical URL is not in it. Not reported if one of the sitemaps could not be read.',
    why: 'Search engines may discover the page, and its changes, later.',
    remedy: 'Add the page to the sitemap, under the preferred URL if the finding names one, or mark it noindex.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<p>Brooms. <a href="/a">A broom</a>' },
        ...sitemapOf('https://example.com/'),
        { url: 'https://example.com/a', body: '<p>A broom.' },
      ],
      good: [
        { url: 'https://example.com/', body: '<p>Brooms. <a href="/a">A broom</a>' },
        ...sitemapOf('https://example.com/'),
        { url: 'https://example.com/a', body: '<meta name="robots" content="noindex"><p>A broom.' },
      ],
    },
    prepare: decisionsOf.steps,
    *checkSite(site) {
      const listed = new Set<string>();
      for (const { page } of listedPages(site)) listed.add(page.entry.site);
      const unread = unreadSitemaps(site);
      for (const page of site.pages) {
        const { site: own, listings } = page.entry;
        if (listings.length > 0 || !listed.has(own) || unread.has(own) || !isPreferred(page, site)) continue;
        yield {
          key: page.key,
          message: 'is not in any sitemap of its site',
          evidence: ownUrlEvidence(page, site),
        };
      }
    },
  },
];

/** Whether a URL of a page redirects to the one that answered, or has a session id or tracking parameters. */
function isOtherForm(url: string, page: AuditPage, site: AuditSite): boolean {
  return url !== page.key && (redirectsToAnswer(url, page, site) || isUnwanted(passesUnder(site)(url)));
}

/** Sites with sitemaps that the crawl did not read completely. */
function unreadSitemaps({ pages }: AuditSite): ReadonlySet<string> {
  const sitemaps = pages.filter(({ entry }) => entry.role === 'sitemap' || isMistakenSitemap(entry));
  const unread = sitemaps.filter(({ entry: { aliasBy, state, reason } }) => {
    // An unlinked sitemap no longer belongs to the site.
    return aliasBy !== 'redirect' && reason !== 'unlinked' && (state !== 'done' || reason !== null);
  });
  return new Set(unread.map(({ entry }) => entry.site));
}
