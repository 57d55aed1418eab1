import type { Key } from '../../src/canon/key.ts';
import { answerLater } from '../rekey/asking.ts';
import { askForPlan } from '../rekey/plan.ts';
import type { ListingOf, PlannedEntry, RekeyChange, RekeyPlan, RekeyView, SpellingOf } from '../rekey/view.ts';
import type { EntryId, RekeyCounts, RekeyRequest } from '../store.ts';
import type { Adder } from './add.ts';
import { digestOf, keyDigest } from './digest.ts';
import type { SiteNames } from './site-names.ts';
import { bulk, statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

interface Planned extends Omit<PlannedEntry, 'hasPage'> {
  readonly siteNumber: number;
  readonly hasPage: boolean;
}

/** The columns that change. `url` is null if it is the text of the key. */
interface Update
  extends Pick<PlannedEntry, 'id' | 'key' | 'pass' | 'state' | 'reason' | 'finalUrl' | 'aliasOf' | 'aliasBy'> {
  readonly digest: Buffer;
  readonly url: string | null;
  readonly site: number;
}

const SELECT = `
  SELECT entry.id, key, coalesce(url, key) AS url, fetch_url AS "finalUrl", pass, site.name AS site,
    site.id AS "siteNumber", state, reason, entry.depth, hops, source, role, alias_of AS "aliasOf",
    alias_by AS "aliasBy", found_on AS "foundOn",
    EXISTS (SELECT 1 FROM page WHERE page.bucket = 0 AND page.entry = entry.id) AS "hasPage"
  FROM entry JOIN site ON site.bucket = 0 AND site.id = entry.site`;
const OF_SITES = statement<[digests: readonly Buffer[]], Planned>(`
  ${SELECT} WHERE entry.bucket = 0 AND entry.site IN (SELECT id FROM site WHERE bucket = 0 AND digest = ANY ($1))
  ORDER BY entry.id`);
const WITH_KEYS = statement<[digests: readonly Buffer[]], Planned>(
  `${SELECT} WHERE entry.bucket = 0 AND entry.digest = ANY ($1)`,
);
const ALIASES = statement<[ids: readonly EntryId[]], { readonly id: EntryId; readonly aliasOf: EntryId }>(`
  WITH RECURSIVE alias AS (
    SELECT id, alias_of FROM entry WHERE bucket = 0 AND id = ANY ($1)
    UNION SELECT entry.id, entry.alias_of FROM alias JOIN entry ON bucket = 0 AND entry.id = alias.alias_of
  )
  SELECT id, alias_of AS "aliasOf" FROM alias WHERE alias_of IS NOT NULL`);
const SPELLINGS = statement<[ids: readonly EntryId[]], SpellingOf>(
  'SELECT entry, url, pass FROM spelling WHERE bucket = 0 AND entry = ANY ($1) ORDER BY entry, number',
);
const LISTINGS = statement<[ids: readonly EntryId[]], ListingOf>(
  'SELECT entry, sitemap, url, lastmod FROM listing WHERE bucket = 0 AND entry = ANY ($1)',
);
/** Digests of no key, because two entries may not have the same one in between. */
const FREE_DIGESTS = statement<[ids: readonly EntryId[]]>(
  `UPDATE entry SET digest = convert_to(id::text, 'UTF8') WHERE bucket = 0 AND id = ANY ($1)`,
);
const UPDATE = bulk<Update>(
  {
    id: 'int8',
    digest: 'bytea',
    key: 'text',
    url: 'text',
    pass: 'text',
    site: 'int4',
    state: 'text',
    reason: 'text',
    finalUrl: 'text',
    aliasOf: 'int8',
    aliasBy: 'text',
  },
  (rows) => `
    UPDATE entry SET digest = row.digest, key = row.key, url = row.url, pass = row.pass, site = row.site,
      state = row.state, reason = row.reason, fetch_url = "finalUrl", alias_of = "aliasOf", alias_by = "aliasBy",
      run = CASE WHEN row.state = 'leased' THEN run END, not_before = CASE WHEN row.state = 'queued' THEN not_before END
    FROM ${rows} WHERE entry.bucket = row.bucket AND entry.id = row.id`,
);
const DELETE_SPELLINGS = bulk<{ readonly entry: EntryId; readonly digest: Buffer }>(
  { entry: 'int8', digest: 'bytea' },
  (rows) =>
    `DELETE FROM spelling USING ${rows} WHERE spelling.bucket = row.bucket AND spelling.entry = row.entry AND spelling.digest = row.digest`,
);
const DELETE_LISTINGS = bulk<{ readonly entry: EntryId; readonly sitemap: EntryId; readonly digest: Buffer }>(
  { entry: 'int8', sitemap: 'int8', digest: 'bytea' },
  (rows) => `
    DELETE FROM listing USING ${rows}
    WHERE listing.bucket = row.bucket AND listing.entry = row.entry AND listing.sitemap = row.sitemap AND listing.digest = row.digest`,
);

/** Gives entries new keys, as planned by `askForPlan`. The transaction must be the only one that writes. */
export async function rekey(
  request: RekeyRequest,
  adder: Adder,
  sites: SiteNames,
  transaction: Transaction,
): Promise<Omit<RekeyCounts, 'epoch'>> {
  const plan = await answerLater(askForPlan(request), viewOf(transaction));
  await write(plan, sites, transaction);
  const { added } = (await adder.add(plan.found, transaction)).counts;
  return { ...plan.counts, split: plan.counts.split + added };
}

function viewOf(transaction: Transaction): RekeyView<'later'> {
  const planned = (rows: readonly Planned[]): readonly PlannedEntry[] => {
    transaction.knowSites(new Map(rows.map(({ site, siteNumber }) => [site, siteNumber])));
    return rows.map((row) => ({ ...row, hasPage: row.hasPage ? 1 : 0 }));
  };
  const digests = (keys: readonly Key[]): readonly Buffer[] => keys.map(keyDigest);
  return {
    entriesOf: async (names) => planned(await transaction.rows(OF_SITES, names.map(digestOf))),
    entriesWith: async (keys) => (keys.length === 0 ? [] : planned(await transaction.rows(WITH_KEYS, digests(keys)))),
    aliases: async (ids) => new Map((await transaction.rows(ALIASES, ids)).map(({ id, aliasOf }) => [id, aliasOf])),
    spellings: (ids) => transaction.rows(SPELLINGS, ids),
    listings: (ids) => transaction.rows(LISTINGS, ids),
  };
}

async function write(plan: RekeyPlan, sites: SiteNames, transaction: Transaction): Promise<void> {
  const { changes, spellings, listings } = plan;
  const names = new Map(
    changes.map(({ before, after }) => [after.site, before.site === after.site ? null : before.site]),
  );
  const numbers = await sites.numbers(transaction, names);
  const renamed = changes.filter(({ before, after }) => before.key !== after.key);
  if (renamed.length > 0)
    void transaction.send(
      FREE_DIGESTS,
      renamed.map(({ before }) => before.id),
    );
  void transaction.sendAll(
    UPDATE,
    changes.map((change) => updateOf(change, numbers)),
  );
  for (const { before, after } of changes) {
    transaction.changes.moved(before.site, before, null);
    transaction.changes.moved(after.site, null, after);
  }
  for (const { pass } of spellings) if (pass !== null) transaction.changes.count('duplicate', pass, -1);
  void transaction.sendAll(
    DELETE_SPELLINGS,
    spellings.map(({ entry, url }) => ({ entry, digest: digestOf(url) })),
  );
  void transaction.sendAll(
    DELETE_LISTINGS,
    listings.map(({ entry, sitemap, url }) => ({ entry, sitemap, digest: digestOf(url) })),
  );
}

function updateOf({ after }: RekeyChange, numbers: ReadonlyMap<string, number>): Update {
  const { key, url, site } = after;
  return { ...after, digest: keyDigest(key), url: url === key ? null : url, site: numbers.get(site) ?? 0 };
}
