import { compile } from '../../canon/canonicalizer.ts';
import type { Key } from '../../canon/key.ts';
import type { CanonOptions } from '../../canon/options.ts';
import type { Claim } from '../../evidence/claim.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { UrlError } from '../../url/error.ts';
import type { AuditEntry, PageLinks } from './entry.ts';
import { type AuditPage, type AuditRecord, type KeyMaker, pageOf, readRecord } from './page.ts';

/** What an audit looks at. */
export interface AuditSources {
  readonly entries: AsyncIterable<AuditEntry>;
  readonly links: AsyncIterable<PageLinks>;
  /** How the crawl made its keys. */
  readonly canon: CanonOptions;
  /** Targets that the crawl did not fetch, fetched for the audit. */
  readonly targets?: AsyncIterable<AuditEntry>;
  /** The line of a robots.txt that forbids a URL; null where none does, or it is not known. */
  readonly robotsRule?: (url: string) => RobotsRule | null;
  /** What a site answers for a path that cannot exist, by `AuditEntry.site`: fingerprint and sketch of the text, where that is a page. */
  readonly missingPages?: ReadonlyMap<string, MissingPage>;
  /** What the ledger holds, for findings to cite. */
  readonly claims?: readonly Claim[];
  readonly evidence?: readonly Evidence[];
}

export interface RobotsRule {
  /** The robots.txt. */
  readonly url: string;
  readonly rule: string;
  readonly line: number;
}

export interface MissingPage {
  readonly url: string;
  readonly status: number;
  readonly text: string | null;
  readonly sketch: string | null;
}

/** Where an entry leads in the end, by redirects. */
export interface RedirectEnd {
  /** The last entry; null where it goes round in circles. */
  readonly page: AuditPage | null;
  /** All on the way, the first included. */
  readonly chain: readonly AuditPage[];
}

/** Redirects in a row that are followed. */
const MAX_HOPS = 100;
/** Pages named of those that link to one. */
const MAX_REFERRERS = 3;

interface Inlinks {
  count: number;
  readonly referrers: AuditPage[];
  /** How often each spelling is linked; null stands for the entry's first. */
  readonly spellings: Map<string | null, number>;
}

/** A crawl, as rules see it: all its entries, and what leads from one to another. */
export class AuditSite {
  /** In order of discovery. */
  readonly pages: readonly AuditPage[];
  readonly keys: KeyMaker;
  readonly missingPages: ReadonlyMap<string, MissingPage>;
  readonly canon: CanonOptions;
  readonly claims: readonly Claim[];
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

  /** Reads a crawl. */
  static async read(sources: AuditSources): Promise<AuditSite> {
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
      // What the crawl has fetched itself counts before what was fetched for the audit.
      if (known !== undefined && known.status !== null) continue;
      const page = pageOf(known === undefined ? entry : { ...known, ...outcomeOf(entry) }, keys, readRecord(entry));
      pages.set(entry.key, page);
      beyond.add(page);
    }
    return new AuditSite([...pages.values()], beyond, await countLinks(sources.links, byId, pages), keys, sources);
  }

  /** The entry of a key; null where there is none. */
  page(key: Key): AuditPage | null {
    return this.#byKey.get(key) ?? null;
  }

  /** The entry of a URL; null where there is none. */
  pageAt(url: string): AuditPage | null {
    const key = this.keys.key(url);
    return key === null ? null : this.page(key);
  }

  /** Whether it was fetched for the audit alone: the crawl was not to look at it, and knows little of its site. */
  isBeyondCrawl(page: AuditPage): boolean {
    return this.#beyond.has(page);
  }

  /** What the page says of itself. */
  record({ entry }: AuditPage): AuditRecord | null {
    return readRecord(entry);
  }

  /** Where redirects lead from an entry; itself where it does not redirect. */
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

  /** How many other pages link to it; the same page counts once. */
  inlinks(page: AuditPage): number {
    return this.#inlinks.get(page)?.count ?? 0;
  }

  /** The first pages that link to it. */
  referrers(page: AuditPage): readonly AuditPage[] {
    return this.#inlinks.get(page)?.referrers ?? [];
  }

  /** How often each spelling of its URL stands in a link. */
  linkedSpellings(page: AuditPage): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [url, count] of this.#inlinks.get(page)?.spellings ?? []) {
      const spelling = url ?? page.entry.url;
      counts.set(spelling, (counts.get(spelling) ?? 0) + count);
    }
    return counts;
  }

  robotsRule(url: string): RobotsRule | null {
    return this.#robotsRule(url);
  }
}

/** What became of an entry; how it was found is another matter. */
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
