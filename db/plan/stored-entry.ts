import type { Entry, EntryId, Listing, PageDetails } from '../store.ts';
import { asSpelling, type StoredSpelling } from './other-spelling.ts';

/** An entry as every store reads it, with its page. */
export interface EntryRow extends Omit<Entry, 'details' | 'spellings' | 'listings'>, PageDetails {
  /** Null if no page is stored. */
  readonly page: EntryId | null;
}

/** A listing as stored, with its entry. */
export interface StoredListing extends Omit<Listing, 'sitemap'> {
  readonly entry: EntryId;
  readonly sitemap: EntryId;
}

/** A listing with its entry, and with the key of its sitemap. */
export interface ListingRow extends Listing {
  readonly entry: EntryId;
}

/** The entries of rows. Spellings and listings may be left out. */
export function entriesFrom(
  rows: readonly EntryRow[],
  spellings: readonly StoredSpelling[] = NONE,
  listings: readonly ListingRow[] = NONE,
): readonly Entry[] {
  const spellingsOf = Map.groupBy(spellings, ({ entry }) => entry);
  const listingsOf = Map.groupBy(listings, ({ entry }) => entry);
  return rows.map((row) => entryFrom(row, spellingsOf.get(row.id) ?? NONE, listingsOf.get(row.id) ?? NONE));
}

const NONE: readonly never[] = [];

/** Names each field: a spread of the rest takes twenty times as long, and a crawl has many entries. */
function entryFrom(row: EntryRow, spellings: readonly StoredSpelling[], listings: readonly ListingRow[]): Entry {
  const { etag, lastModified, text, sketch, record, fields } = row;
  // The document of an entry that failed temporarily is kept for the next fetch only.
  const hasFailed = row.status === null ? row.reason !== null : row.status >= 400;
  const isShown = !hasFailed && row.state !== 'failed' && row.state !== 'skipped';
  return {
    id: row.id,
    key: row.key,
    url: row.url,
    finalUrl: row.finalUrl,
    firstFailure: row.firstFailure,
    site: row.site,
    state: row.state,
    depth: row.depth,
    hops: row.hops,
    status: row.status,
    contentType: isShown ? row.contentType : null,
    digest: isShown ? row.digest : null,
    aliasOf: row.aliasOf,
    aliasBy: row.aliasBy,
    location: row.location,
    reason: row.reason,
    fetchedAt: row.fetchedAt,
    role: row.role,
    source: row.source,
    foundOn: row.foundOn,
    details: row.page === null || !isShown ? null : { etag, lastModified, text, sketch, record, fields },
    // Most entries have neither.
    spellings: spellings.length === 0 ? NONE : spellings.map(asSpelling),
    listings: listings.length === 0 ? NONE : listings.map(({ sitemap, url, lastmod }) => ({ sitemap, url, lastmod })),
  };
}
