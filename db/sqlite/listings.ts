import type { Database, Statement } from 'better-sqlite3';
import type { EntryId } from '../store.ts';
import type { LinkKeeper } from './links.ts';

/** What sitemaps list: when one is read again, what it listed before goes as soon as the first of the new list comes. */
export class ListingKeeper {
  readonly #links: LinkKeeper;
  readonly #forget: Statement<[EntryId, sitemap: EntryId]>;
  /** Sitemaps that are being read. */
  readonly #relisted = new Set<EntryId>();

  constructor(db: Database, links: LinkKeeper) {
    this.#links = links;
    this.#forget = db.prepare('DELETE FROM listing WHERE entry = ? AND sitemap = ?');
  }

  /** To be called before listings of a sitemap are recorded. */
  begin(sitemap: EntryId): void {
    if (this.#relisted.has(sitemap)) return;
    this.forget(sitemap);
    this.#relisted.add(sitemap);
  }

  /** To be called when all of them are. */
  end(sitemap: EntryId): void {
    this.#relisted.delete(sitemap);
  }

  /** Forgets what a sitemap listed; to be called while its links are known. */
  forget(sitemap: EntryId): void {
    for (const entry of this.#links.namedBy(sitemap)) this.#forget.run(entry, sitemap);
  }
}
