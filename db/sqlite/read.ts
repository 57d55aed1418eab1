import type { Key } from '../../src/canon/key.ts';
import { statsFrom, type Tally } from '../plan/changes.ts';
import { asSpelling, type StoredSpelling } from '../plan/other-spelling.ts';
import { EQUIVALENT } from '../reasons.ts';
import {
  type Entry,
  type EntryExtent,
  type EntryId,
  type FrontierStats,
  type Listing,
  type PageDetails,
  type SiteQueue,
} from '../store.ts';
import { LEVEL, Queries } from './queries.ts';
import { spelledUrl, spellingPass } from './spellings.ts';

interface SpellingRow extends StoredSpelling {
  readonly entry: EntryId;
}

interface ListingRow extends Listing {
  readonly entry: EntryId;
}

interface Row extends Omit<Entry, 'details' | 'spellings' | 'listings'>, PageDetails {
  /** NULL if no page is stored. */
  readonly page: EntryId | null;
}

const select = `
  SELECT entry.id, entry.key, coalesce(entry.url, entry.key) AS url, entry.fetch AS finalUrl,
  entry.first_failure AS firstFailure, entry.site, entry.state, entry.depth, entry.hops, entry.status, entry.content_type AS contentType, entry.digest, target.key AS aliasOf, entry.alias_by AS aliasBy, entry.location,
  entry.reason, entry.fetched_at AS fetchedAt, entry.role, entry.source, origin.key AS foundOn,
  page.entry AS page, page.etag, page.last_modified AS lastModified, page.text, page.sketch, page.record, page.fields
  FROM entry
  LEFT JOIN entry AS target ON target.id = entry.alias_of
  LEFT JOIN entry AS origin ON origin.id = entry.found_on
  LEFT JOIN page ON page.entry = entry.id`;

/** @param ofDepth a condition for `depth` */
const nextAt = (ofDepth: string): string => `
  SELECT CASE
    WHEN EXISTS (SELECT 1 FROM site WHERE depth IS NOT NULL AND next_at = 0 ${ofDepth}) THEN 0
    ELSE (
      SELECT min(at) FROM (
        SELECT min(next_at) AS at FROM site WHERE depth IS NOT NULL AND next_at > 0 ${ofDepth}
        UNION ALL SELECT min(not_before) FROM entry WHERE not_before IS NOT NULL ${ofDepth}
      )
    )
  END`;

/** Reads entries and statistics. */
export class Reader extends Queries {
  readonly #page = this.db.prepare<[EntryId, limit: number], Row>(
    `${select} WHERE entry.id > ? ORDER BY entry.id LIMIT ?`,
  );
  readonly #skippedPage = this.db.prepare<[EntryId, limit: number], Row>(`
    ${select} WHERE entry.id > ? AND entry.state = 'skipped' AND entry.reason IS NOT '${EQUIVALENT}' ORDER BY entry.id LIMIT ?`);
  readonly #byKey = this.db.prepare<[Key], Row>(`${select} WHERE entry.key = ?`);
  readonly #spellings = this.db.prepare<[first: EntryId, last: EntryId], SpellingRow>(`
    SELECT spelling.entry, ${spelledUrl} AS url, ${spellingPass} AS pass, mark
    FROM spelling JOIN entry ON entry.id = spelling.entry
    WHERE spelling.entry BETWEEN ? AND ? ORDER BY spelling.entry, spelling.id`);
  readonly #spellingsOfKey = this.db
    .prepare<[Key, limit: number], string>(`
      SELECT ${spelledUrl} FROM spelling JOIN entry ON entry.id = spelling.entry
      WHERE entry.key = ? ORDER BY spelling.id LIMIT ?`)
    .pluck();
  readonly #listings = this.db.prepare<[first: EntryId, last: EntryId], ListingRow>(`
    SELECT listing.entry, sitemap.key AS sitemap, listing.url, listing.lastmod
    FROM listing JOIN entry AS sitemap ON sitemap.id = listing.sitemap
    WHERE listing.entry BETWEEN ? AND ? ORDER BY listing.entry, sitemap.key, listing.url`);
  readonly #tallies = this.db.prepare<[], Tally>(`SELECT kind, name, count FROM tally WHERE count > 0`);
  readonly #nextAt = this.db.prepare<[], number | null>(nextAt('')).pluck();
  readonly #nextAtOfLevel = this.db.prepare<[], number | null>(nextAt(`AND depth <= (${LEVEL})`)).pluck();

  readonly #sites = this.db.prepare<[limit: number], SiteQueue>(`
    SELECT name, sum(is_queued) AS queued, sum(NOT is_queued) AS leased, delay, next_at AS nextAt
    FROM (
      SELECT site, 1 AS is_queued FROM entry WHERE state = 'queued' AND not_before IS NULL
      UNION ALL SELECT site, 1 FROM entry WHERE not_before IS NOT NULL
      UNION ALL SELECT site, 0 FROM entry WHERE run IS NOT NULL
    ) AS open JOIN site ON site.name = open.site
    GROUP BY name ORDER BY queued DESC, name LIMIT ?`);

  /** Up to `limit` entries with numbers above `after`. `skipped` returns only skipped entries, except those skipped as `equivalent`. */
  page(
    after: EntryId,
    limit: number,
    only: 'skipped' | 'all' = 'all',
    extent: EntryExtent = 'whole',
  ): readonly Entry[] {
    return this.#entries((only === 'skipped' ? this.#skippedPage : this.#page).all(after, limit), extent);
  }

  entry(key: Key, extent: EntryExtent): Entry | null {
    return this.#entries(this.#byKey.all(key), extent)[0] ?? null;
  }

  /** Up to `limit` spellings of a key's entry other than its first, in order of discovery. */
  spellings(key: Key, limit: number): readonly string[] {
    return this.#spellingsOfKey.all(key, limit);
  }

  /** Implements `Frontier.sites`. */
  sites(limit: number): readonly SiteQueue[] {
    return this.#sites.all(limit);
  }

  /** @param rows in order of discovery */
  #entries(rows: readonly Row[], extent: EntryExtent): readonly Entry[] {
    const [first, last] = [rows.at(0), rows.at(-1)];
    if (extent === 'bare' || first === undefined || last === undefined)
      return rows.map((row) => entryOf(row, NONE, NONE));
    const spellings = Map.groupBy(this.#spellings.iterate(first.id, last.id), ({ entry }) => entry);
    const listings = Map.groupBy(this.#listings.iterate(first.id, last.id), ({ entry }) => entry);
    return rows.map((row) => entryOf(row, spellings.get(row.id) ?? NONE, listings.get(row.id) ?? NONE));
  }

  stats(level: boolean): FrontierStats {
    return statsFrom(this.#tallies.all(), (level ? this.#nextAtOfLevel : this.#nextAt).get() ?? null);
  }
}

const NONE: readonly never[] = [];

/** Names each field: a spread of the rest takes twenty times as long, and a crawl has many entries. */
function entryOf(row: Row, spellings: readonly SpellingRow[], listings: readonly ListingRow[]): Entry {
  const { etag, lastModified, text, sketch, record, fields } = row;
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
    contentType: row.contentType,
    digest: row.digest,
    aliasOf: row.aliasOf,
    aliasBy: row.aliasBy,
    location: row.location,
    reason: row.reason,
    fetchedAt: row.fetchedAt,
    role: row.role,
    source: row.source,
    foundOn: row.foundOn,
    details: row.page === null ? null : { etag, lastModified, text, sketch, record, fields },
    // Most entries have neither.
    spellings: spellings.length === 0 ? NONE : spellings.map(asSpelling),
    listings: listings.length === 0 ? NONE : listings.map(({ sitemap, url, lastmod }) => ({ sitemap, url, lastmod })),
  };
}
