import type { Key } from '../canon/key.ts';
import type { AuditEntry } from './entry.ts';
import type { CanonicalDeclaration, PageRecord } from './page-record.ts';
import { robotsDirectives } from './robots-directives.ts';

/** One entry of a crawl, with what rules ask of it again and again. */
export interface AuditPage {
  readonly entry: AuditEntry;
  readonly key: Key;
  /** The URL whose answer this is. */
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

export interface CanonicalTarget {
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
  const url = entry.finalUrl ?? entry.url;
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

/** What the frontier keeps of a page. */
export type AuditRecord = Omit<PageRecord, 'text'> & { readonly words: number | null };

/** Reads what a crawl has kept of a page; null where it kept nothing, or nothing that can be read. */
export function readRecord({ details }: AuditEntry): AuditRecord | null {
  if (details?.record == null) return null;
  try {
    const record: unknown = JSON.parse(details.record);
    if (typeof record !== 'object' || record === null) return null;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a crawl wrote; a file with other contents is refused when it is opened
    return { ...NOTHING_SAID, ...(record as Partial<AuditRecord>) };
  } catch {
    return null;
  }
}

const NOTHING_SAID: AuditRecord = {
  title: null,
  language: null,
  base: null,
  robots: [],
  canonicals: [],
  alternates: [],
  next: null,
  prev: null,
  amp: null,
  openGraphUrl: null,
  refresh: null,
  words: null,
};

/** Declarations that search engines look at: in the header or the head, without what makes them mean something else. */
export function countedCanonicals(canonicals: readonly CanonicalDeclaration[]): readonly CanonicalDeclaration[] {
  return canonicals.filter(({ where, attributes, url }) => where !== 'body' && attributes.length === 0 && url !== null);
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
