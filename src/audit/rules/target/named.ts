import { isNeverShown, soundStep } from '../../decision/declared.ts';
import type { Rule } from '../../rule.ts';
import { declarers } from '../../site/declarers.ts';
import { oncePerSite } from '../../site/once-per-site.ts';
import type { AuditPage } from '../../site/page.ts';
import { sendingRefresh } from '../../site/sending-refresh.ts';
import type { AuditSite } from '../../site/site.ts';
import { ownUrlEvidence } from '../../site/spellings.ts';
import { TRAPS } from '../duplicates/trap.ts';
import { canonicalTo } from '../example-pages.ts';

/** How many of the naming pages a finding lists. */
const MAX_RELATED = 3;

/** Skip reasons after which a site still counts as seen completely: such URLs lead to nothing that search engines see. */
const HARMLESS: ReadonlySet<string> = new Set(['equivalent', 'robots', 'scheme', 'unlinked']);
/** Skip reasons after which any number of pages may be unknown. */
const CUTS: ReadonlySet<string> = new Set([
  'depth',
  'endless',
  'scope',
  'not-included',
  'not-selected',
  'sitemap-depth',
  'sample',
]);
/** How many URLs a crawl may leave out, other than traps: this number, or this share of the site's pages. */
const MAX_UNSEEN = 3;
const MAX_UNSEEN_SHARE = 0.05;

export const NAMED_RULES: readonly Rule[] = [
  {
    id: 'target/no-self',
    severity: 'warning',
    title: 'canonical page that does not name itself',
    condition:
      'Other pages of the site name a page as their canonical URL, but it declares no canonical URL itself. Not reported if the page sends visitors on by a refresh.',
    why: 'Search engines may treat other spellings of its URL, such as one with parameters, as separate pages.',
    remedy: 'Have the page name itself with <link rel="canonical">, by the preferred URL if the finding names one.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        { url: 'https://example.com/a?x=1', body: canonicalTo('https://example.com/a') },
        { url: 'https://example.com/a', body: '<p>A broom.' },
      ],
      good: [
        { url: 'https://example.com/a?x=1', body: canonicalTo('https://example.com/a') },
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/a') },
      ],
    },
    *checkSite(site) {
      for (const [page, naming] of declarers(site)) {
        // Other rules report invalid declarations, and declarations of error pages.
        if (!page.isPage || isNeverShown(page, site) || sendingRefresh(page, site) !== null) continue;
        if ((site.record(page)?.canonicals.length ?? 0) > 0) continue;
        yield {
          key: page.key,
          message: 'is the canonical URL of other pages but does not name itself',
          evidence: { namedBy: naming.length, ...ownUrlEvidence(page, site) },
          related: naming.slice(0, MAX_RELATED).map(({ url }) => url),
        };
      }
    },
  },
  {
    id: 'target/unlinked',
    severity: 'warning',
    title: 'canonical page that nothing links to',
    condition:
      'A page is the canonical URL of other pages and names no other page itself, but no page or sitemap of its site that the crawl has seen links to it. Declarations that another rule asks to change do not count. Not reported for a page where the crawl began, or if the crawl left out more than a few pages.',
    why: 'Links contradict the declarations, and search engines use both.',
    remedy: 'Link to the canonical page instead of its duplicates.',
    reference: 'https://developers.google.com/search/docs/crawling-indexing/consolidate-duplicate-urls',
    examples: {
      bad: [
        { url: 'https://example.com/a?x=1', body: canonicalTo('https://example.com/a') },
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/a') },
      ],
      good: [
        {
          url: 'https://example.com/a?x=1',
          body: canonicalTo('https://example.com/a', '<p>A broom. <a href="/a">More</a>'),
        },
        { url: 'https://example.com/a', body: canonicalTo('https://example.com/a') },
      ],
    },
    *checkSite(site) {
      for (const [page, naming] of declarers(site)) {
        const unseen = isOnlyDeclared(page, site) ? unseenOf(page, site) : null;
        if (unseen === null) continue;
        const duplicates = naming.filter((one) => soundStep(one, site) !== null);
        if (duplicates.length === 0) continue;
        yield {
          key: page.key,
          message: 'is the canonical URL of other pages, but nothing links to it',
          evidence: { namedBy: duplicates.length, ...unseen },
          related: duplicates.slice(0, MAX_RELATED).map(({ url }) => url),
          twin: (duplicates.find(({ key }) => site.areMerged(key, page.key)) ?? page).url,
        };
      }
    },
  },
];

/** Not for pages that should not be named, or that name another page themselves. */
function isOnlyDeclared(page: AuditPage, site: AuditSite): boolean {
  const { source, listings } = page.entry;
  return (
    page.isIndexable &&
    !isNeverShown(page, site) &&
    source === 'canonical' &&
    listings.length === 0 &&
    site.inlinks(page) === 0
  );
}

/** What a crawl has not seen of a site. */
interface Unseen {
  /** How many URLs it left out. */
  urls: number;
  /** How many of them are not suspected to be copies of pages that it saw. */
  others: number;
  /** The codes of the reasons. */
  readonly reasons: Set<string>;
  /** Whether the crawl ended early, or left out whole levels or sections. */
  isCut: boolean;
}

/** What the crawl has not seen of each site: skipped pages may link to anything. */
const unseenParts: (site: AuditSite) => ReadonlyMap<string, Unseen> = oncePerSite(({ pages }) => {
  const unseen = new Map<string, Unseen>();
  for (const { entry } of pages) {
    const { state, reason, site } = entry;
    if (state === 'done' || state === 'failed' || (state === 'skipped' && HARMLESS.has(reason ?? ''))) continue;
    const part = unseen.get(site) ?? { urls: 0, others: 0, reasons: new Set(), isCut: false };
    unseen.set(site, part);
    part.urls++;
    part.reasons.add(reason ?? state);
    if (state !== 'skipped' || CUTS.has(reason ?? '')) part.isCut = true;
    if (!TRAPS.has(reason ?? '')) part.others++;
  }
  return unseen;
});

const pagesOf: (site: AuditSite) => ReadonlyMap<string, number> = oncePerSite(({ pages }) => {
  const counts = new Map<string, number>();
  for (const { isPage, entry } of pages) if (isPage) counts.set(entry.site, (counts.get(entry.site) ?? 0) + 1);
  return counts;
});

/** What a finding says about the parts of a site that the crawl has not seen; null if it has not seen enough. */
function unseenOf({ entry }: AuditPage, site: AuditSite): Readonly<Record<string, number | readonly string[]>> | null {
  const part = unseenParts(site).get(entry.site);
  if (part === undefined) return {};
  const most = Math.max(MAX_UNSEEN, (pagesOf(site).get(entry.site) ?? 0) * MAX_UNSEEN_SHARE);
  return part.isCut || part.others > most ? null : { notSeen: part.urls, notSeenBecause: [...part.reasons].toSorted() };
}
