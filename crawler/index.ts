/**
 * The crawler: fetches the entries of a frontier within a scope, and records outcomes and links.
 *
 * @module dustpan/crawler
 */
export type { FetchFailureCode, SkipReason } from '../db/reasons.ts';
export { type CrawlOptions, type CrawlProgress, crawl } from './crawl.ts';
export { Discovery } from './discovery.ts';
export { type ConnectTo, ConnectToError, parseConnectTo } from './fetch/connect-to.ts';
export { Fetcher, type FetcherOptions } from './fetch/fetcher.ts';
export type { FetchFailure, FetchResponse, FetchResult } from './fetch/outcome.ts';
export { MAX_HOPS, MAX_URL_LENGTH } from './limits.ts';
export { GlobError } from './scope/glob.ts';
export { SCOPES, Scope, type ScopeKind, type ScopeOptions } from './scope/scope.ts';
