import type { EntryId } from '../store.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

const FORGET = statement<[sitemap: EntryId]>('DELETE FROM listing WHERE bucket = 0 AND sitemap = $1');

/**
 * Keeps the listings of sitemaps up to date. When a sitemap is read again, its first new listing deletes all its old
 * ones.
 */
export class ListingKeeper {
  /** Sitemaps that are being read. */
  readonly #relisted = new Set<EntryId>();

  /** Call this before recording listings of a sitemap. */
  begin(sitemap: EntryId, transaction: Transaction): void {
    if (this.#relisted.has(sitemap)) return;
    this.forget(sitemap, transaction);
    transaction.onCommit(() => this.#relisted.add(sitemap));
  }

  /** Call this after recording all listings of a sitemap. */
  end(sitemap: EntryId, transaction: Transaction): void {
    transaction.onCommit(() => this.#relisted.delete(sitemap));
  }

  /** Deletes a sitemap's listings. */
  forget(sitemap: EntryId, transaction: Transaction): void {
    void transaction.send(FORGET, sitemap);
  }
}
