import type { Key } from '../../canon/key.ts';
import { type AuditRecord, recordFrom } from './audit-record.ts';
import type { AuditEntry } from './entry.ts';
import type { CanonicalDeclaration } from './page-record.ts';
import { robotsDirectives } from './robots-directives.ts';

/** One entry of a crawl, with what rules ask of it again and again. */
export interface AuditPage {
  readonly entry: AuditEntry;
  readonly key: Key;
  /** The URL whose answer this is: without a fragment, which is never sent. */
  readonly url: string;
  /** Whether it was fetched, with success, and is HTML: what most rules are about. */
  readonly isPage: boolean;
  /** Whether search engines may show it: a page that does not ask them not to. */
  readonly isIndexable: boolean;
  readonly noindex: boolean;
  /** What search engines take for its canonical URL; null where it declares none, or none that counts. */
  readonly canonical: CanonicalTarget | null;
  /** The `lang` of `html`, in lower case. */
  readonly language: string | null;
  /** Fingerprint of the text; null where it has none. */
  readonly text: string | null;
  /** Words of text. */
  readonly words: number;
}

export type { AuditRecord } from './audit-record.ts';

interface CanonicalTarget {
  /** Absolute, as declared. */
  readonly url: string;
  readonly key: Key;
  /** Whether it is the page's own URL: equal under the passes that preserve meaning. */
  readonly isSelf: boolean;
}

/** Makes keys, of URLs that are some. */
export interface KeyMaker {
  /** The key by which the crawl tells pages apart. */
  readonly key: (url: string) => Key | null;
  /** Equal for two URLs that are equivalent by RFC 3986 6.2.2. */
  readonly preserving: (url: string) => string | null;
}

export function pageOf(entry: AuditEntry, keys: KeyMaker, record: AuditRecord | null): AuditPage {
  const url = withoutFragment(entry.finalUrl ?? entry.url);
  const isPage = entry.state === 'done' && isSuccess(entry.status) && entry.aliasBy !== 'redirect' && isHtml(entry);
  const noindex = record !== null && robotsDirectives(record, '*').noindex;
  const canonical = isPage && record !== null ? targetOf(record.canonicals, url, keys) : null;
  return {
    entry,
    key: entry.key,
    url,
    isPage,
    isIndexable: isPage && !noindex,
    noindex,
    canonical,
    language: record?.language?.toLowerCase() ?? null,
    text: record?.words === 0 ? null : (entry.details?.text ?? null),
    words: record?.words ?? 0,
  };
}

function withoutFragment(url: string): string {
  const hash = url.indexOf('#');
  return hash < 0 ? url : url.slice(0, hash);
}

/** Reads what a crawl has kept of a page; null where it kept nothing, or nothing that can be read. */
export function readRecord({ details }: AuditEntry): AuditRecord | null {
  if (!details?.record) return null;
  try {
    const record: unknown = JSON.parse(details.record);
    return typeof record === 'object' && record !== null ? recordFrom(record) : null;
  } catch {
    return null;
  }
}

/**
 * Declarations that search engines look at: of a web page, in the header or the head, without what makes them mean
 * something else. An `href` must not be empty (HTML Standard 4.2.4).
 */
export function countedCanonicals(canonicals: readonly CanonicalDeclaration[]): readonly CanonicalDeclaration[] {
  return canonicals.filter(
    ({ where, attributes, href, url }) =>
      where !== 'body' && attributes.length === 0 && href.trim() !== '' && url !== null && /^https?:/i.test(url),
  );
}

/** Google ignores all where there are several that differ. */
function targetOf(canonicals: readonly CanonicalDeclaration[], own: string, keys: KeyMaker): CanonicalTarget | null {
  const targets = new Map<Key, string>();
  for (const { url } of countedCanonicals(canonicals)) {
    const key = url === null ? null : keys.key(url);
    if (key !== null && url !== null && !targets.has(key)) targets.set(key, url);
  }
  const [only] = targets;
  if (only === undefined || targets.size > 1) return null;
  const [key, url] = only;
  return { key, url, isSelf: keys.preserving(url) === keys.preserving(own) };
}

function isHtml({ contentType }: AuditEntry): boolean {
  return contentType === null || /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType);
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
