import type { Claim } from '../src/evidence/claim.ts';
import type { Evidence } from '../src/evidence/evidence.ts';
import type { Tally } from './plan/changes.ts';
import type { StoredSpelling } from './plan/other-spelling.ts';
import type { StoredListing } from './plan/stored-entry.ts';
import type { Entry, EntryId, PageDetails, PageLinks, SiteQueue } from './store.ts';

/** An entry as stored; a leased one is queued. */
interface EntryRow extends Omit<Entry, 'url' | 'aliasOf' | 'foundOn' | 'details' | 'spellings' | 'listings'> {
  /** The first spelling; null if it is the text of the key. */
  readonly url: string | null;
  /** The pass of the first spelling. */
  readonly pass: string | null;
  /** The number of fetches that ended in `retry`. */
  readonly attempts: number;
  /** When a retry may be fetched, in milliseconds since the epoch. */
  readonly notBefore: number | null;
  readonly aliasOf: EntryId | null;
  readonly foundOn: EntryId | null;
}

/** The rows of a crawl in the form that all stores read and write, in the order in which they are written. */
export interface Rows {
  readonly epoch: { readonly epoch: number };
  readonly meta: { readonly name: string; readonly value: string };
  /** In the order of turns. */
  readonly site: Pick<SiteQueue, 'name' | 'delay' | 'nextAt'> & { readonly turn: number };
  /** In the order of numbers. */
  readonly entry: EntryRow;
  /** Those of one entry in the order of discovery. */
  readonly spelling: StoredSpelling;
  readonly page: PageDetails & { readonly id: EntryId };
  readonly listing: StoredListing;
  readonly link: PageLinks;
  /** In the order in which its subjects were first seen. */
  readonly evidence: Evidence;
  /** All claims are in one batch. */
  readonly claim: Claim;
  readonly tally: Tally;
}

/** Some rows of one table. */
export type Batch = {
  readonly [Table in keyof Rows]: { readonly table: Table; readonly rows: readonly Rows[Table][] };
}[keyof Rows];

/** The tables that stores read row by row. */
export type PlainTable = Exclude<keyof Rows, 'link' | 'evidence' | 'claim'>;

/** How a store reads its rows. */
interface RowReader {
  readonly plain: (table: PlainTable) => Iterable<Batch> | AsyncIterable<Batch>;
  /** The links of the first pages whose numbers are greater. */
  readonly linksAfter: (entry: EntryId) => readonly PageLinks[] | Promise<readonly PageLinks[]>;
  readonly evidence: () => readonly Evidence[] | Promise<readonly Evidence[]>;
  readonly claims: () => readonly Claim[] | Promise<readonly Claim[]>;
}

/** All rows of a store, in the order in which they are written. */
export async function* allRows({ plain, linksAfter, evidence, claims }: RowReader): AsyncGenerator<Batch> {
  for (const table of ['epoch', 'meta', 'site', 'entry', 'spelling', 'page', 'listing'] as const) yield* plain(table);
  let pages: readonly PageLinks[] = [];
  do {
    pages = await linksAfter(pages.at(-1)?.from ?? 0);
    yield batch('link', pages);
  } while (pages.length > 0);
  yield batch('evidence', await evidence());
  yield batch('claim', await claims());
  yield* plain('tally');
}

/** The most rows of a batch, where they can be divided. */
export const ROWS_PER_BATCH = 500;

/** Rows of a table as a batch. */
export function batch<Table extends keyof Rows>(table: Table, rows: readonly Rows[Table][]): Batch {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the members of the union are these pairs
  return { table, rows } as Batch;
}
