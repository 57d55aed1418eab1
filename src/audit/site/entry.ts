import type { Key } from '../../canon/key.ts';

/** What the audit goes by, of an entry of a frontier. */
export interface AuditEntry {
  readonly id: number;
  readonly key: Key;
  readonly url: string;
  readonly finalUrl: string | null;
  readonly site: string;
  readonly state: string;
  readonly status: number | null;
  readonly depth: number;
  readonly contentType: string | null;
  readonly digest: string | null;
  readonly role: string;
  readonly source: string;
  readonly foundOn: Key | null;
  readonly aliasOf: Key | null;
  readonly aliasBy: string | null;
  readonly reason: string | null;
  readonly details: {
    readonly text: string | null;
    readonly sketch: string | null;
    /** A `PageRecord` without its text fingerprint, and `words`: JSON. */
    readonly record: string | null;
    /** The field of the response. */
    readonly lastModified: string | null;
  } | null;
  readonly spellings: readonly { readonly url: string; readonly pass: string | null }[];
  readonly listings: readonly { readonly sitemap: Key; readonly url: string; readonly lastmod: string | null }[];
}

/** Where one page leads: entries by their number, and the URL as it stands there, null where that is the entry's first. */
export interface PageLinks {
  readonly from: number;
  readonly to: readonly { readonly id: number; readonly url: string | null }[];
}
