import { domainOf } from '../site/address.ts';
import { oncePerSite } from '../site/once-per-site.ts';
import type { AuditPage } from '../site/page.ts';
import type { AuditSite } from '../site/site.ts';
import { errorPageSign } from './soft-404.ts';

/** Shorter texts prove nothing: pages without content of their own share their menus. */
const MIN_WORDS = 10;
/** With how many versions to compare the URL of a page without versions. */
const MAX_COMPARED = 100;

/**
 * Groups of pages of one registrable domain with the same text, without error pages. Versions of a page for several
 * languages or regions are in different groups.
 */
export const sameTexts: (site: AuditSite) => readonly (readonly AuditPage[])[] = oncePerSite((site) => {
  const pages = site.pages.filter(
    ({ isPage, text, words, entry }) => isPage && text !== null && words >= MIN_WORDS && entry.status === 200,
  );
  const isShown = (page: AuditPage): boolean => errorPageSign(page, site) === null;
  return [...Map.groupBy(pages, ({ text }) => text).values()].flatMap((same) => {
    if (same.length === 1) return [];
    const groups = Map.groupBy(same.filter(isShown), (page) => domainOf(page, site));
    return [...groups.values()].flatMap((group) => byVersion(group, site)).filter(({ length }) => length > 1);
  });
});

/** Splits a group so that no two versions of a page are together. A page without versions is with the likest URL. */
function byVersion(group: readonly AuditPage[], site: AuditSite): readonly (readonly AuditPage[])[] {
  const numbers = new Map<AuditPage, number>();
  for (const [page, others] of versionsAmong(group, site)) {
    const taken = new Set(others.map((other) => numbers.get(other)));
    let number = 0;
    while (taken.has(number)) number++;
    numbers.set(page, number);
  }
  const versions = [...numbers.keys()].slice(0, MAX_COMPARED);
  return [...Map.groupBy(group, (page) => numbers.get(page) ?? numbers.get(likest(page, versions) ?? page)).values()];
}

/** Pages that name themselves as canonical, each with those that it names and that name it as a version by `hreflang`. */
function versionsAmong(group: readonly AuditPage[], site: AuditSite): ReadonlyMap<AuditPage, readonly AuditPage[]> {
  const named = new Map<AuditPage, ReadonlySet<AuditPage>>();
  for (const page of group) {
    const alternates = page.canonical?.key === page.key ? (site.record(page)?.alternates ?? []) : [];
    if (alternates.length > 0) named.set(page, new Set(alternates.flatMap(({ url }) => site.pageAt(url) ?? [])));
  }
  const mutual = [...named].map(([page, others]) => {
    return [page, [...others].filter((other) => other !== page && named.get(other)?.has(page))] as const;
  });
  return new Map(mutual.filter(([, others]) => others.length > 0));
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
