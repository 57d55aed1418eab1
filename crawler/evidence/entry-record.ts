import type { Entry } from '../../db/store.ts';
import type { PageRecord } from '../../src/audit/site/page-record.ts';

/** A record as a frontier keeps it: of the text its length, for the fingerprints are kept beside it. */
type KeptRecord = Partial<Omit<PageRecord, 'text'>> & { readonly words?: number | null };

/** What an entry's page says of itself; null where nothing is kept, or nothing that can be read. */
export function recordIn({ details }: Entry): KeptRecord | null {
  try {
    const record: unknown = JSON.parse(details?.record ?? 'null');
    return typeof record === 'object' ? record : null;
  } catch {
    return null;
  }
}
