import { UNLINKED } from '../reasons.ts';
import type { Entry, EntryId, HowFound, Remnant } from '../store.ts';
import { type Digest, digestOf } from './digest.ts';
import { forgetLinks } from './links.ts';
import { BY_FIRST_SPELLING } from './maintenance.ts';
import { DELETE_PAGES, DROP_VALIDATORS } from './pages.ts';
import { FORGET_TRIES } from './settle.ts';
import { bulk, statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

type Known = Pick<
  Entry,
  'id' | 'key' | 'url' | 'finalUrl' | 'site' | 'state' | 'depth' | 'reason' | 'role' | 'aliasBy'
>;

const FROM_NEW_ON = `${BY_FIRST_SPELLING}, attempts = 0, not_before = NULL`;
const KNOWN = statement<[ids: readonly EntryId[]], Known>(`
  SELECT entry.id, key, coalesce(url, key) AS url, fetch_url AS "finalUrl", name AS site, state, entry.depth, reason, role,
    alias_by AS "aliasBy"
  FROM entry JOIN site ON site.bucket = 0 AND site.id = entry.site WHERE entry.bucket = 0 AND entry.id = ANY ($1)`);
const DROP = bulk<
  { readonly entry: EntryId; readonly digest: Digest },
  { readonly entry: EntryId; readonly pass: string | null }
>(
  { entry: 'int8', digest: 'bytea' },
  (rows) => `
    DELETE FROM spelling USING ${rows}
    WHERE spelling.bucket = row.bucket AND spelling.entry = row.entry AND spelling.digest = row.digest RETURNING spelling.entry, pass`,
);
const DROP_ALL = statement<[ids: readonly EntryId[]], { readonly pass: string | null }>(
  'DELETE FROM spelling WHERE bucket = 0 AND entry = ANY ($1) RETURNING pass',
);
const UNLINK = statement<[ids: readonly EntryId[], reason: string]>(`
  UPDATE entry SET state = 'skipped', reason = $2, ${FROM_NEW_ON}, status = NULL, content_type = NULL,
    digest_of_body = NULL, alias_of = NULL, alias_by = NULL, location = NULL, fetched_at = NULL
  WHERE bucket = 0 AND id = ANY ($1)`);
const DROP_LISTINGS = statement<[ids: readonly EntryId[]]>(
  'DELETE FROM listing WHERE bucket = 0 AND (entry = ANY ($1) OR sitemap = ANY ($1))',
);
const RESPELL = bulk<{ readonly id: EntryId; readonly url: string | null; readonly pass: string | null }>(
  { id: 'int8', url: 'text', pass: 'text' },
  (rows) => `
    UPDATE entry SET url = row.url, pass = row.pass
    FROM ${rows} WHERE entry.bucket = row.bucket AND entry.id = row.id`,
);
const RENEW = bulk<HowFound & { readonly id: EntryId }>(
  { id: 'int8', on: 'int8', source: 'text' },
  (rows) => `
    UPDATE entry SET found_on = row."on", source = row.source
    FROM ${rows} WHERE entry.bucket = row.bucket AND entry.id = row.id`,
);
const RESTART = statement<[ids: readonly EntryId[]]>(
  `UPDATE entry SET state = 'queued', ${FROM_NEW_ON} WHERE bucket = 0 AND id = ANY ($1)`,
);

/** Drops entries and spellings that no page leads to any more. */
export async function prune(remnants: readonly Remnant[], transaction: Transaction): Promise<void> {
  const rows = await transaction.rows(
    KNOWN,
    remnants.map(({ id }) => id),
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const dropped = remnants.flatMap(({ id, url, dropped: urls }) =>
    url === null || !known.has(id) ? [] : urls.map((one) => ({ entry: id, digest: digestOf(one) })),
  );
  uncount((await transaction.sendAll(DROP, dropped)).rows, transaction);
  await unlink(
    remnants.flatMap(({ id, url }) => (url === null ? (known.get(id) ?? []) : [])),
    transaction,
  );
  const kept = remnants.flatMap(({ id, url, dropped: urls }) => {
    const entry = known.get(id);
    return entry === undefined || url === null ? [] : [{ entry, url, urls }];
  });
  await respell(
    kept.filter(({ entry, url }) => url !== entry.url),
    transaction,
  );
  void transaction.sendAll(
    RENEW,
    remnants.flatMap(({ id, foundNow }) => (foundNow === undefined || !known.has(id) ? [] : [{ ...foundNow, id }])),
  );
  restart(
    kept.flatMap(({ entry, url, urls }) =>
      url !== entry.url || (entry.finalUrl !== null && urls.includes(entry.finalUrl)) ? [entry] : [],
    ),
    transaction,
  );
}

async function unlink(entries: readonly Known[], transaction: Transaction): Promise<void> {
  if (entries.length === 0) return;
  const ids = entries.map(({ id }) => id);
  uncount(await transaction.rows(DROP_ALL, ids), transaction);
  forgetLinks(ids, transaction);
  void transaction.send(DELETE_PAGES, ids);
  void transaction.send(DROP_LISTINGS, ids);
  void transaction.send(UNLINK, ids, UNLINKED);
  for (const entry of entries) {
    transaction.changes.moved(entry.site, entry, { ...entry, state: 'skipped', reason: UNLINKED });
  }
}

async function respell(
  changes: readonly { readonly entry: Known; readonly url: string }[],
  transaction: Transaction,
): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ entry: { id }, url }) => ({ entry: id, digest: digestOf(url) }));
  const taken = (await transaction.sendAll(DROP, rows)).rows;
  uncount(taken, transaction);
  const passes = new Map(taken.map(({ entry, pass }) => [entry, pass]));
  void transaction.sendAll(
    RESPELL,
    changes.map(({ entry: { id, key }, url }) => ({ id, url: url === key ? null : url, pass: passes.get(id) ?? null })),
  );
}

function restart(entries: readonly Known[], transaction: Transaction): void {
  if (entries.length === 0) return;
  const ids = entries.map(({ id }) => id);
  void transaction.send(RESTART, ids);
  void transaction.send(FORGET_TRIES, ids);
  void transaction.send(DROP_VALIDATORS, ids);
  for (const entry of entries) transaction.changes.moved(entry.site, entry, { ...entry, state: 'queued' });
}

function uncount(dropped: readonly { readonly pass: string | null }[], transaction: Transaction): void {
  for (const { pass } of dropped) if (pass !== null) transaction.changes.count('duplicate', pass, -1);
}
