import type { Database, Statement } from 'better-sqlite3';
import type { Key } from '../../src/canon/key.ts';
import { refuseInvalidKey } from '../errors.ts';
import {
  type AddCounts,
  type EntryId,
  type EntryState,
  type FoundUrl,
  isReopened,
  type PageLink,
  type Role,
  UNLINKED,
} from '../store.ts';
import type { Changes, Place } from './changes.ts';
import type { Leads } from './links.ts';
import type { Recorded } from './recorded.ts';

interface Known {
  readonly id: number;
  readonly key: Key;
  /** NULL if the first spelling is the text of the key. */
  readonly url: string | null;
  readonly pass: string | null;
  readonly site: string;
  readonly state: EntryState;
  readonly depth: number;
  readonly hops: number;
  readonly reason: string | null;
  readonly role: Role;
}

/** A URL and the entry it was found on; null for a URL from outside, such as a seed. */
export type Occurrence = readonly [found: FoundUrl, on: EntryId | null];

/** The result of adding a batch. */
export interface Added {
  readonly counts: AddCounts;
  /** The entry of each key, whether old or new. */
  readonly entries: ReadonlyMap<Key, Pick<Known, 'id' | 'url'>>;
}

/** Everything in a batch about one key. */
interface Group {
  readonly key: Key;
  readonly found: Occurrence[];
  /** The stored entry; null if the key is new. */
  before: Known | null;
}

/** Records URLs: new entries, spellings and listings. */
export class Adder {
  readonly #recorded: Recorded;
  readonly #find: Statement<[keys: string], Known>;
  readonly #insert: Statement<
    [
      id: number,
      key: Key,
      url: string | null,
      pass: string | null,
      site: string,
      depth: number,
      hops: number,
      state: EntryState,
      reason: string | null,
      role: Role,
      source: string,
      foundOn: EntryId | null,
    ]
  >;
  readonly #update: Statement<[depth: number, hops: number, EntryState, reason: string | null, Role, id: number]>;
  readonly #insertSpelling: Statement<[entry: number, url: string, pass: string | null, sequence: number]>;
  readonly #insertListing: Statement<[entry: number, sitemap: EntryId, url: string, lastmod: string | null]>;
  readonly #insertSite: Statement<[name: string, turn: number]>;
  readonly #hasSite: Statement<[name: string], number>;

  constructor(db: Database, recorded: Recorded) {
    this.#recorded = recorded;
    // One statement for all keys of a batch: one call per key would take twice as long.
    this.#find = db.prepare(`
      SELECT entry.id, entry.key, url, pass, site, state, depth, hops, reason, role
      FROM json_each(?) AS wanted CROSS JOIN entry ON entry.key = wanted.value`);
    this.#insert = db.prepare(`
      INSERT INTO entry (id, key, url, pass, site, depth, hops, state, reason, role, source, found_on)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#update = db.prepare('UPDATE entry SET depth = ?, hops = ?, state = ?, reason = ?, role = ? WHERE id = ?');
    this.#insertSpelling = db.prepare(
      'INSERT INTO spelling (entry, url, pass, sequence) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    );
    this.#insertListing = db.prepare(
      'INSERT INTO listing (entry, sitemap, url, lastmod) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    );
    this.#insertSite = db.prepare('INSERT INTO site (name, turn) VALUES (?, ?)');
    this.#hasSite = db.prepare<[string], number>('SELECT 1 FROM site WHERE name = ?').pluck();
  }

  /**
   * Records a batch. Entries are numbered in the order of `found`, but read and written in the order of their keys, so
   * that each page of the index is visited once.
   */
  add(found: readonly Occurrence[], changes: Changes): Added {
    const entries = new Map<Key, Pick<Known, 'id' | 'url'>>();
    const groups = groupByKey(found.filter(([one]) => this.#isNews(one, entries)));
    const sorted = groups.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    const known = new Map<Key, Known>();
    for (const entry of this.#find.all(JSON.stringify(sorted.map(({ key }) => key)))) known.set(entry.key, entry);
    for (const group of sorted) group.before = known.get(group.key) ?? null;
    const fresh = this.#numberFresh(groups, changes);
    let duplicates = 0;
    for (const group of sorted) duplicates += this.#record(group, fresh.get(group.key), changes);
    for (const [key, entry] of [...known, ...fresh]) entries.set(key, entry);
    return { counts: { added: fresh.size, duplicates }, entries };
  }

  /** Stores another spelling of an entry. Returns false if it is already stored. */
  keepSpelling(entry: number, url: string, pass: string | null, changes: Changes): boolean {
    return this.#insertSpelling.run(entry, url, pass, changes.next('spelling')).changes === 1;
  }

  /** Whether recording the URL can change anything. If not, adds its entry to `entries`. */
  #isNews(found: FoundUrl, entries: Map<Key, Pick<Known, 'id' | 'url'>>): boolean {
    const entry = this.#recorded.find(found);
    if (entry !== null) entries.set(found.key, entry);
    return entry === null;
  }

  #numberFresh(groups: readonly Group[], changes: Changes): Map<Key, Known> {
    const fresh = new Map<Key, Known>();
    const sites = new Set<string>();
    for (const { key, found, before } of groups) {
      const [first] = found;
      if (before !== null || first === undefined) continue;
      refuseInvalidKey(key);
      fresh.set(key, freshEntry(changes.next('entry'), first[0]));
      sites.add(first[0].site);
    }
    for (const site of sites) {
      if (this.#hasSite.get(site) === undefined) this.#insertSite.run(site, changes.next('turn'));
    }
    return fresh;
  }

  #record({ key, found, before }: Group, fresh: Known | undefined, changes: Changes): number {
    const start = before ?? fresh;
    if (start === undefined) return 0;
    let after = start;
    let duplicates = 0;
    for (const [one, on] of found) {
      if (this.#isDuplicate(key, start, one, changes)) duplicates++;
      if (one.source === 'sitemap' && on !== null) {
        this.#insertListing.run(start.id, on, one.url.toWellFormed(), one.lastmod);
      }
      after = meet(after, one);
    }
    if (after.state !== 'skipped') for (const [one] of found) this.#recorded.note(one.url, after);
    if (after === before) return duplicates;
    const { id, url, pass, site, depth, hops, state, reason, role } = after;
    if (before === null) {
      const [{ source }, on] = found[0] ?? [{ source: '' }, null];
      this.#insert.run(id, key, url, pass, site, depth, hops, state, reason, role, source, on);
    } else this.#update.run(depth, hops, state, reason, role, id);
    countMove(before, after, changes);
    return duplicates;
  }

  #isDuplicate(key: Key, entry: Known, found: FoundUrl, changes: Changes): boolean {
    const url = found.url.toWellFormed();
    if (url === (entry.url ?? key)) return false;
    const credit = found.pass ?? entry.pass ?? 'unknown';
    if (!this.keepSpelling(entry.id, url, credit, changes)) return false;
    changes.count('duplicate', credit);
    return true;
  }
}

function groupByKey(found: readonly Occurrence[]): Group[] {
  const groups = new Map<Key, Group>();
  for (const one of found) {
    const { key } = one[0];
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { key, found: [one], before: null });
    else group.found.push(one);
  }
  return [...groups.values()];
}

function freshEntry(id: number, { url, key, pass, site, depth, hops, skip, role }: FoundUrl): Known {
  const first = url.toWellFormed();
  const state = skip === null ? 'queued' : 'skipped';
  return { id, key, url: first === key ? null : first, pass, site, depth, hops, state, reason: skip, role };
}

/** The entry after it was found again: possibly at a smaller depth, possibly no longer skipped. */
function meet(entry: Known, found: FoundUrl): Known {
  if (entry.state !== 'queued' && entry.state !== 'skipped') return entry;
  const isNearer = found.depth < entry.depth || (found.depth === entry.depth && found.hops < entry.hops);
  const isWanted = found.skip === null && isReopened(entry);
  const isLinked = entry.state === 'skipped' && entry.reason === UNLINKED;
  const isSitemap = found.role === 'sitemap' && entry.role === 'page';
  if (!isNearer && !isWanted && !isSitemap && !isLinked) return entry;
  return {
    ...entry,
    depth: isNearer ? found.depth : entry.depth,
    hops: isNearer ? found.hops : entry.hops,
    state: isWanted ? 'queued' : entry.state,
    reason: isWanted ? null : isLinked ? found.skip : entry.reason,
    role: isSitemap ? 'sitemap' : entry.role,
  };
}

function countMove(before: (Known & Place) | null, after: Known, changes: Changes): void {
  changes.moved(after.site, before, after);
  if (before?.state === 'skipped') changes.count('skipped', before.reason ?? '', -1);
  if (after.state === 'skipped') changes.count('skipped', after.reason ?? '');
}

/** The links of a document in the form in which they are stored. */
export function leadsAmong(found: readonly FoundUrl[], { entries }: Added): Leads {
  const to: PageLink[] = [];
  const named: PageLink[] = [];
  for (const { key, url, source } of found) {
    const entry = entries.get(key);
    if (entry === undefined) continue;
    const spelling = url.toWellFormed();
    (source === 'link' ? to : named).push({ id: entry.id, url: spelling === (entry.url ?? key) ? null : spelling });
  }
  return { to, named };
}
