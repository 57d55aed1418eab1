import { hash } from 'node:crypto';
import { declaredCanonical } from '../../src/audit/site/counted-canonicals.ts';
import type { PageRecord } from '../../src/audit/site/page-record.ts';
import { isHtml } from '../../src/content-type.ts';
import { runGivingWay } from '../../src/give-way.ts';
import { UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import type { ParsedUrl } from '../../src/url/parsed-url.ts';
import type { FetchResponse } from '../fetch/fetch-result.ts';
import { header } from '../fetch/response.ts';
import { MAX_URL_LENGTH } from '../limits.ts';
import { resolveReference } from '../reference.ts';
import { sniffEncoding, utf8Of, utf8Steps } from './charset.ts';
import { type FoundLink, linksOf } from './found-links.ts';
import { readHeaders } from './header-declarations.ts';
import { type PageContent, pageSteps, readPage } from './html/html.ts';
import { parseNoVarySearch } from './no-vary-search.ts';
import { withEncodedQuery } from './query-encoding.ts';
import { recordOf } from './record.ts';
import { absoluteUrl, type Source, sourceOf } from './source.ts';

/** The part of a response that a crawl stores. */
export interface PageDocument {
  /**
   * Where the page leads, in the order of the page: its links, related pages and feeds, its refresh and its canonical
   * URL.
   */
  readonly links: Iterable<FoundLink>;
  /** The canonical URL that the page declares; null if no declaration counts, or if they differ. */
  readonly canonical: string | null;
  /** The data for the audit. */
  readonly record: PageRecord;
  /** The absolute URL of a reference in the page, which may be invalid; null if it leads nowhere. */
  readonly resolve: (reference: string) => string | null;
  /** The encoding of the text, by its name in the Encoding Standard; `utf-8` if it is not HTML. */
  readonly encoding: string;
}

/** A response to read. */
interface ResponseToRead extends Pick<FetchResponse, 'headers' | 'body'> {
  /** The encoding of references in the body. Default: that of the body, which a browser may have rendered in another one. */
  readonly encoding?: string | undefined;
}

/**
 * Reads the headers of a response and, if it is HTML, its body.
 *
 * @param url the requested URL, which is the base of references
 */
export function readDocument(url: string, response: ResponseToRead): PageDocument {
  const { body } = response;
  const contentType = header(response, 'content-type');
  if (body === null || !isHtml(contentType)) return documentOf(url, response, null, UTF_8);
  const encoding = sniffEncoding(body, contentType);
  return documentOf(url, response, readPage(utf8Of(body, encoding)), response.encoding ?? encoding);
}

const UTF_8 = 'utf-8';

/** Combines what the headers of a response and its content declare; the content is null if it is not HTML. */
function documentOf(
  url: string,
  response: Pick<FetchResponse, 'headers'>,
  content: PageContent | null,
  encoding: string,
): PageDocument {
  const page = parseUrl(url);
  const sources: Source[] = [sourceOf(readHeaders(response), page, UTF_8)];
  if (content !== null) sources.push(sourceOf(content, baseOf(page, content, encoding), encoding));
  const noVarySearch = parseNoVarySearch(response.headers['no-vary-search'] ?? []);
  const links = { [Symbol.iterator]: () => linksOf(sources) };
  const own = sources.at(-1);
  const resolve = (reference: string): string | null => (own === undefined ? null : absoluteUrl(own, reference));
  const record = recordOf(content, sources, noVarySearch);
  return { links, canonical: declaredCanonical(record.canonicals), record, resolve, encoding };
}

/** HTML Standard, document base URL: a base that cannot be resolved is ignored. */
function baseOf(page: ParsedUrl | UrlError, { base: written }: PageContent, encoding: string): ParsedUrl | UrlError {
  // Every resolved reference would be as long as the base.
  if (written === null || written.length > MAX_URL_LENGTH || page instanceof UrlError) return page;
  const absolute = resolveReference(withEncodedQuery(written, encoding), page);
  const base = absolute instanceof UrlError ? absolute : parseUrl(absolute);
  return base instanceof UrlError || !/^https?$/.test(base.protocol) ? page : base;
}

/** A response, and the URL that was requested. */
export interface PageToRead extends ResponseToRead {
  readonly url: string;
  /** Whether the body is used afterwards. Otherwise a large one is freed early. Default: false. */
  readonly isKept?: boolean;
}

/** A page that was read, with the hash of its body. */
export interface PageReading extends PageDocument {
  /** The hash of the body, in hex; null if the body was not downloaded. */
  readonly digest: string | null;
}

/** Larger bodies, in bytes, are read in steps. Smaller ones take a few milliseconds. */
const LARGE = 256 * 1024;

/**
 * Reads a page of any size. Other work gets its turn while a large page is read.
 *
 * @param page its body must not be used afterwards, unless `isKept`
 */
export async function readWhole({ url, isKept = false, ...response }: PageToRead): Promise<PageReading> {
  const { body } = response;
  const digest = body === null ? null : digestOf(body);
  const contentType = header(response, 'content-type');
  if (body === null || body.length <= LARGE || !isHtml(contentType)) return { ...readDocument(url, response), digest };
  const encoding = sniffEncoding(body, contentType);
  const bytes = await runGivingWay(utf8Steps(body, encoding));
  const isCopy = bytes.buffer !== body.buffer;
  if (isCopy && !isKept) free(body);
  const content = await runGivingWay(pageSteps(bytes));
  // Before its links are recorded. A copy may share its memory with other buffers.
  if (!isCopy && !isKept) free(body);
  return { ...documentOf(url, response, content, response.encoding ?? encoding), digest };
}

/** Frees the memory of a body without waiting for a garbage collection. */
function free({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}

/** A hash that distinguishes bodies: half of a SHA-256, in hex. */
export function digestOf(body: Uint8Array): string {
  return hash('sha256', body).slice(0, 32);
}
