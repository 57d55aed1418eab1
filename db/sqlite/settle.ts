import type { Database, Statement } from 'better-sqlite3';
import type { Key } from '../../src/canon/key.ts';
import {
  type AddCounts,
  type AliasKind,
  type Entry,
  type EntryId,
  type EntryState,
  type FoundUrl,
  isLasting,
  MAX_ALIAS_CHAIN,
  type Outcome,
  type PageDetails,
  type Role,
  type Settlement,
  selfEnd,
} from '../store.ts';
import { type Added, type Adder, leadsAmong, type Occurrence } from './add.ts';
import type { Changes } from './changes.ts';
import type { Leads, LinkKeeper } from './links.ts';
import type { ListingKeeper } from './listings.ts';

type Held = Pick<Entry, 'id' | 'key' | 'url' | 'finalUrl' | 'site' | 'depth' | 'fetchedAt' | 'role' | 'aliasBy'> & {
  readonly aliasOf: EntryId | null;
};

/** The changes of an outcome that is not final: the entry is queued again. */
interface Again {
  readonly id: EntryId;
  readonly status: number | null;
  readonly reason: string | null;
  /** Null leaves it unchanged. */
  readonly hops: number | null;
  /** The URL to fetch next time; null leaves it unchanged. */
  readonly fetch: string | null;
  readonly notBefore: number | null;
  readonly attempts: number;
}

/** The columns that a final outcome writes. */
interface Result {
  readonly state: EntryState;
  readonly reason: string | null;
  readonly status: number | null;
  readonly contentType: string | null;
  readonly digest: string | null;
  readonly aliasOf: EntryId | null;
  readonly aliasBy: AliasKind | null;
  readonly role: Role;
}

interface Link {
  readonly id: EntryId;
  readonly state: EntryState;
  readonly role: Role;
  readonly aliasOf: EntryId | null;
  readonly aliasBy: AliasKind | null;
}

/** Records the outcomes of leased entries. */
export class Settler {
  readonly #adder: Adder;
  readonly #links: LinkKeeper;
  readonly #listings: ListingKeeper;
  readonly #held: Statement<[EntryId, run: string], Held>;
  readonly #finish: Statement<[Result & { id: EntryId; at: number }]>;
  readonly #keep: Statement<[at: number, EntryId]>;
  readonly #again: Statement<[Again]>;
  readonly #insertPage: Statement<[PageDetails & { id: EntryId }]>;
  readonly #deletePage: Statement<[EntryId]>;
  readonly #standAlone: Statement<[EntryId]>;
  readonly #leaveSite: Statement<[until: number, site: string]>;
  readonly #byKey: Statement<[Key], Link>;
  readonly #byId: Statement<[EntryId], Link>;

  constructor(db: Database, adder: Adder, links: LinkKeeper, listings: ListingKeeper) {
    this.#adder = adder;
    this.#links = links;
    this.#listings = listings;
    this.#held = db.prepare(`
      SELECT id, key, coalesce(url, key) AS url, fetch AS finalUrl, site, depth, fetched_at AS fetchedAt, role,
        alias_by AS aliasBy, alias_of AS aliasOf FROM entry
      WHERE id = ? AND run = ?`);
    this.#finish = db.prepare(`
      UPDATE entry SET state = @state, reason = @reason, status = @status, run = NULL, until = NULL,
        content_type = @contentType, digest = @digest, alias_of = @aliasOf, alias_by = @aliasBy, role = @role,
        fetched_at = @at
      WHERE id = @id`);
    this.#keep = db.prepare(`
      UPDATE entry SET state = 'done', run = NULL, until = NULL, fetched_at = ? WHERE id = ?`);
    this.#again = db.prepare(`
      UPDATE entry SET state = 'queued', reason = @reason, status = @status, run = NULL, until = NULL,
        hops = coalesce(@hops, hops), fetch = coalesce(@fetch, fetch), not_before = @notBefore,
        attempts = attempts + @attempts
      WHERE id = @id`);
    this.#insertPage = db.prepare(`
      INSERT OR REPLACE INTO page (entry, etag, last_modified, text, sketch, record)
      VALUES (@id, @etag, @lastModified, @text, @sketch, @record)`);
    this.#deletePage = db.prepare('DELETE FROM page WHERE entry = ?');
    this.#standAlone = db.prepare(`
      UPDATE entry SET alias_of = NULL, alias_by = NULL, reason = 'canonical-loop' WHERE id = ?`);
    this.#leaveSite = db.prepare('UPDATE site SET next_at = max(next_at, ?) WHERE name = ?');
    const link = 'SELECT id, state, role, alias_of AS aliasOf, alias_by AS aliasBy FROM entry';
    this.#byKey = db.prepare(`${link} WHERE key = ?`);
    this.#byId = db.prepare(`${link} WHERE id = ?`);
  }

  /** Implements `Frontier.settle`. */
  settle(run: string, settlements: readonly Settlement[], changes: Changes): AddCounts {
    const held = new Map<EntryId, { entry: Held; settlement: Settlement }>();
    for (const settlement of settlements) {
      const entry = held.has(settlement.id) ? undefined : this.#held.get(settlement.id, run);
      if (entry !== undefined) held.set(settlement.id, { entry, settlement });
    }
    const found = [...held.values()].flatMap(({ entry, settlement }) => {
      if (settlement.outcome.kind === 'page' && entry.role === 'sitemap') this.#listings.begin(entry.id);
      return this.#allFound(entry, settlement).map((one): Occurrence => [one, entry.id]);
    });
    const added = this.#adder.add(found, changes);
    for (const { entry, settlement } of held.values()) this.#apply(entry, settlement, added, changes);
    return added.counts;
  }

  /** All URLs found, including the other URL that the outcome names. */
  #allFound(entry: Held, { outcome, found }: Settlement): readonly FoundUrl[] {
    const target = this.#other(entry, outcome);
    return target === null ? found : [target, ...found];
  }

  #apply(entry: Held, settlement: Settlement, added: Added, changes: Changes): void {
    const { outcome, at, siteUntil } = settlement;
    const all = this.#allFound(entry, settlement);
    const state = this.#write(entry, outcome, at, changes);
    changes.moved(entry.site, { state: 'leased', depth: entry.depth }, { state, depth: entry.depth });
    this.#lead(entry, state, outcome, () => leadsAmong(all, added));
    if (siteUntil !== null) this.#leaveSite.run(siteUntil, entry.site);
  }

  /** Stores the entry's links after an outcome. */
  #lead({ id, fetchedAt }: Held, state: EntryState, outcome: Outcome, leads: () => Leads): void {
    if (outcome.kind === 'page' || (outcome.kind === 'redirect' && state !== 'queued')) {
      this.#links.finish(id, leads(), fetchedAt === null);
    } else if ((outcome.kind === 'failed' || outcome.kind === 'refused') && isLasting(outcome)) {
      this.#listings.forget(id);
      this.#links.forget(id);
    } else return;
    this.#listings.end(id);
  }

  /** Writes an outcome. Returns the entry's new state. */
  #write(entry: Held, outcome: Outcome, at: number, changes: Changes): EntryState {
    if (outcome.kind === 'unchanged') {
      this.#keep.run(at, entry.id);
      changes.countDone(entry);
      return 'done';
    }
    if (outcome.kind === 'retry' || (outcome.kind === 'redirect' && this.#isSelf(entry, outcome.to.key))) {
      const end = outcome.kind === 'retry' ? null : selfEnd(outcome, entry.finalUrl ?? entry.url);
      if (end !== null) return this.#write(entry, end, at, changes);
      this.#again.run(this.#queuedAgain(entry, outcome, changes));
      return 'queued';
    }
    if (outcome.kind === 'redirect') this.#openCircle(entry.id, outcome.to.key, changes);
    const result = this.#result(entry, outcome);
    this.#finish.run({ ...result, id: entry.id, at });
    if (outcome.kind === 'page') this.#insertPage.run({ ...outcome.details, id: entry.id });
    else this.#deletePage.run(entry.id);
    if (result.state === 'done') changes.countDone(result);
    else changes.count(result.state === 'failed' ? 'failed' : 'skipped', result.reason ?? '');
    return result.state;
  }

  /** The changes when the outcome is not final: another attempt, or a redirect within the entry. */
  #queuedAgain(entry: Held, outcome: Extract<Outcome, { kind: 'retry' | 'redirect' }>, changes: Changes): Again {
    const { id } = entry;
    if (outcome.kind === 'retry') {
      const { status, reason, notBefore } = outcome;
      return { id, status, reason, notBefore, attempts: 1, hops: null, fetch: null };
    }
    const fetch = outcome.to.url.toWellFormed();
    // The spelling is not attributed to a pass, because it saved no fetch.
    if (fetch !== entry.url) this.#adder.keepSpelling(id, fetch, null, changes);
    return { id, status: null, reason: null, notBefore: null, attempts: 0, hops: outcome.to.hops, fetch };
  }

  #result(entry: Held, outcome: Exclude<Outcome, { kind: 'unchanged' | 'retry' }>): Result {
    const same = { ...nothing, role: entry.role };
    switch (outcome.kind) {
      case 'page': {
        const { status, contentType, digest, note, role } = outcome;
        const page: Result = { ...nothing, state: 'done', status, contentType, digest, reason: note, role };
        const { aliasBy, aliasOf: standing } = entry;
        if (aliasBy === 'equivalence') return { ...page, aliasBy, aliasOf: standing };
        const target = this.#other(entry, outcome);
        if (target === null) return page;
        const aliasOf = this.#aliasTarget(entry.id, target.key);
        return aliasOf === null ? { ...page, reason: 'canonical-loop' } : { ...page, aliasOf, aliasBy: 'canonical' };
      }
      case 'redirect': {
        const { status, to } = outcome;
        const aliasOf = this.#aliasTarget(entry.id, to.key);
        if (aliasOf === null) return { ...same, state: 'failed', status, reason: 'redirect-loop' };
        return { ...same, state: 'done', status, aliasOf, aliasBy: 'redirect' };
      }
      case 'failed':
        return { ...same, state: 'failed', status: outcome.status, reason: outcome.reason };
      case 'refused':
        return { ...same, state: 'skipped', reason: outcome.reason };
    }
  }

  /** The URL of another entry that the outcome names, if any. */
  #other(entry: Held, outcome: Outcome): FoundUrl | null {
    const target = outcome.kind === 'page' ? outcome.canonical : outcome.kind === 'redirect' ? outcome.to : null;
    return target === null || this.#isSelf(entry, target.key) ? null : target;
  }

  /** Whether a key is the entry's own or that of an entry equal by a claim. */
  #isSelf({ id, key: own }: Held, key: Key): boolean {
    if (key === own) return true;
    const named = this.#byKey.get(key);
    return named?.aliasBy === 'equivalence' && named.aliasOf === id;
  }

  /** Opens a circle of aliases by dropping a canonical alias: a redirect is stronger evidence than a declaration. */
  #openCircle(id: EntryId, key: Key, changes: Changes): void {
    let declared: Link | null = null;
    let link = this.#byKey.get(key);
    for (let steps = 0; link !== undefined && steps < MAX_ALIAS_CHAIN; steps++) {
      if (link.id === id) {
        if (declared !== null) this.#undeclare(declared, changes);
        return;
      }
      if (link.aliasBy === 'canonical' && link.state === 'done') declared ??= link;
      link = link.aliasOf === null ? undefined : this.#byId.get(link.aliasOf);
    }
  }

  #undeclare(link: Link, changes: Changes): void {
    changes.countDone(link, -1);
    this.#standAlone.run(link.id);
    changes.countDone({ ...link, aliasBy: null });
  }

  /** The entry of `key`; null if following aliases from it leads to `id` or does not end. */
  #aliasTarget(id: EntryId, key: Key): EntryId | null {
    const target = this.#byKey.get(key);
    let link = target;
    for (let steps = 0; link !== undefined; steps++) {
      if (link.id === id || steps === MAX_ALIAS_CHAIN) return null;
      link = link.aliasOf === null ? undefined : this.#byId.get(link.aliasOf);
    }
    return target?.id ?? null;
  }
}

const nothing = {
  reason: null,
  status: null,
  contentType: null,
  digest: null,
  aliasOf: null,
  aliasBy: null,
};
