import { isTemporary } from '../../status-codes.ts';
import { advisedFor, advisedReplacement, decisionsOf, leadsItself, reasonOver } from '../decision/decision.ts';
import { VARIATION_PASSES } from '../duplicates/variation.ts';
import type { Rule } from '../rule.ts';
import { isDowngrade, isWeb } from '../site/address.ts';
import { nameOf } from '../site/landing.ts';
import { failedUrl } from '../site/lasting-failure.ts';
import { type AuditPage, redirectsWithin, withoutFragment } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';
import { preferredUrl, redirectTarget, SAME_REQUEST, type SpelledUrl, spelledPages } from '../site/spellings.ts';
import { canonicalTarget } from '../site/target.ts';
import { changeBetween } from '../site/template.ts';
import { canonicalTo } from './example-pages.ts';
import { pageIssue } from './issues.ts';

/** Passes whose spellings have a rule of their own. The remaining spellings are the same only by a fact or a looser pass. */
const OWN_RULES: ReadonlySet<string> = new Set([
  ...VARIATION_PASSES.encoding,
  ...VARIATION_PASSES.tracking,
  ...VARIATION_PASSES.session,
  'slug-path',
]);
/** Passes whose spellings have a rule of their own only if the page declares no canonical URL. */
const OWN_RULES_UNSETTLED: ReadonlySet<string> = new Set([
  ...VARIATION_PASSES['empty-query'],
  ...VARIATION_PASSES.order,
]);
/** How many spellings a finding names. */
const MAX_NAMED = 5;

export const LINK_RULES: readonly Rule[] = [
  {
    id: 'links/non-canonical',
    severity: 'warning',
    title: 'links to a URL that is not canonical',
    condition:
      'Pages link to a page that names another page as its canonical URL. Not reported if another rule asks to change that canonical URL.',
    why: 'Links say that this URL is canonical, and the page itself names another.',
    remedy: 'Link to the canonical URL.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<a href="/a?view=list">A broom</a>' },
        { url: 'https://example.com/a?view=list', body: canonicalTo('https://example.com/a') },
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/a') },
      ],
      good: [
        { url: 'https://example.com/', body: '<a href="/a">A broom</a>' },
        { url: 'https://example.com/a?view=print', body: canonicalTo('https://example.com/a') },
        {
          url: 'https://example.com/a',
          body: canonicalTo('https://example.com/a', '<p>A broom. <a href="/a?view=print">Print</a>'),
        },
      ],
    },
    prepare: decisionsOf.steps,
    checkPage(page, _, site) {
      const decision = advisedFor(page, site);
      if (decision === null || leadsItself(page, decision) || !canonicalTarget(page, site)?.isPage) return [];
      const links = site.inlinks(page);
      // A page may link to another version of itself, such as one for printing.
      if (links === 0 || (links === 1 && site.referrers(page)[0] === decision.leader)) return [];
      return pageIssue(page, {
        message: 'is linked, but names another canonical URL',
        evidence: {
          leader: decision.url,
          leaderReason: reasonOver(page, decision),
          links,
          referrers: site.referrers(page).map(({ url }) => url),
        },
        related: [decision.url],
        twin: decision.url,
        cause: changeBetween(page.url, decision.url),
      });
    },
  },
  {
    id: 'links/redirect',
    severity: 'warning',
    title: 'links to a URL that redirects',
    condition:
      'Pages link to a URL that redirects permanently. Not reported if the redirect leads to an error (see redirect/error) or from https to http (see redirect/downgrade).',
    why: 'Every visit and every crawl takes an extra request, and the link counts for an abandoned URL.',
    remedy: 'Link to the target of the redirect, or to the preferred URL if the finding names one.',
    reference: 'RFC 9110 15.4.2',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<a href="/old">Brooms</a>' },
        { url: 'https://example.com/old', status: 301, headers: { location: '/new' } },
        { url: 'https://example.com/new', body: '<p>Brooms.' },
      ],
      good: [
        { url: 'https://example.com/', body: '<a href="/latest">Brooms</a>' },
        { url: 'https://example.com/latest', status: 302, headers: { location: '/2026' } },
        { url: 'https://example.com/2026', body: '<p>Brooms.' },
      ],
    },
    prepare: decisionsOf.steps,
    *checkSite(site) {
      for (const page of site.pages) {
        const links = linksToFetched(page, site);
        const end = links === 0 ? null : endOf(page, site);
        if (end === null) continue;
        const decision = end.page.isPage ? advisedReplacement(end.page, site) : null;
        const leader = decision && { leader: decision.url, leaderReason: reasonOver(end.page, decision) };
        yield {
          key: page.key,
          message: 'is linked, but redirects',
          evidence: {
            ...redirectStatus(page),
            end: end.url,
            ...leader,
            links,
            referrers: site.referrers(page).map(({ url }) => url),
          },
          related: decision === null ? [end.url] : [end.url, decision.url],
          twin: end.url,
          cause: changeBetween(page.url, decision?.url ?? end.url),
        };
      }
    },
  },
  {
    id: 'links/mixed',
    severity: 'warning',
    title: 'one page linked under several URLs',
    condition:
      'Links to one page use different URLs, such as with and without a trailing slash, and the site is known to treat them as the same page.',
    why: 'Links count for several URLs, and all but one of them may redirect.',
    remedy: 'Write the preferred URL in all links.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        { url: 'https://example.com/', body: '<a href="/a">A broom</a> <a href="/b">Another one</a>' },
        { url: 'https://example.com/a', body: '<p>A broom. <a href="https://shop.example.com/">Shop</a>' },
        { url: 'https://example.com/b', body: '<p>Another one. <a href="https://shop.example.com./">Shop</a>' },
        { url: 'https://shop.example.com/', body: '<p>The shop.' },
      ],
      good: [
        { url: 'https://example.com/', body: '<a href="/a">A broom</a> <a href="/b">Another one</a>' },
        { url: 'https://example.com/a', body: '<p>A broom. <a href="https://shop.example.com/">Shop</a>' },
        { url: 'https://example.com/b', body: '<p>Another one. <a href="https://SHOP.example.com/#top">Shop</a>' },
        { url: 'https://shop.example.com/', body: '<p>The shop.' },
      ],
    },
    prepare: decisionsOf.steps,
    *checkSite(site) {
      for (const [page, urls] of spelledPages(site)) {
        const counts = linkCounts(page, urls, site);
        if (counts.length < 2) continue;
        const leader = decisionsOf(site).of(page)?.url ?? preferredUrl(page, site);
        const twin = counts.find(([url]) => site.areMerged(url, nameOf(page.entry)));
        yield {
          key: page.key,
          message: `is linked under ${counts.length} different URLs`,
          evidence: { leader, counts: counts.slice(0, MAX_NAMED).map(([url, count]) => `${count} × ${url}`) },
          related: counts.slice(0, MAX_NAMED).map(([url]) => url),
          ...(twin !== undefined && { twin: twin[0] }),
        };
      }
    },
  },
];

/** How many pages link to a page, without the links by a first URL that failed: links/broken reports these. */
function linksToFetched(page: AuditPage, site: AuditSite): number {
  const { firstFailure, url } = page.entry;
  if (firstFailure === null) return site.inlinks(page);
  const { preserving } = site.keys;
  return [...site.linkedSpellings(page)].reduce(
    (sum, [linked, count]) => (preserving(linked) === preserving(url) ? sum : sum + count),
    0,
  );
}

/** The permanent target of links to a page; null if it does not redirect, or if another rule reports the redirect. */
function endOf(page: AuditPage, site: AuditSite): { readonly page: AuditPage; readonly url: string } | null {
  const { aliasBy, status, url, finalUrl } = page.entry;
  if (aliasBy === 'redirect') {
    const { page: last, chain, url: lastUrl } = site.end(page);
    if (isTemporary(status) || last === null || last.entry.state === 'failed' || !isWeb(last.key)) return null;
    const answered = redirectTarget(lastUrl, last, site);
    const end = answered === null ? { page: last, url: lastUrl } : { page: answered, url: answered.url };
    if (chain.some(({ key }) => isDowngrade(key, end.page.key))) return null;
    return failedUrl(end.page, end.url, site) === null ? end : null;
  }
  // Both URLs are spellings of one entry, and only some links use the redirecting one.
  if (finalUrl === null || !redirectsWithin(page, url, site.keys)) return null;
  return site.linkedSpellings(page).has(url) ? { page, url: finalUrl } : null;
}

/** The status of the redirect. Of a redirect within one key, the entry has the status of its end. */
function redirectStatus({ entry }: AuditPage): { readonly status?: number | null } {
  return entry.aliasBy === 'redirect' ? { status: entry.status } : {};
}

/** How many links use each kind of spelling, the most common first. */
function linkCounts(
  page: AuditPage,
  urls: readonly SpelledUrl[],
  site: AuditSite,
): readonly (readonly [url: string, count: number])[] {
  const spelled = new Map(urls.map((one) => [one.url, one.passes]));
  const counts = new Map<string, [url: string, count: number]>();
  for (const [linked, count] of site.linkedSpellings(page)) {
    const url = spelled.has(linked) ? linked : withoutFragment(linked);
    const passes = (spelled.get(url) ?? []).filter((pass) => !SAME_REQUEST.has(pass));
    const isUnsettled = page.canonical === null && !page.noindex;
    if (passes.some((pass) => OWN_RULES.has(pass) || (isUnsettled && OWN_RULES_UNSETTLED.has(pass)))) continue;
    const form = passes.join(' ');
    const known = counts.get(form) ?? [url, 0];
    known[1] += count;
    counts.set(form, known);
  }
  return [...counts.values()].toSorted(([, a], [, b]) => b - a);
}
