import type { Database } from 'better-sqlite3';
import type { Key } from '../../src/canon/key.ts';
import type { StoredSpelling } from '../plan/other-spelling.ts';
import type { StoredListing } from '../plan/stored-entry.ts';
import { planRekey } from '../rekey/plan.ts';
import type { PlannedEntry, RekeyChange, RekeyView } from '../rekey/view.ts';
import type { EntryId, RekeyCounts, RekeyRequest } from '../store.ts';
import type { Adder } from './add.ts';
import type { FileChanges } from './changes.ts';
import { DROP_VALIDATORS, Queries } from './queries.ts';
import { type SpellingKeeper, spelledUrl, spellingPass } from './spellings.ts';

/** The columns that change. `url` is NULL if it is the text of the key. */
type Update = Omit<PlannedEntry, 'url'> & { readonly url: string | null };

const select = `
  SELECT id, key, coalesce(url, key) AS url, fetch AS finalUrl, first_failure AS firstFailure, pass, site, state, reason, depth, hops, source, role,
    alias_of AS aliasOf, alias_by AS aliasBy, location, found_on AS foundOn,
    EXISTS (SELECT 1 FROM page WHERE page.entry = entry.id) AS hasPage
  FROM entry`;

/** Gives entries new keys, as planned by `planRekey`. */
export class Rekeyer extends Queries {
  readonly #adder: Adder;
  readonly #keeper: SpellingKeeper;

  readonly #ofSites = this.db.prepare<[sites: string], PlannedEntry>(
    `${select} WHERE site IN (SELECT value FROM json_each(?)) ORDER BY id`,
  );
  readonly #withKeys = this.db.prepare<[keys: string], PlannedEntry>(
    `${select} WHERE key IN (SELECT value FROM json_each(?))`,
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
  readonly #update = this.db.prepare<[Update]>(`
    UPDATE entry SET key = @key, url = @url, pass = @pass, site = @site, state = @state, reason = @reason,
      fetch = @finalUrl, first_failure = @firstFailure, alias_of = @aliasOf, alias_by = @aliasBy,
      run = iif(@state = 'leased', run, NULL),
      not_before = iif(@state = 'queued', not_before, NULL)
    WHERE id = @id`);
  readonly #dropValidators = this.db.prepare<[EntryId]>(DROP_VALIDATORS);
  readonly #keyOf = this.db.prepare<[EntryId], Key>('SELECT key FROM entry WHERE id = ?').pluck();
  readonly #deleteListing = this.db.prepare<[EntryId, sitemap: EntryId, url: string]>(
    'DELETE FROM listing WHERE entry = ? AND sitemap = ? AND url = ?',
  );
  readonly #view: RekeyView = {
    entriesOf: (sites) => this.#ofSites.all(JSON.stringify(sites)),
    entriesWith: (keys) => this.#withKeys.all(JSON.stringify(keys)),
    aliases: (ids) => new Map(this.#aliases.all(JSON.stringify(ids)).map(({ id, aliasOf }) => [id, aliasOf])),
    spellings: (ids) => this.#spellings.iterate(JSON.stringify(ids)),
    listings: (ids) => this.#listings.iterate(JSON.stringify(ids)),
  };

  constructor(db: Database, adder: Adder, spellings: SpellingKeeper) {
    super(db);
    this.#keeper = spellings;
    this.#adder = adder;
  }

  rekey(request: RekeyRequest, changes: FileChanges): Omit<RekeyCounts, 'epoch'> {
    const plan = planRekey(this.#view, request);
    const renamed = plan.changes.filter(({ before, after }) => before.key !== after.key);
    for (const { before } of renamed) this.#keeper.expand(before);
    this.#freeKeys(renamed);
    for (const change of plan.changes) this.#change(change, changes);
    for (const { after } of renamed) this.#keeper.shorten(after);
    for (const { entry, url, pass } of plan.spellings) {
      const key = this.#keyOf.get(entry);
      if (key !== undefined) this.#keeper.detach({ id: entry, key }, url);
      if (pass !== null) changes.count('duplicate', pass, -1);
    }
    for (const { entry, sitemap, url } of plan.listings) this.#deleteListing.run(entry, sitemap, url);
    const { added } = this.#adder.add(plan.found, changes).counts;
    return { ...plan.counts, split: plan.counts.split + added };
  }

  /** Frees keys that pass from one entry to another, because two entries may not have the same key in between. */
  #freeKeys(renamed: readonly RekeyChange[]): void {
    const taken = new Set<Key>(renamed.map(({ after }) => after.key));
    for (const { before } of renamed) if (taken.has(before.key)) this.#freeKey.run(before.id);
  }

  #change({ before, after }: RekeyChange, changes: FileChanges): void {
    this.#update.run({ ...after, url: after.url === after.key ? null : after.url });
    if (before.finalUrl !== after.finalUrl) this.#dropValidators.run(after.id);
    this.#adder.addSite(after.site, before.site, changes);
    changes.moved(before.site, before, null);
    changes.moved(after.site, null, after);
  }
}
