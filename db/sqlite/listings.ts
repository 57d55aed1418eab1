import type { Database } from 'better-sqlite3';
import type { EntryId } from '../store.ts';
import type { LinkKeeper } from './links.ts';
import type { OpenDocuments } from './open-documents.ts';
import { Queries } from './queries.ts';

/**
 * Keeps the listings of sitemaps up to date. When a sitemap is read again, its first new listing deletes all its old
 * ones.
 */
export class ListingKeeper extends Queries {
  readonly #links: LinkKeeper;
  readonly #open: OpenDocuments;

  readonly #forget = this.db.prepare<[EntryId, sitemap: EntryId]>(
    'DELETE FROM listing WHERE entry = ? AND sitemap = ?',
  );

  /** @param open sitemaps of which listings are stored */
  constructor(db: Database, links: LinkKeeper, open: OpenDocuments) {
    super(db);
    this.#links = links;
    this.#open = open;
  }

  /** Call this before recording listings of a sitemap. */
  begin(sitemap: EntryId): void {
    if (this.#open.has(sitemap)) return;
    this.forget(sitemap);
    this.#open.add(sitemap);
  }

  /** Call this after recording all listings of a sitemap. */
  end(sitemap: EntryId): void {
    this.#open.delete(sitemap);
  }

  /** Deletes a sitemap's listings. Call this while its links are still stored. */
  forget(sitemap: EntryId): void {
    for (const entry of this.#links.namedBy(sitemap)) this.#forget.run(entry, sitemap);
  }
}
