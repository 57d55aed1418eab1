import type { CheerioAPI } from 'cheerio/slim';
import type { HandlerFailure } from '../db/reasons.ts';
import type { Lease } from '../db/store.ts';
import type { Key } from '../src/canon/key.ts';
import { isHtml } from '../src/content-type.ts';
import { DustpanError } from '../src/error.ts';
import { UrlError } from '../src/url/error.ts';
import { parseUrl } from '../src/url/parse.ts';
import type { FetchResponse } from './fetch/fetch-result.ts';
import { header } from './fetch/response.ts';
import { decodeBody } from './page/charset.ts';
import type { PageDocument } from './page/document.ts';
import { withEncodedQuery } from './page/query-encoding.ts';
import { resolveReference } from './reference.ts';
import type { Fields } from './selection/selectors.ts';

/** A page that was fetched and read, but not recorded yet. */
export interface ReadPage {
  /** The lease of its entry. */
  readonly lease: Lease;
  /** The URL as requested. */
  readonly sent: string;
  readonly response: FetchResponse;
  readonly document: PageDocument;
  /** Other URLs of the page, as found. */
  readonly aliases: readonly string[];
  /** The selected values. */
  readonly fields: Fields;
}

/** What becomes of a page after its handler: it is recorded, skipped, retried or failed, or given back unrecorded. */
export type Visit =
  | { readonly kind: 'recorded'; readonly follow: readonly string[] }
  | { readonly kind: 'skipped' }
  | {
      readonly kind: 'failed';
      readonly reason: HandlerFailure;
      /** One line for people. */
      readonly message: string;
      /** What the handler threw. */
      readonly error: unknown;
      /** Whether the page is not retried. */
      readonly isFinal: boolean;
    }
  | { readonly kind: 'given-back' };

/** A mistake in the use of a page. */
export class PageError extends DustpanError {
  /** Always `PageError`. */
  override readonly name = 'PageError';
  /** The mistake, for programs: the page has no downloaded body, or its handler has finished. */
  readonly code: 'no-body' | 'finished';

  constructor(code: PageError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** A page of a crawl, for its handler. It is recorded in the crawl file when the handler has finished. */
export class CrawledPage {
  /** The URL as found. */
  readonly url: string;
  /** Its key, which identifies the page. */
  readonly key: Key;
  /** The HTTP status. */
  readonly status: number;
  /** The response headers by lower-case name. Several fields of one name are an array, in order. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The number of links from a seed. */
  readonly depth: number;
  /** Other URLs found for the page so far, at most 100. They have the same key and are not fetched. */
  readonly aliases: readonly string[];
  /** The values that the crawl's `select` found, by field. */
  readonly fields: Fields;
  readonly #page: ReadPage;
  readonly #follow: string[] = [];
  #isSkipped = false;
  #isFinished = false;
  #dom: Promise<CheerioAPI> | null = null;
  #links: readonly string[] | null = null;

  /** @param page the page as read */
  constructor(page: ReadPage) {
    this.#page = page;
    this.url = page.lease.url;
    this.key = page.lease.key;
    this.depth = page.lease.depth;
    this.status = page.response.status;
    this.headers = page.response.headers;
    this.aliases = page.aliases;
    this.fields = page.fields;
  }

  /** Whether it is HTML. Images, PDF files and the like are handed over too, without a body. */
  get isHtml(): boolean {
    return this.#page.response.body !== null && isHtml(header(this.#page.response, 'content-type'));
  }

  /** The absolute URLs that the page leads to and that the crawl records, in order. They may be invalid. */
  get links(): readonly string[] {
    this.#links ??= [...new Set(Array.from(this.#page.document.links, ({ url }) => url))];
    return this.#links;
  }

  /**
   * The decoded body: gzip and the like are undone. It is cut at the crawl's `maxSize`.
   *
   * @throws {PageError} `no-body` if the body was not downloaded, because its type is neither HTML nor a list of URLs
   */
  bytes(): Uint8Array {
    const { body } = this.#page.response;
    if (body !== null) return body;
    const type = header(this.#page.response, 'content-type') ?? 'unknown';
    throw new PageError('no-body', `the body of this page is not downloaded, because its type is ${type}`);
  }

  /**
   * The body as text, in the encoding that the HTML Standard finds.
   *
   * @throws {PageError} `no-body` if the body was not downloaded
   */
  text(): string {
    return decodeBody(this.bytes(), header(this.#page.response, 'content-type'));
  }

  /**
   * The page as a tree of elements, to be queried with CSS selectors: `const $ = await page.dom(); $('h1').text()`. It is
   * built on the first call, by cheerio with htmlparser2. It is empty if the page is not HTML.
   */
  async dom(): Promise<CheerioAPI> {
    this.#dom ??= this.#load();
    return this.#dom;
  }

  /**
   * Adds URLs to the crawl, as if the page linked to them: their queries are sent in its encoding, too. Its own links are
   * followed anyway.
   *
   * @param urls one or more URLs, relative to the page's URL or absolute
   * @throws {UrlError} if one of them is invalid; then none is added
   * @throws {TypeError} if one of them is not a string
   * @throws {PageError} `finished` if the page's handler has finished
   */
  follow(urls: string | Iterable<string>): void {
    this.#refuseFinished('follow');
    const all: unknown = typeof urls === 'string' ? [urls] : urls;
    if (!isIterable(all)) throw new TypeError('follow takes URLs as strings: write url.href');
    this.#follow.push(...Array.from(all, (url) => this.#absolute(url)));
  }

  /**
   * Skips the page: it counts as skipped and not as a page, its content is not recorded, and none of its links is
   * followed.
   *
   * @throws {PageError} `finished` if the page's handler has finished
   */
  skip(): void {
    this.#refuseFinished('skip');
    this.#isSkipped = true;
  }

  /**
   * Ends the use of the page by its handler.
   *
   * @internal
   */
  finish(): Visit {
    this.#isFinished = true;
    return this.#isSkipped ? { kind: 'skipped' } : { kind: 'recorded', follow: this.#follow };
  }

  async #load(): Promise<CheerioAPI> {
    const text = this.isHtml ? this.text() : '';
    const { load } = await import('cheerio/slim');
    return load(text);
  }

  #absolute(url: unknown): string {
    if (typeof url !== 'string') throw new TypeError(`follow takes URLs as strings, not ${typeof url}`);
    const absolute = resolveReference(withEncodedQuery(url, this.#page.document.encoding), this.#page.sent);
    if (absolute instanceof UrlError) throw absolute;
    const parsed = parseUrl(absolute);
    if (parsed instanceof UrlError) throw parsed;
    return absolute;
  }

  #refuseFinished(what: string): void {
    if (this.#isFinished) throw new PageError('finished', `${what}: the page's handler has finished; call it before`);
  }
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}
