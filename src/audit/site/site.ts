import { compile } from '../../canon/canonicalizer.ts';
import type { Key } from '../../canon/key.ts';
import type { CanonOptions } from '../../canon/options.ts';
import type { Claim } from '../../evidence/claim.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import type { Fact } from '../../facts/facts.ts';
import { eachInSteps, runGivingWay } from '../../give-way.ts';
import { type OptionNames, refuseUnknownOptions } from '../../known-options.ts';
import { isoTime } from '../../text/moment.ts';
import { orNull } from '../../url/error.ts';
import type { AuditEntry, PageLinks } from './entry.ts';
import { Inlinks } from './inlinks.ts';
import { EntryKeeper, type KeptEntry } from './kept-entry.ts';
import { landing } from './landing.ts';
import { type Lookup, OwnEntries } from './own-entries.ts';
import { type AuditPage, type AuditRecord, type KeyMaker, pageOf, readRecord, withoutFragment } from './page.ts';

/** The data of a crawl that an audit reads. */
export interface AuditSources {
  /** All entries, in order of discovery. */
  readonly entries: AsyncIterable<AuditEntry>;
  /** The links of all pages. */
  readonly links: AsyncIterable<PageLinks>;
  /** The options that made the crawl's keys. */
  readonly canon: CanonOptions;
  /**
   * Fetches pages for the audit that the crawl did not fetch, such as canonical URLs that its pages name. Called after
   * `entries` is read, with these entries.
   */
  readonly targets?: (crawled: readonly EntryWithRecord[]) => AsyncIterable<AuditEntry>;
  /** The robots.txt rule that disallows a URL; null if it is allowed or unknown. Everything is allowed by default. */
  readonly robotsRule?: (url: string) => RobotsRule | null;
  /** The `Sitemap` lines of the robots.txt files that the crawl read. Called after `entries` is read. None by default. */
  readonly sitemapLines?: () => readonly SitemapLine[];
  /**
   * Responses to a path that cannot exist, by `AuditEntry.site`, or by site and folder: `example.com/shop/`. Used after
   * `targets` is read.
   */
  readonly missingPages?: ReadonlyMap<string, MissingPage>;
  /** The ledger's claims, for findings to cite. */
  readonly claims?: readonly Claim[];
  /** The ledger's evidence for the claims. */
  readonly evidence?: readonly Evidence[];
}

/** An entry of the crawl, fetched or not, and what its page says. */
export interface EntryWithRecord {
  /** The entry as the audit keeps it. */
  readonly entry: KeptEntry;
  /** The stored record of its page; null if there is none. */
  readonly record: AuditRecord | null;
}

/** All sources of `AuditSite.read`. */
export const AUDIT_SOURCES: OptionNames<AuditSources> = {
  entries: true,
  links: true,
  canon: true,
  targets: true,
  robotsRule: true,
  sitemapLines: true,
  missingPages: true,
  claims: true,
  evidence: true,
};

/** A rule of a robots.txt that disallows a URL. */
export interface RobotsRule {
  /** The URL of the robots.txt. */
  readonly url: string;
  /** The rule as written. */
  readonly rule: string;
  /** Its line, from 1. */
  readonly line: number;
}

/** A `Sitemap` line of a robots.txt. */
export interface SitemapLine {
  /** The URL of the robots.txt. */
  readonly robots: string;
  /** Its number, from 1. */
  readonly line: number;
  /** The URL as written. */
  readonly url: string;
  /** Whether it is an absolute http(s) URL. Search engines may ignore other lines; a crawl also reads a path alone. */
  readonly isFull: boolean;
}

/** A site's response to a path that cannot exist. */
export interface MissingPage {
  /** The requested URL. */
  readonly url: string;
  /** HTTP status. */
  readonly status: number;
  /** Fingerprint of the text; null if the response is not a page with text. */
  readonly text: string | null;
  /** Sketch of the text, for `similarity`; null if the response is not a page with text. */
  readonly sketch: string | null;
}

/** The end of an entry's redirects. */
export interface RedirectEnd {
  /** The last entry; null for redirects that do not end. */
  readonly page: AuditPage | null;
  /** All entries from the first to the last, both included. */
  readonly chain: readonly AuditPage[];
  /** The URL of each entry of the chain, as the redirect that leads to it names it. */
  readonly urls: readonly string[];
  /** The last of these URLs. */
  readonly url: string;
}

/** The URL that a redirect leads to: another one of the target's, or where that one redirects to within the key. */
export function locationOf({ entry: { location } }: AuditPage, target: AuditPage): string {
  return withoutFragment(landing(location, target.entry));
}

/** How many redirects in a row to follow. */
const MAX_HOPS = 100;

/** What `AuditSite.read` has read. */
interface Read {
  readonly pages: readonly AuditPage[];
  readonly keys: KeyMaker;
  readonly own: OwnEntries;
  readonly undirected: KeyMaker;
  /** The index of each key in `pages`. */
  readonly indexes: ReadonlyMap<Key, number>;
  /** The record of each page, in the order of `pages`. */
  readonly records: readonly (AuditRecord | null)[];
  /** The indexes of the pages that were fetched for the audit only. */
  readonly beyond: ReadonlySet<number>;
  readonly inlinks: Inlinks;
  readonly crawled: TimeSpan | null;
  readonly duplicates: ReadonlyMap<string, number>;
}

/** When responses arrived, ISO 8601. */
export interface TimeSpan {
  /** The oldest response. */
  readonly from: string;
  /** The newest response. */
  readonly to: string;
}

/** A crawl as rules see it: all entries, their redirects and the links between them. */
export class AuditSite {
  /** All entries, in order of discovery, then the pages fetched for the audit. */
  readonly pages: readonly AuditPage[];
  /** When responses arrived; null if there are none, or if the entries do not say when. */
  readonly crawled: TimeSpan | null;
  /** Makes keys as the crawl did, but a URL with an entry of its own has the key of that entry. */
  readonly keys: KeyMaker;
  /** Responses to a path that cannot exist, by `AuditEntry.site`, or by site and folder: `example.com/shop/`. */
  readonly missingPages: ReadonlyMap<string, MissingPage>;
  /** The options that made the crawl's keys. */
  readonly canon: CanonOptions;
  /** The ledger's claims. */
  readonly claims: readonly Claim[];
  /** The ledger's evidence for the claims. */
  readonly evidence: readonly Evidence[];
  readonly #read: Read;
  readonly #robotsRule: (url: string) => RobotsRule | null;
  readonly #sitemapLines: () => readonly SitemapLine[];

  private constructor(read: Read, sources: AuditSources) {
    this.pages = read.pages;
    this.keys = read.keys;
    this.crawled = read.crawled;
    this.missingPages = sources.missingPages ?? new Map();
    this.canon = sources.canon;
    this.claims = sources.claims ?? [];
    this.evidence = sources.evidence ?? [];
    this.#read = read;
    this.#robotsRule = sources.robotsRule ?? (() => null);
    this.#sitemapLines = sources.sitemapLines ?? (() => []);
  }

  /**
   * Reads a crawl into memory.
   *
   * @throws {UnknownOptionError} if an option does not exist
   * @throws whatever the sources throw
   */
  static async read(sources: AuditSources): Promise<AuditSite> {
    refuseUnknownOptions(sources, AUDIT_SOURCES, 'of AuditSite.read');
    return new AuditSite(await readPages(sources), sources);
  }

  /** The entry with a key; null if there is none. */
  page(key: Key): AuditPage | null {
    return this.#read.pages[this.#read.indexes.get(key) ?? -1] ?? null;
  }

  /** The entry of a URL; null if there is none or the URL is invalid. */
  pageAt(url: string): AuditPage | null {
    const key = this.keys.key(url);
    return key === null ? null : this.page(key);
  }

  /**
   * A key that does not depend on the form of URLs that the crawl's facts prefer: with or without www, for example. A crawl
   * learns that form from the URLs that it fetches first.
   */
  undirected(key: Key): Key {
    return (this.canon.facts?.length ?? 0) === 0 ? key : (this.#read.undirected.key(key) ?? key);
  }

  /** Whether only facts make two URLs one page: without facts, they have different keys. */
  areMerged(one: string, other: string): boolean {
    return (this.canon.facts?.length ?? 0) > 0 && this.#read.own.areMerged(one, other);
  }

  /** Whether a page was fetched for the audit only, because the crawl did not fetch it. */
  isBeyondCrawl({ index }: AuditPage): boolean {
    return this.#read.beyond.has(index);
  }

  /**
   * The page's stored record: its title, canonical links, robots directives and so on; null if there is none.
   *
   * @param page one of the site
   */
  record({ index }: AuditPage): AuditRecord | null {
    return this.#read.records[index] ?? null;
  }

  /** Follows an entry's redirects. Ends at the entry itself if it does not redirect. */
  end(start: AuditPage): RedirectEnd {
    const chain: AuditPage[] = [];
    const urls: string[] = [];
    const endAt = (page: AuditPage | null): RedirectEnd => ({ page, chain, urls, url: urls.at(-1) ?? start.url });
    for (let page: AuditPage | null = start; page !== null && chain.length <= MAX_HOPS; ) {
      if (chain.includes(page)) return endAt(null);
      const from = chain.at(-1);
      urls.push(from === undefined ? page.url : locationOf(from, page));
      chain.push(page);
      const { aliasBy, aliasOf, reason } = page.entry;
      if (reason === 'redirect-loop' || reason === 'too-many-redirects') return endAt(null);
      if (aliasBy !== 'redirect' || aliasOf === null) return endAt(page);
      page = this.page(aliasOf);
    }
    return endAt(null);
  }

  /** How many other pages link to a page. A page counts once, however many links it has. */
  inlinks({ index }: AuditPage): number {
    return this.#read.inlinks.count(index);
  }

  /** The first pages that link to a page, at most 3. */
  referrers({ index }: AuditPage): readonly AuditPage[] {
    return this.#read.inlinks.referrers(index).flatMap((source) => this.pages[source] ?? []);
  }

  /** How many links use each spelling of a page's URL. */
  linkedSpellings({ index, entry }: AuditPage): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [url, count] of this.#read.inlinks.spellings(index)) {
      const spelling = url ?? entry.url;
      counts.set(spelling, (counts.get(spelling) ?? 0) + count);
    }
    return counts;
  }

  /**
   * How many duplicate URLs the crawl avoided, by the pass that each is attributed to: as the crawl counts them, those
   * included that it had fetched before it learned that they are duplicates.
   */
  get duplicates(): ReadonlyMap<string, number> {
    return this.#read.duplicates;
  }

  /** The robots.txt rule that disallows a URL; null if it is allowed or unknown. */
  robotsRule(url: string): RobotsRule | null {
    return this.#robotsRule(url);
  }

  /** The `Sitemap` lines of the robots.txt files that the crawl read. */
  get sitemapLines(): readonly SitemapLine[] {
    return this.#sitemapLines();
  }
}

async function readPages({ entries, targets, links, canon, claims = [] }: AuditSources): Promise<Read> {
  const kept: KeptEntry[] = [];
  const indexes = new Map<Key, number>();
  // An array takes a third of a map: entries have small numbers, in order of discovery.
  const byId: number[] = [];
  const records: (AuditRecord | null)[] = [];
  const keeper = new EntryKeeper();
  const duplicates = new Map<string, number>();
  const add = (entry: KeptEntry, record: AuditRecord | null): number => {
    const known = indexes.get(entry.key);
    const index = known ?? kept.length;
    if (known === undefined) indexes.set(entry.key, index);
    kept[index] = entry;
    records[index] = record;
    return index;
  };
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for await (const entry of entries) {
    const { fetchedAt = null, spellings } = entry;
    for (const { pass } of spellings) if (pass !== null) duplicates.set(pass, (duplicates.get(pass) ?? 0) + 1);
    if (fetchedAt !== null) [from, to] = [Math.min(from, fetchedAt), Math.max(to, fetchedAt)];
    byId[entry.id] = add(keeper.keep(entry), readRecord(entry));
  }
  const today = keyMaker(canon);
  const lookup: Lookup = {
    byId: (id) => kept[byId[id] ?? -1],
    byKey: (key) => kept[indexes.get(key) ?? -1],
  };
  const areAllConfirmed = claims.every(({ verdict }) => verdict === 'confirmed');
  const own = new OwnEntries(kept, today.key, keyMaker({ ...canon, facts: [] }).key, areAllConfirmed ? null : lookup);
  own.settle(kept);
  const beyond = new Set<number>();
  const withRecord = (entry: KeptEntry, index: number): EntryWithRecord => ({ entry, record: records[index] ?? null });
  for await (const entry of targets?.(kept.map(withRecord)) ?? []) {
    const known = kept[indexes.get(entry.key) ?? -1];
    // The crawl's own response takes precedence.
    if (known !== undefined && known.status !== null) continue;
    const fetched = keeper.keep(entry);
    beyond.add(add(known === undefined ? fetched : { ...known, ...outcomeOf(fetched) }, readRecord(entry)));
  }
  const inlinks = new Inlinks(kept.length);
  for await (const page of links) inlinks.add(own.resolve(page), byId);
  const keys = keysWithOwn(own, today);
  const pages: AuditPage[] = [];
  const addPage = (entry: KeptEntry): void => {
    const index = pages.length;
    pages.push(pageOf({ index, entry, record: records[index] ?? null, isLinked: inlinks.count(index) > 0 }, keys));
  };
  await runGivingWay(eachInSteps(kept, addPage));
  const crawled = from <= to ? { from: isoTime(from), to: isoTime(to) } : null;
  const undirected = keyMaker({ ...canon, facts: canon.facts?.map(undirectedFact) ?? [] });
  return { pages, keys, own, undirected, indexes, records, beyond, inlinks, crawled, duplicates };
}

/** Apart from `readPages`: a function made there would keep its lists in memory. */
function keysWithOwn(own: OwnEntries, keys: KeyMaker): KeyMaker {
  return { ...keys, key: (url) => own.at(url)?.key ?? keys.key(url) };
}

/** The fields of an entry that its fetch sets. */
function outcomeOf(entry: KeptEntry): Partial<KeptEntry> {
  const { finalUrl, firstFailure, state, status, contentType, aliasOf, aliasBy, location, reason, details } = entry;
  return { finalUrl, firstFailure, state, status, contentType, aliasOf, aliasBy, location, reason, details };
}

/** The fact that says the same of which URLs are one page, with the form that does not depend on the crawl. */
function undirectedFact(fact: Fact): Fact {
  if (fact.kind === 'slash' || fact.kind === 'www') return { ...fact, value: 'remove' };
  return fact.kind === 'scheme' ? { ...fact, value: 'https' } : fact;
}

/** Makes keys under a crawl's options. */
export function keyMaker(canon: CanonOptions): KeyMaker {
  const own = compile(canon);
  const preserving = compile({ profile: 'preserving' });
  return {
    key: (url) => orNull(own.key(url)),
    preserving: (url) => orNull(preserving.canonicalize(url)),
  };
}
