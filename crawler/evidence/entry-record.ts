import type { Entry } from '../../db/store.ts';
import type { PageRecord } from '../../src/audit/site/page-record.ts';

/** A stored record. It contains only the length of the text, because the fingerprints are stored separately. */
type KeptRecord = Partial<Omit<PageRecord, 'text'>> & { readonly words?: number | null };

/** The stored record of an entry's page; null if there is none or it cannot be parsed. */
export function recordIn({ details }: Entry): KeptRecord | null {
  try {
    const record: unknown = JSON.parse(details?.record ?? 'null');
    return typeof record === 'object' ? record : null;
  } catch {
    return null;
  }
}
