import {
  type Course,
  MAX_SPELLINGS,
  type MarkedSpelling,
  type StoredSpelling,
  TRIED,
  UNWANTED,
} from '../plan/other-spelling.ts';
import type { EntryId } from '../store.ts';
import { type Digest, digestOf } from './digest.ts';
import { DROP_VALIDATORS } from './pages.ts';
import { type Bulk, bulk, type Statement, statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

/** A spelling to add. */
export interface SpellingRow extends StoredSpelling {
  readonly digest: Digest;
  /** Its place among those of the transaction. */
  readonly place: number;
}

/** More spellings than one call adds. */
const SPELLINGS_PER_CALL = 1_048_576;

const IS_ROW = 'spelling.bucket = row.bucket AND spelling.entry = row.entry AND spelling.digest = row.digest';

/** Adds spellings that are new. */
export const SPELL: Bulk<SpellingRow, { readonly pass: string | null }> = bulk(
  { entry: 'int8', digest: 'bytea', url: 'text', pass: 'text', mark: 'int2', place: 'int8' },
  (rows) => `
    INSERT INTO spelling (entry, digest, url, pass, mark, number)
    SELECT entry, digest, url, pass, mark, (SELECT nextval('write_number')) * ${SPELLINGS_PER_CALL} + place
    FROM ${rows} ORDER BY entry, digest
    ON CONFLICT DO NOTHING RETURNING pass`,
);
/** Gives new marks to spellings that were unwanted so far. */
const WANT = bulk<Pick<SpellingRow, 'entry' | 'digest' | 'mark'>>(
  { entry: 'int8', digest: 'bytea', mark: 'int2' },
  (rows) => `
    UPDATE spelling SET mark = row.mark
    FROM ${rows} WHERE ${IS_ROW}
      AND spelling.mark = ${UNWANTED}`,
);
/** Marks one spelling of each entry as tried. */
const TRY_ONE = bulk<Pick<SpellingRow, 'entry' | 'digest'>>(
  { entry: 'int8', digest: 'bytea' },
  (rows) => `
    UPDATE spelling SET mark = ${TRIED}
    FROM ${rows} WHERE ${IS_ROW}`,
);
/** Lets entries try all their spellings again. */
export const FORGET_TRIES: Statement<[ids: readonly EntryId[]], never> = statement(
  `UPDATE spelling SET mark = NULL WHERE bucket = 0 AND entry = ANY ($1) AND mark = ${TRIED}`,
);
/** Marks the spellings of entries that were not tried as ones that need not be. */
export const TRY_ALL: Statement<[ids: readonly EntryId[]], never> = statement(
  `UPDATE spelling SET mark = ${TRIED} WHERE bucket = 0 AND entry = ANY ($1) AND mark IS NULL`,
);
const SET_COURSE = bulk<Course & { readonly id: EntryId }>(
  { id: 'int8', finalUrl: 'text', firstFailure: 'text' },
  (rows) => `
    UPDATE entry SET fetch_url = "finalUrl", first_failure = "firstFailure", attempts = 0,
      hops = CASE WHEN "finalUrl" IS NULL THEN hops ELSE 0 END
    FROM ${rows} WHERE entry.bucket = row.bucket AND entry.id = row.id`,
);
const WANTED = statement<[ids: readonly EntryId[]], Pick<StoredSpelling, 'entry' | 'url' | 'mark'>>(`
  SELECT id AS entry, url, mark
  FROM unnest($1::bigint[]) AS wanted (id) CROSS JOIN LATERAL (
    SELECT url, mark, number FROM spelling
    WHERE bucket = 0 AND entry = wanted.id AND mark IS DISTINCT FROM ${UNWANTED} ORDER BY number LIMIT ${MAX_SPELLINGS}
  ) AS first ORDER BY id, number`);
const DROP = bulk<Pick<SpellingRow, 'entry' | 'digest'>, Pick<SpellingRow, 'entry' | 'pass'>>(
  { entry: 'int8', digest: 'bytea' },
  (rows) => `
    DELETE FROM spelling USING ${rows}
    WHERE ${IS_ROW}
    RETURNING spelling.entry, pass`,
);
const DROP_ALL = statement<[ids: readonly EntryId[]], Pick<SpellingRow, 'pass'>>(
  'DELETE FROM spelling WHERE bucket = 0 AND entry = ANY ($1) RETURNING pass',
);

/** Adds spellings, and returns how many of them are new duplicates. */
export async function spell(spellings: readonly SpellingRow[], transaction: Transaction): Promise<number> {
  void transaction.sendAll(
    WANT,
    spellings.filter(({ mark }) => mark !== UNWANTED),
  );
  const { rows } = await transaction.sendAll(SPELL, spellings);
  let duplicates = 0;
  for (const { pass } of rows) {
    if (pass === null) continue;
    duplicates++;
    transaction.changes.count('duplicate', pass);
  }
  return duplicates;
}

/** The first wanted spellings of entries other than their first one, by entry. */
export async function wantedSpellings(
  ids: readonly EntryId[],
  transaction: Transaction,
): Promise<ReadonlyMap<EntryId, readonly MarkedSpelling[]>> {
  return ids.length === 0 ? new Map() : Map.groupBy(await transaction.rows(WANTED, ids), ({ entry }) => entry);
}

/** Deletes spellings that no longer lead to their entries, and returns what they were attributed to. */
export async function dropSpellings(
  spellings: readonly Pick<SpellingRow, 'entry' | 'url'>[],
  transaction: Transaction,
): Promise<readonly Pick<SpellingRow, 'entry' | 'pass'>[]> {
  const digests = spellings.map(({ entry, url }) => ({ entry, digest: digestOf(url) }));
  const { rows } = await transaction.sendAll(DROP, digests);
  uncount(rows, transaction);
  return rows;
}

/** Deletes all spellings of entries. */
export async function dropAllSpellings(ids: readonly EntryId[], transaction: Transaction): Promise<void> {
  uncount(await transaction.rows(DROP_ALL, ids), transaction);
}

function uncount(dropped: readonly Pick<SpellingRow, 'pass'>[], transaction: Transaction): void {
  for (const { pass } of dropped) if (pass !== null) transaction.changes.count('duplicate', pass, -1);
}

/** Adds a spelling that a redirect led to. It is tried next, so it does not count as a fetch saved. */
export function addTried(entry: EntryId, url: string, transaction: Transaction): void {
  const spelling = { entry, digest: digestOf(url), url, pass: null, mark: TRIED, place: 0 } as const;
  void transaction.sendAll(SPELL, [spelling]);
  void transaction.sendAll(TRY_ONE, [spelling]);
}

/** Decides by which spellings entries are fetched from now on, and marks these spellings. */
export function takeCourses(courses: readonly (Course & { readonly id: EntryId })[], transaction: Transaction): void {
  void transaction.sendAll(SET_COURSE, courses);
  void transaction.sendAll(
    TRY_ONE,
    courses.flatMap(({ id, finalUrl }) => (finalUrl === null ? [] : [{ entry: id, digest: digestOf(finalUrl) }])),
  );
  transaction.sendFor(
    TRY_ALL,
    courses.filter(({ finalUrl }) => finalUrl === null),
  );
  transaction.sendFor(DROP_VALIDATORS, courses);
}
