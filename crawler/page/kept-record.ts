import type { PageDetails } from '../../db/store.ts';
import type { PageRecord } from '../../src/audit/site/page-record.ts';
import { bareValue } from '../../src/url/credentials.ts';

/**
 * A page's record as it is kept: the fingerprints of its text beside it, in it the text's length alone. Whatever it holds,
 * no URL in it has a user name.
 */
export function keptOf({ text, ...rest }: PageRecord): Pick<PageDetails, 'text' | 'sketch' | 'record'> {
  const record = JSON.stringify({ ...bareValue(rest), words: text?.words ?? null });
  return { text: text?.hash ?? null, sketch: text?.sketch ?? null, record };
}
