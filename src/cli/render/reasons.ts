import { MAX_HOPS, MAX_LINKS, MAX_URL_LENGTH } from '../../../crawler/limits.ts';
import type { FailureReason, PageNote, SkipReason } from '../../../db/reasons.ts';
import { statusIn } from '../../status-codes.ts';
import { URL_ERROR_MESSAGES, type UrlErrorCode } from '../../url/error.ts';

/** A skip or failure reason in words. */
export interface Reason {
  /** What happened. "It" is the URL. */
  readonly means: string;
  /** What the user can do about it; null if nothing. */
  readonly remedy: string | null;
}

/** `http-` with a status, the codes of `UrlError` and `cancelled` are explained in other ways, or never stored. */
type KnownReason = Exclude<SkipReason | FailureReason, UrlErrorCode | `http-${number}` | 'cancelled'> | PageNote;

/** All reasons in words. */
export const REASONS: Readonly<Record<KnownReason, Reason>> = {
  scheme: { means: 'its scheme is neither http nor https', remedy: null },
  scope: { means: 'it is outside the scope of the crawl', remedy: 'widen --scope, or add it as a seed' },
  'not-included': { means: 'it matches no --include', remedy: 'add an --include that it matches' },
  excluded: { means: 'it matches an --exclude', remedy: 'remove that --exclude' },
  unlinked: {
    means: 'no page, redirect or sitemap leads to it any more',
    remedy: 'add it as a seed to fetch it anyway',
  },
  depth: { means: 'it is more links away from the seeds than --depth allows', remedy: 'raise --depth' },
  'too-many-redirects': {
    means: `it comes after more than ${MAX_HOPS} redirects in a row`,
    remedy: 'make the site redirect to the final URL directly',
  },
  'too-long': { means: `it is longer than ${MAX_URL_LENGTH} characters`, remedy: null },
  credentials: {
    means: 'it was found with a user name in it, which is neither sent nor recorded',
    remedy: 'add it as a seed, with or without the user name',
  },
  'many-segments': {
    means: 'its path has too many segments, as in a crawler trap',
    remedy: 'use --no-traps to fetch it',
  },
  'repeating-segments': {
    means: 'segments of its path repeat again and again, as in a crawler trap',
    remedy: 'use --no-traps to fetch it',
  },
  'repeating-parameters': {
    means: 'a parameter of its query repeats again and again, as in a crawler trap',
    remedy: 'use --no-traps to fetch it',
  },
  calendar: {
    means: 'it is one of too many calendar months in the far past or future',
    remedy: 'use --no-traps to fetch it',
  },
  similar: {
    means: 'too many URLs differ from it only in numbers and parameter values',
    remedy: 'raise --max-similar',
  },
  sample: {
    means: 'enough pages of its folder are in the sample',
    remedy: 'raise --sample, or crawl without it',
  },
  endless: {
    means: 'its site seems endless: after many requests, pages still led to new URLs',
    remedy: 'raise --max-endless, or exclude the generated URLs with --exclude',
  },
  combinations: {
    means: 'its path appears in endless combinations of a few parameter values, as search filters create',
    remedy: 'use --no-traps to fetch it, or exclude the filters with --exclude',
  },
  nofollow: { means: 'every link to it is marked nofollow', remedy: 'crawl without --obey-nofollow' },
  'not-selected': { means: 'every link to it is outside of what --follow selects', remedy: 'crawl without --follow' },
  'sitemap-depth': { means: 'it is nested too deeply in sitemap indexes', remedy: 'pass it with --sitemap' },
  robots: { means: 'robots.txt disallows this', remedy: 'add --no-robots if you are allowed to' },
  'robots-unreachable': {
    means: 'robots.txt could not be fetched, so everything counts as disallowed (RFC 9309 2.3.1.4)',
    remedy: 'run the same command again later, or add --no-robots',
  },
  handler: { means: "the program's handler skipped it", remedy: null },
  equivalent: { means: 'it is a duplicate of another URL, by a confirmed claim about its site', remedy: null },
  'dns-not-found': { means: 'its host does not exist', remedy: 'check the spelling of the host' },
  'dns-failed': { means: 'the DNS server did not answer', remedy: 'check your network, and crawl again' },
  'private-address': {
    means: 'its host has a private address that no seed uses',
    remedy: 'add it as a seed or use --allow-private, with --fresh',
  },
  'connection-refused': { means: 'no server accepts connections at its host and port', remedy: 'start the server' },
  'connection-reset': {
    means: 'the server closed the connection before its response was complete',
    remedy: "lower --concurrency, or correct the site's Content-Length",
  },
  'connection-failed': { means: 'the connection failed', remedy: 'check your network' },
  unreachable: { means: 'its host is unreachable', remedy: 'check your network, its firewall and IPv6' },
  'tls-failed': {
    means: 'the TLS connection to its host failed',
    remedy: "pass the site's certificate with --ca, or fix the certificate",
  },
  'proxy-failed': { means: 'the proxy opened no connection to its host', remedy: 'check --proxy, or use --no-proxy' },
  'proxy-auth': {
    means: 'the proxy asks for another user name and password',
    remedy: "write them into the proxy's URL, in HTTPS_PROXY for example",
  },
  'connect-timeout': {
    means: 'no connection to its host was ready in time',
    remedy: 'check that the host is up and no firewall blocks it, or raise --timeout',
  },
  timeout: { means: 'the response took too long', remedy: 'raise --timeout, or lower --concurrency' },
  'headers-too-large': {
    means: 'the response headers are too large',
    remedy: 'make the site send fewer or shorter headers',
  },
  'bad-response': {
    means: 'the response is not valid HTTP/1.1',
    remedy: 'check that the port belongs to a web server',
  },
  'bad-encoding': {
    means: 'the response body is not compressed as its headers say',
    remedy: "fix the site's Content-Encoding",
  },
  'unsupported-scheme': { means: 'its scheme is neither http nor https', remedy: null },
  'invalid-url': { means: 'it cannot be requested', remedy: null },
  'not-archived': {
    means: 'the web archive that is crawled has no capture of it',
    remedy: 'add the WARC file that has it, or crawl without --from-warc',
  },
  'fetcher-error': {
    means: "the program's own fetcher threw an error, or returned no response",
    remedy: 'fix the fetcher, and use --recrawl',
  },
  'wait-too-long': {
    means: 'the server answers an error, and asks to wait longer than five minutes, the longest wait of a crawl',
    remedy: 'crawl again later with --recrawl',
  },
  'handler-error': { means: "the program's handler threw an error", remedy: 'fix the handler, and use --recrawl' },
  'handler-timeout': {
    means: "the program's handler took too long",
    remedy: 'raise handlerTimeout, and use --recrawl',
  },
  'bad-redirect': { means: 'it redirects to an invalid URL', remedy: 'fix the redirect' },
  'redirect-loop': {
    means: 'it redirects in a loop',
    remedy: 'fix the redirects; if they set a cookie and cookies were off, use --accept-cookies',
  },
  truncated: { means: 'it is larger than --max-size; only the first part was read', remedy: 'raise --max-size' },
  'too-many-links': { means: `it has more than ${MAX_LINKS} links; only the first were followed`, remedy: null },
  'selection-cut': {
    means: 'it has more elements or values than are selected; only the first were',
    remedy: 'use narrower selectors',
  },
  'selection-failed': {
    means: 'applying the selectors took too much time or memory, so nothing was selected',
    remedy: 'use simpler selectors',
  },
  'render-unfinished': {
    means: 'in the browser, it did not load or become quiet in time, and was read as it was then',
    remedy: 'raise --timeout, or lower --concurrency',
  },
  'render-limited': {
    means: 'in the browser, it loaded more than a page may, and the rest was refused',
    remedy: null,
  },
  'render-disallowed': {
    means: 'in the browser, its scripts load what robots.txt disallows, so that links and text may be missing',
    remedy: 'allow it in robots.txt, or use --no-robots on your own site',
  },
  'render-incomplete': {
    means: 'in the browser, a script or its data could not be loaded, so that links and text may be missing',
    remedy: "open it in a browser, and look at the network's errors",
  },
  'render-left': {
    means: 'its scripts led the browser to another page, which counts as a link',
    remedy: 'make the server redirect',
  },
  'render-failed': {
    means: 'the browser could not show it, so that the page was read as the server sends it',
    remedy: 'open it in the browser to see why, or raise --timeout',
  },
  'not-a-sitemap': { means: 'it was listed as a sitemap but is not one', remedy: 'fix the URL of the sitemap' },
  'not-a-feed': { means: 'it was listed as a feed but is not one', remedy: 'fix the URL of the feed' },
  'broken-gzip': { means: 'its gzip data is damaged', remedy: 'compress the file again' },
  'too-large': {
    means: 'it is larger than a sitemap may be; only the first part was read',
    remedy: 'split the sitemap',
  },
  'not-well-formed': { means: 'it is not well-formed XML or JSON', remedy: 'fix the file' },
  'too-many-entries': { means: 'it lists more URLs than a sitemap may', remedy: 'split the sitemap' },
  'too-many-alternates': { means: 'one of its entries has more alternates than there are languages', remedy: null },
  'no-loc': { means: 'one of its entries has no URL', remedy: 'add the missing URL' },
  'canonical-loop': {
    means: 'the canonical URLs form a loop that leads back to it',
    remedy: 'declare one page as canonical',
  },
};

/**
 * Explains a reason. Of several reasons, separated by spaces, it explains the first. An unknown reason is returned as its
 * own explanation.
 */
export function explainReason(reasons: string): Reason {
  const [reason = ''] = reasons.split(' ');
  if (isKnown(reason)) return REASONS[reason];
  if (isUrlError(reason)) return { means: URL_ERROR_MESSAGES[reason], remedy: null };
  const status = statusIn(reason);
  return status === null ? { means: reason, remedy: null } : explainStatus(status);
}

function isKnown(reason: string): reason is KnownReason {
  return Object.hasOwn(REASONS, reason);
}

function isUrlError(reason: string): reason is UrlErrorCode {
  return Object.hasOwn(URL_ERROR_MESSAGES, reason);
}

/** Status codes of RFC 9110 section 15; 429 is defined in RFC 6585. */
function explainStatus(status: number): Reason {
  const means = `the server answered ${status}`;
  if (status === 401 || status === 403)
    return { means, remedy: 'log in with --user, --cookies or --header; with crawl, also use --recrawl' };
  if (status === 404 || status === 410) return { means: `${means}: the page does not exist`, remedy: 'fix the link' };
  if (status === 429 || status === 503)
    return {
      means:
        status === 429 ? `${means}: too many requests` : `${means}: the service is unavailable, perhaps overloaded`,
      remedy: 'lower --rate, raise --delay, or --exclude URLs that always answer so',
    };
  if (status >= 500) return { means: `${means}: an error on the server`, remedy: "look into the server's log" };
  return { means, remedy: null };
}

/** Meaning and remedy in one sentence. */
export function inWords({ means, remedy }: Reason): string {
  return remedy === null ? means : `${means}; ${remedy}`;
}
