import type { PageDetails } from '../../db/store.ts';
import type { PageRecord } from '../../src/audit/site/page-record.ts';
import { bareValue } from '../../src/url/credentials.ts';

/**
 * The stored form of a page's record. The text's fingerprints become separate fields, and the record keeps only its
 * length. No URL in it has a user name.
 */
export function keptOf({ text, ...rest }: PageRecord): Pick<PageDetails, 'text' | 'sketch' | 'record'> {
  const record = JSON.stringify({ ...bareValue(rest), words: text?.words ?? null });
  return { text: text?.hash ?? null, sketch: text?.sketch ?? null, record };
}
