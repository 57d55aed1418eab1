import type { Database, Statement } from 'better-sqlite3';
import type { EntryId } from '../store.ts';
import type { LinkKeeper } from './links.ts';

/**
 * Keeps the listings of sitemaps up to date. When a sitemap is read again, its first new listing deletes all its old
 * ones.
 */
export class ListingKeeper {
  readonly #links: LinkKeeper;
  readonly #forget: Statement<[EntryId, sitemap: EntryId]>;
  /** Sitemaps that are being read. */
  readonly #relisted = new Set<EntryId>();

  constructor(db: Database, links: LinkKeeper) {
    this.#links = links;
    this.#forget = db.prepare('DELETE FROM listing WHERE entry = ? AND sitemap = ?');
  }

  /** Call this before recording listings of a sitemap. */
  begin(sitemap: EntryId): void {
    if (this.#relisted.has(sitemap)) return;
    this.forget(sitemap);
    this.#relisted.add(sitemap);
  }

  /** Call this after recording all listings of a sitemap. */
  end(sitemap: EntryId): void {
    this.#relisted.delete(sitemap);
  }

  /** Deletes a sitemap's listings. Call this while its links are still stored. */
  forget(sitemap: EntryId): void {
    for (const entry of this.#links.namedBy(sitemap)) this.#forget.run(entry, sitemap);
  }
}
