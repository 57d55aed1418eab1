import {
  type Attempted,
  type Course,
  type Failure,
  IS_OF_SPELLING,
  MAX_SPELLINGS,
  nextTry,
  QUEUED,
} from '../plan/other-spelling.ts';
import type { SkipReason } from '../reasons.ts';
import type { Entry, EntryId, SpellingTries } from '../store.ts';
import { IS_NAMED } from './lease.ts';
import { pageOfEntries } from './read.ts';
import { bulk, statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

interface SiteRow {
  readonly site: string;
  readonly siteNumber: number;
}

type Queued = Pick<Entry, 'id' | 'depth'> & SiteRow;
type Due = Pick<Entry, 'state' | 'depth' | 'reason' | 'role' | 'aliasBy'> & SiteRow;
type Failed = Omit<Due, 'state'> &
  Pick<Entry, 'id'> &
  Attempted &
  Failure & { readonly urls: readonly string[]; readonly passes: readonly (string | null)[] };

const ENTRIES_AT_ONCE = 500;
const FAILED_AT_ONCE = 200;
const SITE = `
  (SELECT name FROM site WHERE bucket = 0 AND site.id = entry.site) AS site, entry.site AS "siteNumber"`;

const DATE_OUTCOMES = statement<[now: number]>('UPDATE entry SET fetched_at = $1 WHERE bucket = 0 AND fetched_at > $1');
const END_WAITS = statement<[latest: number], SiteRow & { readonly depth: number }>(`
  UPDATE entry SET not_before = NULL WHERE bucket = 0 AND not_before > $1 RETURNING ${SITE}, depth`);
const END_SITE_WAITS = statement<[latest: number]>('UPDATE site SET next_at = 0 WHERE bucket = 0 AND next_at > $1');
const BY_FIRST_SPELLING = 'fetch_url = NULL, first_failure = NULL, spellings_tried = 0';
/** `RETURNING` would tell the state after the change. */
const REQUEUE = statement<[before: number], Due>(`
  WITH due AS MATERIALIZED (
    SELECT id, state, depth, reason, role, alias_by AS "aliasBy", first_failure, ${SITE} FROM entry
    WHERE bucket = 0 AND state IN ('done', 'failed') AND fetched_at <= $1
  ), queued AS (
    UPDATE entry SET state = 'queued', attempts = 0, ${BY_FIRST_SPELLING}
    FROM due WHERE entry.bucket = 0 AND entry.id = due.id
  ), dropped AS (
    UPDATE page SET etag = NULL, last_modified = NULL
    FROM due WHERE page.bucket = 0 AND page.entry = due.id AND first_failure IS NOT NULL
  )
  SELECT * FROM due`);
const BUSY_SITES = statement<[], { readonly name: string; readonly id: number }>(
  'SELECT name, id FROM site WHERE bucket = 0 AND depth IS NOT NULL ORDER BY id',
);
const NEVER_FETCHED = statement<[sites: readonly number[], limit: number], Queued>(`
  SELECT id, depth, ${SITE} FROM entry
  WHERE bucket = 0 AND site = ANY ($1) AND state = 'queued' AND not_before IS NULL AND attempts = 0
    AND fetched_at IS NULL AND NOT ${IS_NAMED}
  LIMIT $2`);
const DECIDE = bulk<Pick<Entry, 'id' | 'state' | 'reason'>>(
  { id: 'int8', state: 'text', reason: 'text' },
  (rows) => `
    UPDATE entry SET state = row.state, reason = row.reason FROM ${rows} WHERE entry.bucket = row.bucket AND entry.id = row.id`,
);
/** Entries that other programs are changing are left to them. */
const FAILED = statement<[limit: number, spellings: number], Failed>(`
  SELECT id, coalesce(url, key) AS url, first_failure AS "firstFailure", spellings_tried AS "spellingsTried", status, state,
    depth, reason, role, alias_by AS "aliasBy", ${SITE},
    ARRAY(SELECT spelling.url ${spellingsOf('$2')}) AS urls, ARRAY(SELECT spelling.pass ${spellingsOf('$2')}) AS passes
  FROM entry
  WHERE bucket = 0
    AND ${IS_OF_SPELLING}
    AND spellings_tried < (SELECT count(*) FROM (SELECT 1 ${spellingsOf('$2')}) AS first)
  ORDER BY id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`);
const TRIED = bulk<Course & Pick<Entry, 'id' | 'state' | 'reason' | 'status'>>(
  {
    id: 'int8',
    state: 'text',
    reason: 'text',
    status: 'int4',
    finalUrl: 'text',
    firstFailure: 'text',
    spellingsTried: 'int2',
  },
  (rows) => `
    UPDATE entry SET state = row.state, reason = row.reason, status = row.status, attempts = 0, fetch_url = "finalUrl",
      hops = CASE WHEN row.state = 'queued' THEN 0 ELSE hops END, first_failure = "firstFailure", spellings_tried = "spellingsTried"
    FROM ${rows} WHERE entry.bucket = row.bucket AND entry.id = row.id`,
);
const QUEUE_SKIPPED = statement<[ids: readonly EntryId[]]>(`
  UPDATE entry SET state = 'queued', reason = NULL, ${BY_FIRST_SPELLING}
  WHERE bucket = 0 AND id = ANY ($1)`);
const SITE_NUMBERS = statement<[ids: readonly EntryId[]], SiteRow>(`
  SELECT DISTINCT name AS site, site.id AS "siteNumber"
  FROM entry JOIN site ON site.bucket = 0 AND site.id = entry.site WHERE entry.bucket = 0 AND entry.id = ANY ($1)`);

/** Implements `Frontier.correctTimes`. */
export async function correctTimes(now: number, longestWait: number, transaction: Transaction): Promise<void> {
  void transaction.send(DATE_OUTCOMES, now);
  for (const one of await transaction.rows(END_WAITS, now + longestWait)) {
    const place = { state: 'queued', depth: one.depth } as const;
    know([one], transaction);
    transaction.changes.moved(one.site, place, place);
  }
  void transaction.send(END_SITE_WAITS, now + longestWait);
}

/** Implements `Frontier.requeue`. */
export async function requeue(before: number, transaction: Transaction): Promise<number> {
  const due = await transaction.rows(REQUEUE, before);
  know(due, transaction);
  for (const one of due) transaction.changes.moved(one.site, one, { state: 'queued', depth: one.depth });
  return due.length;
}

/** Implements `Frontier.tryOtherSpellings`. */
export async function tryOtherSpellings(limit: number, transaction: Transaction): Promise<SpellingTries> {
  // A spelling may be long, and all of them are in memory together.
  const failed = await transaction.rows(FAILED, Math.min(limit, FAILED_AT_ONCE), MAX_SPELLINGS);
  know(failed, transaction);
  const tried = failed.map((entry) => {
    const spellings = entry.urls.map((url, place) => ({ url, pass: entry.passes[place] ?? null }));
    const { course, end } = nextTry(entry, entry, spellings);
    return { entry, row: { ...course, ...(end ?? QUEUED), id: entry.id } };
  });
  void transaction.sendAll(
    TRIED,
    tried.map(({ row }) => row),
  );
  for (const { entry, row } of tried) transaction.changes.moved(entry.site, entry, { ...entry, ...row });
  return { looked: failed.length, queued: tried.filter(({ row: { state } }) => state === 'queued').length };
}

/** Implements `Frontier.reconsider`. */
export async function reconsider(
  decide: (entry: Entry) => SkipReason | null | undefined,
  transaction: Transaction,
): Promise<number> {
  let queued = 0;
  let after = 0;
  for (;;) {
    const page = await pageOfEntries(
      (one, ...values) => transaction.send(one, ...values),
      after,
      ENTRIES_AT_ONCE,
      'skipped',
      'whole',
    );
    if (page.length === 0) return queued;
    after = page.at(-1)?.id ?? 0;
    const decided = page.flatMap((entry) => {
      const reason = decide(entry);
      if (reason === undefined) return [];
      if (reason === null) queued++;
      return reason === entry.reason ? [] : [{ entry, reason }];
    });
    know(
      await transaction.rows(
        SITE_NUMBERS,
        decided.map(({ entry: { id } }) => id),
      ),
      transaction,
    );
    const rows = decided.map(
      ({ entry, reason }) => ({ ...entry, state: reason === null ? 'queued' : 'skipped', reason }) as const,
    );
    const [wanted, others] = [
      rows.filter(({ state }) => state === 'queued'),
      rows.filter(({ state }) => state !== 'queued'),
    ];
    if (wanted.length > 0) {
      void transaction.send(
        QUEUE_SKIPPED,
        wanted.map(({ id }) => id),
      );
    }
    void transaction.sendAll(DECIDE, others);
    for (const [at, row] of rows.entries()) transaction.changes.moved(row.site, decided[at]?.entry ?? null, row);
  }
}

/** Implements `Frontier.skipQueued`. */
export async function skipQueued(
  isLeft: (site: string) => boolean,
  reason: SkipReason,
  limit: number,
  transaction: Transaction,
): Promise<number> {
  const sites = (await transaction.rows(BUSY_SITES)).filter(({ name }) => isLeft(name));
  const queued = await transaction.rows(
    NEVER_FETCHED,
    sites.map(({ id }) => id),
    limit,
  );
  know(queued, transaction);
  void transaction.sendAll(
    DECIDE,
    queued.map(({ id }) => ({ id, state: 'skipped', reason }) as const),
  );
  for (const { site, depth } of queued) {
    transaction.changes.moved(site, { state: 'queued', depth }, { state: 'skipped', depth, reason, role: 'page' });
  }
  return queued.length;
}

/** SQL that reads the first spellings of a row of `entry`. */
function spellingsOf(limit: string): string {
  return `FROM spelling WHERE spelling.bucket = 0 AND spelling.entry = entry.id ORDER BY number LIMIT ${limit}`;
}

function know(rows: readonly SiteRow[], transaction: Transaction): void {
  transaction.knowSites(new Map(rows.map(({ site, siteNumber }) => [site, siteNumber])));
}
