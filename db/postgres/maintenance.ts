import { IS_NO_SITEMAP } from '../plan/found.ts';
import {
  type Attempted,
  type End,
  faultOf,
  MAY_BE_OF_SPELLING,
  nextTry,
  QUEUED,
  TRIED,
} from '../plan/other-spelling.ts';
import type { SkipReason } from '../reasons.ts';
import type { Entry, EntryId, SpellingTries } from '../store.ts';
import { IS_NAMED, SITE } from './lease.ts';
import { skippedAfter } from './read.ts';
import { FORGET_TRIES, TRY_ALL, takeCourses, wantedSpellings } from './spellings.ts';
import { bulk, statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

type Queued = Pick<Entry, 'id' | 'site' | 'depth'>;
type Due = Pick<Entry, 'site' | 'state' | 'depth' | 'reason' | 'role' | 'aliasBy'>;
type Ended = Omit<Due, 'state'> & Pick<Entry, 'id'> & Attempted & End;

const ENDED_AT_ONCE = 200;

const DATE_OUTCOMES = statement<[now: number]>('UPDATE entry SET fetched_at = $1 WHERE bucket = 0 AND fetched_at > $1');
const END_WAITS = statement<[latest: number], Pick<Entry, 'site'>>(`
  UPDATE entry SET not_before = NULL WHERE bucket = 0 AND not_before > $1 RETURNING ${SITE}`);
const END_SITE_WAITS = statement<[latest: number]>('UPDATE site SET next_at = 0 WHERE bucket = 0 AND next_at > $1');
/** SQL that has an entry fetched by its first URL. Redirects that led to another one count no more. */
export const BY_FIRST_SPELLING =
  'hops = CASE WHEN fetch_url IS NULL THEN hops ELSE 0 END, fetch_url = NULL, first_failure = NULL';
/** `RETURNING` would tell the state after the change. */
const REQUEUE = statement<[before: number], Due>(`
  WITH due AS MATERIALIZED (
    SELECT id, state, depth, reason, role, alias_by AS "aliasBy", first_failure, ${SITE},
      ${IS_NO_SITEMAP} AND EXISTS (SELECT 1 FROM listing WHERE listing.bucket = 0 AND listing.entry = entry.id) AS named
    FROM entry
    WHERE bucket = 0 AND state IN ('done', 'failed') AND fetched_at <= $1
  ), queued AS (
    UPDATE entry SET state = 'queued', attempts = 0, role = CASE WHEN named THEN 'sitemap' ELSE entry.role END,
      ${BY_FIRST_SPELLING}
    FROM due WHERE entry.bucket = 0 AND entry.id = due.id
  ), untried AS (
    UPDATE spelling SET mark = NULL
    FROM due WHERE spelling.bucket = 0 AND spelling.entry = due.id AND mark = ${TRIED}
  ), dropped AS (
    UPDATE page SET etag = NULL, last_modified = NULL
    FROM due WHERE page.bucket = 0 AND page.entry = due.id AND (first_failure IS NOT NULL OR ${IS_NO_SITEMAP})
  )
  SELECT * FROM due`);
const BUSY_SITES = statement<[], { readonly name: string; readonly id: number }>(
  'SELECT name, id FROM site WHERE bucket = 0 AND depth IS NOT NULL ORDER BY id',
);
const NEVER_FETCHED = statement<[sites: readonly number[], limit: number], Queued>(`
  SELECT id, depth, ${SITE} FROM entry
  WHERE bucket = 0 AND site = ANY ($1) AND state = 'queued' AND not_before IS NULL AND attempts = 0
    AND fetched_at IS NULL AND first_failure IS NULL AND NOT ${IS_NAMED}
  LIMIT $2`);
const DECIDE = bulk<Pick<Entry, 'id' | 'state' | 'reason'>>(
  { id: 'int8', state: 'text', reason: 'text' },
  (rows) => `
    UPDATE entry SET state = row.state, reason = row.reason FROM ${rows} WHERE entry.bucket = row.bucket AND entry.id = row.id`,
);
/** Entries that other programs are changing are left to them. */
const ENDED = statement<[after: EntryId, limit: number], Ended>(`
  SELECT id, coalesce(url, key) AS url, fetch_url AS "finalUrl", first_failure AS "firstFailure", status, state, depth,
    reason, role, location, alias_by AS "aliasBy", ${SITE}
  FROM entry
  WHERE bucket = 0 AND id > $1 AND ${MAY_BE_OF_SPELLING} AND EXISTS (
    SELECT 1 FROM spelling WHERE spelling.bucket = 0 AND spelling.entry = entry.id AND mark IS NULL
  )
  ORDER BY id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`);
const QUEUE_ENDED = statement<[ids: readonly EntryId[]]>(`
  UPDATE entry SET state = 'queued', reason = NULL, status = CASE WHEN alias_by = 'redirect' THEN status END
  WHERE bucket = 0 AND id = ANY ($1)`);
const QUEUE_SKIPPED = statement<[ids: readonly EntryId[]]>(`
  UPDATE entry SET state = 'queued', reason = NULL, ${BY_FIRST_SPELLING}
  WHERE bucket = 0 AND id = ANY ($1)`);

/** Implements `Frontier.correctTimes`. */
export async function correctTimes(now: number, longestWait: number, transaction: Transaction): Promise<void> {
  void transaction.send(DATE_OUTCOMES, now);
  for (const { site } of await transaction.rows(END_WAITS, now + longestWait)) transaction.changes.changed(site);
  void transaction.send(END_SITE_WAITS, now + longestWait);
}

/** Implements `Frontier.requeue`. */
export async function requeue(before: number, transaction: Transaction): Promise<number> {
  const due = await transaction.rows(REQUEUE, before);
  for (const one of due) transaction.changes.moved(one.site, one, { state: 'queued', depth: one.depth });
  return due.length;
}

/** Implements `Frontier.tryOtherSpellings`. */
export async function tryOtherSpellings(
  limit: number,
  after: EntryId,
  transaction: Transaction,
): Promise<SpellingTries> {
  // A spelling may be long, and all of them are in memory together.
  const ended = await transaction.rows(ENDED, after, Math.min(limit, ENDED_AT_ONCE));
  const spellings = await wantedSpellings(
    ended.map(({ id }) => id),
    transaction,
  );
  const planned = ended.map((entry) => {
    const fault = faultOf(entry, entry);
    return { ...entry, course: fault === null ? null : nextTry(entry, fault, spellings.get(entry.id) ?? []) };
  });
  const [queued, others] = [
    planned.filter(({ course }) => course !== null),
    planned.filter(({ course }) => course === null),
  ];
  takeCourses(
    queued.flatMap(({ id, course }) => (course === null ? [] : [{ ...course, id }])),
    transaction,
  );
  transaction.sendFor(TRY_ALL, others);
  transaction.sendFor(QUEUE_ENDED, queued);
  for (const entry of queued) transaction.changes.moved(entry.site, entry, { ...entry, ...QUEUED });
  return { queued: queued.length, last: ended.at(-1)?.id ?? null };
}

/** Implements `Frontier.reconsider`. */
export async function reconsider(
  decide: (entry: Entry) => SkipReason | null | undefined,
  transaction: Transaction,
): Promise<number> {
  let queued = 0;
  let after = 0;
  for (;;) {
    const page = await skippedAfter(transaction.send, after);
    if (page.length === 0) return queued;
    after = page.at(-1)?.id ?? 0;
    const decided = page.flatMap((entry) => {
      const reason = decide(entry);
      if (reason === undefined) return [];
      if (reason === null) queued++;
      return reason === entry.reason ? [] : [{ entry, reason }];
    });
    const rows = decided.map(
      ({ entry, reason }) => ({ ...entry, state: reason === null ? 'queued' : 'skipped', reason }) as const,
    );
    const [wanted, others] = [
      rows.filter(({ state }) => state === 'queued'),
      rows.filter(({ state }) => state !== 'queued'),
    ];
    transaction.sendFor(QUEUE_SKIPPED, wanted);
    transaction.sendFor(FORGET_TRIES, wanted);
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
  void transaction.sendAll(
    DECIDE,
    queued.map(({ id }) => ({ id, state: 'skipped', reason }) as const),
  );
  for (const { site, depth } of queued) {
    transaction.changes.moved(site, { state: 'queued', depth }, { state: 'skipped', depth, reason, role: 'page' });
  }
  return queued.length;
}
