import type { Database } from 'better-sqlite3';
import type { Key } from '../../src/canon/key.ts';
import { allRows, type Batch, batch, type PlainTable, ROWS_PER_BATCH, type Rows } from '../batch.ts';
import type { EntryId } from '../store.ts';
import type { FileChanges, Sequence } from './changes.ts';
import type { LedgerKeeper } from './ledger.ts';
import type { LinkKeeper } from './links.ts';
import { Queries } from './queries.ts';
import { type SpellingKeeper, spelledUrl, spellingPass } from './spellings.ts';

const SELECT: Readonly<Record<PlainTable, string>> = {
  epoch: 'SELECT key_epoch AS epoch FROM shared',
  meta: 'SELECT name, value FROM meta',
  site: 'SELECT name, turn, delay, next_at AS nextAt FROM site ORDER BY turn',
  entry: `
    SELECT id, key, url, pass, site, iif(state = 'leased', 'queued', state) AS state, depth, hops, reason, attempts,
      fetch AS finalUrl, first_failure AS firstFailure, not_before AS notBefore, status, content_type AS contentType, digest, alias_of AS aliasOf,
      alias_by AS aliasBy, location, fetched_at AS fetchedAt, role, source, found_on AS foundOn
    FROM entry ORDER BY id`,
  spelling: `
    SELECT spelling.entry, ${spelledUrl} AS url, ${spellingPass} AS pass, mark
    FROM spelling JOIN entry ON entry.id = spelling.entry ORDER BY spelling.id`,
  page: 'SELECT entry AS id, etag, last_modified AS lastModified, text, sketch, record, fields FROM page ORDER BY entry',
  listing: 'SELECT entry, sitemap, url, lastmod FROM listing',
  tally: `
    SELECT kind, iif(kind = 'state' AND name = 'leased', 'queued', name) AS name, sum(count) AS count FROM tally
    GROUP BY 1, 2 HAVING sum(count) > 0`,
};

/** Reads and writes all rows of a file. */
export class Copier extends Queries {
  readonly #spellings: SpellingKeeper;
  readonly #links: LinkKeeper;
  readonly #ledger: LedgerKeeper;

  readonly #setEpoch = this.db.prepare<[Rows['epoch']]>('UPDATE shared SET key_epoch = @epoch');
  readonly #deleteMeta = this.db.prepare<[]>('DELETE FROM meta');
  readonly #addMeta = this.db.prepare<[Rows['meta']]>('INSERT INTO meta (name, value) VALUES (@name, @value)');
  readonly #addSite = this.db.prepare<[Rows['site']]>(
    'INSERT INTO site (name, turn, delay, next_at) VALUES (@name, @turn, @delay, @nextAt)',
  );
  readonly #addEntry = this.db.prepare<[Rows['entry']]>(`
    INSERT INTO entry (id, key, url, pass, site, depth, hops, state, reason, attempts, fetch, first_failure,
      not_before, status, content_type, digest, alias_of, alias_by, location, fetched_at, role, source, found_on)
    VALUES (@id, @key, @url, @pass, @site, @depth, @hops, @state, @reason, @attempts, @finalUrl, @firstFailure,
      @notBefore, @status, @contentType, @digest, @aliasOf, @aliasBy, @location, @fetchedAt, @role, @source, @foundOn)`);
  readonly #addPage = this.db.prepare<[Rows['page']]>(`
    INSERT INTO page (entry, etag, last_modified, text, sketch, record, fields)
    VALUES (@id, @etag, @lastModified, @text, @sketch, @record, @fields)`);
  readonly #addListing = this.db.prepare<[Rows['listing']]>(
    'INSERT INTO listing (entry, sitemap, url, lastmod) VALUES (@entry, @sitemap, @url, @lastmod)',
  );
  readonly #addTally = this.db.prepare<[Rows['tally']]>(
    'INSERT INTO tally (kind, name, count) VALUES (@kind, @name, @count)',
  );
  readonly #keyOf = this.db.prepare<[EntryId], Key>('SELECT key FROM entry WHERE id = ?').pluck();
  readonly #setSequence = this.db.prepare<[Sequence, last: number]>(
    'INSERT OR REPLACE INTO sequence (name, last) VALUES (?, ?)',
  );
  readonly #setDepths = this.db.prepare<[]>(`
    UPDATE site SET depth = ready.depth
    FROM (
      SELECT site, min(depth) AS depth FROM entry WHERE state = 'queued' AND not_before IS NULL GROUP BY site
    ) AS ready
    WHERE ready.site = site.name`);

  constructor(db: Database, spellings: SpellingKeeper, links: LinkKeeper, ledger: LedgerKeeper) {
    super(db);
    this.#spellings = spellings;
    this.#links = links;
    this.#ledger = ledger;
  }

  /** All rows. Call it inside a transaction. */
  dump(): AsyncGenerator<Batch> {
    return allRows({
      plain: (table) => this.#plain(table),
      linksAfter: (entry) => this.#links.after(entry),
      evidence: () => this.#ledger.evidenceAsStored(),
      claims: () => this.#ledger.claims(),
    });
  }

  /** Prepares a new file, which has settings of its own. */
  begin(): void {
    this.#deleteMeta.run();
  }

  /** Stores rows. */
  load({ table, rows }: Batch, changes: FileChanges): void {
    switch (table) {
      case 'epoch':
        for (const row of rows) this.#setEpoch.run(row);
        return;
      case 'meta':
        for (const row of rows) this.#addMeta.run(row);
        return;
      case 'site':
        for (const row of rows) this.#addSite.run(row);
        this.#setSequence.run('turn', rows.at(-1)?.turn ?? 0);
        return;
      case 'entry':
        for (const row of rows) this.#addEntry.run(row);
        this.#setSequence.run('entry', rows.at(-1)?.id ?? 0);
        return;
      case 'spelling':
        for (const row of rows) {
          const key = this.#keyOf.get(row.entry);
          if (key !== undefined) this.#spellings.add({ id: row.entry, key }, row, changes);
        }
        return;
      case 'page':
        for (const row of rows) this.#addPage.run(row);
        return;
      case 'listing':
        for (const row of rows) this.#addListing.run(row);
        return;
      case 'link':
        for (const { from, ...leads } of rows) this.#links.finish(from, leads, true, changes);
        return;
      case 'evidence':
        this.#ledger.add(rows);
        return;
      case 'claim':
        this.#ledger.replaceClaims(rows);
        return;
      case 'tally':
        for (const row of rows) this.#addTally.run(row);
        return;
    }
  }

  /** Completes what follows from all rows together. */
  finish(): void {
    this.#setDepths.run();
  }

  *#plain(table: PlainTable): Generator<Batch> {
    let rows: Rows[PlainTable][] = [];
    for (const row of this.db.prepare<[], Rows[PlainTable]>(SELECT[table]).iterate()) {
      if (rows.push(row) < ROWS_PER_BATCH) continue;
      yield batch(table, rows);
      rows = [];
    }
    yield batch(table, rows);
  }
}
