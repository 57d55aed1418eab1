import type { Key } from '../../canon/key.ts';
import { isHtml } from '../../content-type.ts';
import { isSuccess } from '../../status-codes.ts';
import { isObject, jsonValue } from '../../stored-fields.ts';
import { type AuditRecord, recordFrom } from './audit-record.ts';
import { countedCanonicals, declaredCanonical } from './counted-canonicals.ts';
import type { AuditEntry } from './entry.ts';
import type { KeptEntry } from './kept-entry.ts';
import type { CanonicalDeclaration } from './page-record.ts';
import { AUDITED_ROBOT, robotsDirectives } from './robots-directives.ts';

/** An entry of a crawl, with the facts that many rules need. */
export interface AuditPage {
  /** Its place in `AuditSite.pages`. */
  readonly index: number;
  /** The entry as the crawl stored it. `AuditSite.record` has its record. */
  readonly entry: KeptEntry;
  /** The key of the entry. */
  readonly key: Key;
  /** The URL that answered, without its fragment. */
  readonly url: string;
  /**
   * Whether it is an HTML page that was fetched successfully. A document named as a sitemap counts only if a page links to it
   * or another sitemap lists it.
   */
  readonly isPage: boolean;
  /** Whether it is another file that was fetched successfully, such as a PDF. Its headers may name a canonical URL. */
  readonly isFile: boolean;
  /** Whether it is a page that is not marked noindex. */
  readonly allowsIndexing: boolean;
  /** Whether search engines may show it: it allows indexing, names no other page and no conflicting canonical URLs. */
  readonly isIndexable: boolean;
  /** Whether its HTML or an `X-Robots-Tag` header tells all robots or Googlebot not to index it. */
  readonly noindex: boolean;
  /** The canonical URL that search engines use; null if the page declares none, or only invalid or conflicting ones. */
  readonly canonical: CanonicalTarget | null;
  /** The `lang` attribute of `html`, in lower case. */
  readonly language: string | null;
  /** Fingerprint of the text; null if the page has no text. */
  readonly text: string | null;
  /** The number of words of the text. */
  readonly words: number;
}

export type { AuditRecord } from './audit-record.ts';

/** A declared canonical URL. */
export interface CanonicalTarget {
  /** Absolute, as declared. */
  readonly url: string;
  /** Its key. */
  readonly key: Key;
  /** Whether it is the page's own URL, compared under the preserving passes. */
  readonly isSelf: boolean;
}

/** Makes keys of URLs. Both functions return null for invalid URLs. */
export interface KeyMaker {
  /** The key under the crawl's options. */
  readonly key: (url: string) => Key | null;
  /** The URL under the preserving passes: equal for URLs that are equivalent by RFC 3986 6.2.2. */
  readonly preserving: (url: string) => string | null;
}

/** What a page is made of. */
interface PageSource {
  readonly index: number;
  readonly entry: KeptEntry;
  readonly record: AuditRecord | null;
  /** Whether other pages link to it. */
  readonly isLinked: boolean;
}

const NONE: readonly never[] = [];

/** The status of a response without a body (RFC 9110 15.3.5). */
const NO_CONTENT = 204;

/** Derives the facts of an entry from its stored record. */
export function pageOf({ index, entry, record, isLinked }: PageSource, keys: KeyMaker): AuditPage {
  const url = withoutFragment(entry.finalUrl ?? entry.url);
  const hasContent = isSuccess(entry.status) && entry.status !== NO_CONTENT;
  const isDocument = entry.state === 'done' && hasContent && entry.aliasBy !== 'redirect';
  const isFile = isDocument && entry.role === 'page' && !isHtml(entry.contentType);
  const isPage = isDocument && isHtml(entry.contentType) && (isLinked || !isMistakenSitemap(entry));
  const noindex = record !== null && robotsDirectives(record, AUDITED_ROBOT).noindex;
  const canonicals = (isPage || isFile) && record !== null ? record.canonicals : NONE;
  const canonical = targetOf(canonicals, url, keys);
  const standsForItself = canonical === null ? countedCanonicals(canonicals).length === 0 : canonical.key === entry.key;
  return {
    index,
    entry,
    key: entry.key,
    url,
    isPage,
    isFile,
    allowsIndexing: isPage && !noindex,
    isIndexable: isPage && !noindex && standsForItself,
    noindex,
    canonical,
    language: record?.language?.toLowerCase() ?? null,
    text: record?.words === 0 ? null : (entry.details?.text ?? null),
    words: record?.words ?? 0,
  };
}

/** Whether this URL of a page redirected to another URL of the same page, which answered. */
export function redirectsWithin({ entry, url: answered }: AuditPage, url: string, { preserving }: KeyMaker): boolean {
  return (
    entry.finalUrl !== null && entry.firstFailure === null && preserving(withoutFragment(url)) !== preserving(answered)
  );
}

/** Whether robots.txt or a sitemap index names an entry as a sitemap that it is not. False if another sitemap lists it. */
export function isMistakenSitemap({
  reason,
  source,
  foundOn,
  listings,
}: Pick<KeptEntry, 'reason' | 'source' | 'foundOn' | 'listings'>): boolean {
  if (reason?.split(' ').includes('not-a-sitemap') !== true) return false;
  return (source === 'robots' || source === 'sitemap') && listings.every(({ sitemap }) => sitemap === foundOn);
}

/** The URL as a request names it. */
export function withoutFragment(url: string): string {
  const hash = url.indexOf('#');
  return hash < 0 ? url : url.slice(0, hash);
}

interface Recorded {
  readonly key: string;
  readonly details: Pick<NonNullable<AuditEntry['details']>, 'record'> | null;
}

/** Reads the record stored for an entry; null if there is none or it is not valid JSON. */
export function readRecord({ key, details }: Recorded): AuditRecord | null {
  const record = jsonValue(details?.record ?? null);
  return isObject(record) ? recordFrom(record, key) : null;
}

function targetOf(declared: readonly CanonicalDeclaration[], own: string, keys: KeyMaker): CanonicalTarget | null {
  const url = declaredCanonical(declared, keys.key);
  const key = url === null ? null : keys.key(url);
  if (url === null || key === null) return null;
  return { key, url, isSelf: url === own || keys.preserving(url) === keys.preserving(own) };
}
