import type { Key } from '../../src/canon/key.ts';
import { statsFrom, type Tally } from '../plan/changes.ts';
import type { StoredSpelling } from '../plan/other-spelling.ts';
import { type EntryRow, entriesFrom, type ListingRow } from '../plan/stored-entry.ts';
import { EQUIVALENT } from '../reasons.ts';
import type { Entry, EntryExtent, EntryId, FrontierStats, SiteQueue } from '../store.ts';
import { LEVEL, Queries } from './queries.ts';
import { spelledUrl, spellingPass } from './spellings.ts';

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
  readonly #after = this.db.prepare<[EntryId], EntryRow>(`${select} WHERE entry.id > ? ORDER BY entry.id LIMIT 200`);
  readonly #skippedAfter = this.db.prepare<[EntryId], EntryRow>(`
    ${select} WHERE entry.id > ? AND entry.state = 'skipped' AND entry.reason IS NOT '${EQUIVALENT}'
    ORDER BY entry.id LIMIT 500`);
  readonly #byKey = this.db.prepare<[Key], EntryRow>(`${select} WHERE entry.key = (SELECT ?)`);
  readonly #spellings = this.db.prepare<[first: EntryId, last: EntryId], StoredSpelling>(`
    SELECT spelling.entry, ${spelledUrl} AS url, ${spellingPass} AS pass, mark
    FROM spelling JOIN entry ON entry.id = spelling.entry
    WHERE spelling.entry BETWEEN ? AND ? ORDER BY spelling.entry, spelling.id`);
  readonly #spellingsOfKey = this.db
    .prepare<[Key, limit: number], string>(`
      SELECT ${spelledUrl} FROM spelling JOIN entry ON entry.id = spelling.entry
      WHERE entry.key = (SELECT ?) ORDER BY spelling.id LIMIT (SELECT ?)`)
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

  /** The first entries with numbers above `after`. */
  after(after: EntryId, extent: EntryExtent): readonly Entry[] {
    return this.#entries(this.#after.all(after), extent);
  }

  /** The first skipped entries with numbers above `after`, except those skipped as `equivalent`. */
  skippedAfter(after: EntryId): readonly Entry[] {
    return this.#entries(this.#skippedAfter.all(after), 'whole');
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
  #entries(rows: readonly EntryRow[], extent: EntryExtent): readonly Entry[] {
    const [first, last] = [rows.at(0), rows.at(-1)];
    if (extent === 'bare' || first === undefined || last === undefined) return entriesFrom(rows);
    return entriesFrom(rows, this.#spellings.all(first.id, last.id), this.#listings.all(first.id, last.id));
  }

  stats(level: boolean): FrontierStats {
    return statsFrom(this.#tallies.all(), (level ? this.#nextAtOfLevel : this.#nextAt).get() ?? null);
  }
}
