import type { AuditEntry } from './entry.ts';
import { type AuditRecord, countedCanonicals, type KeyMaker, readRecord } from './page.ts';

/** Targets of one audit; a site that names more has other faults. */
const MAX_TARGETS = 1000;

/** URLs that pages name and a crawl did not fetch. */
export interface UnfetchedTargets {
  /** One for each key, in order of discovery. */
  readonly urls: readonly string[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

/**
 * The URLs that pages name as canonical, as alternates or as AMP pages, and of which a crawl has no answer.
 *
 * @param entries the crawl, which is read twice
 * @param most how many are wanted
 */
export async function unfetchedTargets(
  entries: () => AsyncIterable<AuditEntry>,
  keys: KeyMaker,
  most: number = MAX_TARGETS,
): Promise<UnfetchedTargets> {
  const answered = new Set<string>();
  for await (const { key, status, state } of entries()) if (status !== null || state === 'failed') answered.add(key);
  const named = new Map<string, string>();
  for await (const entry of entries()) {
    const record = readRecord(entry);
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
