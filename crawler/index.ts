/**
 * The crawler: fetches the entries of a frontier within a scope, and records outcomes and links.
 *
 * @module dustpan/crawler
 */

export type { FetchFailureCode, SkipReason } from '../db/reasons.ts';
export type { Threshold } from '../src/evidence/thresholds.ts';
export { fieldsOf } from '../src/report/crawl/fields.ts';
export { auditSources } from './audit-sources.ts';
export type { RejectedSeed } from './begin-session.ts';
export { type Crawl, crawl } from './crawl.ts';
export type { CrawlOptions } from './crawl-options.ts';
export { CrawledPage, PageError } from './crawled-page.ts';
export type { ClientCertificate } from './fetch/connect.ts';
export { type ConnectTo, ConnectToError, parseConnectTo } from './fetch/connect-to.ts';
export { CookieFileError } from './fetch/cookie-file.ts';
export type { CustomFetch, CustomFetcher, CustomFetchRequest, WebResponse } from './fetch/custom-fetch.ts';
export type { WantBody } from './fetch/exchange.ts';
export type { FetchFailure, FetchResponse, FetchResult } from './fetch/fetch-result.ts';
export { Fetcher, type FetcherOptions, type FetchRequest } from './fetch/fetcher.ts';
export { type RequestHeader, RequestHeaderError } from './fetch/headers.ts';
export { type Environment, ProxyError } from './fetch/proxy.ts';
export type { PageHandler } from './handover.ts';
export type { LedgerChange } from './learning/ledger.ts';
export { MAX_HOPS, MAX_URL_LENGTH } from './limits.ts';
export type { WaitingSite } from './politeness/waiting-sites.ts';
export type { CrawlWait } from './politeness/waits.ts';
export type { Look as CrawlLook } from './recrawl/look.ts';
export { RenderError } from './render/render-error.ts';
export type { RenderMode } from './render/render-mode.ts';
export { parseRobots } from './robots/parse.ts';
export type {
  CleanParam as RobotsCleanParam,
  Decision as RobotsDecision,
  Group as RobotsGroup,
  Robots,
  Sitemap as RobotsSitemap,
} from './robots/robots-file.ts';
export type { Rule as RobotsRule } from './robots/rule.ts';
export type { Usage as RobotsUsage } from './robots/usage.ts';
export { GlobError } from './scope/glob.ts';
export type { EndlessSite } from './scope/growth.ts';
export { SCOPES, Scope, type ScopeKind, type ScopeOptions } from './scope/scope.ts';
export type { TrapOptions } from './scope/traps.ts';
export { type Fields, SelectorError, type Selectors } from './selection/selectors.ts';
export type { CrawlReport } from './session.ts';
export { SessionError } from './session-error.ts';
export type { CrawlFailure, CrawlProgress } from './tally.ts';
export { WarcArchive, type WarcCounts } from './warc/warc-archive.ts';
export { WarcError } from './warc/warc-error.ts';
