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
  | 'audit';

/** A sign of a crawler trap. */
export type TrapReason = 'many-segments' | 'repeating-segments' | 'calendar' | 'combinations' | 'similar';

/** Skip reasons of a crawl's scope. */
export type ScopeReason = 'scheme' | 'scope' | 'not-included' | 'excluded' | 'endless' | TrapReason;

/**
 * Skip reasons that come from robots.txt and concern the fetch, not the URL. Finding such an entry again does not queue
 * it.
 *
 * @internal
 */
export const REFUSALS = ['robots', 'robots-unreachable'] as const;

/** A skip reason that comes from robots.txt. */
export type Refusal = (typeof REFUSALS)[number];

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
  | typeof EQUIVALENT
  | typeof UNLINKED
  | 'depth'
  | 'too-many-redirects'
  | 'too-long'
  | 'credentials'
  | 'nofollow'
  | 'sitemap-depth'
  | UrlErrorCode;

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
  | 'timeout'
  | 'headers-too-large'
  | 'bad-response'
  | 'bad-encoding'
  | 'unsupported-scheme'
  | 'invalid-url'
  | 'cancelled';

/** Why an entry failed. A redirect within an entry can end with the skip reason of its target. */
export type FailureReason =
  | FetchFailureCode
  | `http-${number}`
  | 'bad-redirect'
  | 'redirect-loop'
  | 'wait-too-long'
  | SkipReason;
