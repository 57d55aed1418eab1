import type { AuditEntry } from '../../audit/site/entry.ts';
import { lastingFailure } from '../../audit/site/lasting-failure.ts';
import type { EntryWithRecord } from '../../audit/site/site.ts';
import type { Canonicalizer } from '../../index.ts';

/** How many links that leave the crawl are checked, in total and per host. */
export const MAX_LINKS = 1000;
export const MAX_LINKS_PER_HOST = 100;

/** Links of a crawl that lead outside its scope. */
export interface OutsideLinks {
  /** The URLs to check, in order of discovery. */
  readonly urls: readonly string[];
  /** How many further ones there are. */
  readonly left: number;
}

/** Finds the linked URLs that the crawl did not fetch because they are outside its scope. */
export function outsideLinks(crawled: readonly Pick<EntryWithRecord, 'entry'>[]): OutsideLinks {
  const urls: string[] = [];
  const perHost = new Map<string, number>();
  let left = 0;
  for (const { entry } of crawled) {
    const { url, key, state, reason, source, site } = entry;
    if (state !== 'skipped' || reason !== 'scope' || source !== 'link' || !/^https?:/.test(key)) continue;
    const known = perHost.get(site) ?? 0;
    perHost.set(site, known + 1);
    if (urls.length === MAX_LINKS || known >= MAX_LINKS_PER_HOST) left++;
    else urls.push(url);
  }
  return { urls, left };
}

/**
 * The links among checked URLs that lead to an error, directly or by redirects, each with the outcome of its last
 * redirect. Links that work stay as the crawl left them: an audit is about the pages of the crawl.
 *
 * @param checked the entries of the URLs and of their redirect targets
 */
export function brokenLinks(
  urls: readonly string[],
  checked: readonly AuditEntry[],
  canonicalizer: Canonicalizer,
): readonly AuditEntry[] {
  // Without a connection, every host seems not to exist.
  if (!checked.some(({ status }) => status !== null)) return [];
  const byKey = new Map(checked.map((entry) => [entry.key, entry]));
  return urls.flatMap((url) => {
    const key = canonicalizer.key(url);
    const start = typeof key === 'string' ? byKey.get(key) : undefined;
    let end = start;
    // The fetcher has opened circles.
    while (end?.aliasOf) end = byKey.get(end.aliasOf);
    if (start === undefined || end === undefined || lastingFailure({ entry: end }) === null) return [];
    const { state, status, reason } = end;
    return [
      { ...start, aliasOf: null, aliasBy: null, state, status, reason, finalUrl: end === start ? null : end.url },
    ];
  });
}
