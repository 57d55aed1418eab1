import { hash } from 'node:crypto';
import { faultOf, MAX_FETCHED } from '../../db/plan/other-spelling.ts';
import { type Entry, type Frontier, isEquivalent, isToFetch } from '../../db/store.ts';
import type { Canonicalizer } from '../../src/canon/canonicalizer.ts';
import type { Key } from '../../src/canon/key.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import { ClaimIndex } from '../../src/evidence/claim-evidence.ts';
import { defaultOf, mergedDifferences } from '../../src/evidence/difference.ts';
import { ENOUGH_ALIKE } from '../../src/evidence/thresholds.ts';
import { isOfHost, isOfQuery, placeOf } from '../../src/facts/site-part.ts';
import { giveWay, isStretchOver } from '../../src/give-way.ts';
import { UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import type { ParsedUrl } from '../../src/url/parsed-url.ts';
import { paramName, paramNames, splitParams } from '../../src/url/query.ts';
import { siteOf } from '../discovery.ts';
import { fetchStateOf, urlOf } from '../evidence/pages.ts';

/** Merged URLs that get keys of their own until they are fetched and compared. */
export interface MergeSample {
  /**
   * The keys without claims of the URLs chosen now, and of those chosen earlier and still queued. Also that of a page, if a
   * chosen URL takes its present key.
   */
  readonly keys: ReadonlySet<Key>;
  /** The keys that the rekey looks at: of each URL that moves, its own and that of its page. Empty if nothing changes. */
  readonly affected: ReadonlySet<Key>;
  /** The sites of the entries with these keys. */
  readonly sites: ReadonlySet<string>;
}

/** The claims of a frontier, and what makes keys under them. */
interface Keying {
  readonly claims: readonly Claim[];
  /** Makes keys without claims. */
  readonly own: Canonicalizer;
  /** Makes keys under the claims. */
  readonly canonicalizer: Canonicalizer;
}

/** The most URLs that are chosen for a claim. */
const MAX_SAMPLE = 30;
/** How many traits of URLs are told apart, because a site may invent any number of parameter names. */
const MAX_TRAITS = 16;
/** How many entries are read with one call. */
const AT_ONCE = 1000;

/**
 * Chooses some of the URLs that confirmed claims keep from being fetched, to compare them with their pages. If a claim merged
 * n URLs, it chooses about √n of them, from as many folders as possible, with the page at the top of the claim's part of the
 * site. For a claim about a host, it includes a URL of each section, of up to {@link MAX_SAMPLE}. If a fetched URL led to no
 * page, but URLs that were merged with it may, it also chooses a few of those. The same URLs always give the same choice.
 * Claims of the user are not checked. Nothing is chosen while other entries are queued.
 *
 * @param mayFetch whether URLs are chosen, or only those that were fetched get the keys of their pages again
 * @param signal stops the work; then nothing changes
 */
export async function mergeSample(
  frontier: Pick<Frontier, 'entries' | 'entriesOf'>,
  { claims, own, canonicalizer: claimed }: Keying,
  mayFetch: boolean,
  signal: AbortSignal,
): Promise<MergeSample> {
  const index = new ClaimIndex(claims.filter(({ verdict }) => verdict === 'confirmed'));
  const [keys, affected, sites] = [new Set<Key>(), new Set<Key>(), new Set<string>()];
  if (index.isEmpty) return NOTHING;
  const samples = new Samples();
  /** Entries that were fetched under their own keys, to be compared. */
  const fetchedApart: { readonly key: Key; readonly claimedKey: Key; readonly site: string }[] = [];
  /** Entries that were not fetched, and the keys of their pages. */
  const skipped: { readonly key: Key; readonly pageKey: Key }[] = [];
  const others = new OtherUrls();
  /** The claims by which two URLs are one page, except those of the user. */
  const learnedBetween = (url: string, page: string): readonly Claim[] => {
    const key = claimed.key(page);
    return key instanceof UrlError
      ? []
      : claimsBetween(url, page, key, index).filter(({ source }) => source !== 'user');
  };
  const findWithoutPage = async (): Promise<void> => {
    for await (const [one, page] of withEntries(skipped.splice(0), ({ pageKey }) => pageKey, frontier)) {
      if (page === null || !isOtherWorthATry(page)) continue;
      if (learnedBetween(one.key, one.pageKey).length > 0) others.add(one);
    }
  };
  let isQueued = false;
  /** @param page the URL that stands for it, and the key of its entry */
  const add = (url: string, page: { readonly url: string; readonly key: Key }, isFetched: boolean): void => {
    const key = own.key(url);
    if (key instanceof UrlError || key === page.url) return;
    const between = learnedBetween(key, page.url);
    if (between.length === 0) return;
    const parsed = parseUrl(key);
    for (const claim of between) {
      const merged = { key, pageKey: page.key, isFetched };
      samples.of(claim, key, between.length > 1).add(merged, traitsOf(parsed, claim), isOfItsTop(parsed, claim));
    }
  };
  for await (const entry of frontier.entries()) {
    if (signal.aborted) return NOTHING;
    const { key, url, site, aliasOf, aliasBy, spellings } = entry;
    const isOpen = isToFetch(entry);
    const isWithoutPage = entry.state === 'failed' || (aliasBy === 'redirect' && !isOpen);
    const claimedKey = key.startsWith('http') ? claimed.key(url) : key;
    if (aliasOf !== null && aliasBy === 'equivalence') {
      add(url, { url: aliasOf, key: aliasOf }, !isEquivalent(entry));
      isQueued ||= isOpen;
      if (mayFetch && !isQueued && isEquivalent(entry)) skipped.push({ key, pageKey: aliasOf });
      if (skipped.length === AT_ONCE) await findWithoutPage();
      if (isWithoutPage) others.noteFetched(aliasOf);
    } else if (claimedKey === key || claimedKey instanceof UrlError) isQueued ||= isOpen;
    else {
      add(url, { url: claimedKey, key: claimedKey }, !isOpen);
      if (isOpen) keys.add(key);
      else if (aliasOf === null) fetchedApart.push({ key, claimedKey, site });
      if (isWithoutPage) others.noteFetched(claimedKey);
    }
    if (spellings.length === 0 || !isComparable(entry)) continue;
    const fetchedKey = own.key(urlOf(entry));
    if (fetchedKey instanceof UrlError) continue;
    const page = { url: fetchedKey, key };
    for (const spelling of spellings) {
      if (isStretchOver()) await giveWay();
      if (spelling.pass !== null && spelling.isUnfollowed !== true) add(spelling.url, page, false);
    }
  }
  await findWithoutPage();
  const [sampled, tried] = mayFetch && !isQueued ? [samples.chosen(), others.chosen()] : [[], []];
  const isTried = new Set(tried.map(({ key }) => key));
  const wanted = [...sampled, ...tried].filter(({ isFetched }) => !isFetched);
  for await (const [{ key, pageKey }, page] of withEntries(wanted, (one) => one.pageKey, frontier)) {
    if (keys.has(key)) continue;
    if (page === null || !(isComparable(page) || isTried.has(key))) continue;
    const fetchedKey = own.key(urlOf(page));
    // The page may have been fetched by the same URL, after a redirect.
    if (fetchedKey instanceof UrlError || fetchedKey === key) continue;
    // By the claims, this key is also that of the page: unless the page keeps its own one, both would be merged again.
    const ownKey = own.key(page.url);
    if (claimed.key(page.url) === key && !(ownKey instanceof UrlError)) keys.add(ownKey);
    keys.add(key);
    affected.add(key).add(pageKey);
    sites.add(page.site).add(siteOf(parseUrl(key)));
  }
  for await (const [{ key, claimedKey, site }, owner] of withEntries(fetchedApart, (one) => one.claimedKey, frontier)) {
    if (keys.has(claimedKey) || (owner !== null && owner.aliasOf === null && isToFetch(owner))) {
      // The URL with the claimed key is fetched first, and compared with this one.
      keys.add(key).add(claimedKey);
      continue;
    }
    affected.add(key).add(claimedKey);
    sites.add(site);
  }
  return { keys, affected, sites };
}

/** Yields each item with the entry of its key; null if there is none. */
async function* withEntries<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
  frontier: Pick<Frontier, 'entriesOf'>,
): AsyncGenerator<readonly [Item, Entry | null]> {
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const part = items.slice(at, at + AT_ONCE);
    const entries = await frontier.entriesOf(part.map(keyOf), 'bare');
    for (const [place, item] of part.entries()) {
      if (isStretchOver()) await giveWay();
      yield [item, entries[place] ?? null];
    }
  }
}

/** Whether an entry shows what a URL that was merged with it can be compared with: a page, or that it moved for good. */
function isComparable(entry: Entry): boolean {
  const isMoved = entry.state === 'done' && entry.aliasBy === 'redirect' && !isOtherWorthATry(entry);
  return isMoved || fetchStateOf(entry) === 'page';
}

/** Whether an entry led to no page, and another URL of it may lead to one. */
function isOtherWorthATry(entry: Entry): boolean {
  const { state } = entry;
  return state !== 'queued' && state !== 'leased' && faultOf(entry, { ...entry, state }) !== null;
}

const NOTHING: MergeSample = { keys: new Set(), affected: new Set(), sites: new Set() };

/** The claims by which two URLs have the same key. */
function claimsBetween(url: string, page: string, key: Key, index: ClaimIndex): readonly Claim[] {
  return mergedDifferences(url, page, key).flatMap(
    (found) => index.at(found, found.path) ?? index.at(defaultOf(found) ?? found, found.path) ?? [],
  );
}

/** Whether the path of a URL is the part of a site that a claim is about: `/blog`, if all below `/blog/` has one form. */
function isOfItsTop(url: ParsedUrl | UrlError, { kind, path }: Claim): boolean {
  return !isOfHost(kind) && !isOfQuery(kind) && !(url instanceof UrlError) && placeOf(kind, url.path) === path;
}

/**
 * The traits of a URL, with their values: its folder at each level, the names of its parameters, and each parameter. URLs
 * with the same value may be answered by the same program on the server.
 */
function traitsOf(url: ParsedUrl | UrlError, { kind }: Claim): ReadonlyMap<string, string> {
  if (url instanceof UrlError) return new Map();
  const { path, query } = url;
  const segments = (isOfHost(kind) ? path : placeOf(kind, path)).split(/(?<=\/)/);
  const folders = segments
    .slice(1, -1)
    .slice(0, MAX_TRAITS)
    .map((_, level) => segments.slice(0, level + 2).join(''));
  const params = splitParams(query ?? '')
    .toSorted()
    .slice(0, MAX_TRAITS);
  return new Map([
    ...folders.map((folder, level) => [folderTrait(level), folder] as const),
    ['names', paramNames(query).join('&')],
    ...params.map((param) => [`parameter ${paramName(param)}`, param] as const),
  ]);
}

function folderTrait(level: number): string {
  return `folder ${level}`;
}

/** The trait that is the section of the site. */
const SECTION = folderTrait(0);

interface MergedUrl {
  readonly key: Key;
  readonly pageKey: Key;
  readonly isFetched: boolean;
}

/** The URLs that claims merged. */
class Samples {
  readonly #byClaim = new Map<Claim, { readonly alone: Sample; readonly lacking: Sample; readonly together: Sample }>();

  /**
   * The sample that a URL belongs to. A page may change where a parameter is missing, although its values change nothing.
   * URLs without the parameter are few, so they have a sample of their own. So have those that the claim merged together
   * with others: each claim may hold alone.
   */
  of(claim: Claim, url: Key, isTogether: boolean): Sample {
    const known = this.#byClaim.get(claim) ?? { alone: new Sample(), lacking: new Sample(), together: new Sample() };
    this.#byClaim.set(claim, known);
    if (isTogether) return known.together;
    return claim.kind === 'param' && !hasParam(url, claim.about) ? known.lacking : known.alone;
  }

  chosen(): readonly MergedUrl[] {
    return [...this.#byClaim].flatMap(([claim, { alone, lacking, together }]) => {
      const isOfAllSections = isOfHost(claim.kind);
      return [
        ...alone.chosen(missingPairs(claim), isOfAllSections),
        ...lacking.chosen(0, false),
        ...together.chosen(0, isOfAllSections),
      ];
    });
  }
}

/**
 * How many more pairs must be compared for a claim. A server treats paths by rules, and a parameter by its values: of those,
 * a few equal pages show too little.
 */
function missingPairs({ kind, source, samples }: Claim): number {
  return kind === 'param' && source === 'content' ? ENOUGH_ALIKE - samples : 0;
}

function hasParam(url: Key, name: string | null): boolean {
  const [, query = ''] = url.split(/\?(.*)/s);
  return query.split('&').some((param) => paramName(param) === name);
}

/** URLs that were merged with one that led to no page. Of each such page, only a few URLs are fetched, as of one key. */
class OtherUrls {
  readonly #keys = new Map<Key, Key[]>();
  readonly #fetched = new Map<Key, number>();

  add({ key, pageKey }: Pick<MergedUrl, 'key' | 'pageKey'>): void {
    const keys = this.#keys.get(pageKey) ?? [];
    if (keys.length < MAX_FETCHED) this.#keys.set(pageKey, [...keys, key]);
  }

  /** Notes that one of them was fetched, and failed or redirects too. */
  noteFetched(pageKey: Key): void {
    this.#fetched.set(pageKey, (this.#fetched.get(pageKey) ?? 0) + 1);
  }

  chosen(): readonly MergedUrl[] {
    return [...this.#keys].flatMap(([pageKey, keys]) => {
      const left = Math.max(0, MAX_FETCHED - 1 - (this.#fetched.get(pageKey) ?? 0));
      return keys.slice(0, left).map((key) => ({ key, pageKey, isFetched: false }));
    });
  }
}

/**
 * URLs to choose from. URLs that break a rule often share a folder or a parameter value. So the choice takes one URL for
 * each value of each trait, beginning with the trait that has the fewest values.
 */
class Sample {
  /** Their keys, up to the number from which more do not make the sample larger. A URL may be added several times. */
  readonly #keys = new Set<Key>();
  /** Those whose keys have the smallest digests: a choice that looks random and is always the same. */
  readonly #firsts = new FirstOfGroups();
  /** Those that were fetched, up to the number that is enough. */
  readonly #fetched = new Set<Key>();
  /** For each trait, one URL for each of its values: the one with the smallest digest. */
  readonly #groups = new Map<string, FirstOfGroups>();

  /** @param traits the value of each trait */
  add(url: MergedUrl, traits: ReadonlyMap<string, string>, isAlwaysChosen: boolean): void {
    if (this.#keys.size < MAX_SAMPLE ** 2) this.#keys.add(url.key);
    if (url.isFetched && this.#fetched.size < ENOUGH_ALIKE) this.#fetched.add(url.key);
    // A digest is hexadecimal, so that all that begin with "not " come after a URL that is always chosen.
    const digest = (isAlwaysChosen ? '' : 'not ') + hash('sha256', url.key);
    this.#firsts.add({ ...url, digest, group: url.key });
    for (const [trait, group] of traits) {
      const groups = this.#groups.get(trait) ?? new FirstOfGroups();
      this.#groups.set(trait, groups);
      groups.add({ ...url, digest, group });
      // Of too many traits, those first in the alphabet stay, so that the order of the URLs does not matter.
      if (this.#groups.size > MAX_TRAITS) this.#groups.delete([...this.#groups.keys()].toSorted().at(-1) ?? '');
    }
  }

  /**
   * @param minUnfetched how many URLs that were not fetched are chosen at the least, up to {@link ENOUGH_ALIKE} with the fetched
   * @param isOfAllSections whether a URL of each section is chosen, up to {@link MAX_SAMPLE}
   */
  chosen(minUnfetched: number, isOfAllSections: boolean): readonly MergedUrl[] {
    const all = this.#firsts.urls;
    const sections = isOfAllSections ? (this.#groups.get(SECTION)?.urls ?? []) : [];
    const groups = [...this.#groups]
      .toSorted(([name, a], [other, b]) => a.urls.length - b.urls.length || (name < other ? -1 : 1))
      .flatMap(([, { urls }]) => urls);
    const inOrder = new Map([...sections, ...all.slice(0, 1), ...groups, ...all].map((url) => [url.key, url]));
    const enough = Math.max(Math.sqrt(this.#keys.size), sections.length);
    const chosen: MergedUrl[] = [];
    // Fetched URLs may be no evidence, so the claim may miss as many pairs each time. Without this limit, each check would fetch more.
    let left = Math.min(minUnfetched, ENOUGH_ALIKE - this.#fetched.size);
    for (const url of inOrder.values()) {
      if (left <= 0 && chosen.length >= enough) break;
      chosen.push(url);
      if (!url.isFetched) left--;
    }
    return chosen;
  }
}

/** A URL of a group. */
interface RankedUrl extends MergedUrl {
  readonly group: string;
  readonly digest: string;
}

/** For each group, the URL with the smallest digest: sorted by digest, for at most `MAX_SAMPLE` groups. */
class FirstOfGroups {
  readonly urls: RankedUrl[] = [];

  add(url: RankedUrl): void {
    const last = this.urls.at(-1);
    if (last !== undefined && this.urls.length === MAX_SAMPLE && url.digest > last.digest) return;
    const place = this.urls.findIndex(({ group }) => group === url.group);
    const [known] = place === -1 ? [] : this.urls.splice(place, 1);
    // A URL that was added as a spelling may also be an entry that was fetched.
    const isKnownBetter =
      known !== undefined && (known.digest < url.digest || (known.key === url.key && known.isFetched));
    const kept = isKnownBetter ? known : url;
    const at = this.urls.findIndex(({ digest }) => digest > kept.digest);
    this.urls.splice(at === -1 ? this.urls.length : at, 0, kept);
    this.urls.splice(MAX_SAMPLE);
  }
}
