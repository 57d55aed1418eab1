import { UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import type { ParsedUrl } from '../../src/url/parsed-url.ts';
import { resolve } from '../../src/url/resolve.ts';
import type { FetchResponse } from '../fetch/outcome.ts';
import { header } from '../fetch/response.ts';
import { decodeBody } from './charset.ts';
import { type PageContent, readPage } from './html.ts';
import { parseLinkHeader } from './link-header.ts';
import { parseRefresh } from './refresh.ts';

/** What a page leads to, as absolute URLs. */
export interface PageLinks {
  /** As found and resolved, in the order of the page, each text once. */
  readonly links: readonly string[];
  /** What the page declares to be its canonical URL: its `Link` header's first, or else its head's first. */
  readonly canonical: string | null;
}

/** Whether the body may hold links: HTML, or what does not say what it is. */
export function isHtml(contentType: string | null): boolean {
  return contentType === null || /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType);
}

/**
 * Reads the links of a response: those of the page, `Link` and `Refresh` headers.
 *
 * @param url the URL that was requested, which references are resolved against
 */
export function readLinks(url: string, response: FetchResponse): PageLinks {
  const page = parseUrl(url);
  if (page instanceof UrlError) return { links: [], canonical: null };
  const content = contentOf(response);
  const base = content === null ? page : baseOf(page, content);
  const links = new Set<string>();
  const add = (reference: string | null | undefined, against: ParsedUrl): string | null => {
    if (reference === null || reference === undefined) return null;
    const absolute = resolve(against, reference);
    if (absolute instanceof UrlError) return null;
    links.add(absolute);
    return absolute;
  };
  for (const reference of new Set(content?.links.map((link) => link.href))) add(reference, base);
  add(content?.refresh, base);
  add(parseRefresh(header(response, 'refresh') ?? '')?.url, page);
  const fromHeader = add(canonicalInHeader(response), page);
  const fromHead = add(content?.canonicals.find((link) => link.inHead)?.href, base);
  return { links: [...links], canonical: fromHeader ?? fromHead };
}

function contentOf(response: FetchResponse): PageContent | null {
  const contentType = header(response, 'content-type');
  if (response.body === null || !isHtml(contentType)) return null;
  return readPage(decodeBody(response.body, contentType));
}

/** HTML Standard, document base URL: a base that cannot be resolved counts as none. */
function baseOf(page: ParsedUrl, content: PageContent): ParsedUrl {
  if (content.base === null) return page;
  const absolute = resolve(page, content.base);
  const base = absolute instanceof UrlError ? absolute : parseUrl(absolute);
  return base instanceof UrlError || !/^https?$/.test(base.protocol) ? page : base;
}

function canonicalInHeader(response: FetchResponse): string | null {
  const value = response.headers['link'];
  if (value === undefined) return null;
  const link = parseLinkHeader(value).find(({ rel, anchor }) => anchor === null && rel.includes('canonical'));
  return link?.target ?? null;
}
