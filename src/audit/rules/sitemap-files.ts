import type { Key } from '../../canon/key.ts';
import { statusIn } from '../../status-codes.ts';
import { withoutMeantUserinfo } from '../../url/credentials.ts';
import { UrlError } from '../../url/error.ts';
import { parseUrl } from '../../url/parse.ts';
import { hostWithPort } from '../../url/parsed-url.ts';
import type { ExamplePage, Rule } from '../rule.ts';
import { failureOfSpelling, isDisallowedSpelling, lastingFailure } from '../site/lasting-failure.ts';
import { linesNaming } from '../site/named-sitemaps.ts';
import type { AuditPage, KeyMaker } from '../site/page.ts';
import type { AuditSite, SitemapLine } from '../site/site.ts';
import { sitemapOf } from './example-pages.ts';

/** What is wrong with a sitemap, by the reason that the crawl stored. */
const FAULTS: ReadonlyMap<string, string> = new Map([
  ['robots', 'robots.txt disallows it'],
  ['redirect-loop', 'it redirects without end'],
  ['bad-redirect', 'it redirects to an invalid URL'],
  ['dns-not-found', 'its host does not exist'],
  ['connection-refused', 'its server accepts no connections'],
  ['tls-failed', 'the TLS connection to its server fails'],
  ['bad-response', 'the answer is not valid HTTP'],
  ['bad-encoding', 'the answer cannot be decompressed'],
  ['connect-timeout', 'no connection to its server is ready in time'],
  ['timeout', 'the answer takes too long'],
  ['connection-reset', 'the server closes the connection too early'],
  ['not-a-sitemap', 'it is empty, damaged or another kind of document'],
  ['broken-gzip', 'its gzip data is damaged'],
  ['not-well-formed', 'its XML is not well-formed'],
  ['too-large', 'it is larger than 50 MiB'],
  ['too-many-entries', 'it has more than 50,000 entries'],
  ['no-loc', 'an entry has no URL'],
]);
/** Faults that may pass, or that cost search engines little. */
const MINOR: ReadonlySet<string> = new Set([
  'http-429',
  'http-503',
  'connect-timeout',
  'timeout',
  'connection-reset',
  'no-loc',
]);
/** How many places and lines a finding names. */
const MAX_NAMED = 5;

export const SITEMAP_FILE_RULES: readonly Rule[] = [
  {
    id: 'sitemap/broken',
    severity: 'error',
    title: 'broken sitemap',
    condition:
      'A sitemap that robots.txt, a sitemap index or --sitemap names cannot be fetched, is disallowed by robots.txt, is not a sitemap, is damaged, or is larger than the protocol allows. It is a warning if the failure may be temporary (status 429 or 503, a timeout, a closed connection), or if the only fault is an entry without a URL.',
    why: 'Search engines do not learn of the pages that it lists.',
    remedy: 'Correct the URL of the sitemap where it is named, or make the server answer with a valid sitemap.',
    reference: 'https://www.sitemaps.org/protocol.html',
    examples: {
      bad: [{ url: 'https://example.com/', body: '<p>Brooms.' }, robotsNaming('https://example.com/sitemap.xml')],
      good: [{ url: 'https://example.com/', body: '<p>Brooms.' }, ...sitemapOf('https://example.com/')],
    },
    *checkSite(site) {
      for (const page of site.pages) {
        const places = placesNaming(page, site);
        if (places.length === 0) continue;
        const failing = places.filter(({ url }) => isFailingSpelling(page, url, site.keys));
        const { page: end, chain, urls, url: endUrl } = site.end(page);
        const reason = failing.length === 0 ? faultOf(end) : page.entry.firstFailure;
        if (reason === null) continue;
        const status = failing.length === 0 ? ((end ?? chain.at(-1))?.entry.status ?? null) : statusIn(reason);
        const namedBy = [...new Set((failing.length === 0 ? places : failing).map(({ place }) => place))];
        yield {
          key: page.key,
          ...(failing.length > 0 && { url: page.entry.url }),
          ...(MINOR.has(reason) && { severity: 'warning' }),
          message: `is a broken sitemap: ${FAULTS.get(reason) ?? `status ${status ?? ''}`}`,
          evidence: {
            namedBy: namedBy.slice(0, MAX_NAMED),
            status,
            reason,
            ...(end !== null && end !== page && { end: endUrl }),
          },
          related: urls.length > 1 ? urls : [],
        };
      }
    },
  },
  {
    id: 'sitemap/relative',
    severity: 'warning',
    title: 'robots.txt names a sitemap without its full URL',
    condition: 'A Sitemap line of robots.txt has no scheme and host, or is no http or https URL.',
    why: 'The protocol demands a full URL, so search engines may ignore the line.',
    remedy: 'Write the full URL of the sitemap.',
    reference: 'https://www.sitemaps.org/protocol.html#submit_robots',
    examples: {
      bad: [{ url: 'https://example.com/', body: '<p>Brooms.' }, robotsNaming('/sitemap.xml')],
      good: [{ url: 'https://example.com/', body: '<p>Brooms.' }, ...sitemapOf('https://example.com/')],
    },
    *checkSite(site) {
      const files = Map.groupBy(
        site.sitemapLines.filter(({ isFull }) => !isFull),
        ({ robots }) => robots,
      );
      if (files.size === 0) return;
      const own = new Set(site.pages.map((page) => (page.isPage ? robotsOf(page) : null)));
      for (const [robots, lines] of files) {
        const key = own.has(robots) ? site.keys.key(robots) : null;
        if (key === null) continue;
        yield {
          key,
          message: 'names a sitemap without its full URL',
          evidence: { lines: lines.slice(0, MAX_NAMED).map(inWords) },
        };
      }
    },
  },
];

function robotsNaming(sitemap: string): ExamplePage {
  return {
    url: 'https://example.com/robots.txt',
    headers: { 'content-type': 'text/plain' },
    body: `Sitemap: ${sitemap}`,
  };
}

/** A place that names a sitemap, and the URL that it names. */
interface NamingPlace {
  readonly place: string;
  readonly url: string;
}

/**
 * The robots.txt files and indexes that name a sitemap, or how else the crawl found it; none for other pages, and for
 * targets of redirects.
 */
function placesNaming({ key, entry }: AuditPage, site: AuditSite): readonly NamingPlace[] {
  const lines = linesNaming(site).get(key) ?? [];
  const isSitemap = entry.role === 'sitemap' || notesOf(entry).includes('not-a-sitemap');
  if (!isSitemap && lines.length === 0) return [];
  // A page that was to be a sitemap may also be listed as a page.
  const isPart = (index: Key): boolean =>
    entry.role === 'sitemap' || (entry.source === 'sitemap' && entry.foundOn === index);
  const indexes = entry.listings.flatMap(({ sitemap, url }) =>
    isPart(sitemap) ? [{ place: site.page(sitemap)?.url ?? sitemap, url }] : [],
  );
  const places = [...lines.map(({ robots, url }) => ({ place: robots, url })), ...indexes];
  const isGiven = entry.source === 'robots' || entry.source === 'seed';
  return places.length === 0 && isGiven ? [{ place: entry.source, url: entry.url }] : places;
}

/** Why search engines cannot use a sitemap, as the crawl stored it; null if they can, or if that is unknown. */
function faultOf(end: AuditPage | null): string | null {
  if (end === null) return 'redirect-loop';
  const { state, status, reason, role } = end.entry;
  if (state === 'queued' || state === 'leased') return null;
  if (state === 'failed' && status !== null && status >= 400) return `http-${status}`;
  if (lastingFailure(end) !== null) return reason;
  if (end.isPage && role === 'page') return 'not-a-sitemap';
  return notesOf(end.entry).find((note) => FAULTS.has(note)) ?? null;
}

/** Whether search engines cannot fetch a URL of a sitemap, although they can fetch another one. */
function isFailingSpelling(page: AuditPage, url: string, keys: KeyMaker): boolean {
  return failureOfSpelling(page, url, keys) !== null || isDisallowedSpelling(page, url, keys);
}

function notesOf({ reason }: AuditPage['entry']): readonly string[] {
  return reason?.split(' ') ?? [];
}

function robotsOf({ key }: AuditPage): string | null {
  const url = parseUrl(key);
  return url instanceof UrlError ? null : `${url.protocol}://${hostWithPort(url)}/robots.txt`;
}

function inWords({ line, url }: SitemapLine): string {
  return `line ${line}: ${withoutMeantUserinfo(url)}`;
}
