import type { Database, Statement } from 'better-sqlite3';
import type { Key } from '../../src/canon/key.ts';
import {
  type AddCounts,
  type AliasKind,
  type Entry,
  type EntryId,
  type EntryState,
  type FoundUrl,
  MAX_ALIAS_CHAIN,
  type Outcome,
  type Settlement,
} from '../store.ts';
import type { Adder } from './add.ts';
import type { Changes } from './changes.ts';

interface Held extends Pick<Entry, 'id' | 'key' | 'url' | 'site' | 'depth' | 'hops'> {
  readonly attempts: number;
}

/** The columns that an outcome writes. */
interface Result {
  readonly state: EntryState;
  readonly reason: string | null;
  readonly status: number | null;
  readonly hops: number;
  readonly attempts: number;
  /** The URL to fetch next time; null leaves it. */
  readonly fetch: string | null;
  readonly notBefore: number | null;
  readonly contentType: string | null;
  readonly digest: string | null;
  readonly aliasOf: EntryId | null;
  readonly aliasBy: AliasKind | null;
}

interface Link {
  readonly id: EntryId;
  readonly aliasOf: EntryId | null;
}

export class Settler {
  readonly #adder: Adder;
  readonly #held: Statement<[EntryId, run: string], Held>;
  readonly #finish: Statement<[Result & { id: EntryId }]>;
  readonly #byKey: Statement<[Key], Link>;
  readonly #byId: Statement<[EntryId], Link>;

  constructor(db: Database, adder: Adder) {
    this.#adder = adder;
    this.#held = db.prepare(`
      SELECT id, key, coalesce(url, key) AS url, site, depth, hops, attempts FROM entry
      WHERE id = ? AND run = ?`);
    this.#finish = db.prepare(`
      UPDATE entry SET state = @state, reason = @reason, status = @status, hops = @hops, attempts = @attempts,
        fetch = coalesce(@fetch, fetch), not_before = @notBefore, run = NULL, until = NULL,
        content_type = @contentType, digest = @digest, alias_of = @aliasOf, alias_by = @aliasBy
      WHERE id = @id`);
    this.#byKey = db.prepare('SELECT id, alias_of AS aliasOf FROM entry WHERE key = ?');
    this.#byId = db.prepare('SELECT id, alias_of AS aliasOf FROM entry WHERE id = ?');
  }

  settle(run: string, settlements: readonly Settlement[], changes: Changes): AddCounts {
    const held = new Map<EntryId, { entry: Held; settlement: Settlement }>();
    for (const settlement of settlements) {
      const entry = held.has(settlement.id) ? undefined : this.#held.get(settlement.id, run);
      if (entry !== undefined) held.set(settlement.id, { entry, settlement });
    }
    const found = [...held.values()].flatMap(({ entry, settlement }) => {
      const target = otherKey(entry, settlement.outcome);
      return target === null ? settlement.found : [target, ...settlement.found];
    });
    const counts = this.#adder.add(found, changes);
    for (const { entry, settlement } of held.values()) this.#apply(entry, settlement.outcome, changes);
    return counts;
  }

  #apply(entry: Held, outcome: Outcome, changes: Changes): void {
    const result = this.#result(entry, outcome, changes);
    this.#finish.run({ ...result, id: entry.id });
    changes.moved(entry.site, { state: 'leased', depth: entry.depth }, { state: result.state, depth: entry.depth });
    if (result.aliasBy !== null) changes.count('alias', result.aliasBy);
    if (result.state === 'failed') changes.count('failed', result.reason ?? '');
  }

  #result(entry: Held, outcome: Outcome, changes: Changes): Result {
    const same = { ...nothing, hops: entry.hops, attempts: entry.attempts };
    switch (outcome.kind) {
      case 'page': {
        const { status, contentType, digest, note } = outcome;
        const page: Result = { ...same, state: 'done', status, contentType, digest, reason: note };
        const target = otherKey(entry, outcome);
        if (target === null) return page;
        const aliasOf = this.#aliasTarget(entry.id, target.key);
        return aliasOf === null ? { ...page, reason: 'canonical-loop' } : { ...page, aliasOf, aliasBy: 'canonical' };
      }
      case 'redirect': {
        const { status, to } = outcome;
        if (to.key === entry.key) return { ...same, state: 'queued', ...this.#follow(entry, to, changes) };
        const aliasOf = this.#aliasTarget(entry.id, to.key);
        if (aliasOf === null) return { ...same, state: 'failed', status, reason: 'redirect-loop' };
        return { ...same, state: 'done', status, aliasOf, aliasBy: 'redirect' };
      }
      case 'retry': {
        const { status, reason, notBefore } = outcome;
        return { ...same, state: 'queued', status, reason, notBefore, attempts: entry.attempts + 1 };
      }
      case 'failed':
        return { ...same, state: 'failed', status: outcome.status, reason: outcome.reason };
    }
  }

  /** A redirect within the entry: the spelling is kept without a credit, for it saved no fetch. */
  #follow(entry: Held, to: FoundUrl, changes: Changes): { fetch: string; hops: number } {
    const fetch = to.url.toWellFormed();
    if (fetch !== entry.url) this.#adder.keepSpelling(entry.id, fetch, null, changes);
    return { fetch, hops: to.hops };
  }

  /** The entry of `key`, or null if following aliases from it leads to `id`, or on and on. */
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
  fetch: null,
  notBefore: null,
  contentType: null,
  digest: null,
  aliasOf: null,
  aliasBy: null,
};

/** The URL of another entry that the outcome names. */
function otherKey(entry: Held, outcome: Outcome): FoundUrl | null {
  const target = outcome.kind === 'page' ? outcome.canonical : outcome.kind === 'redirect' ? outcome.to : null;
  return target === null || target.key === entry.key ? null : target;
}
