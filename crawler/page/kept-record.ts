import type { Entry, PageDetails } from '../../db/store.ts';
import { type AuditRecord, recordFrom } from '../../src/audit/site/audit-record.ts';
import type { NoVarySearch, PageRecord } from '../../src/audit/site/page-record.ts';
import { isPart } from '../../src/status-codes.ts';
import { fieldsOf, isObject, jsonValue, storedFields } from '../../src/stored-fields.ts';
import { isTexts } from '../../src/text/is-texts.ts';
import { bareValue, startWithoutCredentials } from '../../src/url/credentials.ts';
import { MAX_LENGTH } from './record.ts';

/**
 * The stored form of a page's record. The text's fingerprints become separate fields, and the record keeps its length and
 * what is embedded. It leaves out what the page does not have. No URL in it has a user name. If the response is only a part
 * of the page, its text is left out.
 *
 * @param status of the response
 */
export function keptOf(
  { text: read, ...rest }: PageRecord,
  status: number,
): Pick<PageDetails, 'text' | 'sketch' | 'record'> {
  const text = isPart(status) ? null : read;
  const fields = Object.entries({ ...rest, words: text?.words ?? null, embedded: text?.embedded ?? null });
  const record = bareValue(Object.fromEntries(fields.filter(([, value]) => !isNothing(value))));
  return { text: text?.hash ?? null, sketch: text?.sketch ?? null, record: JSON.stringify(record) };
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/**
 * The stored form of the languages that a sitemap names, each with a URL of a version; null if there are none. Both are
 * cut to the length of other texts of a record.
 */
export function keptLanguages(languages: ReadonlyMap<string, string>): string | null {
  if (languages.size === 0) return null;
  const cut = (text: string): string => startWithoutCredentials(text, MAX_LENGTH);
  return JSON.stringify({
    languages: [...languages].map(([language, url]) => ({ language: cut(language), url: cut(url) })),
  });
}

/** A stored record. The fingerprints of the text are stored separately. */
interface KeptRecord extends AuditRecord, Pick<PageRecord, 'noVarySearch'> {
  readonly embedded: string | null;
}

/** Whether a browser rendered the page. */
export function isRendered(details: Pick<PageDetails, 'record'>): boolean {
  return (storedFields(details.record)['served'] ?? null) !== null;
}

/** The stored record of an entry's page, without what is damaged; null if there is none or it cannot be parsed. */
export function recordIn({ details }: Entry): KeptRecord | null {
  const record = jsonValue(details?.record ?? null);
  if (!isObject(record)) return null;
  const { embedded, noVarySearch } = record;
  return {
    ...recordFrom(record),
    embedded: typeof embedded === 'string' ? embedded : null,
    noVarySearch: isNoVarySearch(noVarySearch) ? noVarySearch : null,
  };
}

function isNoVarySearch(value: unknown): value is NoVarySearch {
  const { params, except, keyOrder } = fieldsOf(value);
  return (params === 'all' || isTexts(params)) && isTexts(except) && typeof keyOrder === 'boolean';
}
