import type { Key } from '../../canon/key.ts';
import { declaredKey } from '../decision/declared.ts';
import type { Rule } from '../rule.ts';
import { finalCanonical } from '../site/final-canonical.ts';
import { failureOfSpelling, lastingFailure } from '../site/lasting-failure.ts';
import { oncePerSite } from '../site/once-per-site.ts';
import type { AuditPage } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';
import { isUnwanted, passesUnder, redirectsToAnswer } from '../site/spellings.ts';
import { namesAnother, wasFetched } from '../site/target.ts';
import { canonicalTo } from './example-pages.ts';
import { pageIssue } from './issues.ts';

/** How many alternates, or pages that name one, a finding lists. */
const MAX_NAMED = 10;

/** How many alternates to compare in total; the alternates of further pages are ignored. */
const MAX_ALTERNATES = 2_000_000;

export const ALTERNATE_RULES: readonly Rule[] = [
  {
    id: 'hreflang/non-canonical',
    severity: 'error',
    title: 'hreflang names a URL that is not canonical',
    condition:
      'An indexable page links to a version in another language with a URL that redirects, fails, is marked noindex or has another canonical URL.',
    why: 'Search engines ignore such versions, and may show visitors the wrong language.',
    remedy:
      'Name the canonical URL of each version. If a version wrongly names another page as canonical, have it name itself.',
    reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    examples: {
      bad: [
        {
          url: 'https://example.com/en',
          body: '<link rel="alternate" hreflang="de" href="/de"><link rel="alternate" hreflang="en" href="/en"><p>Brooms.',
        },
        { url: 'https://example.com/de', status: 301, headers: { location: '/de-de' } },
        { url: 'https://example.com/de-de', body: '<link rel="alternate" hreflang="en" href="/en"><p>Besen.' },
      ],
      good: [
        {
          url: 'https://example.com/en',
          body: '<link rel="alternate" hreflang="de" href="/de"><link rel="alternate" hreflang="en" href="/en"><p>Brooms.',
        },
        { url: 'https://example.com/de', body: '<link rel="alternate" hreflang="en" href="/en"><p>Besen.' },
      ],
    },
    checkPage(page, { alternates }, site) {
      // Search engines ignore the alternates of pages that are not canonical themselves.
      if (!page.allowsIndexing || namesAnother(page)) return [];
      const bad: string[] = [];
      const reasons: string[] = [];
      for (const { language, url } of alternates) {
        const target = site.pageAt(url);
        const reason = target === null ? null : shortcoming(target, url, site);
        if (reason === null || bad.includes(url)) continue;
        if (bad.length === MAX_NAMED) break;
        bad.push(url);
        reasons.push(`${language}: ${reason}`);
      }
      if (bad.length === 0) return [];
      return pageIssue(page, {
        message: 'names a version in another language that is not canonical',
        evidence: { alternates: reasons },
        related: bad,
      });
    },
  },
  {
    id: 'hreflang/no-return',
    severity: 'warning',
    title: 'hreflang without a return link',
    condition:
      'A page names another page as its version in another language, but the other page does not name it in return. Not reported if one of them is marked noindex or names another canonical URL.',
    why: 'Search engines accept two versions only if each names the other.',
    remedy: 'Name all versions on each page.',
    reference: 'https://developers.google.com/search/docs/specialty/international/localized-versions',
    examples: {
      bad: [
        { url: 'https://example.com/en', body: '<link rel="alternate" hreflang="de" href="/de"><p>Brooms.' },
        { url: 'https://example.com/de', body: '<p>Besen.' },
      ],
      good: [
        { url: 'https://example.com/en', body: '<link rel="alternate" hreflang="de" href="/de"><p>Brooms.' },
        { url: 'https://example.com/de', body: '<link rel="alternate" hreflang="en" href="/en"><p>Besen.' },
      ],
    },
    *checkSite(site) {
      const named = alternatesOf(site);
      const unanswered = new Map<AuditPage, AuditPage[]>();
      for (const [page, targets] of named) {
        for (const target of targets) {
          const back = named.get(target);
          if (back === undefined || back.has(page)) continue;
          unanswered.set(target, [...(unanswered.get(target) ?? []).slice(0, MAX_NAMED - 1), page]);
        }
      }
      for (const [page, sources] of unanswered) {
        yield {
          key: page.key,
          message: 'does not link back to a page that lists it as a language version',
          evidence: { namedBy: sources.map(({ url }) => url) },
          related: sources.map(({ url }) => url),
        };
      }
    },
  },
  {
    id: 'og/url',
    severity: 'warning',
    title: 'og:url is not the canonical URL',
    condition:
      'A page names one page in og:url and another one as its canonical URL. Not reported if another rule asks to change the canonical URL, or if the canonical URL leads on to the one in og:url.',
    why: 'Shares count for one URL, and search results for the other.',
    remedy: 'Write the canonical URL in both places.',
    reference: 'https://ogp.me/#metadata',
    examples: {
      bad: [
        {
          url: 'https://example.com/a',
          body: '<meta property="og:url" content="https://example.com/"><link rel="canonical" href="https://example.com/a"><p>A broom.',
        },
      ],
      good: [
        {
          url: 'https://example.com/a',
          body: '<meta property="og:url" content="https://example.com/a?utm_source=share"><link rel="canonical" href="https://example.com/a"><p>A broom.',
        },
      ],
    },
    checkPage(page, { openGraphUrl }, site) {
      const { canonical } = page;
      const shared = openGraphUrl === null || canonical === null ? null : site.keys.key(openGraphUrl);
      if (shared === null || canonical === null || shared === canonical.key) return [];
      // The canonical URL may be the mistake, and og:url the one to name.
      const meant = declaredKey(page, site);
      if (meant === null || shared === meant) return [];
      return pageIssue(page, {
        message: 'has an og:url that differs from its canonical URL',
        evidence: { openGraphUrl, canonical: canonical.url },
        related: [canonical.url],
      });
    },
  },
  {
    id: 'amp/canonical',
    severity: 'warning',
    title: 'AMP page that does not name its page',
    condition: 'The AMP version of a page does not name the page as its canonical URL.',
    why: 'Search engines connect the two only if each names the other.',
    remedy: 'Have the AMP version name the page with <link rel="canonical">.',
    reference: 'https://amp.dev/documentation/guides-and-tutorials/optimize-and-measure/discovery/',
    examples: {
      bad: [
        { url: 'https://example.com/a', body: '<link rel="amphtml" href="/amp/a"><p>A broom.' },
        { url: 'https://example.com/amp/a', body: '<p>A broom.' },
      ],
      good: [
        { url: 'https://example.com/a', body: '<link rel="amphtml" href="/amp/a"><p>A broom.' },
        { url: 'https://example.com/amp/a', body: canonicalTo('https://example.com/a') },
      ],
    },
    *checkSite(site) {
      const reported = new Set<Key>();
      for (const page of site.pages) {
        const amp = page.isPage ? (site.record(page)?.amp ?? null) : null;
        const named = amp === null ? null : site.pageAt(amp);
        const target = named === null ? null : site.end(named).page;
        if (target === null || target === page || !target.isPage || reported.has(target.key)) continue;
        if (target.canonical !== null && finalCanonical(target, site) === finalCanonical(page, site)) continue;
        reported.add(target.key);
        yield {
          key: target.key,
          message: 'is an AMP version, but does not name its page as the canonical URL',
          evidence: { page: page.url, canonical: target.canonical?.url ?? null },
          related: [page.url],
        };
      }
    },
  },
  {
    id: 'amp/broken',
    severity: 'warning',
    title: 'broken AMP version',
    condition: 'An indexable page names an AMP version at a URL that redirects, fails or is marked noindex.',
    why: 'Search engines do not show such a version.',
    remedy: 'Link to the final URL of an AMP page that works and can be indexed, or remove the link.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/amp',
    examples: {
      bad: [
        { url: 'https://example.com/a', body: '<link rel="amphtml" href="/amp/a"><p>A broom.' },
        { url: 'https://example.com/amp/a', status: 404 },
      ],
      good: [
        { url: 'https://example.com/a', body: '<link rel="amphtml" href="/amp/a"><p>A broom.' },
        { url: 'https://example.com/amp/a', body: canonicalTo('https://example.com/a') },
      ],
    },
    checkPage(page, { amp }, site) {
      if (amp === null || !page.isIndexable) return [];
      const target = site.pageAt(amp);
      const problem = target === null || target === page ? null : problemOf(target, amp, site);
      if (problem === null) return [];
      return pageIssue(page, {
        message: 'names an AMP version that redirects, fails or is marked noindex',
        evidence: { amp: problem },
        related: [amp],
      });
    },
  },
];

/** Why search engines ignore an alternate; null if they accept it, or if it was never fetched. */
function shortcoming(target: AuditPage, url: string, site: AuditSite): string | null {
  const problem = problemOf(target, url, site);
  if (problem !== null || !wasFetched(target)) return problem;
  const { canonical } = target;
  const isOther = namesAnother(target) || (canonical?.url !== url && isUnwanted(passesUnder(site)(url)));
  return canonical !== null && isOther ? `canonical ${canonical.url}` : null;
}

/** Why a declared URL leads to no page that search engines index; null if it does, or if it was never fetched. */
export function problemOf(target: AuditPage, url: string, site: AuditSite): string | null {
  const { entry } = target;
  if (!wasFetched(target)) return null;
  const failure =
    entry.reason === 'redirect-loop'
      ? entry.reason
      : (lastingFailure(target) ?? failureOfSpelling(target, url, site.keys));
  if (failure !== null) return failure;
  if (entry.aliasBy === 'redirect') return `redirects with ${entry.status ?? 'a redirect'}`;
  // The status is that of the URL that answered.
  if (redirectsToAnswer(url, target, site)) return 'redirects';
  return target.noindex ? 'noindex' : null;
}

const NO_PAGES: ReadonlySet<AuditPage> = new Set();

/** The other versions that each canonical page names, if it names any or is named. */
function alternatesOf(site: AuditSite): ReadonlyMap<AuditPage, ReadonlySet<AuditPage>> {
  const named = new Map<AuditPage, ReadonlySet<AuditPage>>();
  const elsewhere = sitesWithAlternatesInSitemaps(site);
  /** 1 at the index of each page that names none. Most sites have many, and nothing asks about most of them. */
  const namesNone = new Uint8Array(site.pages.length);
  let count = 0;
  for (const page of site.pages) {
    if (!page.allowsIndexing || namesAnother(page)) continue;
    if (elsewhere.has(page.entry.site) || count > MAX_ALTERNATES) continue;
    const targets = (site.record(page)?.alternates ?? []).flatMap(({ url }) => versionAt(url, site) ?? []);
    const others = targets.filter((target) => target !== page);
    if (others.length === 0) namesNone[page.index] = 1;
    else named.set(page, new Set(others));
    count += named.get(page)?.size ?? 0;
  }
  // What is added meanwhile names no pages.
  for (const targets of named.values())
    for (const target of targets) if (namesNone[target.index] === 1) named.set(target, NO_PAGES);
  return named;
}

/** What answers at a URL, also after redirects; hreflang/non-canonical reports these. */
function versionAt(url: string, site: AuditSite): AuditPage | null {
  const named = site.pageAt(url);
  return named?.entry.aliasBy === 'redirect' ? site.end(named).page : named;
}

/** Sites whose sitemaps name alternates instead of their pages; the crawl does not store which ones. */
export const sitesWithAlternatesInSitemaps: (site: AuditSite) => ReadonlySet<string> = oncePerSite((site) => {
  const sites = new Set<string>();
  for (const { entry } of site.pages) {
    const on = entry.source === 'alternate' && entry.foundOn !== null ? site.page(entry.foundOn) : null;
    if (on?.entry.role === 'sitemap') sites.add(entry.site);
  }
  return sites;
});
