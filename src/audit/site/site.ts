import { compile } from '../../canon/canonicalizer.ts';
import type { Key } from '../../canon/key.ts';
import type { CanonOptions } from '../../canon/options.ts';
import type { Claim } from '../../evidence/claim.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { type OptionNames, refuseUnknownOptions } from '../../known-options.ts';
import { UrlError } from '../../url/error.ts';
import type { AuditEntry, PageLinks } from './entry.ts';
import { type AuditPage, type AuditRecord, type KeyMaker, pageOf, readRecord } from './page.ts';

/** The data of a crawl that an audit reads. */
export interface AuditSources {
  /** All entries, in order of discovery. */
  readonly entries: AsyncIterable<AuditEntry>;
  /** The links of all pages. */
  readonly links: AsyncIterable<PageLinks>;
  /** The options that made the crawl's keys. */
  readonly canon: CanonOptions;
  /** Pages that the crawl's pages name and that were fetched for the audit only. */
  readonly targets?: AsyncIterable<AuditEntry>;
  /** The robots.txt rule that disallows a URL; null if it is allowed or unknown. Everything is allowed by default. */
  readonly robotsRule?: (url: string) => RobotsRule | null;
  /** Responses to a path that cannot exist, by `AuditEntry.site`. */
  readonly missingPages?: ReadonlyMap<string, MissingPage>;
  /** The ledger's claims, for findings to cite. */
  readonly claims?: readonly Claim[];
  /** The ledger's evidence for the claims. */
  readonly evidence?: readonly Evidence[];
}

const SOURCES: OptionNames<AuditSources> = {
  entries: true,
  links: true,
  canon: true,
  targets: true,
  robotsRule: true,
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
  /** The last entry; null for a redirect loop. */
  readonly page: AuditPage | null;
  /** All entries from the first to the last, both included. */
  readonly chain: readonly AuditPage[];
}

/** How many redirects in a row to follow. */
const MAX_HOPS = 100;
/** How many linking pages to keep for a page. */
const MAX_REFERRERS = 3;

interface Inlinks {
  count: number;
  readonly referrers: AuditPage[];
  /** How many links use each spelling; null stands for the entry's `url`. */
  readonly spellings: Map<string | null, number>;
}

/** A crawl as rules see it: all entries, their redirects and the links between them. */
export class AuditSite {
  /** All entries, in order of discovery, then the pages fetched for the audit. */
  readonly pages: readonly AuditPage[];
  /** Makes keys as the crawl did. */
  readonly keys: KeyMaker;
  /** Responses to a path that cannot exist, by `AuditEntry.site`. */
  readonly missingPages: ReadonlyMap<string, MissingPage>;
  /** The options that made the crawl's keys. */
  readonly canon: CanonOptions;
  /** The ledger's claims. */
  readonly claims: readonly Claim[];
  /** The ledger's evidence for the claims. */
  readonly evidence: readonly Evidence[];
  readonly #beyond: ReadonlySet<AuditPage>;
  readonly #byKey: ReadonlyMap<Key, AuditPage>;
  readonly #inlinks: ReadonlyMap<AuditPage, Inlinks>;
  readonly #robotsRule: (url: string) => RobotsRule | null;

  private constructor(
    pages: readonly AuditPage[],
    beyond: ReadonlySet<AuditPage>,
    inlinks: ReadonlyMap<AuditPage, Inlinks>,
    keys: KeyMaker,
    sources: AuditSources,
  ) {
    this.pages = pages;
    this.#beyond = beyond;
    this.keys = keys;
    this.missingPages = sources.missingPages ?? new Map();
    this.canon = sources.canon;
    this.claims = sources.claims ?? [];
    this.evidence = sources.evidence ?? [];
    this.#byKey = new Map(pages.map((page) => [page.key, page]));
    this.#inlinks = inlinks;
    this.#robotsRule = sources.robotsRule ?? (() => null);
  }

  /**
   * Reads a crawl into memory.
   *
   * @throws {UnknownOptionError} if an option does not exist
   * @throws whatever the sources throw
   */
  static async read(sources: AuditSources): Promise<AuditSite> {
    refuseUnknownOptions(sources, SOURCES, 'of AuditSite.read');
    const keys = keyMaker(sources.canon);
    const pages = new Map<Key, AuditPage>();
    const byId = new Map<number, AuditPage>();
    for await (const entry of sources.entries) {
      const page = pageOf(entry, keys, readRecord(entry));
      pages.set(page.key, page);
      byId.set(entry.id, page);
    }
    const beyond = new Set<AuditPage>();
    for await (const entry of sources.targets ?? []) {
      const known = pages.get(entry.key)?.entry;
      // The crawl's own response takes precedence.
      if (known !== undefined && known.status !== null) continue;
      const page = pageOf(known === undefined ? entry : { ...known, ...outcomeOf(entry) }, keys, readRecord(entry));
      pages.set(entry.key, page);
      beyond.add(page);
    }
    return new AuditSite([...pages.values()], beyond, await countLinks(sources.links, byId, pages), keys, sources);
  }

  /** The entry with a key; null if there is none. */
  page(key: Key): AuditPage | null {
    return this.#byKey.get(key) ?? null;
  }

  /** The entry of a URL; null if there is none or the URL is invalid. */
  pageAt(url: string): AuditPage | null {
    const key = this.keys.key(url);
    return key === null ? null : this.page(key);
  }

  /** Whether a page was fetched for the audit only, because the crawl did not fetch it. */
  isBeyondCrawl(page: AuditPage): boolean {
    return this.#beyond.has(page);
  }

  /**
   * The page's stored record: its title, canonical links, robots directives and so on; null if there is none.
   *
   * @param page one of the site
   */
  record({ entry }: AuditPage): AuditRecord | null {
    return readRecord(entry);
  }

  /** Follows an entry's redirects. Ends at the entry itself if it does not redirect. */
  end(start: AuditPage): RedirectEnd {
    const chain: AuditPage[] = [];
    const seen = new Set<AuditPage>();
    for (let page: AuditPage | null = start; page !== null && chain.length <= MAX_HOPS; ) {
      if (seen.has(page)) return { page: null, chain };
      seen.add(page);
      chain.push(page);
      const { aliasBy, aliasOf, reason } = page.entry;
      if (reason === 'redirect-loop') return { page: null, chain };
      if (aliasBy !== 'redirect' || aliasOf === null) return { page, chain };
      page = this.page(aliasOf);
    }
    return { page: null, chain };
  }

  /** How many other pages link to a page. A page counts once, however many links it has. */
  inlinks(page: AuditPage): number {
    return this.#inlinks.get(page)?.count ?? 0;
  }

  /** The first pages that link to a page, at most 3. */
  referrers(page: AuditPage): readonly AuditPage[] {
    return this.#inlinks.get(page)?.referrers ?? [];
  }

  /** How many links use each spelling of a page's URL. */
  linkedSpellings(page: AuditPage): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [url, count] of this.#inlinks.get(page)?.spellings ?? []) {
      const spelling = url ?? page.entry.url;
      counts.set(spelling, (counts.get(spelling) ?? 0) + count);
    }
    return counts;
  }

  /** The robots.txt rule that disallows a URL; null if it is allowed or unknown. */
  robotsRule(url: string): RobotsRule | null {
    return this.#robotsRule(url);
  }
}

/** The fields of an entry that its fetch sets. */
function outcomeOf(entry: AuditEntry): Partial<AuditEntry> {
  const { finalUrl, state, status, contentType, aliasOf, aliasBy, reason, details } = entry;
  return { finalUrl, state, status, contentType, aliasOf, aliasBy, reason, details };
}

async function countLinks(
  links: AsyncIterable<PageLinks>,
  byId: ReadonlyMap<number, AuditPage>,
  kept: ReadonlyMap<Key, AuditPage>,
): Promise<ReadonlyMap<AuditPage, Inlinks>> {
  const inlinks = new Map<AuditPage, Inlinks>();
  for await (const { from, to } of links) {
    const source = byId.get(from);
    const counted = new Set<AuditPage>();
    for (const { id, url } of to) {
      const crawled = byId.get(id);
      const target = crawled === undefined ? undefined : kept.get(crawled.key);
      if (target === undefined || source === undefined || id === from) continue;
      const known: Inlinks = inlinks.get(target) ?? { count: 0, referrers: [], spellings: new Map() };
      inlinks.set(target, known);
      known.spellings.set(url, (known.spellings.get(url) ?? 0) + 1);
      if (counted.has(target)) continue;
      counted.add(target);
      known.count++;
      if (known.referrers.length < MAX_REFERRERS) known.referrers.push(source);
    }
  }
  return inlinks;
}

/** Makes keys under a crawl's options. */
export function keyMaker(canon: CanonOptions): KeyMaker {
  const own = compile(canon);
  const preserving = compile({ profile: 'preserving' });
  return {
    key: (url) => {
      const key = own.key(url);
      return key instanceof UrlError ? null : key;
    },
    preserving: (url) => {
      const text = preserving.canonicalize(url);
      return text instanceof UrlError ? null : text;
    },
  };
}
