import type { Database } from 'better-sqlite3';
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
import type { AddCounts, EntryId, EntryState, FoundUrl, Role } from '../store.ts';
import type { FileChanges } from './changes.ts';
import { DROP_VALIDATORS, Queries } from './queries.ts';
import type { SpellingKeeper } from './spellings.ts';

/** The result of adding a batch. */
export interface Added {
  readonly counts: AddCounts;
  /** The entry of each key, known or new. */
  readonly entries: ReadonlyMap<Key, Pick<KnownEntry, 'id' | 'url'>>;
}

export class Adder extends Queries {
  readonly #recorded: Recorded;
  readonly #spellings: SpellingKeeper;

  // One statement for all keys of a batch: a call from JavaScript for each costs as much again.
  readonly #find = this.db.prepare<[keys: string], KnownEntry>(`
    SELECT entry.id, entry.key, url, pass, site, state, depth, hops, reason, role, alias_by AS aliasBy
    FROM json_each(?) AS wanted CROSS JOIN entry ON entry.key = wanted.value`);
  readonly #insert = this.db.prepare<(string | number | null)[]>(`
    INSERT INTO entry (id, key, url, pass, site, depth, hops, state, reason, role, source, found_on)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  readonly #update = this.db.prepare<
    [depth: number, hops: number, EntryState, reason: string | null, Role, id: number]
  >('UPDATE entry SET depth = ?, hops = ?, state = ?, reason = ?, role = ? WHERE id = ?');
  readonly #insertListing = this.db.prepare<[entry: number, sitemap: EntryId, url: string, lastmod: string | null]>(
    'INSERT INTO listing (entry, sitemap, url, lastmod) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  readonly #dropValidators = this.db.prepare<[EntryId]>(DROP_VALIDATORS);
  readonly #insertSite = this.db.prepare<[name: string, turn: number, like: string | null]>(`
    INSERT INTO site (name, turn, delay, next_at)
    SELECT ?, ?, coalesce(max(delay), 0), coalesce(max(next_at), 0) FROM site WHERE name = ?`);
  readonly #hasSite = this.db.prepare<[string], number>('SELECT 1 FROM site WHERE name = ?').pluck();

  constructor(db: Database, recorded: Recorded, spellings: SpellingKeeper) {
    super(db);
    this.#recorded = recorded;
    this.#spellings = spellings;
  }

  /** Numbers are given in the order of `found`; reading and writing goes in the order of keys, so that each page of the index is visited once. */
  add(found: readonly Occurrence[], changes: FileChanges): Added {
    const entries = new Map<Key, Pick<KnownEntry, 'id' | 'url'>>();
    const groups = groupByKey(found.filter(([one]) => this.#recorded.isNews(one, entries)));
    const sorted = groups.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const known = new Map<Key, KnownEntry>();
    for (const entry of this.#find.all(JSON.stringify(sorted.map(({ key }) => key)))) known.set(entry.key, entry);
    const fresh = this.#numberFresh(groups, known, changes);
    let duplicates = 0;
    for (const group of sorted) {
      duplicates += this.#record(group, known.get(group.key) ?? null, fresh.get(group.key), changes);
    }
    for (const [key, entry] of [...known, ...fresh]) entries.set(key, entry);
    return { counts: { added: fresh.size, duplicates }, entries };
  }

  /** Adds a site if it is new, with the delay of another one. */
  addSite(name: string, like: string | null, changes: FileChanges): void {
    if (this.#hasSite.get(name) === undefined) this.#insertSite.run(name, changes.next('turn'), like);
  }

  #numberFresh(
    groups: readonly Group[],
    known: ReadonlyMap<Key, KnownEntry>,
    changes: FileChanges,
  ): Map<Key, KnownEntry> {
    const fresh = new Map<Key, KnownEntry>();
    const sites = new Set<string>();
    for (const { key, found } of groups) {
      const [first] = found;
      if (known.has(key) || first === undefined) continue;
      refuseInvalidKey(key);
      fresh.set(key, freshEntry(changes.next('entry'), first[0]));
      sites.add(first[0].site);
    }
    for (const site of sites) this.addSite(site, null, changes);
    return fresh;
  }

  #record(
    { key, found }: Group,
    before: KnownEntry | null,
    fresh: KnownEntry | undefined,
    changes: FileChanges,
  ): number {
    const start = before ?? fresh;
    if (start === undefined) return 0;
    let after = start;
    let duplicates = 0;
    for (const [one, on] of found) {
      if (this.#isDuplicate(start, one, changes)) duplicates++;
      if (one.source === 'sitemap' && on !== null) {
        this.#insertListing.run(start.id, on, one.url.toWellFormed(), one.lastmod);
      }
      after = meet(after, one);
    }
    if (after.state !== 'skipped') for (const [one] of found) this.#recorded.note(one, after);
    if (after === before) return duplicates;
    const { id, url, pass, site, depth, hops, state, reason, role } = after;
    if (before === null) {
      const [{ source }, on] = found[0] ?? [{ source: '' }, null];
      this.#insert.run(id, key, url, pass, site, depth, hops, state, reason, role, source, on);
    } else this.#update.run(depth, hops, state, reason, role, id);
    if (before !== null && needsFullFetch(before, after)) this.#dropValidators.run(id);
    changes.moved(site, before, after);
    return duplicates;
  }

  #isDuplicate(entry: KnownEntry, found: FoundUrl, changes: FileChanges): boolean {
    const spelling = spellingOf(entry, found);
    if (spelling === null || !this.#spellings.add(entry, spelling, changes)) return false;
    changes.count('duplicate', spelling.pass);
    return true;
  }
}
