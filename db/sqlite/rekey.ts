import type { Database } from 'better-sqlite3';
import type { Key } from '../../src/canon/key.ts';
import type { Steps } from '../../src/give-way.ts';
import { refuseInvalidKey } from '../errors.ts';
import type { StoredSpelling } from '../plan/other-spelling.ts';
import type { StoredListing } from '../plan/stored-entry.ts';
import { answerAtOnce } from '../rekey/asking.ts';
import { Components } from '../rekey/components.ts';
import {
  asMember,
  differs,
  hasNewKey,
  KEY_FIELDS,
  type Move,
  memberOf,
  movesOf,
  planFor,
  STATE_FIELDS,
  sortMoves,
} from '../rekey/plan.ts';
import type { ClaimedKey, PlannedEntry, PlanView, RekeyChange, RekeyPlan } from '../rekey/view.ts';
import type { EntryId, RekeyCounts, RekeyRequest } from '../store.ts';
import type { Adder } from './add.ts';
import type { FileChanges } from './changes.ts';
import { DROP_VALIDATORS, Queries } from './queries.ts';
import { type SpellingKeeper, spelledUrl, spellingPass } from './spellings.ts';

/** The entries that may get other keys. */
interface Survey {
  readonly components: Components;
  /** What the claims make of each entry. */
  readonly claimed: Map<EntryId, ClaimedKey>;
}

/** How many rows are looked through at a time, and about how many entries are planned and written. */
export const PART = 1000;

const select = `
  SELECT id, key, coalesce(url, key) AS url, fetch AS finalUrl, first_failure AS firstFailure, pass, site, state, reason, depth, hops, source, role,
    alias_of AS aliasOf, alias_by AS aliasBy, location, found_on AS foundOn,
    EXISTS (SELECT 1 FROM page WHERE page.entry = entry.id) AS hasPage
  FROM entry`;

/** Gives entries new keys: it surveys all entries first, and then plans and writes them in parts. */
export class Rekeyer extends Queries {
  readonly #adder: Adder;
  readonly #keeper: SpellingKeeper;
  readonly #part: number;

  readonly #lastId = this.db.prepare<[], EntryId | null>('SELECT max(id) FROM entry').pluck();
  readonly #ofSites = this.db.prepare<[after: EntryId, last: EntryId, sites: string], PlannedEntry>(
    `${select} WHERE id > ? AND id <= ? AND site IN (SELECT value FROM json_each(?)) ORDER BY id`,
  );
  readonly #withKeys = this.db.prepare<[keys: string], PlannedEntry>(
    `${select} WHERE key IN (SELECT value FROM json_each(?))`,
  );
  readonly #withIds = this.db.prepare<[ids: string], PlannedEntry>(
    `${select} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`,
  );
  readonly #aliases = this.db.prepare<[ids: string], { readonly id: EntryId; readonly aliasOf: EntryId }>(`
    WITH RECURSIVE alias (id, target) AS (
      SELECT id, alias_of FROM entry WHERE id IN (SELECT value FROM json_each(?))
      UNION SELECT entry.id, entry.alias_of FROM alias JOIN entry ON entry.id = alias.target
    )
    SELECT id, target AS aliasOf FROM alias WHERE target IS NOT NULL`);
  readonly #spellings = this.db.prepare<[ids: string], StoredSpelling>(`
    SELECT spelling.entry, ${spelledUrl} AS url, ${spellingPass} AS pass, mark
    FROM json_each(?) AS wanted CROSS JOIN spelling ON spelling.entry = wanted.value
    JOIN entry ON entry.id = spelling.entry
    ORDER BY spelling.entry, spelling.id`);
  readonly #listings = this.db.prepare<[ids: string], StoredListing>(`
    SELECT entry, sitemap, url, lastmod FROM json_each(?) AS wanted CROSS JOIN listing ON entry = wanted.value`);
  // Temporary keys begin with a control character, which no real key contains.
  readonly #freeKey = this.db.prepare<[EntryId]>('UPDATE entry SET key = char(1) || id WHERE id = ?');
  readonly #giveKey = this.db.prepare<[Key, url: string | null, pass: string | null, site: string, EntryId]>(
    'UPDATE entry SET key = ?, url = ?, pass = ?, site = ? WHERE id = ?',
  );
  readonly #giveState = this.db.prepare<[PlannedEntry]>(`
    UPDATE entry SET state = @state, reason = @reason, fetch = @finalUrl, first_failure = @firstFailure,
      alias_of = @aliasOf, alias_by = @aliasBy,
      run = iif(@state = 'leased', run, NULL),
      not_before = iif(@state = 'queued', not_before, NULL)
    WHERE id = @id`);
  readonly #dropValidators = this.db.prepare<[EntryId]>(DROP_VALIDATORS);
  readonly #keyOf = this.db.prepare<[EntryId], Key>('SELECT key FROM entry WHERE id = ?').pluck();
  readonly #deleteListing = this.db.prepare<[EntryId, sitemap: EntryId, url: string]>(
    'DELETE FROM listing WHERE entry = ? AND sitemap = ? AND url = ?',
  );
  readonly #view: PlanView = {
    aliases: (ids) => new Map(this.#aliases.all(JSON.stringify(ids)).map(({ id, aliasOf }) => [id, aliasOf])),
    spellings: (ids) => this.#spellings.iterate(JSON.stringify(ids)),
    listings: (ids) => this.#listings.iterate(JSON.stringify(ids)),
  };

  /** @param part how many entries to plan and write at a time */
  constructor(db: Database, adder: Adder, spellings: SpellingKeeper, part: number) {
    super(db);
    this.#keeper = spellings;
    this.#adder = adder;
    this.#part = part;
  }

  *rekey(request: RekeyRequest, changes: FileChanges): Steps<Omit<RekeyCounts, 'epoch'>> {
    const { components, claimed } = yield* this.#survey(request);
    const counts = { merged: 0, saved: 0, split: 0 };
    const moves: Move[] = [];
    /** The first entry of each site, which has its changes before. */
    const sites = new Map<string, PlannedEntry>();
    for (const ids of components.parts(this.#part)) {
      const plan = yield* this.#plan(ids, claimed, request);
      yield* this.#carryOut(plan, changes);
      for (const { before, after } of plan.changes) {
        const first = sites.get(after.site);
        if (first === undefined || before.id < first.id) sites.set(after.site, before);
      }
      for (const move of movesOf(plan)) moves.push(move);
      counts.merged += plan.counts.merged;
      counts.saved += plan.counts.saved;
      counts.split += plan.counts.split;
    }
    for (const [site, { site: like }] of [...sites].sort(([, a], [, b]) => a.id - b.id)) {
      this.#adder.addSite(site, like, changes);
    }
    sortMoves(moves);
    for (let at = 0; at < moves.length; at += this.#part) {
      const found = moves.slice(at, at + this.#part).map(([, to]) => to);
      counts.split += this.#adder.add(found, changes).counts.added;
      yield;
    }
    return counts;
  }

  /** Finds the entries of the sites, and all other entries that have a key which one of these will get. */
  *#survey(request: RekeyRequest): Steps<Survey> {
    const components = new Components();
    const claimed = new Map<EntryId, ClaimedKey>();
    const targets = new Set<EntryId>();
    for (const some of this.#first(request)) {
      let entries = some;
      while (entries.length > 0) {
        const keys: Key[] = [];
        for (const entry of entries) {
          if (claimed.has(entry.id)) continue;
          const member = memberOf(entry, request);
          claimed.set(entry.id, member.found);
          components.add(member);
          for (const key of [member.own, member.found.key]) if (key !== entry.key) keys.push(key);
          if (entry.aliasOf !== null) targets.add(entry.aliasOf);
          yield;
        }
        for (const key of keys) refuseInvalidKey(key);
        entries = this.#withKeys.all(JSON.stringify(keys)).filter(({ id }) => !claimed.has(id));
      }
    }
    for (const id of targets) {
      if (!claimed.has(id)) for (const [alias, target] of this.#view.aliases([id])) components.link(alias, target);
      yield;
    }
    return { components, claimed };
  }

  /** The entries that a survey begins with, some at a time. */
  *#first({ sites, only }: RekeyRequest): Generator<readonly PlannedEntry[], void, void> {
    if (only !== undefined) {
      yield this.#withKeys.all(JSON.stringify(only));
      return;
    }
    const last = this.#lastId.get() ?? 0;
    const names = JSON.stringify(sites);
    // Each query reads all names, so it also looks through as many rows.
    const step = Math.max(this.#part, sites.length);
    for (let after = 0; after < last; after += step) yield this.#ofSites.all(after, after + step, names);
  }

  #plan(ids: readonly EntryId[], claimed: Map<EntryId, ClaimedKey>, request: RekeyRequest): Steps<RekeyPlan> {
    const members = new Map(
      this.#withIds.all(JSON.stringify(ids)).flatMap((entry) => {
        const key = claimed.get(entry.id);
        // Others may be on the way of an alias to its target.
        return key === undefined ? [] : [[entry.id, asMember(entry, request.ownKey(entry.url), key)]];
      }),
    );
    return answerAtOnce(planFor(members, request), this.#view);
  }

  *#carryOut({ changes, spellings, listings }: RekeyPlan, written: FileChanges): Steps<void> {
    const renamed = changes.filter(hasNewKey);
    const ids = renamed.map(({ before }) => before.id);
    this.#keeper.expand(ids);
    this.#freeKeys(renamed);
    for (const change of changes) {
      this.#change(change, written);
      yield;
    }
    this.#keeper.shorten(ids);
    for (const { entry, url, pass } of spellings) {
      const key = this.#keyOf.get(entry);
      if (key !== undefined) this.#keeper.detach({ id: entry, key }, url);
      if (pass !== null) written.count('duplicate', pass, -1);
      yield;
    }
    for (const { entry, sitemap, url } of listings) this.#deleteListing.run(entry, sitemap, url);
  }

  /** Frees keys that pass from one entry to another, because two entries may not have the same key in between. */
  #freeKeys(renamed: readonly RekeyChange[]): void {
    const taken = new Set<Key>(renamed.map(({ after }) => after.key));
    for (const { before } of renamed) if (taken.has(before.key)) this.#freeKey.run(before.id);
  }

  #change(change: RekeyChange, changes: FileChanges): void {
    const { before, after } = change;
    const { id, key, url, pass, site } = after;
    if (differs(change, KEY_FIELDS)) this.#giveKey.run(key, url === key ? null : url, pass, site, id);
    if (differs(change, STATE_FIELDS)) this.#giveState.run(after);
    if (before.finalUrl !== after.finalUrl) this.#dropValidators.run(id);
    changes.moved(before.site, before, null);
    changes.moved(after.site, null, after);
  }
}
