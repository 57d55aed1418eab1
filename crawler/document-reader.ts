import type { PageNote } from '../db/reasons.ts';
import type { EntryId, FoundUrl, Frontier, Lease, Outcome, PageDetails } from '../db/store.ts';
import type { PageRecord } from '../src/audit/site/page-record.ts';
import { robotsDirectives } from '../src/audit/site/robots-directives.ts';
import { isHtml } from '../src/content-type.ts';
import { giveWay, isStretchOver } from '../src/give-way.ts';
import { isPart } from '../src/status-codes.ts';
import { isGzip } from '../src/text/is-gzip.ts';
import { UNCONDITIONAL } from './conditions.ts';
import type { ReadPage, Visit } from './crawled-page.ts';
import type { DiscoveredUrl, Discovery } from './discovery.ts';
import type { FetchResponse } from './fetch/fetch-result.ts';
import { header, keptHeader } from './fetch/response.ts';
import { BATCH, loadOf } from './found-batch.ts';
import { isLeadingOn, type Judgement, NOTHING_FOUND } from './judgement.ts';
import { MAX_LINKS } from './limits.ts';
import { digestOf, type PageReading, readWhole } from './page/document.ts';
import type { FoundLink } from './page/found-links.ts';
import { hasDeclarations } from './page/header-declarations.ts';
import { keptLanguages, keptOf } from './page/kept-record.ts';
import type { Recorder } from './recorder.ts';
import { type Rendering, renderingOf } from './render/rendering.ts';
import { servedVersion } from './render/served-version.ts';
import type { Selection } from './selection/selection.ts';
import type { SelectionThread } from './selection/selection-thread.ts';
import type { FetchedDocument } from './sitemaps/document.ts';
import { documentKind } from './sitemaps/document-kind.ts';
import type { SitemapEntry } from './sitemaps/entry.ts';
import { readFeed } from './sitemaps/feed.ts';
import { readSitemap } from './sitemaps/sitemap.ts';

/** How documents are read. */
export interface DocumentReaderOptions {
  /** Knows the other URLs of a page. */
  readonly frontier: Pick<Frontier, 'spellings'>;
  /** Records the URLs of long documents while the document is read. */
  readonly recorder: Pick<Recorder, 'add' | 'epoch'>;
  /** Turns URLs as found into keys, and decides which to fetch. */
  readonly discovery: Discovery;
  /** Whether links that a page marks as nofollow are recorded but not fetched. */
  readonly obeysNofollow: boolean;
  /** The crawler's product token. Pages may have robots directives for it. */
  readonly productToken: string;
  /** Applies the crawl's selectors to pages; null if it has none. */
  readonly selection: Pick<SelectionThread, 'select' | 'noFields'> | null;
  /** Hands pages to the program before they are recorded; null if the program wants none. */
  readonly visit: ((page: ReadPage) => Promise<Visit>) | null;
}

/** What was read, or why the program's handler ended it. */
export type Reading = Judgement | Exclude<Visit, { kind: 'recorded' | 'skipped' }>;

/** How many levels of sitemap indexes are followed; the protocol defines one. */
const MAX_INDEX_DEPTH = 3;

/** How many other URLs of a page its handler gets. */
const MAX_ALIASES = 100;

const NOT_VISITED = { kind: 'recorded', follow: [] } as const;

type PageOutcome = Extract<Outcome, { kind: 'page' }>;

/** Reads the body of a response as a page, a sitemap or a feed. */
export class DocumentReader {
  readonly #options: DocumentReaderOptions;

  constructor(options: DocumentReaderOptions) {
    this.#options = options;
  }

  /**
   * Reads one response.
   *
   * @param sent the URL as requested
   */
  async read(lease: Lease, sent: string, response: FetchResponse): Promise<Reading> {
    const { body, truncated, status } = response;
    if (body === null) return this.#readPage(lease, sent, response);
    const contentType = header(response, 'content-type');
    const document = { url: sent, body, truncated, contentType };
    const kind = await documentKind(contentType, body, lease.role === 'sitemap');
    if (kind === 'sitemap') return this.#readSitemap(lease, response, document);
    if (kind === 'feed') return this.#readFeed(lease, response, document);
    // Browsers download a gzip file that has no type. If it is declared as HTML, they show its bytes as text.
    if (kind === 'html' && contentType?.trim() && isGzip(body)) {
      return { ...NOTHING_FOUND, outcome: { kind: 'failed', reason: 'bad-encoding', status } };
    }
    return this.#readPage(lease, sent, response);
  }

  async #readPage(lease: Lease, sent: string, response: FetchResponse): Promise<Reading> {
    const { discovery, visit } = this.#options;
    // The thread works while the page is read here. It gets a copy of the body.
    const selecting = this.#select(response);
    const rendering = renderingOf(response);
    const { headers, body } = response;
    const read = await readWhole({
      url: rendering?.url ?? sent,
      headers,
      body,
      isKept: visit !== null,
      encoding: rendering?.served?.encoding,
    });
    const page = rendering === null ? read : withServed(read, rendering);
    const selected = await selecting;
    const visited = (await this.#visit(lease, sent, response, page, selected)) ?? NOT_VISITED;
    if (visited.kind === 'skipped') return { ...NOTHING_FOUND, outcome: { kind: 'refused', reason: 'handler' } };
    if (visited.kind !== 'recorded') return visited;
    const depth = lease.depth + 1;
    let hasTooMany = false;
    const links = this.#linksOf(
      page,
      selected,
      { follow: visited.follow, left: rendering?.left ?? [] },
      depth,
      () => (hasTooMany = true),
    );
    const { rest, duplicates, leadsOn } = await this.#record(lease, links);
    const declared = page.canonical === null ? null : discovery.found(page.canonical, { depth, source: 'canonical' });
    const isAnother = declared !== null && declared.key !== lease.key && !declared.key.startsWith('invalid:');
    const outcome = outcomeOf(response, {
      digest: isPart(response.status) ? null : page.digest,
      canonical: isAnother ? declared : null,
      notes: [
        ...(lease.role === 'sitemap' ? (['not-a-sitemap'] as const) : []),
        ...(hasTooMany ? (['too-many-links'] as const) : []),
        ...(selected?.problem ? [selected.problem] : []),
        ...(rendering?.notes ?? []),
      ],
      details: detailsOf(response, page.record, selected),
    });
    return { outcome, found: rest, pause: 0, duplicates, leadsOn };
  }

  async #select(response: FetchResponse): Promise<Selection | null> {
    const { selection } = this.#options;
    const contentType = header(response, 'content-type');
    if (selection === null || response.body === null || !isHtml(contentType)) return null;
    return selection.select({ body: response.body, contentType });
  }

  async #visit(
    lease: Lease,
    sent: string,
    response: FetchResponse,
    document: PageReading,
    selected: Selection | null,
  ): Promise<Visit | undefined> {
    const { frontier, visit } = this.#options;
    if (visit === null || lease.role === 'sitemap') return undefined;
    const aliases = await frontier.spellings(lease.key, MAX_ALIASES);
    return visit({
      lease,
      sent,
      response,
      document,
      aliases,
      fields: selected?.fields ?? this.#options.selection?.noFields ?? {},
    });
  }

  *#linksOf(
    { links, record, resolve }: PageReading,
    selected: Selection | null,
    { follow, left }: { readonly follow: readonly string[]; readonly left: readonly string[] },
    depth: number,
    onTooMany: () => void,
  ): Generator<DiscoveredUrl> {
    for (const url of follow) yield this.#options.discovery.found(url, { depth, source: 'handler' });
    for (const url of left) yield this.#options.discovery.found(url, { depth, source: 'refresh' });
    const isLeft = this.#whatIsLeft(record);
    const isOutside = outsideOf(selected, resolve);
    let room = MAX_LINKS;
    for (const link of links) {
      if (room-- === 0) return onTooMany();
      const found = this.#options.discovery.found(link.url, { depth, source: link.kind });
      const skip = found.skip ?? (isLeft(link) ? 'nofollow' : isOutside(link) ? 'not-selected' : null);
      yield skip === found.skip ? found : { ...found, skip, isNew: false };
    }
  }

  /** Decides which links of a page are recorded but not followed. */
  #whatIsLeft(record: PageRecord): (link: FoundLink) => boolean {
    const { obeysNofollow, productToken } = this.#options;
    if (!obeysNofollow) return () => false;
    return robotsDirectives(record, productToken).nofollow ? () => true : (link) => link.nofollow;
  }

  async #readSitemap(lease: Lease, response: FetchResponse, document: FetchedDocument): Promise<Judgement> {
    const problems: PageNote[] = [];
    const languages = new Map<string, string>();
    let found: readonly FoundUrl[] = [];
    let { epoch } = this.#options.recorder;
    let duplicates = 0;
    for await (const batch of readSitemap(document)) {
      duplicates += await this.#add(found, epoch, lease.id);
      const isIndex = batch.kind === 'index';
      const listed = isIndex ? this.#childSitemaps(lease, batch.entries) : this.#listedPages(lease, batch.entries);
      const recorded = await this.#record(lease, listed);
      duplicates += recorded.duplicates;
      found = recorded.rest;
      ({ epoch } = recorded);
      problems.push(...batch.problems);
      addLanguages(batch.entries, languages);
    }
    const outcome = outcomeOf(response, {
      role: 'sitemap',
      digest: digestOf(document.body),
      notes: problems,
      details: { ...NOTHING_KEPT, ...validatorsOf(response), record: keptLanguages(languages), fields: null },
    });
    return { ...NOTHING_FOUND, outcome, found, duplicates };
  }

  *#listedPages(lease: Lease, entries: readonly SitemapEntry[]): Generator<DiscoveredUrl> {
    const { discovery } = this.#options;
    const depth = lease.depth + 1;
    for (const { url, lastmod, alternates } of entries) {
      yield discovery.found(url, { depth, source: 'sitemap', lastmod });
      for (const one of alternates) yield discovery.found(one.url, { depth, source: 'alternate' });
    }
  }

  /** URLs in a child sitemap have the same depth as if the first index listed them. */
  *#childSitemaps({ depth, hops }: Lease, entries: readonly SitemapEntry[]): Generator<DiscoveredUrl> {
    const role = 'sitemap';
    for (const { url, lastmod } of entries) {
      const found = this.#options.discovery.found(url, { depth, hops: hops + 1, source: 'sitemap', role, lastmod });
      yield hops >= MAX_INDEX_DEPTH && found.skip === null ? { ...found, skip: 'sitemap-depth' } : found;
    }
  }

  async #readFeed(lease: Lease, response: FetchResponse, document: FetchedDocument): Promise<Judgement> {
    const { links, problems } = await readFeed(document);
    const { rest, duplicates } = await this.#record(lease, this.#entriesOf(links, lease.depth + 1));
    const outcome = outcomeOf(response, { digest: digestOf(document.body), notes: problems });
    return { ...NOTHING_FOUND, outcome, found: rest, duplicates };
  }

  *#entriesOf(links: readonly string[], depth: number): Generator<DiscoveredUrl> {
    for (const url of links) yield this.#options.discovery.found(url, { depth, source: 'feed' });
  }

  /**
   * Records all batches of URLs except the last, which is recorded with the outcome. Until then the document counts as
   * not read. Other work gets its turn while URLs are examined.
   */
  async #record(lease: Lease, urls: Iterable<DiscoveredUrl>): Promise<Recorded> {
    const { recorder } = this.#options;
    let { epoch } = recorder;
    let rest: FoundUrl[] = [];
    let load = 0;
    let duplicates = 0;
    let leadsOn = false;
    for (const url of urls) {
      leadsOn ||= isLeadingOn(lease, url);
      load += loadOf(url);
      if (load > BATCH) {
        const found = recorder.epoch;
        duplicates += await this.#add(rest, epoch, lease.id);
        epoch = found;
        rest = [];
        load = loadOf(url);
      }
      rest.push(url);
      if (isStretchOver()) await giveWay();
    }
    return { rest, epoch, duplicates, leadsOn };
  }

  async #add(found: readonly FoundUrl[], epoch: number, on: EntryId): Promise<number> {
    if (found.length === 0) return 0;
    return (await this.#options.recorder.add(found, epoch, on)).duplicates;
  }
}

/** What was recorded of a document's URLs while it was read. */
interface Recorded {
  /** The URLs to record with the outcome. */
  readonly rest: readonly FoundUrl[];
  /** The epoch of the oldest of their keys. */
  readonly epoch: number;
  readonly duplicates: number;
  /** Whether one was new and of the same site. */
  readonly leadsOn: boolean;
}

/** A rendered page, with how the served one differs from it. */
function withServed(page: PageReading, { served }: Rendering): PageReading {
  if (served === null) return page;
  return { ...page, record: { ...page.record, served: servedVersion(served, page) } };
}

interface Known extends Partial<Omit<PageOutcome, 'note'>> {
  readonly notes: readonly PageNote[];
}

function outcomeOf(
  response: FetchResponse,
  { notes, details = detailsOf(response, null), ...known }: Known,
): PageOutcome {
  const [first, ...others] = response.truncated ? [...notes, 'truncated' as const] : notes;
  return {
    kind: 'page',
    status: response.status,
    contentType: keptHeader(response, 'content-type'),
    digest: null,
    canonical: null,
    role: 'page',
    details,
    ...known,
    note: first === undefined ? null : others.length === 0 ? first : `${first} ${others.join(' ')}`,
  };
}

const NOTHING_KEPT = { text: null, sketch: null, record: null } as const;

/**
 * The details of a document. If its headers have declarations, the next request for it is unconditional: a 304 may leave
 * them out (RFC 9110, section 15.4.5), and would not show whether they are gone. The same holds if only a part was sent.
 */
function detailsOf(response: FetchResponse, record: PageRecord | null, selected: Selection | null = null): PageDetails {
  const validators = validatorsOf(response);
  const etag = hasDeclarations(response) || isPart(response.status) ? UNCONDITIONAL : validators.etag;
  const { fields = {}, text = null } = selected ?? {};
  const kept = record === null ? NOTHING_KEPT : keptOf({ ...record, text: text ?? record.text }, response.status);
  return { ...validators, etag, ...kept, fields: Object.keys(fields).length === 0 ? null : JSON.stringify(fields) };
}

function validatorsOf(response: FetchResponse): Pick<PageDetails, 'etag' | 'lastModified'> {
  return { etag: keptHeader(response, 'etag'), lastModified: keptHeader(response, 'last-modified') };
}

/** Decides which links of a page are outside of the parts in which links are followed. */
function outsideOf(selected: Selection | null, resolve: PageReading['resolve']): (link: FoundLink) => boolean {
  if (selected === null || selected.follow === null) return () => false;
  const followed = new Set(selected.follow.map(resolve));
  // A canonical URL or a refresh says what the page is, and not what it is about.
  return ({ url, kind }) => kind !== 'canonical' && kind !== 'refresh' && !followed.has(url);
}

/** How many languages of a sitemap are recorded. */
const MAX_LANGUAGES = 500;

/** @param languages gets each new language with its URL */
function addLanguages(entries: readonly SitemapEntry[], languages: Map<string, string>): void {
  for (const { alternates } of entries) {
    for (const { hreflang, url } of alternates) {
      if (hreflang === null || languages.size >= MAX_LANGUAGES || languages.has(hreflang)) continue;
      languages.set(hreflang, url);
    }
  }
}
