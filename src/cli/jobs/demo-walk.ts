import { answer, type SiteRequest } from '../../../config/demo-site/answer.ts';
import { PAGES } from '../../../config/demo-site/pages.ts';
import { HOSTS, ORIGIN } from '../../../config/demo-site/sections.ts';
import { readPage } from '../../../crawler/page/html/html.ts';
import { resolve, UrlError } from '../../index.ts';

/** What the requests of a crawler got from the demo site. */
export interface Tally {
  readonly requests: number;
  /** Pages that the crawler fetched. */
  readonly pages: number;
  /** Fetches of a page that it had fetched before under another URL. */
  readonly again: number;
  /** Redirects, errors and robots.txt. */
  readonly other: number;
  /** Pages of the site that it never fetched. */
  readonly lost: number;
}

/** Counts requests by what the site answers. */
export function tally(requests: readonly SiteRequest[]): Tally {
  const shown = requests.map((request) => answer(request).page).filter((page) => page !== null);
  const pages = new Set(shown).size;
  return {
    requests: requests.length,
    pages,
    again: shown.length - pages,
    other: requests.length - shown.length,
    lost: PAGES.length - pages,
  };
}

/** Identifies a URL: of the URLs with one key, a crawler fetches the first that it finds. */
export type KeyOf = (url: string) => string;

/**
 * Walks the demo site breadth first from its front page, as a crawler does that identifies URLs by a key. It gets the
 * site's answers without a network. The target of a redirect counts as found, and a redirect to a URL of the same key is
 * followed.
 *
 * @param keyOf takes absolute URLs as found; each once
 * @returns the requests, in order
 */
export function walk(keyOf: KeyOf): readonly SiteRequest[] {
  const queue = [`${ORIGIN}/`];
  const keys = new Map(queue.map((url) => [url, keyOf(url)]));
  const known = new Set(keys.values());
  const requests: SiteRequest[] = [];
  for (const url of queue) {
    const request = requestOf(url);
    requests.push(request);
    const { headers, body } = answer(request);
    const { location } = headers;
    for (const reference of location === undefined ? linksIn(body) : [location]) {
      const found = resolve(reference, url);
      if (found instanceof UrlError || !HOSTS.includes(hostOf(found))) continue;
      const key = keys.get(found) ?? keyOf(found);
      keys.set(found, key);
      if (!known.has(key) || (location !== undefined && key === keys.get(url))) queue.push(found);
      known.add(key);
    }
  }
  return requests;
}

/** The request that a client sends for an absolute URL. */
export function requestOf(url: string): SiteRequest {
  const { protocol, host, pathname, search } = new URL(url);
  return { scheme: protocol === 'https:' ? 'https' : 'http', host, target: pathname + search };
}

function hostOf(url: string): string {
  return /^https?:\/\/([^/?#]*)/.exec(url)?.[1] ?? '';
}

const READ = new Map<string, readonly string[]>();

function linksIn(body: string): readonly string[] {
  const links = READ.get(body) ?? [...readPage(Buffer.from(body)).links.keys()];
  READ.set(body, links);
  return links;
}

/** The key of a crawler that compares URLs as it found them. */
export function asFound(url: string): string {
  return url;
}

/** The URL Standard's serialization without its fragment. */
export function standardHref(url: string): string {
  const parsed = new URL(url);
  parsed.hash = '';
  return parsed.href;
}

/** Crawlee's `uniqueKey`: `normalizeUrl` of `@apify/utilities` without fragments. */
export function uniqueKey(url: string): string {
  const { protocol, host, pathname, searchParams } = new URL(url.trim());
  const campaign = [...searchParams.keys()].filter((name) => name.startsWith('utm_'));
  for (const name of campaign) searchParams.delete(name);
  searchParams.sort();
  const search = searchParams.size === 0 ? '' : `?${searchParams}`;
  return `${protocol}//${host}${pathname.replace(/\/$/, '')}${search}`;
}
