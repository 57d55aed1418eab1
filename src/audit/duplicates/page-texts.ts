import { eachInSteps } from '../../give-way.ts';
import { UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';
import { decisionsOf, leadsItself } from '../decision/decision.ts';
import { finalCanonical } from '../site/final-canonical.ts';
import { type CachedSteps, oncePerSiteInSteps } from '../site/once-per-site.ts';
import type { AuditPage, AuditRecord } from '../site/page.ts';
import { byPageOrder, firstPage } from '../site/page-order.ts';
import type { AuditSite } from '../site/site.ts';
import { languageInPath } from '../site/template.ts';
import { nearGroupOf } from './near-duplicates.ts';
import { seriesNameOf } from './pagination.ts';
import { errorPageSign } from './soft-404.ts';

/** Different pages with the same title, description or heading. */
export interface SameTextPages {
  /** The text that they share. */
  readonly text: string;
  /** At least two, in the order of `byPageOrder`. */
  readonly pages: readonly AuditPage[];
}

/**
 * Groups the pages of each site by a short text. Pages that are meant to share it are left out: duplicates, later pages
 * of a list, and versions in other languages. So are near-duplicates that all share it: dup/near names it.
 */
export function sharedTexts(site: AuditSite, textOf: TextOf): readonly SameTextPages[] {
  const groups = new Map<string, { readonly text: string; readonly pages: AuditPage[] }>();
  for (const page of ownPages(site)) {
    const record = site.record(page);
    const text = record === null ? null : textOf(record)?.trim();
    if (!record || !text || isLaterPage(record, text, textOf, site)) continue;
    const name = `${page.entry.site} ${page.language ?? languageInPath(page.url)} ${text}`;
    const group = groups.get(name) ?? { text, pages: [] };
    group.pages.push(page);
    groups.set(name, group);
  }
  return [...groups.values()]
    .filter(({ text, pages }) => pages.length > 1 && !isLeftToNear(pages, text, textOf, site))
    .map(({ text, pages }) => ({ text, pages: pages.toSorted(byPageOrder) }));
}

/** Whether pages that share a text are of one group of near-duplicates that all have it. */
function isLeftToNear(pages: readonly AuditPage[], text: string, textOf: TextOf, site: AuditSite): boolean {
  const near = nearGroupOf(pages, site);
  return near !== null && [near.page, ...near.others].every((page) => textAt(page, textOf, site) === text);
}

/** Null if a page has no such text, or if it says nothing about the page. */
type TextOf = (record: AuditRecord) => string | null;

/** Empty if the page has no such text. */
function textAt(page: AuditPage, textOf: TextOf, site: AuditSite): string {
  const record = site.record(page);
  return record === null ? '' : (textOf(record)?.trim() ?? '');
}

/** Whether the page before has the same text, or is not known. Chapters of a book have a text each. */
function isLaterPage({ prev }: AuditRecord, text: string, textOf: TextOf, site: AuditSite): boolean {
  const before = prev === null ? null : site.pageAt(prev);
  const record = before === null ? null : site.record(before);
  return prev !== null && (record === null || textOf(record)?.trim() === text);
}

/** Indexable pages of the crawl that stand for themselves, one of each group of duplicates and of each list. */
export const ownPages: CachedSteps<readonly AuditPage[]> = oncePerSiteInSteps(function* (site) {
  const decisions = yield* decisionsOf.steps(site);
  const own: AuditPage[] = [];
  yield* eachInSteps(site.pages, (page) => {
    if (leadsItself(page, decisions.of(page)) && isOwn(page, site)) own.push(page);
  });
  return firstOfEach(
    firstOfEach(own, ({ key, text, entry }) => `${entry.site} ${text ?? key}`),
    listOf,
  );
});

function isOwn(page: AuditPage, site: AuditSite): boolean {
  const { key, isIndexable, entry } = page;
  // A crawl notes canonical URLs as they are declared, also those that do not count.
  if (!isIndexable || entry.status !== 200 || (entry.aliasBy !== null && entry.aliasBy !== 'canonical')) return false;
  if (site.isBeyondCrawl(page) || finalCanonical(page, site) !== key) return false;
  const record = site.record(page);
  return record !== null && record.refresh === null && errorPageSign(page, site) === null;
}

/** Of the pages with one name, the first in the order of `byPageOrder`. */
function firstOfEach(pages: readonly AuditPage[], nameOf: (page: AuditPage) => string): readonly AuditPage[] {
  return [...Map.groupBy(pages, nameOf).values()].flatMap((named) => firstPage(named) ?? []);
}

/** The same for all pages of a list. */
function listOf({ url }: AuditPage): string {
  const parsed = parseUrl(url);
  return parsed instanceof UrlError ? url : seriesNameOf(parsed);
}

/** The short texts of a page that should be its own, by name; null where the page has none that says something about it. */
export const SHORT_TEXTS = {
  title: ({ title }: AuditRecord): string | null => title,
  description: ({ description }: AuditRecord): string | null =>
    description === null || description.length < MIN_DESCRIPTION ? null : description,
  /** Null if the title has the heading as one of its parts: it is the name of the site or of a section. */
  'first heading': ({ heading, title }: AuditRecord): string | null =>
    heading === null || title === null || title === heading || !title.includes(heading) ? heading : null,
} as const;

/** Shorter descriptions belong to small pages that have little to tell. In UTF-16 code units. */
const MIN_DESCRIPTION = 30;

/** The names of the short texts that all pages share. */
export function sharedNames(pages: readonly AuditPage[], site: AuditSite): readonly string[] {
  return Object.entries(SHORT_TEXTS).flatMap(([name, textOf]) => {
    const texts = new Set(pages.map((page) => textAt(page, textOf, site)));
    return texts.size === 1 && !texts.has('') ? [name] : [];
  });
}
