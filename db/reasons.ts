import type { UrlErrorCode } from '../src/url/error.ts';

/** How a URL was found. */
export type UrlSource =
  | 'seed'
  | 'link'
  | 'redirect'
  | 'canonical'
  | 'refresh'
  | 'alternate'
  | 'amp'
  | 'feed'
  | 'next'
  | 'prev'
  | 'sitemap'
  | 'robots'
  | 'handler'
  | 'audit';

/** A sign of a crawler trap. */
export type TrapReason =
  | 'many-segments'
  | 'repeating-segments'
  | 'repeating-parameters'
  | 'calendar'
  | 'combinations'
  | 'similar';

/** Skip reasons of a crawl's scope. */
export type ScopeReason = 'scheme' | 'scope' | 'not-included' | 'excluded' | 'endless' | 'sample' | TrapReason;

/**
 * Skip reasons that concern the fetch or the page, not the URL: robots.txt disallows the fetch, or the program's handler
 * skipped the page. Finding such an entry again does not queue it.
 *
 * @internal
 */
export const REFUSALS: Readonly<Record<Refusal, true>> = { robots: true, 'robots-unreachable': true, handler: true };

/** A skip reason that comes from robots.txt or from the program's handler. */
export type Refusal = 'robots' | 'robots-unreachable' | 'handler';

/**
 * The skip reason of an entry that is an alias by a claim and was never fetched.
 *
 * @internal
 */
export const EQUIVALENT = 'equivalent';

/**
 * The skip reason of an entry that no page leads to any more.
 *
 * @internal
 */
export const UNLINKED = 'unlinked';

/** Why a URL is recorded but not fetched. */
export type SkipReason =
  | ScopeReason
  | Refusal
  | 'equivalent'
  | 'unlinked'
  | 'depth'
  | 'too-many-redirects'
  | 'too-long'
  | 'credentials'
  | 'nofollow'
  | 'not-selected'
  | 'sitemap-depth'
  | UrlErrorCode;

/**
 * Skip reasons of URLs that were only found where the crawl does not follow links. They do not depend on the key.
 *
 * @internal
 */
export const UNFOLLOWED: ReadonlySet<string | null> = new Set<SkipReason>([
  'credentials',
  'nofollow',
  'not-selected',
  'sitemap-depth',
]);

/** Why a request failed. */
export type FetchFailureCode =
  | 'dns-not-found'
  | 'dns-failed'
  | 'private-address'
  | 'connection-refused'
  | 'connection-reset'
  | 'connection-failed'
  | 'unreachable'
  | 'tls-failed'
  | 'proxy-failed'
  | 'proxy-auth'
  | 'connect-timeout'
  | 'timeout'
  | 'headers-too-large'
  | 'bad-response'
  | 'bad-encoding'
  | 'unsupported-scheme'
  | 'invalid-url'
  | 'not-archived'
  | 'fetcher-error'
  | 'cancelled';

/** Why a page failed that was fetched: the program's handler threw, or took too long. */
export type HandlerFailure = 'handler-error' | 'handler-timeout';

/** Why an entry failed. A redirect within an entry can end with the skip reason of its target. */
export type FailureReason =
  | FetchFailureCode
  | `http-${number}`
  | 'bad-redirect'
  | 'redirect-loop'
  | 'wait-too-long'
  | HandlerFailure
  | SkipReason;

/**
 * Problems of a document that was read as far as possible:
 * - `not-a-sitemap`, `not-a-feed`: it is another kind of document, and nothing was read
 * - `broken-gzip`: its gzip data is invalid or ends early
 * - `too-large`: the part after the limit was not read
 * - `not-well-formed`: elements are not closed or overlap, or it is invalid JSON
 * - `too-many-entries`: it has more URLs than the protocol allows, and the rest was not read
 * - `too-many-alternates`: an entry has more alternates than any site has languages, and the rest was not read
 * - `no-loc`: an entry without a URL was skipped
 * - `too-long`: a URL is too long to be fetched. It is returned cut, but still too long.
 */
export type DocumentProblem =
  | 'not-a-sitemap'
  | 'not-a-feed'
  | 'broken-gzip'
  | 'too-large'
  | 'not-well-formed'
  | 'too-many-entries'
  | 'too-many-alternates'
  | 'no-loc'
  | 'too-long';

/**
 * A note on a page that a browser should render:
 * - `render-unfinished`: it did not load or become quiet in time, and was read as it was then
 * - `render-limited`: it made more requests than it may, or larger ones, and the rest was refused
 * - `render-disallowed`: robots.txt disallows some of what its scripts load
 * - `render-incomplete`: some of what its scripts load could not be loaded
 * - `render-left`: its scripts led the browser elsewhere, which it did not follow
 * - `render-failed`: the browser failed, or the page never let it read, and the served page was read
 */
export type RenderNote =
  | 'render-unfinished'
  | 'render-limited'
  | 'render-disallowed'
  | 'render-incomplete'
  | 'render-left'
  | 'render-failed';

/**
 * A note on a page that was read. In addition to the problems of documents:
 * - `truncated`: it is larger than the limit, and the rest was not read
 * - `too-many-links`: it has more links than are followed
 * - `selection-cut`: it has more elements or values than are selected
 * - `selection-failed`: applying the selectors took too much time or memory, and nothing was selected
 * - `canonical-loop`: canonical URLs lead from it back to it, so that it stands for itself
 */
export type PageNote =
  | DocumentProblem
  | RenderNote
  | 'truncated'
  | 'too-many-links'
  | 'selection-cut'
  | 'selection-failed'
  | 'canonical-loop';

/** The notes on a page, separated by spaces. */
export type PageNotes = PageNote | `${PageNote} ${string}`;

/** Why an entry was skipped, failed or will be retried, or the notes on its page. */
export type EntryReason = SkipReason | FailureReason | PageNotes;
