import type { EntryId } from '../store.ts';
import { namedBy } from './links.ts';
import { bulk } from './statement.ts';
import type { Transaction } from './transaction.ts';

const FORGET = bulk<{ readonly entry: EntryId; readonly sitemap: EntryId }>(
  { entry: 'int8', sitemap: 'int8' },
  (rows) => `
    DELETE FROM listing USING ${rows}
    WHERE listing.bucket = row.bucket AND listing.entry = row.entry AND listing.sitemap = row.sitemap`,
);

/**
 * Keeps the listings of sitemaps up to date. When a sitemap is read again, its first new listing deletes all its old
 * ones.
 */
export class ListingKeeper {
  /** Sitemaps that are being read. */
  readonly #relisted = new Set<EntryId>();

  /** Call this before recording listings of sitemaps. */
  async begin(sitemaps: readonly EntryId[], transaction: Transaction): Promise<void> {
    const read = sitemaps.filter((sitemap) => !this.#relisted.has(sitemap));
    await this.forget(read, transaction);
    transaction.onCommit(() => {
      for (const sitemap of read) this.#relisted.add(sitemap);
    });
  }

  /** Call this after recording all listings of a sitemap. */
  end(sitemap: EntryId, transaction: Transaction): void {
    transaction.onCommit(() => this.#relisted.delete(sitemap));
  }

  /** Deletes the listings of sitemaps. Call this while their links are still stored. */
  async forget(sitemaps: readonly EntryId[], transaction: Transaction): Promise<void> {
    if (sitemaps.length === 0) return;
    const named = await namedBy(sitemaps, transaction);
    void transaction.sendAll(
      FORGET,
      named.map(({ from, to }) => ({ entry: to, sitemap: from })),
    );
  }
}
