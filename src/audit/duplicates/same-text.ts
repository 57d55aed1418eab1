import { eachInSteps } from '../../give-way.ts';
import { domainOf } from '../site/address.ts';
import { type CachedSteps, oncePerSiteInSteps } from '../site/once-per-site.ts';
import { type AuditPage, withoutFragment } from '../site/page.ts';
import type { LanguageAlternate } from '../site/page-record.ts';
import type { AuditSite } from '../site/site.ts';
import { errorPageSign } from './soft-404.ts';

/** Shorter texts prove nothing: pages without content of their own share their menus. */
const MIN_WORDS = 10;
/** With how many versions to compare the URL of a page without versions. */
const MAX_COMPARED = 100;

/**
 * Groups of pages of one registrable domain with the same text, without error pages. Versions of a page for several
 * languages or regions are in different groups. Of pages that differ only in their fragment, the first counts, unless a
 * browser rendered them: to a server, they are one request.
 */
export const sameTexts: CachedSteps<readonly (readonly AuditPage[])[]> = oncePerSiteInSteps(function* (site) {
  const pages = site.pages.filter(
    ({ isPage, text, words, entry }) => isPage && text !== null && words >= MIN_WORDS && entry.status === 200,
  );
  const isRendered = (page: AuditPage): boolean => (site.record(page)?.served ?? null) !== null;
  const isShown = (page: AuditPage): boolean => errorPageSign(page, site) === null;
  const all: (readonly AuditPage[])[] = [];
  yield* eachInSteps([...Map.groupBy(pages, ({ text }) => text).values()], (same) => {
    if (same.length === 1) return;
    const groups = Map.groupBy(oneOfEachRequest(same.filter(isShown), isRendered), (page) => domainOf(page, site));
    for (const group of groups.values()) all.push(...byVersion(group, site).filter(({ length }) => length > 1));
  });
  return all;
});

function oneOfEachRequest(pages: readonly AuditPage[], isRendered: (page: AuditPage) => boolean): readonly AuditPage[] {
  if (!pages.some(({ key }) => key.includes('#'))) return pages;
  const requests = new Set<string>();
  for (const { key } of pages) if (!key.includes('#')) requests.add(key);
  return pages.filter((page) => {
    if (!page.key.includes('#') || isRendered(page)) return true;
    const request = withoutFragment(page.key);
    return requests.size < requests.add(request).size;
  });
}

/** Splits a group by the languages of the versions in it. A page that is not a version is with the likest URL. */
function byVersion(group: readonly AuditPage[], site: AuditSite): readonly (readonly AuditPage[])[] {
  const languages = languagesAmong(group, site);
  if (languages.size === 0) return [group];
  const versions = [...languages.keys()].slice(0, MAX_COMPARED);
  return [
    ...Map.groupBy(group, (page) => languages.get(page) ?? languages.get(likest(page, versions) ?? page)).values(),
  ];
}

/** The `hreflang` of each version: of pages that name themselves as canonical, and each other as versions. */
function languagesAmong(group: readonly AuditPage[], site: AuditSite): ReadonlyMap<AuditPage, string> {
  const withAlternates = group.filter(
    (page) => page.canonical?.key === page.key && alternatesOf(page, site).length > 0,
  );
  // Versions name each other, so one page alone has none. Most groups end here.
  if (withAlternates.length < 2) return NO_LANGUAGES;
  const named = new Map(withAlternates.map((page) => [page, versionsNamed(alternatesOf(page, site), site)]));
  const languages = new Map<AuditPage, string>();
  for (const [page, versions] of named) {
    for (const [other, language] of versions) {
      if (other !== page && named.get(other)?.has(page) === true) languages.set(other, language);
    }
  }
  return languages;
}

const NO_LANGUAGES: ReadonlyMap<AuditPage, string> = new Map();

function alternatesOf(page: AuditPage, site: AuditSite): readonly LanguageAlternate[] {
  return site.record(page)?.alternates ?? [];
}

function versionsNamed(alternates: readonly LanguageAlternate[], site: AuditSite): ReadonlyMap<AuditPage, string> {
  const versions = new Map<AuditPage, string>();
  for (const { language, url } of alternates) {
    const page = site.pageAt(url);
    // A page may be the default besides.
    if (page !== null && (language !== 'x-default' || !versions.has(page))) versions.set(page, language);
  }
  return versions;
}

/** The page whose URL shares the longest start with that of another one. */
function likest({ url }: AuditPage, pages: readonly AuditPage[]): AuditPage | undefined {
  const lengths = pages.map((page) => sharedStart(url, page.url));
  return pages[lengths.indexOf(Math.max(...lengths))];
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
