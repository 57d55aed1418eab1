import { UNLINKED } from '../reasons.ts';
import type { Entry, EntryId, HowFound, Remnant } from '../store.ts';
import { forgetLinks } from './links.ts';
import { BY_FIRST_SPELLING } from './maintenance.ts';
import { DELETE_PAGES, DROP_VALIDATORS } from './pages.ts';
import { dropAllSpellings, dropSpellings, FORGET_TRIES } from './spellings.ts';
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
  const found = remnants.flatMap((remnant) => {
    const entry = known.get(remnant.id);
    return entry === undefined ? [] : [{ ...remnant, entry }];
  });
  const kept = found.flatMap(({ entry, url, dropped }) => (url === null ? [] : [{ entry, url, dropped }]));
  const dropped = kept.flatMap(({ entry: { id }, dropped: urls }) => urls.map((url) => ({ entry: id, url })));
  await dropSpellings(dropped, transaction);
  await unlink(
    found.filter(({ url }) => url === null).map(({ entry }) => entry),
    transaction,
  );
  await respell(
    kept.filter(({ entry, url }) => url !== entry.url),
    transaction,
  );
  void transaction.sendAll(
    RENEW,
    found.flatMap(({ id, foundNow }) => (foundNow === undefined ? [] : [{ ...foundNow, id }])),
  );
  restart(
    kept.flatMap(({ entry, url, dropped: urls }) =>
      url !== entry.url || (entry.finalUrl !== null && urls.includes(entry.finalUrl)) ? [entry] : [],
    ),
    transaction,
  );
}

async function unlink(entries: readonly Known[], transaction: Transaction): Promise<void> {
  if (entries.length === 0) return;
  const ids = entries.map(({ id }) => id);
  await dropAllSpellings(ids, transaction);
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
  const spellings = changes.map(({ entry: { id }, url }) => ({ entry: id, url }));
  const taken = await dropSpellings(spellings, transaction);
  const passes = new Map(taken.map(({ entry, pass }) => [entry, pass]));
  void transaction.sendAll(
    RESPELL,
    changes.map(({ entry: { id, key }, url }) => ({ id, url: url === key ? null : url, pass: passes.get(id) ?? null })),
  );
}

function restart(entries: readonly Known[], transaction: Transaction): void {
  for (const one of [RESTART, FORGET_TRIES, DROP_VALIDATORS]) transaction.sendFor(one, entries);
  for (const entry of entries) transaction.changes.moved(entry.site, entry, { ...entry, state: 'queued' });
}
