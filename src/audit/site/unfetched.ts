import { countedCanonicals } from './counted-canonicals.ts';
import type { AuditRecord, KeyMaker } from './page.ts';
import type { EntryWithRecord } from './site.ts';

/** How many targets an audit fetches by default. */
const MAX_TARGETS = 1000;

/** URLs that pages name and the crawl did not fetch. */
export interface UnfetchedTargets {
  /** One URL per key, in order of discovery. */
  readonly urls: readonly string[];
  /** Whether there are more than the limit. */
  readonly isCut: boolean;
}

/**
 * Finds URLs that pages name as canonical, as alternates or as AMP pages, and that the crawl has no response for.
 *
 * @param crawled the entries of the crawl
 * @param most the largest number of URLs to return
 */
export function unfetchedTargets(
  crawled: readonly EntryWithRecord[],
  keys: KeyMaker,
  most: number = MAX_TARGETS,
): UnfetchedTargets {
  const answered = new Set<string>();
  for (const { entry } of crawled) if (entry.status !== null || entry.state === 'failed') answered.add(entry.key);
  const named = new Map<string, string>();
  for (const { record } of crawled) {
    for (const url of record === null ? [] : targetsOf(record)) {
      const key = keys.key(url);
      if (key === null || answered.has(key) || named.has(key)) continue;
      if (named.size === most) return { urls: [...named.values()], isCut: true };
      named.set(key, url);
    }
  }
  return { urls: [...named.values()], isCut: false };
}

function targetsOf({ canonicals, alternates, amp }: AuditRecord): readonly string[] {
  const urls = [...countedCanonicals(canonicals).map(({ url }) => url), ...alternates.map(({ url }) => url), amp];
  return urls.filter((url) => url !== null);
}
