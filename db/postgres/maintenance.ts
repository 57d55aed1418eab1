import { type Attempted, MAX_SPELLINGS, type OtherSpelling, otherSpelling } from '../plan/other-spelling.ts';
import type { SkipReason } from '../reasons.ts';
import type { Entry, EntryId } from '../store.ts';
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
type Failed = Due & Attempted & Pick<Entry, 'id'>;

const ENTRIES_AT_ONCE = 500;
const SITE = `
  (SELECT name FROM site WHERE bucket = 0 AND site.id = entry.site) AS site, entry.site AS "siteNumber"`;

const DATE_OUTCOMES = statement<[now: number]>('UPDATE entry SET fetched_at = $1 WHERE bucket = 0 AND fetched_at > $1');
const END_WAITS = statement<[latest: number], SiteRow & { readonly depth: number }>(`
  UPDATE entry SET not_before = NULL WHERE bucket = 0 AND not_before > $1 RETURNING ${SITE}, depth`);
const END_SITE_WAITS = statement<[latest: number]>('UPDATE site SET next_at = 0 WHERE bucket = 0 AND next_at > $1');
/** `RETURNING` would tell the state after the change. */
const REQUEUE = statement<[before: number], Due>(`
  WITH due AS MATERIALIZED (
    SELECT id, state, depth, reason, role, alias_by AS "aliasBy", ${SITE},
      state = 'done' AND first_failure IS NOT NULL AS "isReadOtherwise"
    FROM entry WHERE bucket = 0 AND state IN ('done', 'failed') AND fetched_at <= $1
  ), queued AS (
    UPDATE entry SET state = 'queued', attempts = 0, fetch_url = CASE WHEN "isReadOtherwise" THEN fetch_url END,
      first_failure = CASE WHEN "isReadOtherwise" THEN first_failure END
    FROM due WHERE entry.bucket = 0 AND entry.id = due.id
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
const FAILED = statement<[after: EntryId, limit: number, spellings: number], Failed>(`
  SELECT id, coalesce(url, key) AS url, fetch_url AS "finalUrl", first_failure AS "firstFailure", status, state, depth,
    reason, role, alias_by AS "aliasBy", ${SITE},
    ARRAY(
      SELECT spelling.url FROM spelling WHERE spelling.bucket = 0 AND spelling.entry = entry.id ORDER BY number LIMIT $3
    ) AS spellings
  FROM entry
  WHERE bucket = 0 AND id > $1 AND (state = 'failed' AND status >= 300 OR state = 'skipped' AND reason = 'robots')
    AND EXISTS (SELECT 1 FROM spelling WHERE spelling.bucket = 0 AND spelling.entry = entry.id)
  ORDER BY id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`);
const TRY_OTHER = bulk<OtherSpelling & Pick<Entry, 'id'>>(
  { id: 'int8', finalUrl: 'text', firstFailure: 'text' },
  (rows) => `
    UPDATE entry SET state = 'queued', reason = NULL, attempts = 0, fetched_at = NULL, fetch_url = "finalUrl",
      first_failure = "firstFailure"
    FROM ${rows} WHERE entry.bucket = row.bucket AND entry.id = row.id`,
);
const QUEUE_SKIPPED = statement<[ids: readonly EntryId[]]>(`
  UPDATE entry SET state = 'queued', reason = NULL, fetch_url = NULL, first_failure = NULL
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
export async function tryOtherSpellings(transaction: Transaction): Promise<number> {
  let queued = 0;
  let after = 0;
  for (;;) {
    const page = await transaction.rows(FAILED, after, ENTRIES_AT_ONCE, MAX_SPELLINGS);
    if (page.length === 0) return queued;
    after = page.at(-1)?.id ?? 0;
    const tried = page.flatMap((entry) => {
      const other = otherSpelling(entry);
      return other === null ? [] : [{ entry, row: { ...other, id: entry.id } }];
    });
    know(page, transaction);
    void transaction.sendAll(
      TRY_OTHER,
      tried.map(({ row }) => row),
    );
    for (const { entry } of tried) {
      transaction.changes.moved(entry.site, entry, { ...entry, state: 'queued', reason: null });
    }
    queued += tried.length;
  }
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

function know(rows: readonly SiteRow[], transaction: Transaction): void {
  transaction.knowSites(new Map(rows.map(({ site, siteNumber }) => [site, siteNumber])));
}
