import type { PageDetails } from '../../db/store.ts';
import type { PageRecord } from '../../src/audit/page-record.ts';

/** A page's record as it is kept: the fingerprints of its text beside it, in it the text's length alone. */
export function keptOf({ text, ...rest }: PageRecord): Pick<PageDetails, 'text' | 'sketch' | 'record'> {
  const record = JSON.stringify({ ...rest, words: text?.words ?? null });
  return { text: text?.hash ?? null, sketch: text?.sketch ?? null, record };
}
