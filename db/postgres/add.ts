import type { Key } from '../../src/canon/key.ts';
import { refuseInvalidKey } from '../errors.ts';
import {
  freshEntry,
  type Group,
  groupByKey,
  type KnownEntry,
  meet,
  needsFullFetch,
  type Occurrence,
  spellingOf,
} from '../plan/found.ts';
import type { Recorded } from '../plan/recorded.ts';
import type { StoredListing } from '../plan/stored-entry.ts';
import type { EntryId, FoundUrl } from '../store.ts';
import { type Digest, digestOf, keyDigest } from './digest.ts';
import { findingByKey } from './former-keys.ts';
import { DROP_VALIDATORS } from './pages.ts';
import { Conflict } from './problems.ts';
import type { SiteNames } from './site-names.ts';
import { type SpellingRow, spell } from './spellings.ts';
import { type Bulk, bulk } from './statement.ts';
import type { Transaction } from './transaction.ts';

/** The result of adding a batch. */
export interface Added {
  /** How many entries are new. */
  readonly added: number;
  /** How many spellings of known keys are new. */
  readonly duplicates: Promise<number>;
  /** The entry of each key, known or new. */
  readonly entries: ReadonlyMap<Key, Pick<KnownEntry, 'id' | 'url'>>;
}

type Known = ReadonlyMap<Key, KnownEntry>;

interface FreshRow extends Omit<KnownEntry, 'id' | 'site' | 'aliasBy'> {
  readonly digest: Digest;
  readonly site: number;
  readonly source: string;
  readonly on: EntryId | null;
}

/** An entry before and after. */
interface Change {
  readonly before: KnownEntry;
  readonly after: KnownEntry;
}

interface ListingRow extends StoredListing {
  readonly digest: Digest;
}

/** Finds entries by keys. By a former key, the entry may be of another site than the key, and `url` is never null. */
const FIND = findingByKey((now) =>
  bulk<{ readonly digest: Digest; readonly site: string }, KnownEntry & { readonly place: number }>(
    { digest: 'bytea', site: 'text' },
    (rows) => `
      SELECT row.ordinal AS place, entry.id, key, pass, state, depth, hops, reason, role, alias_by AS "aliasBy",
        CASE entry.digest WHEN row.digest THEN url ELSE coalesce(url, key) END AS url,
        CASE entry.digest WHEN row.digest THEN row.site
          ELSE (SELECT name FROM site WHERE site.bucket = row.bucket AND site.id = entry.site) END AS site
      FROM ${rows} JOIN entry ON entry.bucket = row.bucket AND entry.digest = ${now('row.digest')}`,
  ),
);
/**
 * Numbers follow the order of the rows; the order of the digests keeps programs from waiting for each other in circles.
 * Only digests can be taken already, so only their index is looked at before each row is written.
 */
const INSERT = bulk<FreshRow, { readonly id: EntryId; readonly hex: string }>(
  {
    digest: 'bytea',
    key: 'text',
    url: 'text',
    pass: 'text',
    site: 'int4',
    depth: 'int4',
    hops: 'int4',
    state: 'text',
    reason: 'text',
    role: 'text',
    source: 'text',
    on: 'int8',
  },
  (rows) => `
    WITH numbered AS MATERIALIZED (
      SELECT nextval('entry_number') AS id, one.* FROM (SELECT * FROM ${rows} ORDER BY ordinal) AS one
    )
    INSERT INTO entry (id, digest, key, url, pass, site, depth, hops, state, reason, role, source, found_on)
    SELECT id, digest, key, url, pass, site, depth, hops, state, reason, role, source, "on" FROM numbered ORDER BY digest
    ON CONFLICT (bucket, digest) DO NOTHING RETURNING id, encode(digest, 'hex') AS hex`,
);
interface MeetingRow extends Pick<KnownEntry, 'id' | 'depth' | 'hops' | 'state' | 'reason' | 'role'> {
  readonly depthBefore: number;
  readonly hopsBefore: number;
  readonly stateBefore: string;
  readonly reasonBefore: string | null;
  readonly roleBefore: string;
}
const MEET = bulk<MeetingRow>(
  {
    id: 'int8',
    depth: 'int4',
    hops: 'int4',
    state: 'text',
    reason: 'text',
    role: 'text',
    depthBefore: 'int4',
    hopsBefore: 'int4',
    stateBefore: 'text',
    reasonBefore: 'text',
    roleBefore: 'text',
  },
  (rows) => `
    UPDATE entry SET depth = row.depth, hops = row.hops, state = row.state, reason = row.reason, role = row.role
    FROM ${rows}
    WHERE entry.bucket = row.bucket AND entry.id = row.id AND entry.depth = "depthBefore" AND entry.hops = "hopsBefore"
      AND entry.state = "stateBefore" AND entry.reason IS NOT DISTINCT FROM "reasonBefore" AND entry.role = "roleBefore"`,
);
/** Adds listings that are new. */
export const LIST: Bulk<ListingRow, never> = bulk(
  { entry: 'int8', sitemap: 'int8', digest: 'bytea', url: 'text', lastmod: 'text' },
  (rows) => `
    INSERT INTO listing (entry, sitemap, digest, url, lastmod)
    SELECT entry, sitemap, digest, url, lastmod FROM ${rows} ORDER BY entry, sitemap, digest, ordinal
    ON CONFLICT DO NOTHING`,
);

/** Adds URLs as found. */
export class Adder {
  readonly #recorded: Recorded;
  readonly #sites: SiteNames;

  constructor(recorded: Recorded, sites: SiteNames) {
    this.#recorded = recorded;
    this.#sites = sites;
  }

  /** Asks for the entries that the URLs may have. */
  async find(found: readonly FoundUrl[], transaction: Transaction): Promise<Known> {
    const sites = new Map(found.filter((one) => this.#recorded.find(one) === null).map(({ key, site }) => [key, site]));
    for (const key of sites.keys()) refuseInvalidKey(key);
    const wanted = [...sites].map(([key, site]) => ({ key, digest: keyDigest(key), site }));
    const { rows } = await transaction.sendAll(FIND(transaction), wanted);
    return new Map(rows.map((entry) => [wanted[entry.place - 1]?.key ?? entry.key, entry]));
  }

  /**
   * Numbers are given in the order of `found`.
   *
   * @param known the entries that the URLs have
   */
  async add(found: readonly Occurrence[], known: Known, transaction: Transaction): Promise<Added> {
    const entries = new Map<Key, Pick<KnownEntry, 'id' | 'url'>>();
    const groups = groupByKey(found.filter(([one]) => this.#recorded.isNews(one, entries)));
    const fresh = await this.#insert(
      groups.filter(({ key }) => !known.has(key)),
      transaction,
    );
    // Two keys may name one entry while it gets another key.
    const changes = new Map<EntryId, Change>();
    const spellings = new Map<string, SpellingRow>();
    const listings: ListingRow[] = [];
    for (const { key, found: occurrences } of groups) {
      const before = known.get(key) ?? fresh.get(key);
      if (before === undefined) continue;
      for (const [one, on] of occurrences) {
        const spelling = spellingOf(before, one);
        const name = `${before.id} ${spelling?.url}`;
        const same = spellings.get(name);
        if (spelling !== null && same === undefined) {
          spellings.set(name, { entry: before.id, digest: digestOf(spelling.url), ...spelling, place: spellings.size });
        } else if (same !== undefined && one.skip === null) spellings.set(name, { ...same, mark: null });
        if (one.source === 'sitemap' && on !== null) listings.push(listingOf(before.id, on, one));
      }
      const met = changes.get(before.id)?.after ?? before;
      const after = metBy(met, occurrences);
      if (after !== met) changes.set(before.id, { before, after });
      if (after.state !== 'skipped') for (const [one] of occurrences) this.#recorded.note(one, after);
    }
    change([...changes.values()], transaction);
    const duplicates = spell([...spellings.values()], transaction);
    // It fails with its transaction, which may end before anybody asks for it.
    duplicates.catch(() => undefined);
    void transaction.sendAll(LIST, listings);
    for (const [key, entry] of [...known, ...fresh]) entries.set(key, entry);
    return { added: fresh.size, duplicates, entries };
  }

  async #insert(groups: readonly Group[], transaction: Transaction): Promise<Known> {
    if (groups.length === 0) return new Map();
    const made = new Map<Digest, Omit<KnownEntry, 'id'>>();
    const names = new Map<string, null>(groups.flatMap(({ found }) => found.map(([{ site }]) => [site, null])));
    const numbers = await this.#sites.numbers(transaction, names);
    const rows = groups.flatMap(({ key, found }): FreshRow[] => {
      const [first] = found;
      if (first === undefined) return [];
      const digest = keyDigest(key);
      const entry = metBy(freshEntry(0, first[0]), found);
      made.set(digest, entry);
      return [{ ...entry, site: numbers.get(entry.site) ?? 0, digest, source: first[0].source, on: first[1] }];
    });
    const inserted = await transaction.sendAll(INSERT, rows);
    if (inserted.changed !== rows.length)
      throw new Conflict(`${inserted.changed} new entries instead of ${rows.length}`);
    const fresh = new Map<Key, KnownEntry>();
    for (const { id, hex } of inserted.rows) {
      const entry = made.get(`\\x${hex}`);
      if (entry === undefined) continue;
      fresh.set(entry.key, { ...entry, id });
      transaction.changes.moved(entry.site, null, entry);
    }
    return fresh;
  }
}

function metBy(entry: KnownEntry, occurrences: readonly Occurrence[]): KnownEntry {
  return occurrences.reduce((met, [one]) => meet(met, one), entry);
}

function change(changes: readonly Change[], transaction: Transaction): void {
  if (changes.length === 0) return;
  const changed = changes.toSorted((a, b) => a.after.id - b.after.id);
  const rows = changed.map(
    ({ before, after }): MeetingRow => ({
      ...after,
      depthBefore: before.depth,
      hopsBefore: before.hops,
      stateBefore: before.state,
      reasonBefore: before.reason,
      roleBefore: before.role,
    }),
  );
  transaction.expect(transaction.sendAll(MEET, rows), rows.length);
  const anew = changed.filter(({ before, after }) => needsFullFetch(before, after)).map(({ after }) => after);
  transaction.sendFor(DROP_VALIDATORS, anew);
  for (const { before, after } of changed) transaction.changes.moved(after.site, before, after);
}

function listingOf(entry: EntryId, sitemap: EntryId, { url, lastmod }: FoundUrl): ListingRow {
  const text = url.toWellFormed();
  return { entry, sitemap, digest: digestOf(text), url: text, lastmod };
}
