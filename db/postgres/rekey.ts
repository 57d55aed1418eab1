import { setImmediate as immediately } from 'node:timers/promises';
import { differs, hasNewKey, KEY_FIELDS, STATE_FIELDS } from '../rekey/plan.ts';
import type { PlannedEntry, RekeyChange, RekeyPlan } from '../rekey/view.ts';
import type { EntryId, RekeyCounts } from '../store.ts';
import type { Adder } from './add.ts';
import { type Digest, digestOf } from './digest.ts';
import { SET_UNFINISHED } from './former-keys.ts';
import { DROP_VALIDATORS } from './pages.ts';
import type { RekeyPlanner, Since, Xid } from './rekey-plan.ts';
import type { SiteNames } from './site-names.ts';
import { dropSpellings } from './spellings.ts';
import { bulk, statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

interface NewKey extends Pick<PlannedEntry, 'id' | 'key' | 'pass'> {
  readonly digest: Digest;
  /** Null if it is the text of the key. */
  readonly url: string | null;
  readonly site: number;
}

type NewState = Pick<PlannedEntry, 'id' | 'state' | 'reason' | 'finalUrl' | 'firstFailure' | 'aliasOf' | 'aliasBy'>;

/** Digests of no key, because two entries may not have the same one in between. */
const FREE_DIGESTS = statement<[ids: readonly EntryId[]]>(
  `UPDATE entry SET digest = convert_to(id::text, 'UTF8') WHERE bucket = 0 AND id = ANY ($1)`,
);
const NEW_KEY = { id: 'int8', digest: 'bytea', key: 'text', url: 'text', pass: 'text', site: 'int4' } as const;
const SET_KEY = 'SET digest = row.digest, key = row.key, url = row.url, pass = row.pass, site = row.site';
const GIVE_KEYS = bulk<NewKey>(
  NEW_KEY,
  (rows) => `UPDATE entry ${SET_KEY} FROM ${rows} WHERE entry.bucket = row.bucket AND entry.id = row.id`,
);
const GIVE_STATES = bulk<NewState>(
  {
    id: 'int8',
    state: 'text',
    reason: 'text',
    finalUrl: 'text',
    firstFailure: 'text',
    aliasOf: 'int8',
    aliasBy: 'text',
  },
  (rows) => `
    UPDATE entry SET state = row.state, reason = row.reason, fetch_url = "finalUrl", first_failure = "firstFailure", alias_of = "aliasOf",
      alias_by = "aliasBy", run = CASE WHEN row.state = 'leased' THEN run END,
      not_before = CASE WHEN row.state = 'queued' THEN not_before END
    FROM ${rows} WHERE entry.bucket = row.bucket AND entry.id = row.id`,
);
const DELETE_LISTINGS = bulk<{ readonly entry: EntryId; readonly sitemap: EntryId; readonly digest: Digest }>(
  { entry: 'int8', sitemap: 'int8', digest: 'bytea' },
  (rows) => `
    DELETE FROM listing USING ${rows}
    WHERE listing.bucket = row.bucket AND listing.entry = row.entry AND listing.sitemap = row.sitemap AND listing.digest = row.digest`,
);

/** Whether an entry is as it was when a plan was made. */
const IS_UNCHANGED = (since: string): string => `age(entry.xmin) > age(${since}::xid)`;
const UNCHANGED = statement<[ids: readonly EntryId[], since: Since], { readonly id: EntryId }>(
  `SELECT id FROM entry WHERE bucket = 0 AND id = ANY ($1) AND ${IS_UNCHANGED('$2')}`,
);
/**
 * Gives keys to entries that did not change since the plan and whose new keys are free, and records the keys that they had.
 * Returns these entries. As the only one that writes, it need not be ready for a row that appears meanwhile (`ON CONFLICT`),
 * which takes longer.
 */
const GIVE_FREE_KEYS = bulk<NewKey, { readonly id: EntryId }>(
  NEW_KEY,
  (rows, since) => `
    WITH row AS MATERIALIZED (
      SELECT row.*, entry.digest AS former
      FROM ${rows} JOIN entry ON entry.bucket = row.bucket AND entry.id = row.id
      WHERE ${IS_UNCHANGED(`$${since}`)}
        AND NOT EXISTS (SELECT 1 FROM entry AS other WHERE other.bucket = row.bucket AND other.digest = row.digest)
        AND NOT EXISTS (SELECT 1 FROM former_key AS known WHERE known.bucket = entry.bucket AND known.digest = entry.digest)
    ), recorded AS (
      INSERT INTO former_key (bucket, digest, entry, epoch) SELECT bucket, former, id, (SELECT epoch FROM about) FROM row
    )
    UPDATE entry ${SET_KEY} FROM row WHERE entry.bucket = row.bucket AND entry.id = row.id RETURNING entry.id`,
);
const OWN_XID = statement<[], { readonly xid: Xid }>('SELECT pg_current_xact_id()::xid::text AS xid');

/** A plan of many entries takes long, while the connection is idle in its transaction. */
const PLANNING = statement<[]>(`SET LOCAL idle_in_transaction_session_timeout = '60s'`);

/** Gives entries new keys. The transaction must be the only one that writes. */
export async function rekey(
  planner: RekeyPlanner,
  adder: Adder,
  sites: SiteNames,
  transaction: Transaction,
): Promise<Omit<RekeyCounts, 'epoch'>> {
  void transaction.send(PLANNING);
  const plan = await planner.plan(transaction.send);
  // Before URLs are added: their keys are of the new epoch.
  if (planner.changesKeys) transaction.raiseEpoch();
  const numbers = await sites.numbers(transaction, sitesOf(plan.changes));
  await giveKeys(plan.changes, planner, numbers, transaction);
  await writeStates(plan, transaction);
  const known = await adder.find(
    plan.found.map(([one]) => one),
    transaction,
  );
  const { added } = await adder.add(plan.found, known, transaction);
  return { ...plan.counts, split: plan.counts.split + added };
}

/** Prepares for `writeEarly`. New sites have their turns in the order of the plan, which is not that of its parts. */
export async function beginParts(planner: RekeyPlanner, sites: SiteNames, transaction: Transaction): Promise<void> {
  void transaction.send(SET_UNFINISHED, JSON.stringify(planner.sites()));
  await sites.numbers(transaction, sitesOf(planner.changes));
}

/** Writes changes of a plan before the last transaction. It leaves out entries that changed since the plan, and those whose
 * new key another entry has; they wait for the last transaction. The transaction must be the only one that writes. */
export async function writeEarly(
  part: readonly RekeyChange[],
  planner: RekeyPlanner,
  sites: SiteNames,
  transaction: Transaction,
): Promise<void> {
  transaction.raiseGeneration();
  const asked = transaction.rows(OWN_XID);
  const numbers = await sites.numbers(transaction, sitesOf(part));
  const found = await Promise.all([
    transaction.sendAll(
      GIVE_FREE_KEYS,
      part.filter(hasNewKey).map(({ after }) => newKey(after, planner.keyDigest(after.key), numbers)),
      planner.since,
    ),
    transaction.send(
      UNCHANGED,
      part.filter((change) => !hasNewKey(change)).map(({ after: { id } }) => id),
      planner.since,
    ),
  ]);
  const unchanged = new Set(found.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const changes = part.filter(({ before }) => unchanged.has(before.id));
  const others = changes.filter((change) => !hasNewKey(change));
  await giveKeys(others, planner, numbers, transaction);
  await writeStates({ changes, spellings: [], listings: [] }, transaction);
  const [{ xid } = { xid: '0' }] = await asked;
  transaction.onCommit(() => planner.wroteEarly(changes, xid));
}

/** Writes the key, first URL, pass and site of entries. */
async function giveKeys(
  changes: readonly RekeyChange[],
  planner: RekeyPlanner,
  numbers: ReadonlyMap<string, number>,
  transaction: Transaction,
): Promise<void> {
  const changed = changes.filter((change) => differs(change, KEY_FIELDS));
  const given = new Set(changed.filter(hasNewKey).map(({ after: { key } }) => key));
  const freed = changed.filter(({ before }) => given.has(before.key));
  for await (const part of partsOf(freed)) {
    transaction.sendFor(
      FREE_DIGESTS,
      part.map(({ before }) => before),
    );
  }
  for await (const part of partsOf(changed)) {
    void transaction.sendAll(
      GIVE_KEYS,
      part.map(({ after }) => newKey(after, planner.keyDigest(after.key), numbers)),
    );
  }
}

/** Writes the states of entries, and deletes the spellings and listings that they lose. */
async function writeStates(
  { changes, spellings, listings }: Pick<RekeyPlan, 'changes' | 'spellings' | 'listings'>,
  transaction: Transaction,
): Promise<void> {
  for await (const part of partsOf(changes.filter((change) => differs(change, STATE_FIELDS)))) {
    void transaction.sendAll(
      GIVE_STATES,
      part.map(({ after }) => after),
    );
  }
  const respelled = changes.filter((change) => differs(change, ['finalUrl'])).map(({ after }) => after);
  transaction.sendFor(DROP_VALIDATORS, respelled);
  for (const { before, after } of changes) {
    transaction.changes.moved(before.site, before, null);
    transaction.changes.moved(after.site, null, after);
  }
  void transaction.sendAll(
    DELETE_LISTINGS,
    listings.map(({ entry, sitemap, url }) => ({ entry, sitemap, digest: digestOf(url) })),
  );
  await dropSpellings(spellings, transaction);
}

/** The site of each entry after the changes, with its site before: a new site takes over the delay of that one. */
function sitesOf(changes: readonly RekeyChange[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { before, after } of changes) if (!names.has(after.site)) names.set(after.site, before.site);
  return names;
}

/** Rows of one statement. The server is at work on some while the next ones are prepared. */
const PART = 5000;

async function* partsOf(changes: readonly RekeyChange[]): AsyncGenerator<readonly RekeyChange[]> {
  for (let at = 0; at < changes.length; at += PART) {
    yield changes.slice(at, at + PART);
    await immediately();
  }
}

function newKey(
  { id, key, url, pass, site }: PlannedEntry,
  digest: Digest,
  numbers: ReadonlyMap<string, number>,
): NewKey {
  return { id, key, pass, digest, url: url === key ? null : url, site: numbers.get(site) ?? 0 };
}
