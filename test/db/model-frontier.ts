import { refuseInvalidKey, refuseStaleKeys } from '../../db/errors.ts';
import {
  asSpelling,
  BY_FIRST,
  type Course,
  type Failure,
  failureFor,
  failureOf,
  faultOf,
  isRedirected,
  isTriedBefore,
  MAX_SPELLINGS,
  type MarkedSpelling,
  nextTry,
  QUEUED,
  TRIED,
  UNWANTED,
} from '../../db/plan/other-spelling.ts';
import { wantsSpellings } from '../../db/plan/outcome.ts';
import type { StoredListing } from '../../db/plan/stored-entry.ts';
import { wellFormed } from '../../db/plan/well-formed.ts';
import { type EntryReason, type SkipReason, UNLINKED } from '../../db/reasons.ts';
import type { PlannedEntry, RekeyChange, RekeyView } from '../../db/rekey/view.ts';
import {
  type AddCounts,
  type AliasKind,
  type Earlier,
  type Entry,
  type EntryExtent,
  type EntryId,
  type EntryState,
  type FoundUrl,
  type Frontier,
  type FrontierStats,
  isEquivalent,
  isLasting,
  isPage,
  isReopened,
  type Lease,
  type LeaseRequest,
  type Listing,
  MAX_ALIAS_CHAIN,
  type Outcome,
  type PageLink,
  type PageLinks,
  type Program,
  type RekeyCounts,
  type RekeyRequest,
  type Remnant,
  type SettleCounts,
  type Settlement,
  type SiteQueue,
  type Spelling,
  type SpellingOutcome,
  type SpellingTries,
  selfEnd,
} from '../../db/store.ts';
import type { Key } from '../../src/canon/key.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import type { Evidence } from '../../src/evidence/evidence.ts';
import { giveWay } from '../../src/give-way.ts';
import { isRedirect, isTemporary, statusIn } from '../../src/status-codes.ts';
import { planRekey } from './claims.ts';

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

interface Item extends Mutable<Omit<Entry, 'aliasOf' | 'foundOn' | 'spellings' | 'listings'>> {
  aliasOf: Item | null;
  readonly foundOn: Item | null;
  spellings: (Spelling & Mutable<MarkedSpelling>)[];
  listings: (Omit<Listing, 'sitemap'> & { readonly sitemap: Item })[];
  /** The links of its document, and the links of a document whose outcome is not known yet. */
  leads: Leads;
  pendingLeads: Leads;
  /** Whether a sitemap is being read again, so that its previous listings are deleted. */
  isRelisted: boolean;
  /** The pass of the first spelling. */
  pass: string | null;
  attempts: number;
  notBefore: number | null;
  lease: { readonly run: string } | null;
}

/** When a site may be asked. */
interface Pace {
  /** The number of its last turn. The site with the lowest number is next. */
  turn: number;
  /** The site's own delay between two leases, in milliseconds. */
  delay: number;
  /** Milliseconds since the epoch. */
  nextAt: number;
}

/** A frontier in plain data: the model that every store is compared with. */
export class ModelFrontier implements Frontier {
  readonly #items: Item[] = [];
  readonly #byKey = new Map<Key, Item>();
  readonly #sites = new Map<string, Pace>();
  readonly #meta = new Map<string, string>();
  readonly #evidence = new Map<string, Evidence>();
  #claims: readonly Claim[] = [];
  #lastTurn = 0;
  #epoch = 0;
  #pages = 0;

  now(): number {
    return Date.now();
  }

  async add(found: readonly FoundUrl[], on: EntryId | null = null, epoch?: number): Promise<AddCounts> {
    refuseStaleKeys(epoch, this.#epoch);
    const source = on === null ? null : (this.#items[on - 1] ?? null);
    if (source !== null && found.some(isListing)) this.#relist(source);
    const counts = this.#add(found.map((one) => [one, source]));
    if (source !== null) source.pendingLeads = joined(source.pendingLeads, this.#leadsAmong(found));
    return counts;
  }

  async lease({
    run,
    total,
    perSite,
    ahead,
    delay,
    now,
    level,
    except,
    ...request
  }: LeaseRequest): Promise<readonly Lease[]> {
    const left = total === null ? request.limit : Math.max(0, total - this.#pages - this.#in('leased').length);
    const limit = Math.min(request.limit, left);
    for (const item of this.#items) {
      if (item.notBefore !== null && item.notBefore <= now) item.notBefore = null;
    }
    const deepest = this.#deepest(level);
    const open = this.#open();
    const isReady = (item: Item): boolean =>
      item.state === 'queued' &&
      item.notBefore === null &&
      item.depth <= deepest &&
      this.#nextAt(item.site) <= now &&
      !except.includes(item.site);
    const queues = Map.groupBy(
      open.filter(isReady).toSorted((a, b) => a.depth - b.depth),
      ({ site }) => site,
    );
    const leased = Map.groupBy(this.#in('leased'), ({ site }) => site);
    const delayOf = (site: string): number => Math.max(delay, this.#sites.get(site)?.delay ?? 0);
    const free = (site: string): number => {
      const held = leased.get(site)?.length ?? 0;
      return delayOf(site) === 0 ? perSite * ahead - held : Math.min(1, perSite - held);
    };
    const most = limit + leased.size;
    const [waiting, ready] = partition([...queues.keys()], (site) => this.#nextAt(site) > 0);
    const due = waiting.toSorted((a, b) => this.#nextAt(a) - this.#nextAt(b) || (a < b ? -1 : 1)).slice(0, most);
    const eligible = level ? [...queues.keys()] : [...ready, ...due];
    const turns = new Map(eligible.map((site) => [site, queues.get(site)?.slice(0, Math.max(0, free(site)))]));

    const leases: Lease[] = [];
    while (leases.length < limit) {
      const sites = [...turns.keys()].filter((site) => turns.get(site)?.length);
      const site = sites.toSorted((a, b) => this.#turn(a) - this.#turn(b)).at(0);
      const item = site === undefined ? undefined : turns.get(site)?.shift();
      if (item === undefined) break;
      item.state = 'leased';
      item.lease = { run };
      const wait = delayOf(item.site);
      Object.assign(this.#site(item), { turn: ++this.#lastTurn, nextAt: wait === 0 ? 0 : now + wait });
      const { id, key, finalUrl, url, depth, hops, attempts, role } = item;
      const isNamed = isNamedItem(item);
      const lease = { id, key, url: finalUrl ?? url, site: item.site, depth, hops, attempts, role, isNamed };
      leases.push({ ...lease, delay: wait, earlier: earlierOf(item) });
    }
    return leases;
  }

  async settle(run: string, settlements: readonly Settlement[], epoch?: number): Promise<SettleCounts> {
    refuseStaleKeys(epoch, this.#epoch);
    const held = new Map<Item, Settlement>();
    for (const settlement of settlements) {
      const item = this.#items[settlement.id - 1];
      if (item?.lease?.run === run && !held.has(item)) held.set(item, settlement);
    }
    for (const [item, { outcome }] of held) if (outcome.kind === 'page' && item.role === 'sitemap') this.#relist(item);
    const links = [...held].flatMap(([item, { outcome, found }]) =>
      [...this.#others(item, outcome), ...found].map((one): Occurrence => [one, item]),
    );
    const counts = this.#add(links);
    const spelled: SpellingOutcome[] = [];
    for (const [item, { outcome, found, at, siteUntil, endsWait }] of held) {
      item.lease = null;
      if (isPage(outcome, item.role)) this.#pages++;
      const others = this.#others(item, outcome);
      const { id, url, firstFailure, aliasOf, aliasBy } = item;
      const { isOther, isStored } = this.#apply(item, outcome);
      if (isOther) spelled.push(standing(item, { id, url, firstFailure }));
      if (isStored) this.#lead(item, outcome, [...others, ...found]);
      const isDetour = outcome.kind === 'page' && aliasBy === 'redirect' && isRedirected({ firstFailure });
      if (isDetour && aliasOf !== null)
        item.leads = joined(item.leads, { to: [], named: [{ id: aliasOf.id, url: null }] });
      if (isStored || item.state !== 'queued') item.fetchedAt = at;
      const site = this.#site(item);
      if (site.nextAt === endsWait) site.nextAt = 0;
      site.nextAt = Math.max(site.nextAt, siteUntil ?? 0);
    }
    return { ...counts, spelled };
  }

  async release(ids?: readonly EntryId[]): Promise<number> {
    const leased = this.#in('leased').filter(({ id }) => ids?.includes(id) ?? true);
    for (const item of leased) giveBack(item);
    return leased.length;
  }

  async reconsider(decide: (entry: Entry) => SkipReason | null | undefined): Promise<number> {
    const asked = this.#in('skipped').filter((item) => !isEquivalent(item));
    const decided = asked.map((item) => ({ item, reason: decide(toEntry(item, 'whole')) }));
    for (const { item, reason } of decided) {
      if (reason === undefined) continue;
      item.reason = reason;
      if (reason === null) fetchByFirst(item);
    }
    return decided.filter(({ reason }) => reason === null).length;
  }

  async skipQueued(isLeft: (site: string) => boolean, reason: SkipReason, limit: number): Promise<number> {
    const skipped = this.#in('queued').filter((item) => isUntried(item) && !isNamedItem(item) && isLeft(item.site));
    for (const item of skipped.slice(0, limit)) change(item, { state: 'skipped', reason });
    return Math.min(skipped.length, limit);
  }

  async pace(site: string, delay: number): Promise<void> {
    const pace = this.#sites.get(site);
    if (pace !== undefined) pace.delay = delay;
  }

  async correctTimes(now: number, longestWait: number): Promise<void> {
    const latest = now + longestWait;
    for (const item of this.#items) {
      if (item.fetchedAt !== null && item.fetchedAt > now) item.fetchedAt = now;
      if (item.notBefore !== null && item.notBefore > latest) item.notBefore = null;
    }
    for (const site of this.#sites.values()) if (site.nextAt > latest) site.nextAt = 0;
  }

  async requeue(before: number): Promise<number> {
    const due = [...this.#in('done'), ...this.#in('failed')].filter(
      ({ fetchedAt }) => fetchedAt !== null && fetchedAt <= before,
    );
    for (const item of due) {
      const isOnceNamed = item.role === 'page' && isNoSitemap(item);
      if (item.firstFailure !== null || isOnceNamed) dropValidators(item);
      if (isOnceNamed && item.listings.length > 0) makeSitemap(item);
      fetchByFirst(item);
      item.attempts = 0;
    }
    return due.length;
  }

  async tryOtherSpellings(limit: number, after: EntryId): Promise<SpellingTries> {
    const ended = this.#items.flatMap((item) => {
      const { id, state, reason, status, location } = item;
      if (id <= after || state === 'queued' || state === 'leased') return [];
      const fault = faultOf(item, { state, reason, status, location });
      const leadsAway = state === 'done' && location !== null && isRedirect(status);
      if ((fault === null && !leadsAway) || !item.spellings.some(({ mark }) => mark === null)) return [];
      return [{ item, course: fault === null ? null : nextTry(item, fault, wanted(item)) }];
    });
    let queued = 0;
    const looked = ended.slice(0, limit);
    for (const { item, course } of looked) {
      const { status } = item;
      if (course === null) markAll(item);
      if (course === null) continue;
      take(item, course);
      queued++;
      change(item, { ...QUEUED, status: item.aliasBy === 'redirect' ? status : null });
    }
    return { queued, last: looked.at(-1)?.item.id ?? null };
  }

  async prune(remnants: readonly Remnant[]): Promise<void> {
    for (const { id, url, dropped, foundNow } of remnants) {
      const item = this.#item(id);
      if (foundNow !== undefined) {
        change(item, { source: foundNow.source, foundOn: foundNow.on === null ? null : this.#item(foundNow.on) });
      }
      item.spellings = item.spellings.filter((known) => url !== null && !dropped.includes(known.url));
      if (url === null) this.#unlink(item);
      else if (url !== item.url) respell(item, url);
      else if (item.finalUrl !== null && dropped.includes(item.finalUrl)) restart(item);
    }
  }

  #unlink(item: Item): void {
    this.#leadNowhere(item);
    if (item.finalUrl !== null) item.hops = 0;
    change(item, { ...WITHOUT_DOCUMENT, state: 'skipped', reason: UNLINKED, ...BY_FIRST, attempts: 0 });
    change(item, { fetchedAt: null, notBefore: null, listings: [] });
  }

  async addEvidence(evidence: readonly Evidence[]): Promise<void> {
    for (const one of evidence.map(wellFormed)) {
      const known = this.#evidence.get(evidenceKey(one));
      if (known === undefined || known.at <= one.at) this.#evidence.set(evidenceKey(one), one);
    }
  }

  async removeEvidence(evidence: readonly Evidence[]): Promise<void> {
    for (const one of evidence.map(wellFormed)) this.#evidence.delete(evidenceKey(one));
  }

  async evidence(): Promise<readonly Evidence[]> {
    return [...this.#evidence.values()].sort((a, b) => a.at - b.at);
  }

  async claims(): Promise<readonly Claim[]> {
    return this.#claims;
  }

  async keyEpoch(): Promise<number> {
    return this.#epoch;
  }

  async rekey(request: RekeyRequest): Promise<RekeyCounts> {
    refuseStaleKeys(request.epoch, this.#epoch);
    const { changes, spellings, listings, found, counts } = planRekey(this.#view(), request);
    for (const { before } of changes) this.#byKey.delete(before.key);
    for (const one of changes) this.#change(one);
    for (const { entry, url } of spellings) {
      const item = this.#item(entry);
      item.spellings = item.spellings.filter((known) => known.url !== url);
    }
    for (const { entry, url } of listings) {
      const item = this.#item(entry);
      item.listings = item.listings.filter((known) => known.url !== url);
    }
    const { added } = this.#add(found.map(([one, on]) => [one, on === null ? null : this.#item(on)]));
    this.#claims = [...request.claims];
    if (request.sites.length > 0) this.#epoch++;
    return { ...counts, split: counts.split + added, epoch: this.#epoch };
  }

  async stats(level = false): Promise<FrontierStats> {
    const spellings = this.#items.flatMap((item) => item.spellings);
    const deepest = this.#deepest(level);
    const queued = this.#in('queued').filter(({ depth }) => depth <= deepest);
    return {
      states: { queued: 0, leased: 0, done: 0, failed: 0, skipped: 0, ...tally(this.#items.map(({ state }) => state)) },
      duplicates: tally(spellings.map(({ pass }) => pass)),
      aliases: { redirect: 0, canonical: 0, equivalence: 0, ...tally(this.#in('done').map(({ aliasBy }) => aliasBy)) },
      skipped: tally(this.#in('skipped').map(({ reason }) => reason)),
      failed: tally(this.#in('failed').map(({ reason }) => reason)),
      sitemaps: this.#in('done').filter(isSitemap).length,
      nextAt: queued.length === 0 ? null : Math.min(...queued.map((item) => item.notBefore ?? this.#nextAt(item.site))),
    };
  }

  async *entries(extent: EntryExtent = 'whole'): AsyncGenerator<Entry> {
    for (const item of this.#items) {
      yield toEntry(item, extent);
      await giveWay();
    }
  }

  async *links(): AsyncGenerator<PageLinks> {
    for (const { id, leads } of this.#items) {
      if (leads.to.length + leads.named.length > 0) yield { from: id, ...leads };
    }
  }

  async entry(key: Key, extent: EntryExtent = 'whole'): Promise<Entry | null> {
    const item = this.#byKey.get(key);
    return item === undefined ? null : toEntry(item, extent);
  }

  async entriesOf(keys: readonly Key[], extent?: EntryExtent): Promise<readonly (Entry | null)[]> {
    return Promise.all(keys.map((key) => this.entry(key, extent)));
  }

  async linkedBy(key: Key): Promise<readonly Key[]> {
    const linked = new Set((this.#byKey.get(key)?.leads.to ?? []).map(({ id }) => id));
    return this.#items.filter(({ id }) => linked.has(id)).map((item) => item.key);
  }

  async spellings(key: Key, limit: number): Promise<readonly string[]> {
    const entry = await this.entry(key);
    return (entry?.spellings ?? []).slice(0, limit).map(({ url }) => url);
  }

  async isShared(): Promise<boolean> {
    return false;
  }

  async programs(): Promise<readonly Program[]> {
    const leases = this.#in('leased').length;
    return [
      { name: 'model', host: '', process: process.pid, since: 0, seen: 0, pages: this.#pages, leases, isSelf: true },
    ];
  }

  async sites(limit: number): Promise<readonly SiteQueue[]> {
    const open = this.#open();
    const queues = [...Map.groupBy(open, ({ site }) => site)].map(([name, items]): SiteQueue => {
      const queued = items.filter(({ state }) => state === 'queued').length;
      const { delay = 0, nextAt = 0 } = this.#sites.get(name) ?? {};
      return { name, queued, leased: items.length - queued, delay, nextAt };
    });
    return queues.toSorted((a, b) => b.queued - a.queued || (a.name < b.name ? -1 : 1)).slice(0, limit);
  }

  async getMeta(name: string): Promise<string | null> {
    return this.#meta.get(name) ?? null;
  }

  async setMeta(name: string, value: string): Promise<void> {
    this.#meta.set(name, value);
  }

  async updateMeta(name: string, update: (before: string | null, isShared: boolean) => string): Promise<string> {
    const value = update(this.#meta.get(name) ?? null, false);
    this.#meta.set(name, value);
    return value;
  }

  async close(): Promise<void> {}

  #add(found: readonly Occurrence[]): AddCounts {
    for (const [{ key }] of found) refuseInvalidKey(key);
    let added = 0;
    let duplicates = 0;
    for (const [one, on] of found) {
      const known = this.#byKey.get(one.key);
      if (known === undefined) added++;
      else if (meet(known, one)) duplicates++;
      list(known ?? this.#append(one, on), one, on);
    }
    return { added, duplicates };
  }

  #append({ url, key, site, depth, hops, pass, skip, source, role }: FoundUrl, on: Item | null): Item {
    const item: Item = {
      id: this.#items.length + 1,
      key,
      url: url.toWellFormed(),
      finalUrl: null,
      firstFailure: null,
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
      location: null,
      reason: skip,
      fetchedAt: null,
      role,
      source,
      foundOn: on,
      details: null,
      spellings: [],
      listings: [],
      leads: NOWHERE,
      pendingLeads: NOWHERE,
      isRelisted: false,
      attempts: 0,
      notBefore: null,
      lease: null,
    };
    this.#items.push(item);
    this.#byKey.set(key, item);
    if (!this.#sites.has(site)) this.#sites.set(site, { turn: ++this.#lastTurn, delay: 0, nextAt: 0 });
    return item;
  }

  #leadsAmong(found: readonly FoundUrl[]): Leads {
    const linksTo = (some: readonly FoundUrl[]): readonly PageLink[] =>
      some.flatMap(({ key, url }) => {
        const target = this.#byKey.get(key);
        if (target === undefined) return [];
        const spelling = url.toWellFormed();
        return [{ id: target.id, url: spelling === target.url ? null : spelling }];
      });
    const [links, others] = partition(found, ({ source }) => source === 'link');
    return { to: linksTo(links), named: linksTo(others) };
  }

  /** Updates the item's links after an outcome. */
  #lead(item: Item, outcome: Outcome, found: readonly FoundUrl[]): void {
    const isRead = outcome.kind === 'page' || (outcome.kind === 'redirect' && item.location !== null);
    if (isRead && outcome.kind === 'redirect') this.#unlist(item);
    if (isRead) item.leads = joined(item.pendingLeads, this.#leadsAmong(found));
    else if (outcome.kind === 'unchanged' || outcome.kind === 'retry') return;
    else if (outcome.kind !== 'redirect' && !isLasting(outcome)) return;
    else this.#leadNowhere(item);
    change(item, { pendingLeads: NOWHERE, isRelisted: false });
  }

  #leadNowhere(item: Item): void {
    this.#unlist(item);
    change(item, { leads: NOWHERE, pendingLeads: NOWHERE });
  }

  #relist(item: Item): void {
    if (!item.isRelisted) this.#unlist(item);
    item.isRelisted = true;
  }

  /** Deletes a sitemap's listings. */
  #unlist(sitemap: Item): void {
    for (const { id } of sitemap.leads.named) {
      const item = this.#item(id);
      item.listings = item.listings.filter((listing) => listing.sitemap !== sitemap);
    }
  }

  #apply(item: Item, outcome: Outcome): Applied {
    switch (outcome.kind) {
      case 'page': {
        const { status, contentType, digest, note, role, details } = outcome;
        const isReadAgain =
          item.role === 'sitemap' && role === 'page' && isNoSitemap(item) && !isNoSitemap({ reason: note });
        change(item, { state: 'done', status, contentType, digest, location: null, reason: note, role, details });
        if (item.aliasBy !== 'equivalence') {
          change(item, { aliasOf: null, aliasBy: null });
          const isLoop = this.#others(item, outcome).some(({ key }) => !this.#alias(item, key, 'canonical'));
          if (isLoop) endLoop(item);
        }
        if (isReadAgain) change(item, { state: 'queued', reason: null, role: 'sitemap', details: null });
        return OWN_END;
      }
      case 'unchanged':
        keep(item);
        return OWN_END;
      case 'redirect':
        return this.#isSelf(item, outcome.to.key) ? this.#redirectWithin(item, outcome) : this.#redirect(item, outcome);
      case 'retry': {
        const { status, reason, notBefore, isSiteAway = false } = outcome;
        change(item, { state: 'queued', notBefore, attempts: item.attempts + (isSiteAway ? 0 : 1) });
        if (item.fetchedAt === null) change(item, { status, reason });
        return OWN_AGAIN;
      }
      case 'failed':
      case 'refused':
        return this.#failed(item, outcome, failureOf(outcome));
    }
  }

  #redirectWithin(item: Item, outcome: Redirect): Applied {
    const { to } = outcome;
    const end = selfEnd(outcome, item.finalUrl ?? item.url);
    if (end !== null) return this.#apply(item, end);
    const target = to.url.toWellFormed();
    if (!isTemporary(outcome.status) && isTriedBefore(target, item, wanted(item)))
      return this.#failed(item, outcome, { state: 'failed', reason: 'redirect-loop', status: outcome.status });
    change(item, { state: 'queued', finalUrl: target, hops: to.hops });
    if (item.fetchedAt === null) change(item, { status: null, reason: null });
    keepSpelling(item, { url: target, pass: null, mark: null });
    for (const spelling of item.spellings) if (spelling.url === target) spelling.mark = TRIED;
    return OWN_AGAIN;
  }

  #redirect(item: Item, outcome: Redirect): Applied {
    const { status, to } = outcome;
    const { firstFailure, digest } = item;
    const location = to.url.toWellFormed();
    const fault = faultOf(item, { state: 'done', reason: null, status, location });
    const course = fault === null ? null : nextTry(item, fault, wanted(item));
    if (fault !== null && firstFailure !== null)
      return course === null ? endAsFirst(item, firstFailure, outcome) : tryNext(item, course);
    this.#openCircle(item, to.key);
    if (!this.#alias(item, to.key, 'redirect'))
      return this.#failed(item, outcome, { state: 'failed', reason: 'redirect-loop', status }, location);
    const { aliasOf, aliasBy } = item;
    change(item, { ...WITHOUT_DOCUMENT, state: 'done', status, location, aliasOf, aliasBy });
    if (fault === null) return OWN_END;
    if (course === null) leaveSpellings(item);
    else {
      take(item, course);
      change(item, { state: 'queued', digest });
    }
    return { isOther: course !== null, isStored: true };
  }

  #failed(item: Item, outcome: Outcome, failure: Failure, location: string | null = null): Applied {
    const { firstFailure } = item;
    const isAsked = wantsSpellings(item, outcome);
    const course = isAsked ? nextTry(item, failure.reason, wanted(item)) : null;
    if (course !== null) return tryNext(item, course);
    if (firstFailure !== null && failure.reason !== 'handler') return endAsFirst(item, firstFailure, outcome);
    if (isAsked) leaveSpellings(item);
    change(item, { ...documentAfter(item, outcome), location, ...failure });
    return OWN_END;
  }

  /** Whether following aliases from `key` leads back to the item or does not end. */
  #isLedBack(item: Item, key: Key): boolean {
    let link = this.#byKey.get(key) ?? null;
    for (let steps = 0; link !== null; steps++) {
      if (link === item || steps === MAX_ALIAS_CHAIN) return true;
      link = nextOf(link);
    }
    return false;
  }

  /** Returns false if it would make a circle of aliases. */
  #alias(item: Item, key: Key, kind: AliasKind): boolean {
    if (this.#isLedBack(item, key)) return false;
    item.aliasOf = this.#byKey.get(key) ?? null;
    item.aliasBy = kind;
    return true;
  }

  /** Opens a circle of aliases by dropping a canonical alias: a redirect is stronger evidence than a declaration. */
  #openCircle(item: Item, key: Key): void {
    let declared: Item | null = null;
    let link = this.#byKey.get(key) ?? null;
    for (let steps = 0; link !== null && steps < MAX_ALIAS_CHAIN; steps++) {
      if (link === item && declared !== null) endLoop(declared);
      if (link === item) return;
      if (link.aliasBy === 'canonical' && link.state === 'done') declared ??= link;
      link = nextOf(link);
    }
  }

  /** The URL of another entry that the outcome names, if any. */
  #others(item: Item, outcome: Outcome): readonly FoundUrl[] {
    const target = outcome.kind === 'page' ? outcome.canonical : outcome.kind === 'redirect' ? outcome.to : null;
    if (target === null || this.#isSelf(item, target.key)) return [];
    return [{ ...target, hasNewCookies: target.hasNewCookies === true && this.#isLedBack(item, target.key) }];
  }

  /** Whether a key is the entry's own or that of an entry equal by a claim. */
  #isSelf(item: Item, key: Key): boolean {
    const named = this.#byKey.get(key);
    return key === item.key || (named?.aliasBy === 'equivalence' && named.aliasOf === item);
  }

  #view(): RekeyView {
    return {
      entriesOf: (sites) => this.#items.filter(({ site }) => sites.includes(site)).map(toPlanned),
      entriesWith: (keys) => keys.flatMap((key) => this.#byKey.get(key) ?? []).map(toPlanned),
      aliases: () =>
        new Map(
          this.#items.flatMap(({ id, aliasOf }): [EntryId, EntryId][] => (aliasOf === null ? [] : [[id, aliasOf.id]])),
        ),
      spellings: (ids) =>
        ids.flatMap((entry) => this.#item(entry).spellings.map((spelling) => ({ ...spelling, entry }))),
      listings: (ids) => ids.flatMap((entry) => this.#item(entry).listings.map((one) => toStoredListing(entry, one))),
    };
  }

  #change({ before, after }: RekeyChange): void {
    const item = this.#item(after.id);
    if (item.finalUrl !== after.finalUrl) dropValidators(item);
    const { key, pass, site, state, reason, finalUrl, firstFailure, aliasOf, aliasBy } = after;
    change(item, { key, pass, site, state, reason, finalUrl, firstFailure, aliasBy });
    item.aliasOf = aliasOf === null ? null : this.#item(aliasOf);
    if (state !== 'leased') item.lease = null;
    if (state !== 'queued') item.notBefore = null;
    this.#byKey.set(key, item);
    if (this.#sites.has(site)) return;
    const { delay, nextAt } = this.#site(before);
    this.#sites.set(site, { turn: ++this.#lastTurn, delay, nextAt });
  }

  #item(id: EntryId): Item {
    const item = this.#items[id - 1];
    if (item === undefined) throw new Error(`entry ${id} does not exist`);
    return item;
  }

  #open(): Item[] {
    return this.#items.filter(({ state }) => state === 'queued' || state === 'leased');
  }

  /** The depth of the lowest open level, if only that counts. */
  #deepest(level: boolean): number {
    return level ? Math.min(...this.#open().map(({ depth }) => depth)) : Number.POSITIVE_INFINITY;
  }

  #in(state: EntryState): Item[] {
    return this.#items.filter((item) => item.state === state);
  }

  #turn(site: string): number {
    return this.#sites.get(site)?.turn ?? 0;
  }

  #nextAt(site: string): number {
    return this.#sites.get(site)?.nextAt ?? 0;
  }

  #site({ site }: Pick<Item, 'site'>): Pace {
    return this.#sites.get(site) ?? { turn: 0, delay: 0, nextAt: 0 };
  }
}

type Redirect = Extract<Outcome, { kind: 'redirect' }>;

/** What an outcome does to an item. */
interface Applied {
  /** Whether the item does not stand as the outcome says. */
  readonly isOther: boolean;
  /** Whether the answer, or the end that it leads to, is stored. */
  readonly isStored: boolean;
}

const OWN_END: Applied = { isOther: false, isStored: true };
const OWN_AGAIN: Applied = { isOther: false, isStored: false };

/** A URL and the entry it was found on; null for a URL from outside. */
type Occurrence = readonly [found: FoundUrl, on: Item | null];

/** The links of a page. */
type Leads = Pick<PageLinks, 'to' | 'named'>;

const NOWHERE: Leads = { to: [], named: [] };

function joined(first: Leads, second: Leads): Leads {
  return { to: [...first.to, ...second.to], named: [...first.named, ...second.named] };
}

function isListing({ source }: FoundUrl): boolean {
  return source === 'sitemap';
}

/** Makes another spelling the first one, and queues it. */
function respell(item: Item, url: string): void {
  const known = item.spellings.find((spelling) => spelling.url === url);
  item.spellings = item.spellings.filter((spelling) => spelling !== known);
  change(item, { url, pass: known?.pass ?? null });
  restart(item);
}

/** Queues an item with its first spelling. */
function restart(item: Item): void {
  dropValidators(item);
  fetchByFirst(item);
  change(item, { attempts: 0, notBefore: null });
}

/** Queues an item, and forgets which of its spellings were tried. */
function fetchByFirst(item: Item): void {
  if (item.finalUrl !== null) item.hops = 0;
  change(item, { ...BY_FIRST, state: 'queued' });
  for (const spelling of item.spellings) if (spelling.mark === TRIED) spelling.mark = null;
}

/** Decides by which spelling an item is fetched, and marks what was tried. */
function take(item: Item, course: Course): void {
  const { finalUrl } = course;
  if (finalUrl === null) markAll(item);
  else for (const spelling of item.spellings) if (spelling.url === finalUrl) spelling.mark = TRIED;
  dropValidators(item);
  change(item, { ...course, attempts: 0 });
  if (finalUrl !== null) item.hops = 0;
}

function markAll({ spellings }: Item): void {
  for (const spelling of spellings) spelling.mark ??= TRIED;
}

/** Fetches an item by another spelling. */
function tryNext(item: Item, course: Course): Applied {
  take(item, course);
  item.state = 'queued';
  if (item.fetchedAt === null) change(item, { status: null, reason: null });
  return { isOther: true, isStored: false };
}

/** Ends an item as its first URL did, which is stored if it redirected. */
function endAsFirst(item: Item, firstFailure: EntryReason, outcome: Outcome): Applied {
  take(item, BY_FIRST);
  if (isRedirected({ firstFailure })) keep(item, statusIn(firstFailure));
  else change(item, { ...documentAfter(item, outcome), ...failureFor(firstFailure) });
  return { isOther: true, isStored: item.state === 'failed' };
}

/** What is left of the document of an item that fails. It is only kept for the next fetch. */
function documentAfter(item: Item, outcome: Outcome): Partial<Item> {
  if ((outcome.kind !== 'failed' && outcome.kind !== 'refused') || isLasting(outcome)) return WITHOUT_DOCUMENT;
  const { status, reason, contentType, digest, details, aliasBy } = item;
  const isNoted = status !== null && status < 400 && reason !== null;
  return { ...WITHOUT_DOCUMENT, contentType, digest, details: aliasBy === null && !isNoted ? details : null };
}

/** Keeps what an item declared, unless it leads back to the item now. */
function keep(item: Item, status: number | null = null): void {
  const { aliasBy, location, digest } = item;
  change(item, { state: 'done', digest: aliasBy === 'redirect' ? null : digest });
  // It failed since it was read.
  if (item.status === null || item.status >= 400) change(item, { status: 200, reason: null });
  if (aliasBy === 'equivalence' || !isCircle(item)) return;
  if (aliasBy === 'canonical') endLoop(item);
  else change(item, { ...WITHOUT_DOCUMENT, location, state: 'failed', reason: 'redirect-loop', status });
}

/** Lets an item stand for itself whose canonical URLs lead back to it. */
function endLoop(item: Item): void {
  const notes = [item.reason, 'canonical-loop'].filter((note) => note !== null);
  // Only notes are joined.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  change(item, { aliasOf: null, aliasBy: null, reason: notes.join(' ') as EntryReason });
}

function isCircle(item: Item): boolean {
  let link = item.aliasOf;
  for (let steps = 0; link !== null; steps++) {
    if (link === item || steps === MAX_ALIAS_CHAIN) return true;
    link = nextOf(link);
  }
  return false;
}

/** What an item is an alias of. What it declared does not count while it is asked again. */
function nextOf({ state, aliasOf, aliasBy }: Item): Item | null {
  return (state === 'queued' || state === 'leased') && aliasBy !== 'equivalence' ? null : aliasOf;
}

/** An item ends, and the spellings that are left need not be tried. */
function leaveSpellings(item: Item): void {
  if (wanted(item).some(({ mark }) => mark === null)) take(item, BY_FIRST);
}

function standing(
  { state, reason, status }: Item,
  { id, url, firstFailure }: Pick<Item, 'id' | 'url' | 'firstFailure'>,
): SpellingOutcome {
  if (state === 'queued' || state === 'leased') return { ...QUEUED, id, url };
  return state === 'done'
    ? { id, url, state, reason: null, status: statusIn(firstFailure ?? '') }
    : { id, url, state, reason, status };
}

/** Whether the last outcome is a failure or refusal. */
function isHidden({ state, status, reason }: Item): boolean {
  const hasFailed = status === null ? reason !== null : status >= 400;
  return hasFailed || state === 'failed' || state === 'skipped';
}

function wanted(item: Item): readonly MarkedSpelling[] {
  return item.spellings.filter(({ mark }) => mark !== UNWANTED).slice(0, MAX_SPELLINGS);
}

/** Forgets the validators of a page, which are those of another URL than the one to fetch. */
function dropValidators(item: Item): void {
  const details = item.details === null ? null : { ...item.details, etag: null, lastModified: null };
  change(item, { details });
}

/** The fields of an entry after a fetch that returned no document. */
const WITHOUT_DOCUMENT: Partial<Item> = {
  status: null,
  reason: null,
  contentType: null,
  digest: null,
  aliasOf: null,
  aliasBy: null,
  location: null,
  details: null,
};

function change(item: Item, to: Partial<Item>): void {
  Object.assign(item, to);
}

function isNamedItem({ role, source, listings }: Item): boolean {
  return role === 'sitemap' || source === 'seed' || listings.length > 0;
}

function isUntried({ notBefore, attempts, fetchedAt, firstFailure }: Item): boolean {
  return notBefore === null && attempts === 0 && fetchedAt === null && firstFailure === null;
}

function giveBack(item: Item): void {
  item.state = 'queued';
  item.lease = null;
}

/** Updates a known entry that was found again. Returns whether the spelling is new. */
function meet(item: Item, { url, depth, hops, pass, skip, role, source, hasNewCookies = false }: FoundUrl): boolean {
  if (hasNewCookies && skip === null && item.state === 'done' && item.aliasBy === 'redirect')
    change(item, { state: 'queued', hops });
  else if (item.state === 'queued' || item.state === 'skipped') {
    if (depth < item.depth) dropValidators(item);
    if (depth < item.depth || (depth === item.depth && hops < item.hops)) change(item, { depth, hops });
    if (skip === null && isReopened(item)) change(item, { state: 'queued', reason: null });
    else if (item.state === 'skipped' && item.reason === UNLINKED) item.reason = skip;
    if (role === 'sitemap') makeSitemap(item);
  } else if (item.state === 'leased' && role === 'sitemap' && source === 'robots' && isNoSitemap(item))
    makeSitemap(item);
  const mark = skip === null ? null : UNWANTED;
  return keepSpelling(item, { url: url.toWellFormed(), pass: pass ?? item.pass ?? 'unknown', mark });
}

function isNoSitemap({ reason }: Pick<Item, 'reason'>): boolean {
  return reason?.includes('not-a-sitemap') === true;
}

/** A page is read again, now as a sitemap. */
function makeSitemap(item: Item): void {
  if (item.role === 'page') dropValidators(item);
  change(item, { role: 'sitemap' });
}

function keepSpelling(item: Item, spelling: Item['spellings'][number]): boolean {
  const known = item.spellings.find(({ url }) => url === spelling.url);
  if (known?.mark === UNWANTED) known.mark = spelling.mark;
  if (known !== undefined || spelling.url === item.url) return false;
  item.spellings.push(spelling);
  return true;
}

/** Stores what a sitemap says about the entry. */
function list({ listings }: Item, { source, url, lastmod }: FoundUrl, on: Item | null): void {
  if (source !== 'sitemap' || on === null) return;
  const listing = { sitemap: on, url: url.toWellFormed(), lastmod };
  if (!listings.some((known) => known.sitemap === on && known.url === listing.url)) listings.push(listing);
}

function earlierOf({ fetchedAt, status, digest, details, firstFailure }: Item): Earlier | null {
  if (fetchedAt === null || (firstFailure !== null && digest === null)) return null;
  return { status, etag: details?.etag ?? null, lastModified: details?.lastModified ?? null, digest };
}

/** Whether the entry is a sitemap itself, not an alias of one. */
function isSitemap({ role, aliasBy }: Item): boolean {
  return role === 'sitemap' && (aliasBy === null || aliasBy === 'canonical');
}

function toPlanned(item: Item): PlannedEntry {
  const { aliasOf, foundOn, details } = item;
  return { ...item, aliasOf: aliasOf?.id ?? null, foundOn: foundOn?.id ?? null, hasPage: details === null ? 0 : 1 };
}

function toStoredListing(entry: EntryId, { sitemap, url, lastmod }: Item['listings'][number]): StoredListing {
  return { entry, sitemap: sitemap.id, url, lastmod };
}

function toEntry(item: Item, extent: EntryExtent): Entry {
  const { pass: _pass, attempts: _attempts, notBefore: _notBefore, lease: _lease, ...kept } = item;
  const { leads: _leads, pendingLeads: _pendingLeads, isRelisted: _isRelisted, ...entry } = kept;
  return {
    ...entry,
    ...(isHidden(item) && { contentType: null, digest: null, details: null }),
    aliasOf: item.aliasOf?.key ?? null,
    foundOn: item.foundOn?.key ?? null,
    spellings: extent === 'bare' ? [] : item.spellings.map(asSpelling),
    listings: extent === 'bare' ? [] : item.listings.map((one) => ({ ...one, sitemap: one.sitemap.key })).sort(byPlace),
  };
}

function partition<T>(items: readonly T[], is: (item: T) => boolean): [yes: T[], no: T[]] {
  return [items.filter(is), items.filter((item) => !is(item))];
}

function byPlace(a: Listing, b: Listing): number {
  const [first, second] = a.sitemap === b.sitemap ? [a.url, b.url] : [a.sitemap, b.sitemap];
  return first < second ? -1 : 1;
}

function tally(names: readonly (string | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) if (name !== null) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** The identity of a piece of evidence: a newer one with the same identity replaces it. */
function evidenceKey({ kind, host, about, path, url, page, source }: Evidence): string {
  return JSON.stringify([kind, host, about ?? '', path, url ?? '', page ?? '', source === 'user']);
}
