import type { Database } from 'better-sqlite3';
import type { Key } from '../../src/canon/key.ts';
import type { AliasView, Station } from '../plan/aliases.ts';
import { type Leads, leadsAmong, type Occurrence } from '../plan/found.ts';
import type { Course } from '../plan/other-spelling.ts';
import {
  type Again,
  foundBy,
  type HeldEntry,
  leadsAfter,
  linksAfter,
  type OutcomePlan,
  outcomeOfSpelling,
  planOutcome,
  type Result,
  standingAfter,
  wantsSpellings,
} from '../plan/outcome.ts';
import {
  type EntryId,
  isPage,
  type Outcome,
  type PageDetails,
  type SettleCounts,
  type Settlement,
  type SpellingOutcome,
} from '../store.ts';
import type { Added, Adder } from './add.ts';
import type { FileChanges } from './changes.ts';
import type { LinkKeeper } from './links.ts';
import type { ListingKeeper } from './listings.ts';
import { DROP_VALIDATORS, Queries } from './queries.ts';
import type { SpellingKeeper } from './spellings.ts';

const selectStation = 'SELECT id, state, role, alias_of AS aliasOf, alias_by AS aliasBy FROM entry';

export class Settler extends Queries {
  readonly #adder: Adder;
  readonly #spellings: SpellingKeeper;
  readonly #links: LinkKeeper;
  readonly #listings: ListingKeeper;

  readonly #held = this.db.prepare<[EntryId, run: string], HeldEntry>(`
    SELECT id, key, coalesce(url, key) AS url, fetch AS finalUrl, first_failure AS firstFailure,
      site, depth, status, content_type AS contentType, digest, fetched_at AS fetchedAt, role, location, reason,
      alias_by AS aliasBy, alias_of AS aliasOf FROM entry
    WHERE id = ? AND run = ?`);
  readonly #finish = this.db.prepare<[Result & { id: EntryId; at: number }]>(`
    UPDATE entry SET state = @state, reason = @reason, status = @status, run = NULL,
      content_type = @contentType, digest = @digest, alias_of = @aliasOf, alias_by = @aliasBy, location = @location,
      role = @role, fetched_at = @at
    WHERE id = @id`);
  readonly #keep = this.db.prepare<[at: number, EntryId]>(`
    UPDATE entry SET state = 'done', run = NULL, digest = iif(alias_by = 'redirect', NULL, digest), fetched_at = ?,
      reason = iif(status < 400, reason, NULL), status = iif(status < 400, status, 200)
    WHERE id = ?`);
  readonly #again = this.db.prepare<[Again & { id: EntryId }]>(`
    UPDATE entry SET state = 'queued', run = NULL,
      reason = iif(fetched_at IS NULL, @reason, reason), status = iif(fetched_at IS NULL, @status, status),
      hops = coalesce(@hops, hops), fetch = coalesce(@fetch, fetch), not_before = @notBefore,
      attempts = attempts + @attempts
    WHERE id = @id`);
  readonly #setCourse = this.db.prepare<[Course & { id: EntryId }]>(`
    UPDATE entry SET fetch = @finalUrl, first_failure = @firstFailure, attempts = 0,
      hops = iif(@finalUrl IS NULL, hops, 0)
    WHERE id = @id`);
  readonly #insertPage = this.db.prepare<[PageDetails & { id: EntryId }]>(`
    INSERT OR REPLACE INTO page (entry, etag, last_modified, text, sketch, record, fields)
    VALUES (@id, @etag, @lastModified, @text, @sketch, @record, @fields)`);
  readonly #dropValidators = this.db.prepare<[EntryId]>(DROP_VALIDATORS);
  readonly #deletePage = this.db.prepare<[EntryId]>('DELETE FROM page WHERE entry = ?');
  readonly #standAlone = this.db.prepare<[EntryId]>(`
    UPDATE entry SET alias_of = NULL, alias_by = NULL, reason = coalesce(reason || ' ', '') || 'canonical-loop' WHERE id = ?`);
  readonly #endWait = this.db.prepare<[site: string, until: number]>(
    'UPDATE site SET next_at = 0 WHERE name = ? AND next_at = ?',
  );
  readonly #leaveSite = this.db.prepare<[until: number, site: string]>(
    'UPDATE site SET next_at = max(next_at, ?) WHERE name = ?',
  );
  readonly #stationByKey = this.db.prepare<[Key], Station>(`${selectStation} WHERE key = ?`);
  readonly #stationById = this.db.prepare<[EntryId], Station>(`${selectStation} WHERE id = ?`);
  readonly #view: AliasView = {
    byKey: (key) => this.#stationByKey.get(key),
    byId: (id) => this.#stationById.get(id),
  };

  constructor(db: Database, adder: Adder, spellings: SpellingKeeper, links: LinkKeeper, listings: ListingKeeper) {
    super(db);
    this.#spellings = spellings;
    this.#adder = adder;
    this.#links = links;
    this.#listings = listings;
  }

  /** Returns what was added, and how many pages were read (`LeaseRequest.total`). */
  settle(
    run: string,
    settlements: readonly Settlement[],
    changes: FileChanges,
  ): { readonly counts: SettleCounts; readonly pages: number } {
    const held = new Map<EntryId, { entry: HeldEntry; settlement: Settlement }>();
    for (const settlement of settlements) {
      const entry = held.has(settlement.id) ? undefined : this.#held.get(settlement.id, run);
      if (entry !== undefined) held.set(settlement.id, { entry, settlement });
    }
    const found = [...held.values()].flatMap(({ entry, settlement }) => {
      if (settlement.outcome.kind === 'page' && entry.role === 'sitemap') this.#listings.begin(entry.id);
      return foundBy(entry, settlement, this.#view).map((one): Occurrence => [one, entry.id]);
    });
    const added = this.#adder.add(found, changes);
    const spelled = [...held.values()].flatMap(
      ({ entry, settlement }) => this.#apply(entry, settlement, added, changes) ?? [],
    );
    const pages = [...held.values()].filter(({ entry, settlement }) => isPage(settlement.outcome, entry.role));
    return { counts: { ...added.counts, spelled }, pages: pages.length };
  }

  /** Returns how the entry stands, if not as its outcome says. */
  #apply(entry: HeldEntry, settlement: Settlement, added: Added, changes: FileChanges): SpellingOutcome | null {
    const { outcome, at, siteUntil, endsWait } = settlement;
    const all = foundBy(entry, settlement, this.#view);
    const { depth } = entry;
    const spellings = wantsSpellings(entry, outcome) ? this.#spellings.wanted(entry.id) : [];
    const plan = planOutcome(entry, outcome, this.#view, spellings);
    this.#write(entry, plan, at, changes);
    changes.moved(entry.site, { state: 'leased', depth }, { ...standingAfter(entry, plan), depth });
    this.#lead(
      entry,
      outcome,
      linksAfter(outcome, plan),
      () => leadsAfter(entry, outcome, leadsAmong(all, added.entries)),
      changes,
    );
    if (endsWait !== undefined) this.#endWait.run(entry.site, endsWait);
    if (siteUntil !== null) this.#leaveSite.run(siteUntil, entry.site);
    return outcomeOfSpelling(entry, plan);
  }

  #lead(
    { id, fetchedAt }: HeldEntry,
    { kind }: Outcome,
    after: ReturnType<typeof linksAfter>,
    leads: () => Leads,
    changes: FileChanges,
  ): void {
    if (after === 'kept') return;
    // Those of a document that was read are replaced already.
    if (kind !== 'page') this.#listings.forget(id);
    if (after === 'replaced') this.#links.finish(id, leads(), fetchedAt === null, changes);
    else this.#links.forget(id);
    this.#listings.end(id);
  }

  #write(entry: HeldEntry, plan: OutcomePlan, at: number, changes: FileChanges): void {
    const { id } = entry;
    if (plan.undeclared !== null) this.#undeclare(plan.undeclared, changes);
    switch (plan.kind) {
      case 'kept':
        this.#keep.run(at, id);
        this.#take(entry, plan.course);
        return;
      case 'again':
        if (plan.spelling !== null) this.#spellings.addTried(entry, plan.spelling, changes);
        this.#again.run({ ...plan.again, id });
        this.#take(entry, plan.course);
        return;
      case 'finished': {
        const { result, details } = plan;
        this.#finish.run({ ...result, id, at });
        this.#take(entry, plan.course);
        if (details === null) this.#deletePage.run(id);
        else if (details !== 'kept') this.#insertPage.run({ ...details, id });
      }
    }
  }

  #take(entry: HeldEntry, course: Course | null): void {
    if (course === null) return;
    this.#setCourse.run({ ...course, id: entry.id });
    this.#spellings.try(entry, course);
    this.#dropValidators.run(entry.id);
  }

  #undeclare(station: Station, changes: FileChanges): void {
    changes.countDone(station, -1);
    this.#standAlone.run(station.id);
    changes.countDone({ ...station, aliasBy: null }, 1);
  }
}
