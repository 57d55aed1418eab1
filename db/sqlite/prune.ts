import type { Database } from 'better-sqlite3';
import { UNLINKED } from '../reasons.ts';
import { type Entry, type EntryId, type HowFound, type Remnant } from '../store.ts';
import type { FileChanges } from './changes.ts';
import type { LinkKeeper } from './links.ts';
import type { ListingKeeper } from './listings.ts';
import { byFirstSpelling } from './maintenance.ts';
import { DROP_VALIDATORS, Queries } from './queries.ts';
import { type SpellingKeeper, spelledUrl } from './spellings.ts';

type Known = Pick<
  Entry,
  'id' | 'key' | 'url' | 'finalUrl' | 'site' | 'state' | 'depth' | 'reason' | 'role' | 'aliasBy'
>;

const fromNewOn = `${byFirstSpelling}, attempts = 0, not_before = NULL`;

/** Drops entries and spellings that no page leads to any more. */
export class Pruner extends Queries {
  readonly #spellings: SpellingKeeper;
  readonly #links: LinkKeeper;
  readonly #listings: ListingKeeper;

  readonly #known = this.db.prepare<[EntryId], Known>(`
    SELECT id, key, coalesce(url, key) AS url, fetch AS finalUrl, site, state, depth, reason, role, alias_by AS aliasBy
    FROM entry WHERE id = ?`);
  readonly #urls = this.db
    .prepare<[EntryId], string>(
      `SELECT ${spelledUrl} FROM spelling JOIN entry ON entry.id = spelling.entry WHERE entry.id = (SELECT ?)`,
    )
    .pluck();
  readonly #unlink = this.db.prepare<[reason: string, EntryId]>(`
    UPDATE entry SET state = 'skipped', reason = ?, ${fromNewOn}, status = NULL, content_type = NULL, digest = NULL,
      alias_of = NULL, alias_by = NULL, location = NULL, fetched_at = NULL
    WHERE id = ?`);
  readonly #respell = this.db.prepare<[url: string | null, pass: string | null, EntryId]>(
    'UPDATE entry SET url = ?, pass = ? WHERE id = ?',
  );
  readonly #renew = this.db.prepare<[HowFound & { readonly id: EntryId }]>(
    'UPDATE entry SET found_on = @on, source = @source WHERE id = @id',
  );
  readonly #restart = this.db.prepare<[EntryId]>(`UPDATE entry SET state = 'queued', ${fromNewOn} WHERE id = ?`);
  readonly #dropPage = this.db.prepare<[EntryId]>('DELETE FROM page WHERE entry = ?');
  readonly #dropListings = this.db.prepare<[EntryId]>('DELETE FROM listing WHERE entry = ?');
  readonly #dropValidators = this.db.prepare<[EntryId]>(DROP_VALIDATORS);

  constructor(db: Database, spellings: SpellingKeeper, links: LinkKeeper, listings: ListingKeeper) {
    super(db);
    this.#spellings = spellings;
    this.#links = links;
    this.#listings = listings;
  }

  prune(remnants: readonly Remnant[], changes: FileChanges): void {
    for (const { id, url, dropped, foundNow } of remnants) {
      const entry = this.#known.get(id);
      if (entry === undefined) continue;
      for (const one of url === null ? this.#urls.all(id) : dropped) {
        uncount(this.#spellings.drop(entry, one), changes);
      }
      if (foundNow !== undefined) this.#renew.run({ ...foundNow, id });
      if (url === null) this.#unlinkOne(entry, changes);
      else if (url !== entry.url) this.#respellOne(entry, url, changes);
      else if (entry.finalUrl !== null && dropped.includes(entry.finalUrl)) this.#restartOne(entry, changes);
    }
  }

  #unlinkOne(entry: Known, changes: FileChanges): void {
    const { id } = entry;
    this.#listings.forget(id);
    this.#links.forget(id);
    this.#dropPage.run(id);
    this.#dropListings.run(id);
    this.#unlink.run(UNLINKED, id);
    changes.moved(entry.site, entry, { ...entry, state: 'skipped', reason: UNLINKED });
  }

  #respellOne(entry: Known, url: string, changes: FileChanges): void {
    const pass = this.#spellings.detach(entry, url);
    uncount(pass, changes);
    this.#respell.run(url === entry.key ? null : url, pass, entry.id);
    this.#restartOne(entry, changes);
  }

  #restartOne(entry: Known, changes: FileChanges): void {
    this.#restart.run(entry.id);
    this.#spellings.forgetTries(entry.id);
    this.#dropValidators.run(entry.id);
    changes.moved(entry.site, entry, { ...entry, state: 'queued' });
  }
}

function uncount(pass: string | null, changes: FileChanges): void {
  if (pass !== null) changes.count('duplicate', pass, -1);
}
