import type { Key } from '../../src/canon/key.ts';
import { refuseInvalidKey } from '../errors.ts';
import {
  freshEntry,
  type Group,
  groupByKey,
  type KnownEntry,
  meet,
  type Occurrence,
  spellingOf,
} from '../plan/found.ts';
import type { Recorded } from '../plan/recorded.ts';
import type { AddCounts, EntryId, FoundUrl } from '../store.ts';
import { digestOf, keyDigest } from './digest.ts';
import type { SiteNames } from './site-names.ts';
import { type Bulk, bulk, statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

/** The result of adding a batch. */
export interface Added {
  readonly counts: AddCounts;
  /** The entry of each key, known or new. */
  readonly entries: ReadonlyMap<Key, Pick<KnownEntry, 'id' | 'url'>>;
}

interface FreshRow extends Omit<KnownEntry, 'site'> {
  readonly digest: Buffer;
  readonly site: number;
  readonly source: string;
  readonly on: EntryId | null;
}

/** An entry before and after. */
interface Change {
  readonly before: KnownEntry;
  readonly after: KnownEntry;
}

interface SpellingRow {
  readonly entry: EntryId;
  readonly digest: Buffer;
  readonly url: string;
  readonly pass: string | null;
  /** Its place among those of the transaction. */
  readonly place: number;
}

interface ListingRow {
  readonly entry: EntryId;
  readonly sitemap: EntryId;
  readonly digest: Buffer;
  readonly url: string;
  readonly lastmod: string | null;
}

/** More spellings than one call adds. */
const SPELLINGS_PER_CALL = 1_048_576;

const FIND = bulk<{ readonly digest: Buffer; readonly site: string }, KnownEntry>(
  { digest: 'bytea', site: 'text' },
  (rows) => `
    SELECT entry.id, key, url, pass, row.site, state, depth, hops, reason, role
    FROM ${rows} JOIN entry ON entry.bucket = row.bucket AND entry.digest = row.digest`,
);
const NUMBERS = statement<[count: number], { readonly id: number }>(
  `SELECT nextval('entry_number') AS id FROM generate_series(1, $1::int)`,
);
const INSERT = bulk<FreshRow>(
  {
    id: 'int8',
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
    INSERT INTO entry (id, digest, key, url, pass, site, depth, hops, state, reason, role, source, found_on)
    SELECT id, digest, key, url, pass, site, depth, hops, state, reason, role, source, "on" FROM ${rows} ORDER BY digest
    ON CONFLICT DO NOTHING`,
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
/** Adds spellings that are new. */
export const SPELL: Bulk<SpellingRow, { readonly pass: string | null }> = bulk(
  { entry: 'int8', digest: 'bytea', url: 'text', pass: 'text', place: 'int8' },
  (rows) => `
    INSERT INTO spelling (entry, digest, url, pass, number)
    SELECT entry, digest, url, pass, (SELECT nextval('write_number')) * ${SPELLINGS_PER_CALL} + place
    FROM ${rows} ORDER BY entry, digest
    ON CONFLICT DO NOTHING RETURNING pass`,
);
/** Adds listings that are new. */
export const LIST: Bulk<ListingRow, never> = bulk(
  { entry: 'int8', sitemap: 'int8', digest: 'bytea', url: 'text', lastmod: 'text' },
  (rows) => `
    INSERT INTO listing (entry, sitemap, digest, url, lastmod)
    SELECT entry, sitemap, digest, url, lastmod FROM ${rows} ORDER BY entry, sitemap, digest
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

  /** Numbers are given in the order of `found`. */
  async add(found: readonly Occurrence[], transaction: Transaction): Promise<Added> {
    const entries = new Map<Key, Pick<KnownEntry, 'id' | 'url'>>();
    const groups = groupByKey(found.filter(([one]) => this.#isNews(one, entries)));
    for (const { key } of groups) refuseInvalidKey(key);
    const known = await this.#find(groups, transaction);
    const fresh = await this.#numberFresh(groups, known, transaction);
    const changes: Change[] = [];
    const spellings = new Map<string, SpellingRow>();
    const listings: ListingRow[] = [];
    for (const { key, found: occurrences } of groups) {
      const before = known.get(key) ?? fresh.get(key);
      if (before === undefined) continue;
      let after = before;
      for (const [one, on] of occurrences) {
        const spelling = spellingOf(before, one);
        const name = `${before.id} ${spelling?.url}`;
        if (spelling !== null && !spellings.has(name)) {
          spellings.set(name, { entry: before.id, digest: digestOf(spelling.url), ...spelling, place: spellings.size });
        }
        if (one.source === 'sitemap' && on !== null) listings.push(listingOf(before.id, on, one));
        after = meet(after, one);
      }
      changes.push({ before, after });
      if (after.state !== 'skipped') for (const [one] of occurrences) this.#recorded.note(one.url, after);
    }
    await this.#insert(changes, fresh, groups, transaction);
    this.#change(changes, fresh, transaction);
    const duplicates = await spell([...spellings.values()], transaction);
    void transaction.sendAll(LIST, listings);
    for (const [key, entry] of [...known, ...fresh]) entries.set(key, entry);
    return { counts: { added: fresh.size, duplicates }, entries };
  }

  /** Whether recording the URL may change anything; if not, its entry is noted. */
  #isNews(found: FoundUrl, entries: Map<Key, Pick<KnownEntry, 'id' | 'url'>>): boolean {
    const entry = this.#recorded.find(found);
    if (entry !== null) entries.set(found.key, entry);
    return entry === null;
  }

  async #find(groups: readonly Group[], transaction: Transaction): Promise<ReadonlyMap<Key, KnownEntry>> {
    const wanted = groups.map(({ key, found }) => ({ digest: keyDigest(key), site: found[0]?.[0].site ?? '' }));
    const { rows } = await transaction.sendAll(FIND, wanted);
    return new Map(rows.map((entry) => [entry.key, entry]));
  }

  async #numberFresh(
    groups: readonly Group[],
    known: ReadonlyMap<Key, KnownEntry>,
    transaction: Transaction,
  ): Promise<ReadonlyMap<Key, KnownEntry>> {
    const fresh = groups.filter(({ key }) => !known.has(key));
    if (fresh.length === 0) return new Map();
    const numbers = await transaction.rows(NUMBERS, fresh.length);
    return new Map(
      fresh.flatMap(({ key, found: [first] }, at): [Key, KnownEntry][] => {
        const id = numbers[at]?.id;
        return first === undefined || id === undefined ? [] : [[key, freshEntry(id, first[0])]];
      }),
    );
  }

  async #insert(
    changes: readonly Change[],
    fresh: ReadonlyMap<Key, KnownEntry>,
    groups: readonly Group[],
    transaction: Transaction,
  ): Promise<void> {
    const names = new Map<string, null>(changes.map(({ after: { site } }) => [site, null]));
    const numbers = await this.#sites.numbers(transaction, names);
    const firsts = new Map(groups.map(({ key, found }) => [key, found[0]]));
    const rows = changes.flatMap(({ after }): FreshRow[] => {
      const [found, on] = firsts.get(after.key) ?? [undefined, null];
      if (!fresh.has(after.key) || found === undefined) return [];
      const site = numbers.get(after.site) ?? 0;
      return [{ ...after, site, digest: keyDigest(after.key), source: found.source, on }];
    });
    if (rows.length > 0) transaction.expect(transaction.sendAll(INSERT, rows), rows.length);
    for (const { after } of changes) {
      if (fresh.has(after.key)) transaction.changes.moved(after.site, null, after);
    }
  }

  #change(changes: readonly Change[], fresh: ReadonlyMap<Key, KnownEntry>, transaction: Transaction): void {
    const changed = changes
      .filter(({ before, after }) => before !== after && !fresh.has(after.key))
      .toSorted((a, b) => a.after.id - b.after.id);
    if (changed.length === 0) return;
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
    for (const { before, after } of changed) transaction.changes.moved(after.site, before, after);
  }
}

/** Adds spellings, and returns how many of them are new duplicates. */
async function spell(spellings: readonly SpellingRow[], transaction: Transaction): Promise<number> {
  const { rows } = await transaction.sendAll(SPELL, spellings);
  let duplicates = 0;
  for (const { pass } of rows) {
    if (pass === null) continue;
    duplicates++;
    transaction.changes.count('duplicate', pass);
  }
  return duplicates;
}

/** Adds a spelling that saved no fetch. */
export function addFetched(entry: EntryId, url: string, transaction: Transaction): void {
  void transaction.sendAll(SPELL, [{ entry, digest: digestOf(url), url, pass: null, place: 0 }]);
}

function listingOf(entry: EntryId, sitemap: EntryId, { url, lastmod }: FoundUrl): ListingRow {
  const text = url.toWellFormed();
  return { entry, sitemap, digest: digestOf(text), url: text, lastmod };
}
