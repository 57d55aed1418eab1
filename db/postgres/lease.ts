import type { Earlier, EntryId, Lease, LeaseRequest, SiteQueue } from '../store.ts';
import { lockOf } from './locks.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

type Place = Pick<Lease, 'site' | 'depth'>;

interface Turn extends Pick<SiteQueue, 'name' | 'delay' | 'nextAt'> {
  readonly id: number;
  readonly turn: number;
}

interface Candidate {
  readonly id: EntryId;
  readonly site: number;
  readonly depth: number;
}

interface Taken extends Omit<Lease, 'delay' | 'earlier' | 'site'>, Earlier {
  readonly site: number;
  readonly fetchedAt: number | null;
}

/** SQL that tells whether a row of `entry` is named (`Lease.isNamed`). */
export const IS_NAMED = `(role = 'sitemap' OR source = 'seed'
  OR EXISTS (SELECT 1 FROM listing WHERE listing.bucket = 0 AND listing.entry = entry.id))`;

/** SQL for the name of the site of a row of `entry`. */
export const SITE = '(SELECT name FROM site WHERE bucket = 0 AND site.id = entry.site) AS site';
const GIVEN_BACK = `RETURNING ${SITE}, depth`;
const RUN = statement<[run: string, token: string]>(`
  INSERT INTO run (name, program) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET program = excluded.program WHERE run.program <> excluded.program`);
/** No statement waits for entries that others have locked, because those may wait for the sites locked here. */
const WAKE = statement<[now: number], Place>(`
  UPDATE entry SET not_before = NULL
  WHERE bucket = 0 AND id IN (
    SELECT id FROM entry WHERE bucket = 0 AND not_before <= $1 ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
  ) ${GIVEN_BACK}`);
/** SQL for the lowest depth at which entries are queued or leased; NULL if there are none. */
export const LEVEL = `
  SELECT min(name::int) AS level FROM (
    SELECT name FROM tally WHERE kind = 'open' GROUP BY name HAVING sum(count) > 0
  ) AS open`;
const READ_LEVEL = statement<[], { readonly level: number | null }>(LEVEL);
/** Two programs that count what is left at once would both take the rest. */
const LOCK_TOTAL = statement<[]>(`SELECT pg_advisory_xact_lock(${lockOf('total')})`);
/** How many more pages all programs together may lease. */
const LEFT = statement<[total: number], { readonly left: number }>(`
  SELECT $1 - (SELECT coalesce(sum(pages), 0) FROM program)
    - (SELECT count(*) FROM entry WHERE bucket = 0 AND run IS NOT NULL) AS left`);
const HELD = `
  SELECT site, count(*) AS leases FROM entry WHERE bucket = 0 AND run IS NOT NULL GROUP BY site`;
/** Whether a site may hold another lease. */
const IS_FREE = `coalesce(held.leases, 0) < CASE WHEN greatest(site.delay, $1::float8) > 0 THEN $2::float8 ELSE $3::float8 END`;
const turnsOf = (candidates: string, limit: string, lock: string): string => `
  SELECT id, name, turn, delay, next_at AS "nextAt" FROM site
  WHERE bucket = 0 AND depth IS NOT NULL AND next_at <= $4 AND id IN (
    WITH held AS MATERIALIZED (${HELD}) ${candidates}
  )
  ORDER BY turn LIMIT ${limit} FOR NO KEY UPDATE ${lock}`;
const READY = `
  (SELECT id FROM site LEFT JOIN held ON held.site = site.id
    WHERE bucket = 0 AND depth IS NOT NULL AND next_at = 0 AND name <> ALL ($6) AND ${IS_FREE} ORDER BY turn LIMIT $5)
  UNION ALL
  (SELECT id FROM site LEFT JOIN held ON held.site = site.id
    WHERE bucket = 0 AND depth IS NOT NULL AND next_at > 0 AND next_at <= $4 AND name <> ALL ($6) AND ${IS_FREE}
    ORDER BY next_at, name LIMIT $5)`;
const READY_AT_LEVEL = `
  SELECT id FROM site LEFT JOIN held ON held.site = site.id
  WHERE bucket = 0 AND depth = $7 AND next_at <= $4 AND name <> ALL ($6) AND ${IS_FREE} ORDER BY turn LIMIT $5`;
type Limits = [delay: number, perSite: number, ahead: number, now: number, limit: number, except: readonly string[]];
const TURNS = statement<Limits, Turn>(turnsOf(READY, '$5', 'SKIP LOCKED'));
const FIRST_TURN = statement<Limits, Turn>(turnsOf(READY, 'least(1, $5)', ''));
const TURNS_OF_LEVEL = statement<[...Limits, level: number], Turn>(turnsOf(READY_AT_LEVEL, '$5', 'SKIP LOCKED'));
const FIRST_TURN_OF_LEVEL = statement<[...Limits, level: number], Turn>(turnsOf(READY_AT_LEVEL, 'least(1, $5)', ''));
const HOLDERS = statement<[sites: readonly number[]], { readonly site: number; readonly leases: number }>(`
  SELECT site, count(*) AS leases FROM entry WHERE bucket = 0 AND run IS NOT NULL AND site = ANY ($1) GROUP BY site`);
const CANDIDATES = statement<[sites: readonly number[], limit: number, deepest: number], Candidate>(`
  SELECT first.id, wanted.site, first.depth
  FROM unnest($1::int[]) AS wanted (site) CROSS JOIN LATERAL (
    SELECT id, depth FROM entry
    WHERE bucket = 0 AND entry.site = wanted.site AND state = 'queued' AND not_before IS NULL AND depth <= $3
    ORDER BY depth, id LIMIT $2
  ) AS first`);
const TAKE = statement<[run: string, ids: readonly EntryId[]], Taken>(`
  UPDATE entry SET state = 'leased', run = $1
  WHERE bucket = 0 AND id IN (
    SELECT id FROM entry WHERE bucket = 0 AND id = ANY ($2) AND state = 'queued' AND not_before IS NULL
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
  )
  RETURNING id, key, coalesce(fetch_url, url, key) AS url, site, depth, hops, attempts, role, ${IS_NAMED} AS "isNamed",
    CASE WHEN first_failure IS NULL OR digest_of_body IS NOT NULL THEN fetched_at END AS "fetchedAt", status, digest_of_body AS digest,
    (SELECT etag FROM page WHERE page.bucket = 0 AND page.entry = entry.id) AS etag,
    (SELECT last_modified FROM page WHERE page.bucket = 0 AND page.entry = entry.id) AS "lastModified"`);
const GIVE_BACK = statement<[ids: readonly EntryId[], token: string], Place>(`
  UPDATE entry SET state = 'queued', run = NULL
  WHERE bucket = 0 AND run IS NOT NULL AND id = ANY ($1)
    AND run NOT IN (SELECT name FROM run WHERE program <> $2) ${GIVEN_BACK}`);
const GIVE_ALL_BACK = statement<[token: string], Place>(`
  UPDATE entry SET state = 'queued', run = NULL
  WHERE bucket = 0 AND run IS NOT NULL AND run NOT IN (SELECT name FROM run WHERE program <> $1) ${GIVEN_BACK}`);

/** Deeper than any entry. */
const ANY_DEPTH = 2_147_483_647;

/** Makes retries ready whose time has come. It must be committed before `lease`, which reads the sites' queues. */
export async function wake(now: number, transaction: Transaction): Promise<void> {
  for (const { site } of await transaction.rows(WAKE, now)) transaction.changes.changed(site);
}

/** Implements `Frontier.lease`, after `wake`. */
export async function lease(request: LeaseRequest, transaction: Transaction): Promise<readonly Lease[]> {
  const { run, now, level, total } = request;
  void transaction.send(RUN, run, transaction.token);
  if (total !== null) void transaction.send(LOCK_TOTAL);
  const asked = total === null ? null : transaction.rows(LEFT, total);
  const [row] = level ? await transaction.rows(READ_LEVEL) : [];
  const [left] = (await asked) ?? [];
  const limit = Math.min(request.limit, left?.left ?? request.limit);
  const depth = level ? (row?.level ?? 0) : ANY_DEPTH;
  const turns = limit <= 0 ? [] : await turnsFor({ ...request, limit }, depth, transaction);
  if (turns.length === 0) return [];
  const sites = turns.map(({ id }) => id);
  const holders = transaction.rows(HOLDERS, sites);
  const candidates = await transaction.rows(CANDIDATES, sites, turns.length >= limit ? 1 : limit, depth);
  const held = new Map((await holders).map(({ site, leases }) => [site, leases]));
  const order = shared({ ...request, limit }, turns, held, candidates);
  const taken = new Map((await transaction.rows(TAKE, run, order)).map((one) => [one.id, one]));
  const byNumber = new Map(turns.map((turn) => [turn.id, turn]));
  const leases: Lease[] = [];
  for (const one of order.flatMap((id) => taken.get(id) ?? [])) {
    const turn = byNumber.get(one.site);
    if (turn === undefined) continue;
    const delay = Math.max(turn.delay, request.delay);
    leases.push(toLease(one, turn.name, delay));
    if (delay > 0 || turn.nextAt > 0) transaction.setNext(turn.name, delay === 0 ? 0 : now + delay);
    const standing = { depth: one.depth };
    transaction.changes.moved(turn.name, { state: 'queued', ...standing }, { state: 'leased', ...standing });
    transaction.changes.turned(turn.name);
  }
  return leases;
}

/** Implements `Frontier.release`. */
export async function release(ids: readonly EntryId[] | undefined, transaction: Transaction): Promise<number> {
  const { token } = transaction;
  return giveBack(
    await (ids === undefined ? transaction.rows(GIVE_ALL_BACK, token) : transaction.rows(GIVE_BACK, ids, token)),
    transaction,
  );
}

/** Gives back the leases that no registered program holds. */
export async function takeBack(transaction: Transaction): Promise<number> {
  return giveBack(await transaction.rows(GIVE_ALL_BACK, ''), transaction);
}

function giveBack(places: readonly Place[], transaction: Transaction): number {
  for (const { site, depth } of places) {
    transaction.changes.moved(site, { state: 'leased', depth }, { state: 'queued', depth });
  }
  return places.length;
}

/** The sites whose turn it is, in order, locked until the end of the transaction. */
async function turnsFor(
  { limit, perSite, ahead, delay, now, level, except }: LeaseRequest,
  depth: number,
  transaction: Transaction,
): Promise<readonly Turn[]> {
  const limits: Limits = [delay, perSite, perSite * ahead, now, limit, except];
  const ask = (one: typeof TURNS_OF_LEVEL, other: typeof TURNS): Promise<readonly Turn[]> =>
    level ? transaction.rows(one, ...limits, depth) : transaction.rows(other, ...limits);
  const free = await ask(TURNS_OF_LEVEL, TURNS);
  if (free.length > 0) return free;
  // All may be locked by programs that lease or settle at this moment. It waits for one site before it takes others,
  // because who waits for several while it holds some may wait in a circle.
  void ask(FIRST_TURN_OF_LEVEL, FIRST_TURN);
  return ask(TURNS_OF_LEVEL, TURNS);
}

/** Shares the leases among the sites: one for each in turn, until there are enough. */
function shared(
  { limit, perSite, ahead, delay }: LeaseRequest,
  turns: readonly Turn[],
  held: ReadonlyMap<number, number>,
  candidates: readonly Candidate[],
): readonly EntryId[] {
  const bySite = Map.groupBy(candidates, ({ site }) => site);
  let queues = turns.map((turn) => {
    const leases = held.get(turn.id) ?? 0;
    const waits = Math.max(turn.delay, delay) > 0;
    const free = waits ? Math.min(1, perSite - leases) : perSite * ahead - leases;
    return (bySite.get(turn.id) ?? []).toSorted((a, b) => a.depth - b.depth || a.id - b.id).slice(0, Math.max(0, free));
  });
  const order: EntryId[] = [];
  while (queues.length > 0 && order.length < limit) {
    queues = queues.filter((queue) => {
      const first = order.length < limit ? queue.shift() : undefined;
      if (first !== undefined) order.push(first.id);
      return first !== undefined;
    });
  }
  return order;
}

function toLease(
  { fetchedAt, status, etag, lastModified, digest, ...taken }: Taken,
  site: string,
  delay: number,
): Lease {
  const earlier = fetchedAt === null ? null : { status, etag, lastModified, digest };
  return { ...taken, site, delay, earlier };
}
