import type { Issue } from '../finding.ts';
import type { Rule } from '../rule.ts';
import { codeProblem } from '../site/language-code.ts';
import type { AuditPage } from '../site/page.ts';
import { firstPage } from '../site/page-order.ts';
import type { LanguageAlternate } from '../site/page-record.ts';
import type { AuditSite } from '../site/site.ts';
import { sitesWithAlternatesInSitemaps } from './alternates.ts';
import { pageIssue } from './issues.ts';

/** How many codes, or URLs of versions, a finding lists. */
const MAX_NAMED = 10;
const REFERENCE = 'https://developers.google.com/search/docs/specialty/international/localized-versions';
const VERSIONS =
  '<link rel="alternate" hreflang="en-GB" href="/en"><link rel="alternate" hreflang="de" href="/de"><link rel="alternate" hreflang="x-default" href="/en">';

export const HREFLANG_RULES: readonly Rule[] = [
  {
    id: 'hreflang/invalid',
    severity: 'error',
    title: 'hreflang with a code that does not exist',
    condition:
      'An hreflang in a sitemap, or in the HTML or a Link header of an indexable page, is not a language code, or its language or region does not exist. An empty one is not reported.',
    why: 'Search engines ignore the version, and show visitors another language.',
    remedy:
      'Write a language of ISO 639-1 and, if needed, a region of ISO 3166-1, such as en-GB, or x-default for all others.',
    reference: `${REFERENCE}#language-codes`,
    examples: {
      bad: [
        { url: 'https://example.com/en', body: `${VERSIONS.replace('en-GB', 'en-UK')}<p>Brooms.` },
        { url: 'https://example.com/de', body: `${VERSIONS.replace('en-GB', 'en-UK')}<p>Besen.` },
      ],
      good: [
        { url: 'https://example.com/en', body: `${VERSIONS}<p>Brooms.` },
        { url: 'https://example.com/de', body: `${VERSIONS}<p>Besen.` },
      ],
    },
    *checkSite(site) {
      for (const [page, versions] of declaredVersions(site)) {
        const problems = new Map<string, string>();
        for (const { language } of versions) {
          if (problems.size === MAX_NAMED || problems.has(language)) continue;
          const found = codeProblem(language);
          if (found === null) continue;
          const hint = found.meant === null ? '' : `; meant ${found.meant}?`;
          problems.set(language, `${shown(language)} ${found.problem}${hint}`);
        }
        const codes = [...problems.keys()].map(shown);
        if (codes.length === 0) continue;
        yield {
          key: page.key,
          message: `has an hreflang that does not exist: ${codes.join(', ')}`,
          evidence: { codes, problems: [...problems.values()] },
          related: [...new Set(versions.flatMap(({ language, url }) => (problems.has(language) ? [url] : [])))].slice(
            0,
            MAX_NAMED,
          ),
          cause: `${page.entry.site} ${codes.join(' ')}`,
        };
      }
    },
  },
  {
    id: 'hreflang/conflicting',
    severity: 'error',
    title: 'two versions for one language',
    condition: 'An indexable page names two different URLs for the same hreflang.',
    why: 'Search engines cannot tell which one to show, and may ignore both.',
    remedy: 'Name one URL for each language and region.',
    reference: REFERENCE,
    examples: {
      bad: [
        {
          url: 'https://example.com/en',
          body: `${VERSIONS}<link rel="alternate" hreflang="de" href="/at"><p>Brooms.`,
        },
        { url: 'https://example.com/de', body: `${VERSIONS}<p>Besen.` },
        { url: 'https://example.com/at', body: `${VERSIONS}<p>Reisbesen.` },
      ],
      good: [
        {
          url: 'https://example.com/en',
          body: `${VERSIONS}<link rel="alternate" hreflang="de-AT" href="/at"><p>Brooms.`,
        },
        { url: 'https://example.com/de', body: `${VERSIONS}<p>Besen.` },
        { url: 'https://example.com/at', body: `${VERSIONS}<p>Reisbesen.` },
      ],
    },
    checkPage(page, { alternates }, site) {
      if (!page.isIndexable || alternates.length < 2) return [];
      const urls = new Map<string, Map<string, string>>();
      for (const { language, url } of alternates) {
        const code = language.trim().toLowerCase();
        const known = urls.get(code) ?? new Map<string, string>();
        urls.set(code, known.set(site.keys.key(url) ?? url, url));
      }
      const several = [...urls].filter(([, named]) => named.size > 1);
      if (several.length === 0) return [];
      return pageIssue(page, {
        message: 'names several URLs for one language',
        evidence: { codes: several.slice(0, MAX_NAMED).map(([code]) => shown(code)) },
        related: several.flatMap(([, named]) => [...named.values()]).slice(0, MAX_NAMED),
      });
    },
  },
  {
    id: 'hreflang/no-self',
    severity: 'info',
    title: 'hreflang without the page itself',
    condition:
      'An indexable page names its versions in other languages, but not itself, neither with its language nor as x-default. Not reported if a sitemap of the site names versions.',
    why: 'Search engines then have to guess the language of the page from its text.',
    remedy: 'Name all versions on each page, also the page itself.',
    reference: REFERENCE,
    examples: {
      bad: [
        { url: 'https://example.com/en', body: '<link rel="alternate" hreflang="de" href="/de"><p>Brooms.' },
        { url: 'https://example.com/de', body: '<link rel="alternate" hreflang="en" href="/en"><p>Besen.' },
      ],
      good: [
        { url: 'https://example.com/en', body: `${VERSIONS}<p>Brooms.` },
        { url: 'https://example.com/de', body: `${VERSIONS}<p>Besen.` },
      ],
    },
    checkPage(page, { alternates }, site) {
      if (alternates.length === 0 || !page.isIndexable || alternates.some(({ url }) => isPage(page, url, site)))
        return [];
      if (sitesWithAlternatesInSitemaps(site).has(page.entry.site)) return [];
      // A feed may have an hreflang too.
      if (!alternates.some(({ url }) => site.pageAt(url)?.isPage)) return [];
      return pageIssue(page, {
        message: 'names versions in other languages, but not itself',
        evidence: { codes: alternates.slice(0, MAX_NAMED).map(({ language }) => shown(language)) },
      });
    },
  },
  {
    id: 'hreflang/no-x-default',
    severity: 'info',
    title: 'hreflang without x-default',
    condition: 'Pages of a site, or its sitemap, name versions in several languages, but none for all other languages.',
    why: 'Visitors with another language get whichever version the search engine chooses.',
    remedy: 'Name the version for everybody else, or a page to choose a language, with hreflang="x-default".',
    reference: `${REFERENCE}#xdefault`,
    examples: {
      bad: [
        { url: 'https://example.com/en', body: `${withoutDefault()}<p>Brooms.` },
        { url: 'https://example.com/de', body: `${withoutDefault()}<p>Besen.` },
      ],
      good: [
        { url: 'https://example.com/en', body: `${VERSIONS}<p>Brooms.` },
        { url: 'https://example.com/de', body: `${VERSIONS}<p>Besen.` },
      ],
    },
    *checkSite(site) {
      const without: AuditPage[] = [];
      for (const [page, versions] of declaredVersions(site)) {
        const isSitemap = page.entry.role === 'sitemap';
        if (!isSitemap && (!page.isIndexable || sitesWithAlternatesInSitemaps(site).has(page.entry.site))) continue;
        const codes = new Set(versions.map(({ language }) => language.trim().toLowerCase()));
        if (codes.size > 1 && !codes.has('x-default')) without.push(page);
      }
      for (const pages of Map.groupBy(without, ({ entry }) => entry.site).values()) yield* noDefaultIssue(pages);
    },
  },
];

function withoutDefault(): string {
  return VERSIONS.slice(0, VERSIONS.lastIndexOf('<link'));
}

/** One finding for a site: one template writes the versions of all pages. */
function* noDefaultIssue(pages: readonly AuditPage[]): Generator<Issue> {
  const first = firstPage(pages);
  if (first === undefined) return;
  yield {
    key: first.key,
    message:
      pages.length === 1
        ? 'names versions in several languages, but none with x-default'
        : `is one of ${pages.length} pages that name versions in several languages, but none with x-default`,
    evidence: { pages: pages.length },
    related: pages.slice(0, MAX_NAMED).map(({ url }) => url),
    cause: first.entry.site,
  };
}

/** The pages and sitemaps of the crawl that name versions in other languages. */
function* declaredVersions(site: AuditSite): Generator<readonly [AuditPage, readonly LanguageAlternate[]]> {
  for (const page of site.pages) {
    if (site.isBeyondCrawl(page) || !(page.isIndexable || page.entry.role === 'sitemap')) continue;
    const { alternates = [], languages = [] } = site.record(page) ?? {};
    const versions = page.entry.role === 'sitemap' ? languages : alternates;
    if (versions.length > 0) yield [page, versions];
  }
}

/** Whether a URL is the page, or redirects to it. */
function isPage(page: AuditPage, url: string, site: AuditSite): boolean {
  const named = site.pageAt(url);
  return named !== null && site.end(named).page === page;
}

/** A code as a report shows it. It comes from the server and may have any length. */
function shown(code: string): string {
  return code.length > 40 ? `${code.slice(0, 40)}…` : code;
}
