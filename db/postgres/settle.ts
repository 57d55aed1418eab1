import type { Key } from '../../src/canon/key.ts';
import type { AliasView, Station } from '../plan/aliases.ts';
import { isRequestedAgain, leadsAmong, type Occurrence } from '../plan/found.ts';
import type { Course } from '../plan/other-spelling.ts';
import {
  type Again,
  foundBy,
  type HeldEntry,
  leadsAfter,
  linksAfter,
  namedIn,
  type OutcomePlan,
  outcomeOfSpelling,
  planOutcome,
  type Result,
  standingAfter,
  wantsAlias,
  wantsSpellings,
} from '../plan/outcome.ts';
import {
  type EntryId,
  isPage,
  type PageDetails,
  type SettleCounts,
  type Settlement,
  type SpellingOutcome,
} from '../store.ts';
import type { Added, Adder } from './add.ts';
import { type Digest, keyDigest } from './digest.ts';
import { findingByKey } from './former-keys.ts';
import { type DocumentLinks, finish, forgetLinks } from './links.ts';
import type { ListingKeeper } from './listings.ts';
import { DELETE_PAGES, KEEP_PAGE } from './pages.ts';
import { Conflict } from './problems.ts';
import type { SiteNames } from './site-names.ts';
import { addTried, takeCourses, wantedSpellings } from './spellings.ts';
import { bulk, statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

interface HeldRow extends HeldEntry {
  readonly siteNumber: number;
}

interface NamedStation extends Station {
  /** The keys that it was looked up by. */
  readonly names: readonly Key[];
}

const HELD = statement<[ids: readonly EntryId[], run: string], HeldRow>(`
  SELECT entry.id, key, coalesce(url, key) AS url, fetch_url AS "finalUrl",
    first_failure AS "firstFailure", site.name AS site, site.id AS "siteNumber",
    entry.depth, status, content_type AS "contentType", digest_of_body AS digest, fetched_at AS "fetchedAt", role, location,
    reason,
    alias_by AS "aliasBy", alias_of AS "aliasOf"
  FROM entry JOIN site ON site.bucket = 0 AND site.id = entry.site
  WHERE entry.bucket = 0 AND entry.id = ANY ($1) AND run = $2 ORDER BY entry.id FOR NO KEY UPDATE OF entry`);
/** The entries of keys, and those that they are aliases of, one after the other. */
const STATIONS = findingByKey((now) =>
  bulk<{ readonly key: Key; readonly digest: Digest }, NamedStation>({ key: 'text', digest: 'bytea' }, (rows) =>
    stationsFrom(`
        SELECT row.key AS name, entry.id, alias_of
        FROM ${rows} JOIN entry ON entry.bucket = row.bucket AND entry.digest = ${now('row.digest')}`),
  ),
);
const STATIONS_OF = statement<[ids: readonly EntryId[]], NamedStation>(
  stationsFrom('SELECT NULL AS name, id, alias_of FROM entry WHERE bucket = 0 AND id = ANY ($1)'),
);
const FINISH = bulk<Result & { readonly id: EntryId; readonly at: number }>(
  {
    id: 'int8',
    state: 'text',
    reason: 'text',
    status: 'int4',
    contentType: 'text',
    digest: 'text',
    aliasOf: 'int8',
    aliasBy: 'text',
    location: 'text',
    role: 'text',
    at: 'float8',
  },
  (rows) => `
    UPDATE entry SET state = row.state, reason = row.reason, status = row.status, run = NULL,
      content_type = "contentType", digest_of_body = row.digest, alias_of = "aliasOf", alias_by = "aliasBy",
      location = row.location, role = row.role, fetched_at = row.at
    FROM ${rows} WHERE entry.bucket = row.bucket AND entry.id = row.id`,
);
const KEEP = bulk<{ readonly id: EntryId; readonly at: number }>(
  { id: 'int8', at: 'float8' },
  (rows) => `
    UPDATE entry SET state = 'done', run = NULL, fetched_at = row.at,
      reason = CASE WHEN status < 400 THEN reason END, status = CASE WHEN status < 400 THEN status ELSE 200 END,
      digest_of_body = CASE WHEN alias_by = 'redirect' THEN NULL ELSE digest_of_body END
    FROM ${rows} WHERE entry.bucket = row.bucket AND entry.id = row.id`,
);
const AGAIN = bulk<Again & { readonly id: EntryId }>(
  {
    id: 'int8',
    status: 'int4',
    reason: 'text',
    notBefore: 'float8',
    attempts: 'int4',
    hops: 'int4',
    fetch: 'text',
  },
  (rows) => `
    UPDATE entry SET state = 'queued', run = NULL,
      reason = CASE WHEN fetched_at IS NULL THEN row.reason ELSE entry.reason END,
      status = CASE WHEN fetched_at IS NULL THEN row.status ELSE entry.status END,
      hops = coalesce(row.hops, entry.hops), fetch_url = coalesce(row.fetch, fetch_url), not_before = row."notBefore",
      attempts = entry.attempts + row.attempts
    FROM ${rows} WHERE entry.bucket = row.bucket AND entry.id = row.id`,
);
const STAND_ALONE = statement<[ids: readonly EntryId[]]>(`
  UPDATE entry SET alias_of = NULL, alias_by = NULL, reason = concat_ws(' ', reason, 'canonical-loop')
  WHERE bucket = 0 AND id = ANY ($1)`);

interface Held {
  readonly entry: HeldEntry;
  readonly settlement: Settlement;
}

/** Records the outcomes of leases. */
export class Settler {
  readonly #adder: Adder;
  readonly #listings: ListingKeeper;
  readonly #sites: SiteNames;

  constructor(adder: Adder, listings: ListingKeeper, sites: SiteNames) {
    this.#adder = adder;
    this.#listings = listings;
    this.#sites = sites;
  }

  async settle(run: string, settlements: readonly Settlement[], transaction: Transaction): Promise<SettleCounts> {
    const named = settlements.flatMap(({ outcome }) => namedIn(outcome) ?? []);
    const stations = transaction.sendAll(
      STATIONS(transaction),
      named.map(({ key }) => ({ key, digest: keyDigest(key) })),
    );
    const finding = this.#adder.find([...named, ...settlements.flatMap(({ found }) => found)], transaction);
    finding.catch(() => undefined);
    const held = await this.#held(run, settlements, transaction);
    const targets = held.flatMap(({ entry, settlement: { outcome } }) =>
      entry.aliasOf !== null && wantsAlias(entry, outcome) ? [entry.aliasOf] : [],
    );
    const kept = targets.length === 0 ? [] : await transaction.rows(STATIONS_OF, targets);
    const view = new Stations([...kept, ...(await stations).rows]);
    const sitemaps = held.filter(
      ({ entry, settlement: { outcome } }) => outcome.kind === 'page' && entry.role === 'sitemap',
    );
    await this.#listings.begin(
      sitemaps.map(({ entry: { id } }) => id),
      transaction,
    );
    const found = held.flatMap(({ entry, settlement }) =>
      foundBy(entry, settlement, view).map((one): Occurrence => [one, entry.id]),
    );
    const added = await this.#adder.add(found, await finding, transaction);
    view.learn(found, added);
    const spelled = await this.#apply(held, added, view, transaction);
    return { added: added.added, duplicates: await added.duplicates, spelled };
  }

  async #held(run: string, settlements: readonly Settlement[], transaction: Transaction): Promise<readonly Held[]> {
    const rows = await transaction.rows(
      HELD,
      settlements.map(({ id }) => id),
      run,
    );
    this.#sites.learn(new Map(rows.map(({ site, siteNumber }) => [site, siteNumber])));
    const entries = new Map<EntryId, HeldEntry>(rows.map((row) => [row.id, row]));
    return settlements.flatMap((settlement) => {
      const entry = entries.get(settlement.id);
      // The first settlement of an entry ends its lease.
      entries.delete(settlement.id);
      return entry === undefined ? [] : [{ entry, settlement }];
    });
  }

  /** Returns the entries that another spelling is tried for, or that ended as their first one did. */
  async #apply(
    held: readonly Held[],
    added: Added,
    view: Stations,
    transaction: Transaction,
  ): Promise<readonly SpellingOutcome[]> {
    const written = new Written();
    const wanting = held.filter(({ entry, settlement: { outcome } }) => wantsSpellings(entry, outcome));
    // Also those that this transaction has added.
    const spellings = await wantedSpellings(
      wanting.map(({ entry: { id } }) => id),
      transaction,
    );
    const gone: EntryId[] = [];
    for (const { entry, settlement } of held) {
      const { outcome, at, siteUntil, endsWait } = settlement;
      const found = foundBy(entry, settlement, view);
      const plan = planOutcome(entry, outcome, view, spellings.get(entry.id));
      written.write(entry, plan, at, view, transaction);
      const { id, depth } = entry;
      transaction.changes.moved(entry.site, { state: 'leased', depth }, { ...standingAfter(entry, plan), depth });
      const links = linksAfter(outcome, plan);
      if (links === 'replaced')
        written.links.push({ from: id, leads: leadsAfter(entry, outcome, leadsAmong(found, added.entries)) });
      else if (links === 'removed') written.unlinked.push(id);
      if (links !== 'kept') {
        // A document that is read now has replaced its listings already, and one that was never fetched listed nothing.
        if (outcome.kind !== 'page' && entry.fetchedAt !== null) gone.push(id);
        this.#listings.end(id, transaction);
      }
      if (endsWait !== undefined) transaction.endWait(entry.site, endsWait);
      if (siteUntil !== null) transaction.waitUntil(entry.site, siteUntil);
    }
    await this.#listings.forget(gone, transaction);
    written.send(transaction);
    transaction.countPages(held.filter(({ entry, settlement }) => isPage(settlement.outcome, entry.role)).length);
    return written.spelled;
  }
}

/** What the outcomes of a call write. */
class Written {
  readonly links: DocumentLinks[] = [];
  readonly unlinked: EntryId[] = [];
  /** The entries that another spelling is tried for, or that ended as their first one did. */
  readonly spelled: SpellingOutcome[] = [];
  readonly #finished: (Result & { readonly id: EntryId; readonly at: number })[] = [];
  readonly #kept: { readonly id: EntryId; readonly at: number }[] = [];
  readonly #again: (Again & { readonly id: EntryId })[] = [];
  readonly #pages: (PageDetails & { readonly id: EntryId })[] = [];
  readonly #withoutPage: EntryId[] = [];
  readonly #undeclared: EntryId[] = [];
  readonly #courses: (Course & { readonly id: EntryId })[] = [];

  /** Takes what an outcome writes. */
  write(entry: HeldEntry, plan: OutcomePlan, at: number, view: Stations, transaction: Transaction): void {
    const { id } = entry;
    if (plan.course !== null) this.#courses.push({ ...plan.course, id });
    const spelled = outcomeOfSpelling(entry, plan);
    if (spelled !== null) this.spelled.push(spelled);
    if (plan.undeclared !== null) this.#undeclare(plan.undeclared, view, transaction);
    switch (plan.kind) {
      case 'kept':
        this.#kept.push({ id, at });
        view.change(entry, { state: 'done' });
        return;
      case 'again':
        if (plan.spelling !== null) addTried(id, plan.spelling, transaction);
        this.#again.push({ ...plan.again, id });
        view.change(entry, { state: 'queued' });
        return;
      case 'finished': {
        const { result, details } = plan;
        this.#finished.push({ ...result, id, at });
        if (details === null) this.#withoutPage.push(id);
        else if (details !== 'kept') this.#pages.push({ ...details, id });
        view.change(entry, result);
      }
    }
  }

  send(transaction: Transaction): void {
    void transaction.sendAll(FINISH, this.#finished);
    void transaction.sendAll(KEEP, this.#kept);
    void transaction.sendAll(AGAIN, this.#again);
    takeCourses(this.#courses, transaction);
    void transaction.sendAll(KEEP_PAGE, this.#pages);
    if (this.#withoutPage.length > 0) void transaction.send(DELETE_PAGES, this.#withoutPage);
    // After the outcomes, because one of them may be of an entry that a later one takes out of a circle.
    if (this.#undeclared.length > 0) void transaction.send(STAND_ALONE, this.#undeclared);
    finish(this.links, transaction);
    forgetLinks(this.unlinked, transaction);
  }

  #undeclare(station: Station, view: Stations, transaction: Transaction): void {
    transaction.changes.countDone(station, -1);
    this.#undeclared.push(station.id);
    view.change(station, { aliasOf: null, aliasBy: null });
    transaction.changes.countDone({ ...station, aliasBy: null }, 1);
  }
}

/** SQL for entries, each with the keys it was looked up by, and for those that they are aliases of. */
function stationsFrom(start: string): string {
  return `
    WITH RECURSIVE station AS (
      ${start}
      UNION SELECT NULL, entry.id, entry.alias_of FROM station JOIN entry ON bucket = 0 AND entry.id = station.alias_of
    )
    SELECT id, state, role, alias_of AS "aliasOf", alias_by AS "aliasBy",
      ARRAY(SELECT name FROM station WHERE station.id = entry.id AND name IS NOT NULL) AS names
    FROM entry WHERE bucket = 0 AND id IN (SELECT id FROM station) ORDER BY id FOR SHARE`;
}

/** The entries that outcomes name, and those that they are aliases of, as the call changes them. */
class Stations implements AliasView {
  readonly #byId: Map<EntryId, Station>;
  readonly #ids: Map<Key, EntryId>;

  constructor(rows: readonly NamedStation[]) {
    this.#byId = new Map<EntryId, Station>(rows.map((row) => [row.id, row]));
    this.#ids = new Map(rows.flatMap(({ names, id }) => names.map((name) => [name, id])));
  }

  byKey(key: Key): Station | undefined {
    const id = this.#ids.get(key);
    return id === undefined ? undefined : this.byId(id);
  }

  byId(id: EntryId): Station | undefined {
    const station = this.#byId.get(id);
    // Another program made it the target of an alias after the chain was read.
    if (station === undefined) throw new Conflict(`entry ${id} is missing in a chain of aliases`);
    return station;
  }

  /** Learns of entries that are new, or queued again. */
  learn(found: readonly Occurrence[], { entries }: Added): void {
    for (const [one] of found) {
      const { key, role } = one;
      const id = entries.get(key)?.id;
      const known = this.#byId.get(id ?? 0);
      if (known !== undefined && isRequestedAgain(known, one)) this.change(known, { state: 'queued' });
      if (id === undefined || this.#ids.has(key)) continue;
      this.#ids.set(key, id);
      // A new entry is not an alias; neither its state nor its role matters to a plan until it is.
      if (!this.#byId.has(id)) this.#byId.set(id, { id, state: 'queued', role, aliasOf: null, aliasBy: null });
    }
  }

  change({ id }: Pick<Station, 'id'>, change: Partial<Station>): void {
    const station = this.#byId.get(id);
    if (station !== undefined) this.#byId.set(id, { ...station, ...change, id });
  }
}
