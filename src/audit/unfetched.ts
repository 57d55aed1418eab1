import type { AuditEntry } from './entry.ts';
import type { KeyMaker } from './page.ts';
import { countedCanonicals, readRecord } from './page.ts';

/** Targets of one audit; a site that names more has other faults. */
const MAX_TARGETS = 5000;

/**
 * The URLs that pages name as canonical, as alternates or as AMP pages, and of which a crawl has no answer: in order of
 * discovery.
 */
export async function unfetchedTargets(entries: AsyncIterable<AuditEntry>, keys: KeyMaker): Promise<readonly string[]> {
  const answered = new Set<string>();
  const named = new Map<string, string>();
  for await (const entry of entries) {
    if (entry.status !== null || entry.state === 'failed') answered.add(entry.key);
    const record = readRecord(entry);
    if (record === null) continue;
    const urls = [
      ...countedCanonicals(record.canonicals).map(({ url }) => url),
      ...record.alternates.map(({ url }) => url),
      record.amp,
    ];
    for (const url of urls) {
      const key = url === null ? null : keys.key(url);
      if (url !== null && key !== null && named.size < MAX_TARGETS && !named.has(key)) named.set(key, url);
    }
  }
  return [...named].flatMap(([key, url]) => (answered.has(key) ? [] : [url]));
}
