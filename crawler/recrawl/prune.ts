import { UNLINKED, type UrlSource } from '../../db/reasons.ts';
import {
  type Entry,
  type EntryId,
  type FoundUrl,
  type Frontier,
  type HowFound,
  type Remnant,
  type Spelling,
} from '../../db/store.ts';
import { sitemapUrl } from '../../src/audit/site/named-sitemaps.ts';
import type { Key } from '../../src/canon/key.ts';
import type { Circumstances, Discovery } from '../discovery.ts';
import { keptRobots, sentOrigin } from '../robots/kept-rule.ts';

/**
 * The starting points of a crawl, which stay whether or not a page leads to them: seeds, named sitemaps, and the
 * sitemaps in the last copy of each robots.txt, whichever session read it.
 */
export interface Roots {
  /** Seeds and named sitemaps. */
  readonly found: readonly FoundUrl[];
  readonly discovery: Discovery;
  /** Whether the keys that the discovery makes depend on claims. */
  readonly isClaimed: boolean;
}

/** How a sitemap is found in robots.txt. */
export const IN_ROBOTS: Circumstances = { depth: 0, source: 'robots', role: 'sitemap' };

/** How many remnants one call to the store takes. */
const BATCH = 1000;
/** How many whole entries one call to the store reads. */
const READ_AT_ONCE = 200;

/** The result of pruning. */
export interface Pruned {
  /** Entries that nothing leads to any more. */
  readonly unlinked: number;
  /** Entries that were queued because their URL changed. */
  readonly queued: number;
}

/**
 * Drops entries and spellings that nothing leads to from the roots any more, according to the last answers of all
 * pages. Call this when nothing is queued. Memory grows with the number of links.
 */
export async function prune(frontier: Frontier, roots: Roots): Promise<Pruned> {
  const trail = await Trail.follow(frontier, roots);
  let [unlinked, queued] = [0, 0];
  let batch: Remnant[] = [];
  for await (const entry of frontier.entries()) {
    const remnant = remnantOf(entry, trail);
    if (remnant === null) continue;
    if (remnant.url === null) unlinked++;
    else if (remnant.url !== entry.url || (entry.finalUrl !== null && remnant.dropped.includes(entry.finalUrl)))
      queued++;
    batch.push(remnant);
    if (batch.length < BATCH) continue;
    await frontier.prune(batch);
    batch = [];
  }
  await frontier.prune(batch);
  return { unlinked, queued };
}

/** What remains of an entry; null if nothing changes. */
function remnantOf(entry: Entry, trail: Trail): Remnant | null {
  const { id, state, reason } = entry;
  if (!trail.reached.has(id)) return state === 'skipped' && reason === UNLINKED ? null : { id, url: null, dropped: [] };
  const foundNow = trail.foundNow.get(id);
  const urls = urlsOf(entry, trail);
  const isSame = urls.url === entry.url && urls.dropped.length === 0 && foundNow === undefined;
  return isSame ? null : { id, ...urls, ...(foundNow !== undefined && { foundNow }) };
}

/** The URL to fetch an entry by, and the spellings that nothing uses any more. */
function urlsOf(entry: Entry, trail: Trail): { readonly url: string; readonly dropped: readonly string[] } {
  const { id, url, spellings } = entry;
  const found = trail.urls.get(id) ?? NO_URLS;
  const isFirstFound = trail.byFirst.has(id) || found.has(url);
  const dropped = spellings.filter((one) => !found.has(one.url) && !isTargetWithin(one, entry)).map((one) => one.url);
  // It takes no URL that is the first of another entry, which fetches that itself. If no URL is left, as for an entry from a
  // sitemap, or only those of links that are not followed, it keeps its first URL.
  const unfollowed = new Set(spellings.flatMap((one) => (one.isUnfollowed === true ? [one.url] : [])));
  const known = spellings.map((one) => one.url).filter((one) => found.has(one));
  const other = [...known, ...found].find((one) => !unfollowed.has(one) && !trail.isFirstOfAnother(one, id));
  return { url: isFirstFound ? url : (other ?? url), dropped };
}

/** Whether a redirect within the entry leads to a spelling, which no link needs to use. */
function isTargetWithin({ url, pass }: Spelling, { finalUrl, firstFailure }: Entry): boolean {
  return url === finalUrl && (firstFailure === null || pass === null);
}

const NO_URLS: ReadonlySet<string> = new Set();

/** The entries reachable from the roots by links, redirects, canonical URLs, sitemaps and claims. An alias leads to its target. */
class Trail {
  readonly reached: Set<EntryId>;
  /** Entries found by their first spelling. */
  readonly byFirst = new Set<EntryId>();
  /** The other URLs by which each entry is found. */
  readonly urls = new Map<EntryId, Set<string>>();
  /** How entries are found now whose `foundOn` does not lead to them any more. */
  readonly foundNow = new Map<EntryId, HowFound>();
  readonly #entries: Entries;
  readonly #discovery: Discovery;

  private constructor(entries: Entries, discovery: Discovery) {
    this.reached = new Set(entries.starts.keys());
    this.#entries = entries;
    this.#discovery = discovery;
  }

  static async follow(frontier: Frontier, roots: Roots): Promise<Trail> {
    const entries = await readEntries(frontier, roots);
    const { ids, aliases, equivalents } = entries;
    const trail = new Trail(entries, roots.discovery);
    const leads = new Map<EntryId, Targets>();
    for await (const { from, to, named } of frontier.links()) {
      const linked = to.flatMap(({ id, url }) => trail.#targetsOf(id, url));
      const others = named.flatMap(({ id, url }) => trail.#targetsOf(id, url));
      leads.set(from, { all: Uint32Array.from([...linked, ...others]), links: linked.length });
    }
    // Entries added during the loop are followed too.
    for (const id of trail.reached) {
      for (const target of leads.get(id)?.all ?? []) trail.reached.add(target);
      const target = aliases.get(id);
      if (target !== undefined) trail.reached.add(target);
    }
    trail.#renewHowFound(leads);
    await trail.#readUrls(frontier);
    for (const { key, url } of entries.roots) trail.#find(ids.get(key), url);
    for (const [id, { of, url }] of equivalents) if (trail.reached.has(id)) trail.#findAlike(id, of, url);
    return trail;
  }

  /** Whether a URL is the first of an entry other than this one. */
  isFirstOfAnother(url: string, id: EntryId): boolean {
    return (entryAt(url, this.#entries) ?? id) !== id;
  }

  /**
   * Finds the entries that what they were found on still leads to, from the roots on, then ways to the others. So the ways
   * never form a circle.
   */
  #renewHowFound(leads: ReadonlyMap<EntryId, Targets>): void {
    const { starts, foundOn, notLinked } = this.#entries;
    const found = new Set(starts.keys());
    const isStillLed = new Set<EntryId>();
    for (const id of found) {
      for (const [target, source] of this.#leadsOf(id, leads)) {
        if (foundOn.get(target) !== id || (source === 'link') === notLinked.has(target)) continue;
        isStillLed.add(target);
        found.add(target);
      }
    }
    for (const [id, source] of starts) {
      if (foundOn.has(id) && !isStillLed.has(id)) this.foundNow.set(id, { on: null, source });
    }
    const named: EntryId[] = [];
    this.#followLinks([...found], { found, named, leads });
    // What else a page names, such as its versions in other languages, may be named in several ways. So how it was found stays,
    // if nothing else leads to it. In a circle of links, it stays for one entry.
    for (const awaited of [this.#targetsWithSource(leads), NONE]) {
      for (const id of named) {
        if (found.has(id) || awaited.has(id)) continue;
        found.add(id);
        this.#followLinks([id], { found, named, leads });
      }
    }
  }

  /** What reached entries lead to by links, redirects, canonical URLs and sitemaps. */
  #targetsWithSource(leads: ReadonlyMap<EntryId, Targets>): ReadonlySet<EntryId> {
    const targets = new Set<EntryId>();
    for (const id of this.reached) {
      for (const [target, source] of this.#leadsOf(id, leads)) if (source !== undefined) targets.add(target);
    }
    return targets;
  }

  /** What an entry leads to, each with the source that it is for it; undefined if that is not known. */
  *#leadsOf(
    id: EntryId,
    leads: ReadonlyMap<EntryId, Targets>,
  ): Generator<readonly [target: EntryId, source: UrlSource | undefined]> {
    const { sources, aliases, equivalents } = this.#entries;
    const { all = NOTHING, links = 0 } = leads.get(id) ?? {};
    // An alias that is neither a redirect nor one by a claim declares a canonical URL.
    const canonical = equivalents.has(id) ? undefined : aliases.get(id);
    const source = sources.get(id);
    for (const [place, target] of all.entries()) {
      yield [target, place < links ? 'link' : (source ?? (target === canonical ? 'canonical' : undefined))];
    }
  }

  /** Records the source of each entry that is found from these. Adds targets without a known source to `named`. */
  #followLinks(
    from: EntryId[],
    { found, named, leads }: { found: Set<EntryId>; named: EntryId[]; leads: ReadonlyMap<EntryId, Targets> },
  ): void {
    const { equivalents } = this.#entries;
    for (const id of from) {
      for (const [target, source] of this.#leadsOf(id, leads)) {
        if (source === undefined) named.push(target);
        if (source === undefined || found.has(target)) continue;
        this.foundNow.set(target, { on: id, source });
        found.add(target);
        from.push(target);
      }
      const equivalent = equivalents.get(id);
      if (equivalent !== undefined) named.push(equivalent.of);
    }
  }

  async #readUrls(frontier: Frontier): Promise<void> {
    for await (const { from, to, named } of frontier.links()) {
      if (!this.reached.has(from)) continue;
      for (const { id, url } of [...to, ...named]) this.#find(id, url);
    }
  }

  /** @param url null for the first spelling */
  #find(named: EntryId | undefined, url: string | null): void {
    if (named === undefined) return;
    if (url === null) this.byFirst.add(named);
    else for (const id of this.#targetsOf(named, url)) this.urls.set(id, (this.urls.get(id) ?? new Set()).add(url));
  }

  /**
   * The entries that a link leads to: the one that has its URL among its spellings, and the one that has it as its first
   * spelling. Claims may have changed since the page was read, so that neither need be the entry that the link names.
   *
   * @param url null for the first spelling of the entry that the link names
   */
  #targetsOf(named: EntryId, url: string | null): readonly EntryId[] {
    if (url === null) return [named];
    const entries = this.#entries.entriesBySpelling.get(url);
    const owner = entries?.includes(named) === true ? named : (entries?.[0] ?? this.#entryOfKey(url) ?? named);
    const first = entryAt(url, this.#entries);
    return first === undefined || first === owner ? [owner] : [owner, first];
  }

  /** The entry of the key that a URL has now. */
  #entryOfKey(url: string): EntryId | undefined {
    const key = this.#discovery.keyOf(url);
    return key === null ? undefined : this.#entries.ids.get(key);
  }

  /** Whatever leads to an alias by a claim also leads to its representative. */
  #findAlike(id: EntryId, of: EntryId, url: string): void {
    if (this.byFirst.has(id)) this.#find(of, url);
    for (const one of this.urls.get(id) ?? []) this.#find(of, one);
  }
}

const NONE: ReadonlySet<EntryId> = new Set();
const NOTHING = new Uint32Array();

/** What a page leads to. */
interface Targets {
  /** The targets of its hyperlinks, then the others. */
  readonly all: Uint32Array;
  /** How many of these are targets of hyperlinks. */
  readonly links: number;
}

interface Equivalent {
  readonly url: string;
  /** The representative of the entry. */
  readonly of: EntryId;
}

interface Entries {
  readonly ids: ReadonlyMap<string, EntryId>;
  /** Entries by their first spelling, if that is not the key. */
  readonly spelled: ReadonlyMap<string, EntryId>;
  readonly equivalents: ReadonlyMap<EntryId, Equivalent>;
  /**
   * For each URL, the entries that have it among their spellings: only entries that claims merge.
   * Those whose keys the claims give come first.
   */
  readonly entriesBySpelling: ReadonlyMap<string, readonly EntryId[]>;
  /** What each alias is an alias of. */
  readonly aliases: ReadonlyMap<EntryId, EntryId>;
  /** With the keys that they have now. */
  readonly roots: readonly FoundUrl[];
  /** The entries of the roots, with how these are found. */
  readonly starts: ReadonlyMap<EntryId, UrlSource>;
  /** What each entry was found on. */
  readonly foundOn: ReadonlyMap<EntryId, EntryId>;
  /** Entries that were found in another way than by a link. */
  readonly notLinked: ReadonlySet<EntryId>;
  /** How redirects and sitemaps find other entries. */
  readonly sources: ReadonlyMap<EntryId, UrlSource>;
}

/** The entry that has a URL as its first spelling or its key. */
function entryAt(url: string, { ids, spelled }: Pick<Entries, 'ids' | 'spelled'>): EntryId | undefined {
  return spelled.get(url) ?? ids.get(url);
}

async function readEntries(frontier: Frontier, { found, discovery, isClaimed }: Roots): Promise<Entries> {
  const starts = new Map<EntryId, UrlSource>();
  const sources = new Map<EntryId, UrlSource>();
  const foundOn = new Map<EntryId, EntryId>();
  const notLinked = new Set<EntryId>();
  // Few entries come before what they were found on.
  const foundLater = new Map<EntryId, Key>();
  const hosts = new Set<string>();
  const ids = new Map<string, EntryId>();
  const spelled = new Map<string, EntryId>();
  const targets = new Map<EntryId, Key>();
  const equivalentUrls = new Map<EntryId, string>();
  const claimedKeys = new Set<Key>();
  const replacedKeys: Key[] = [];
  for await (const entry of frontier.entries('bare')) {
    const { id, key, url, finalUrl, fetchedAt, aliasOf, aliasBy, role, source, foundOn: place } = entry;
    ids.set(key, id);
    if (url !== key) spelled.set(url, id);
    const claimed = isClaimed ? discovery.keyOf(url) : key;
    if (claimed !== null && claimed !== key) {
      claimedKeys.add(claimed);
      replacedKeys.push(key);
    }
    // Other hosts were not asked for their robots.txt.
    if (fetchedAt !== null) for (const one of [url, finalUrl ?? url]) hosts.add(beforePath(one));
    if (source !== 'link') notLinked.add(id);
    const on = place === null ? undefined : ids.get(place);
    if (on !== undefined) foundOn.set(id, on);
    else if (place !== null) foundLater.set(id, place);
    if (aliasBy === 'redirect') sources.set(id, aliasBy);
    else if (role === 'sitemap') sources.set(id, role);
    if (aliasOf !== null) targets.set(id, aliasOf);
    if (aliasOf !== null && aliasBy === 'equivalence') equivalentUrls.set(id, url);
  }
  const aliases = new Map<EntryId, EntryId>();
  const equivalents = new Map<EntryId, Equivalent>();
  for (const [id, key] of targets) {
    const of = ids.get(key);
    if (of === undefined) continue;
    aliases.set(id, of);
    const url = equivalentUrls.get(id);
    if (url !== undefined) equivalents.set(id, { url, of });
  }
  const origins = [...hosts].flatMap((host) => sentOrigin(host) ?? []);
  const listed = (await keptRobots(frontier, origins)).sitemapLines.flatMap((line) => sitemapUrl(line) ?? []);
  const roots = [...found.map((one) => discovery.again(one)), ...listed.map((url) => discovery.found(url, IN_ROBOTS))];
  for (const { key, url, source } of roots) {
    for (const id of [ids.get(key), entryAt(url, { ids, spelled })])
      if (id !== undefined && !starts.has(id)) starts.set(id, source);
  }
  for (const [id, key] of foundLater) {
    const on = ids.get(key);
    if (on !== undefined) foundOn.set(id, on);
  }
  const entriesBySpelling = await readSpellings(frontier, [...claimedKeys, ...replacedKeys]);
  return { ids, spelled, equivalents, entriesBySpelling, aliases, roots, starts, foundOn, notLinked, sources };
}

/** The part of a URL that its robots.txt depends on. */
function beforePath(url: string): string {
  return /^[^/]*\/\/[^/?#]*/.exec(url)?.[0] ?? '';
}

/** Maps each spelling of the entries with these keys to the entries that have it. */
async function readSpellings(
  frontier: Pick<Frontier, 'entriesOf'>,
  keys: readonly Key[],
): Promise<ReadonlyMap<string, readonly EntryId[]>> {
  const entries = new Map<string, EntryId[]>();
  for (let at = 0; at < keys.length; at += READ_AT_ONCE) {
    for (const entry of await frontier.entriesOf(keys.slice(at, at + READ_AT_ONCE))) {
      if (entry === null) continue;
      for (const { url } of entry.spellings) entries.set(url, [...(entries.get(url) ?? []), entry.id]);
    }
  }
  return entries;
}
