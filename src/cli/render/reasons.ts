import type { WAIT_TOO_LONG } from '../../../crawler/judge.ts';
import { MAX_HOPS, MAX_LINKS, MAX_URL_LENGTH } from '../../../crawler/limits.ts';
import type { DocumentProblem } from '../../../crawler/sitemaps/problem.ts';
import type { EQUIVALENT, FetchFailureCode, Refusal, ScopeReason, UNLINKED } from '../../../db/reasons.ts';

/** What a reason of an entry means, in words that go on from "not fetched, failed: …". */
export interface Reason {
  readonly means: string;
  /** What to do to have it otherwise; null where there is nothing. */
  readonly remedy: string | null;
}

/** Beside those, `http-` and a status, and the code of a `UrlError`. */
type KnownReason =
  | ScopeReason
  | Refusal
  | typeof EQUIVALENT
  | typeof UNLINKED
  | Exclude<FetchFailureCode, 'cancelled'>
  | 'depth'
  | 'too-many-redirects'
  | 'too-long'
  | 'credentials'
  | 'bad-redirect'
  | typeof WAIT_TOO_LONG
  | 'redirect-loop'
  | 'truncated'
  | 'canonical-loop'
  | 'nofollow'
  | 'sitemap-depth'
  | 'unreadable'
  | 'too-many-links'
  | DocumentProblem;

const REASONS: Readonly<Record<KnownReason, Reason>> = {
  scheme: { means: 'it is neither of http nor of https', remedy: null },
  scope: {
    means: "it lies outside of the crawl's scope",
    remedy: 'widen --scope, or name it as a seed',
  },
  'not-included': { means: 'it matches no glob of --include', remedy: 'add one that it matches' },
  excluded: { means: 'it matches a glob of --exclude', remedy: 'take that away' },
  unlinked: {
    means: 'no page, redirect or sitemap leads to it any more',
    remedy: 'name it as a seed to have it all the same',
  },
  depth: { means: 'more links lead to it than --depth allows', remedy: 'raise --depth' },
  'too-many-redirects': {
    means: `more than ${MAX_HOPS} redirects in a row lead to it`,
    remedy: 'have the site redirect at once',
  },
  'too-long': { means: `it is longer than ${MAX_URL_LENGTH} characters`, remedy: null },
  credentials: {
    means: 'it was found with a user name in it, which is neither sent nor recorded',
    remedy: 'name it as a seed, without the user name or with it',
  },
  'many-segments': { means: 'its path has more segments than any site needs', remedy: 'follow it with --no-traps' },
  'repeating-segments': {
    means: 'segments of its path come again and again, as links do that grow',
    remedy: 'follow it with --no-traps',
  },
  calendar: { means: 'it is one of too many months that are far away', remedy: 'follow it with --no-traps' },
  similar: {
    means: 'too many URLs differ from it in numbers and parameter values alone',
    remedy: 'raise --max-similar',
  },
  endless: {
    means: 'its site goes on without end: after many requests, its pages still led to new URLs',
    remedy: 'raise --max-endless, or leave out with --exclude what the site makes up',
  },
  combinations: {
    means: 'its path comes with ever other combinations of a few parameter values, as filters make them',
    remedy: 'follow it with --no-traps, or leave the filters out with --exclude',
  },
  nofollow: { means: 'every link to it asks not to be followed', remedy: 'crawl without --obey-nofollow' },
  'sitemap-depth': { means: 'too many indexes of sitemaps lead to it', remedy: 'name it with --sitemap' },
  robots: { means: "the site's robots.txt forbids it", remedy: 'crawl with --no-robots, if you may' },
  'robots-unreachable': {
    means: "the site's robots.txt could not be had, which forbids everything (RFC 9309 2.3.1.4)",
    remedy: 'the same command asks again; with --no-robots it need not',
  },
  equivalent: { means: 'it is the same page as another URL, as a claim about its site says', remedy: null },
  'dns-not-found': { means: 'no address is known for its host', remedy: "check the host's spelling" },
  'dns-failed': { means: 'the name server gave no answer', remedy: 'check your network, and crawl again' },
  'private-address': {
    means: 'its address is a private one, which no seed names',
    remedy: 'name it as a seed or pass --allow-private, with --fresh',
  },
  'connection-refused': { means: 'nothing listens at its host and port', remedy: 'start the server' },
  'connection-reset': { means: 'the server closed the connection too early', remedy: 'lower --concurrency' },
  'connection-failed': { means: 'the connection failed', remedy: 'check your network' },
  unreachable: { means: 'there is no way to its host', remedy: 'check your network, its firewall and IPv6' },
  'tls-failed': {
    means: 'there is no secure connection to its host',
    remedy: "pass the site's certificate with --ca, or have the site mend it",
  },
  timeout: { means: 'its answer took too long', remedy: 'raise --timeout, or lower --concurrency' },
  'headers-too-large': { means: 'its headers are too large', remedy: 'have the site send fewer cookies' },
  'bad-response': { means: 'the answer is no valid HTTP/1.1', remedy: "check that the port is a web server's" },
  'bad-encoding': { means: 'its body cannot be unpacked', remedy: 'have the site mend its Content-Encoding' },
  'unsupported-scheme': { means: 'it is neither of http nor of https', remedy: null },
  'invalid-url': { means: 'it cannot be requested', remedy: null },
  'wait-too-long': {
    means: 'the server asks to wait for longer before it is asked again than a crawl waits, which is five minutes',
    remedy: 'crawl again later with --recrawl',
  },
  'bad-redirect': { means: 'it redirects to what is no URL', remedy: 'have the site mend its redirect' },
  'redirect-loop': { means: 'its redirects go round in circles', remedy: 'have the site mend them' },
  truncated: { means: 'it is larger than --max-size, and was read up to there', remedy: 'raise --max-size' },
  unreadable: { means: 'its markup took too long to read, or too much memory', remedy: null },
  'too-many-links': { means: `it has more than ${MAX_LINKS} links, of which the first were followed`, remedy: null },
  'not-a-sitemap': { means: 'it was named as a sitemap and is none', remedy: 'have the site name the right one' },
  'not-a-feed': { means: 'it was named as a feed and is none', remedy: 'have the site name the right one' },
  'broken-gzip': { means: 'its packed bytes are broken', remedy: 'have the site pack it again' },
  'too-large': {
    means: 'it is larger than a sitemap may be, and was read up to there',
    remedy: 'have the site split it',
  },
  'not-well-formed': { means: 'it is no well-formed XML or JSON', remedy: 'have the site mend it' },
  'too-many-entries': { means: 'it lists more URLs than a sitemap may', remedy: 'have the site split it' },
  'too-many-alternates': { means: 'an entry has more alternates than there are languages', remedy: null },
  'no-loc': { means: 'an entry of it has no URL', remedy: 'have the site mend it' },
  'canonical-loop': {
    means: 'the canonical URLs that it declares lead back to it',
    remedy: 'have the site name one',
  },
};

/** What a reason means, or several with spaces in between: the first. One that is not known stands for itself. */
export function explainReason(reasons: string): Reason {
  const [reason = ''] = reasons.split(' ');
  if (isKnown(reason)) return REASONS[reason];
  const status = /^http-([1-9]\d\d)$/.exec(reason)?.[1];
  return status === undefined ? { means: reason, remedy: null } : explainStatus(Number(status));
}

function isKnown(reason: string): reason is KnownReason {
  return Object.hasOwn(REASONS, reason);
}

/** RFC 9110 15; 429 is of RFC 6585. */
function explainStatus(status: number): Reason {
  const means = `the server answers ${status}`;
  if (status === 401 || status === 403) return { means, remedy: 'pass what lets you in with --header' };
  if (status === 404 || status === 410) return { means: `${means}: there is no such page`, remedy: 'mend the link' };
  if (status === 429 || status === 503)
    return { means: `${means}: it is asked too often`, remedy: 'lower --rate, or raise --delay' };
  if (status >= 500) return { means: `${means}: an error of its own`, remedy: "look into the site's log" };
  return { means, remedy: null };
}

/** What it means and what to do. */
export function inWords({ means, remedy }: Reason): string {
  return remedy === null ? means : `${means}; ${remedy}`;
}
