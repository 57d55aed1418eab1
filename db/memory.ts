import type { Key } from '../src/canon/key.ts';
import { refuseInvalidKey } from './errors.ts';
import {
  type AddCounts,
  type AliasKind,
  type Entry,
  type EntryId,
  type EntryState,
  type FoundUrl,
  type Frontier,
  type FrontierStats,
  type Lease,
  type LeaseRequest,
  MAX_ALIAS_CHAIN,
  type Outcome,
  type Settlement,
  type Spelling,
} from './store.ts';

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

interface Item extends Mutable<Omit<Entry, 'aliasOf' | 'spellings'>> {
  aliasOf: Item | null;
  readonly spellings: Spelling[];
  /** The pass of the first spelling. */
  readonly pass: string | null;
  /** What to fetch, where that is not `url`. */
  fetch: string | null;
  attempts: number;
  notBefore: number | null;
  lease: { readonly run: string; readonly until: number } | null;
}

/** A frontier in memory: for small crawls, and the model that other stores are compared with. */
export class MemoryFrontier implements Frontier {
  readonly #items: Item[] = [];
  readonly #byKey = new Map<Key, Item>();
  /** The number of each site's last turn; the lowest is next. */
  readonly #turns = new Map<string, number>();
  readonly #meta = new Map<string, string>();
  #lastTurn = 0;

  async add(found: readonly FoundUrl[]): Promise<AddCounts> {
    return this.#add(found);
  }

  async lease({ run, limit, perSite, now, until, level }: LeaseRequest): Promise<readonly Lease[]> {
    for (const item of this.#items) {
      if (item.lease !== null && item.lease.until < now) giveBack(item);
      if (item.notBefore !== null && item.notBefore <= now) item.notBefore = null;
    }
    const open = this.#items.filter(({ state }) => state === 'queued' || state === 'leased');
    const deepest = level ? Math.min(...open.map(({ depth }) => depth)) : Number.POSITIVE_INFINITY;
    const ready = open.filter((item) => item.state === 'queued' && item.notBefore === null && item.depth <= deepest);
    const queues = Map.groupBy(
      ready.toSorted((a, b) => a.depth - b.depth),
      ({ site }) => site,
    );
    const leased = Map.groupBy(this.#in('leased'), ({ site }) => site);
    const free = (site: string): number => perSite - (leased.get(site)?.length ?? 0);
    const turns = new Map([...queues].map(([site, queue]) => [site, queue.slice(0, Math.max(0, free(site)))]));

    const leases: Lease[] = [];
    while (leases.length < limit) {
      const sites = [...turns.keys()].filter((site) => turns.get(site)?.length);
      const site = sites.toSorted((a, b) => this.#turn(a) - this.#turn(b)).at(0);
      const item = site === undefined ? undefined : turns.get(site)?.shift();
      if (item === undefined) break;
      item.state = 'leased';
      item.lease = { run, until };
      this.#turns.set(item.site, ++this.#lastTurn);
      const { id, key, fetch, url, depth, hops, attempts } = item;
      leases.push({ id, key, url: fetch ?? url, site: item.site, depth, hops, attempts });
    }
    return leases;
  }

  async settle(run: string, settlements: readonly Settlement[]): Promise<AddCounts> {
    const held = new Map<Item, Settlement>();
    for (const settlement of settlements) {
      const item = this.#items[settlement.id - 1];
      if (item?.lease?.run === run && !held.has(item)) held.set(item, settlement);
    }
    const links = [...held].flatMap(([item, { outcome, found }]) => [...others(item, outcome), ...found]);
    const counts = this.#add(links);
    for (const [item, { outcome }] of held) {
      item.lease = null;
      this.#apply(item, outcome);
    }
    return counts;
  }

  async release(ids?: readonly EntryId[]): Promise<number> {
    const leased = this.#in('leased').filter(({ id }) => ids?.includes(id) ?? true);
    for (const item of leased) giveBack(item);
    return leased.length;
  }

  async reconsider(decide: (entry: Entry) => string | null): Promise<number> {
    const decided = this.#in('skipped').map((item) => ({ item, reason: decide(toEntry(item)) }));
    for (const { item, reason } of decided) {
      item.reason = reason;
      if (reason === null) item.state = 'queued';
    }
    return decided.filter(({ reason }) => reason === null).length;
  }

  async stats(): Promise<FrontierStats> {
    const spellings = this.#items.flatMap((item) => item.spellings);
    const queued = this.#in('queued');
    return {
      states: { queued: 0, leased: 0, done: 0, failed: 0, skipped: 0, ...tally(this.#items.map(({ state }) => state)) },
      duplicates: tally(spellings.map(({ pass }) => pass)),
      aliases: { redirect: 0, canonical: 0, ...tally(this.#items.map(({ aliasBy }) => aliasBy)) },
      skipped: tally(this.#in('skipped').map(({ reason }) => reason)),
      failed: tally(this.#in('failed').map(({ reason }) => reason)),
      nextAt: queued.length === 0 ? null : Math.min(...queued.map(({ notBefore }) => notBefore ?? 0)),
    };
  }

  async *entries(): AsyncGenerator<Entry> {
    for (const item of this.#items) yield toEntry(item);
  }

  async getMeta(name: string): Promise<string | null> {
    return this.#meta.get(name) ?? null;
  }

  async setMeta(name: string, value: string): Promise<void> {
    this.#meta.set(name, value);
  }

  async close(): Promise<void> {}

  #add(found: readonly FoundUrl[]): AddCounts {
    for (const { key } of found) refuseInvalidKey(key);
    let added = 0;
    let duplicates = 0;
    for (const one of found) {
      const item = this.#byKey.get(one.key);
      if (item === undefined) added++;
      if (item === undefined) this.#append(one);
      else if (meet(item, one)) duplicates++;
    }
    return { added, duplicates };
  }

  #append({ url, key, site, depth, hops, pass, skip }: FoundUrl): void {
    const item: Item = {
      id: this.#items.length + 1,
      key,
      url: url.toWellFormed(),
      pass,
      site,
      state: skip === null ? 'queued' : 'skipped',
      depth,
      hops,
      status: null,
      contentType: null,
      digest: null,
      aliasOf: null,
      aliasBy: null,
      reason: skip,
      spellings: [],
      fetch: null,
      attempts: 0,
      notBefore: null,
      lease: null,
    };
    this.#items.push(item);
    this.#byKey.set(key, item);
    if (!this.#turns.has(site)) this.#turns.set(site, ++this.#lastTurn);
  }

  #apply(item: Item, outcome: Outcome): void {
    switch (outcome.kind) {
      case 'page': {
        const { status, contentType, digest, note } = outcome;
        change(item, { state: 'done', status, contentType, digest, reason: note });
        const isLoop = others(item, outcome).some(({ key }) => !this.#alias(item, key, 'canonical'));
        if (isLoop) item.reason = 'canonical-loop';
        return;
      }
      case 'redirect': {
        const { status, to } = outcome;
        if (to.key === item.key) {
          change(item, { state: 'queued', fetch: to.url.toWellFormed(), hops: to.hops });
          change(item, { status: null, reason: null });
          keepSpelling(item, to.url.toWellFormed(), null);
        } else if (this.#alias(item, to.key, 'redirect')) {
          change(item, { state: 'done', status, reason: null });
        } else {
          change(item, { state: 'failed', status, reason: 'redirect-loop' });
        }
        return;
      }
      case 'retry': {
        const { status, reason, notBefore } = outcome;
        change(item, { state: 'queued', status, reason, notBefore, attempts: item.attempts + 1 });
        return;
      }
      case 'failed':
        change(item, { state: 'failed', status: outcome.status, reason: outcome.reason });
    }
  }

  /** False if following aliases from `key` leads back to the item, or on and on. */
  #alias(item: Item, key: Key, kind: AliasKind): boolean {
    const target = this.#byKey.get(key) ?? null;
    let link = target;
    for (let steps = 0; link !== null; steps++) {
      if (link === item || steps === MAX_ALIAS_CHAIN) return false;
      link = link.aliasOf;
    }
    item.aliasOf = target;
    item.aliasBy = kind;
    return true;
  }

  #in(state: EntryState): Item[] {
    return this.#items.filter((item) => item.state === state);
  }

  #turn(site: string): number {
    return this.#turns.get(site) ?? 0;
  }
}

function change(item: Item, to: Partial<Item>): void {
  Object.assign(item, to);
}

function giveBack(item: Item): void {
  item.state = 'queued';
  item.lease = null;
}

/** A known entry is found once more; returns whether the spelling is a new one. */
function meet(item: Item, { url, depth, hops, pass, skip }: FoundUrl): boolean {
  if (item.state === 'queued' || item.state === 'skipped') {
    if (depth < item.depth || (depth === item.depth && hops < item.hops)) change(item, { depth, hops });
    if (skip === null && item.state === 'skipped') change(item, { state: 'queued', reason: null });
  }
  return keepSpelling(item, url.toWellFormed(), pass ?? item.pass ?? 'unknown');
}

function keepSpelling(item: Item, url: string, pass: string | null): boolean {
  if (url === item.url || item.spellings.some((known) => known.url === url)) return false;
  item.spellings.push({ url, pass });
  return true;
}

/** The URL of another entry that the outcome names, if it names one. */
function others(item: Item, outcome: Outcome): readonly FoundUrl[] {
  const target = outcome.kind === 'page' ? outcome.canonical : outcome.kind === 'redirect' ? outcome.to : null;
  return target === null || target.key === item.key ? [] : [target];
}

function toEntry(item: Item): Entry {
  const { id, key, url, site, state, depth, hops, status, contentType, digest, aliasBy, reason } = item;
  const entry = { id, key, url, site, state, depth, hops, status, contentType, digest, aliasBy, reason };
  return { ...entry, aliasOf: item.aliasOf?.key ?? null, spellings: [...item.spellings] };
}

function tally(names: readonly (string | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) if (name !== null) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
