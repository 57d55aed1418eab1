import { isOverloaded, statusIn } from '../../status-codes.ts';
import type { AuditEntry } from './entry.ts';
import type { AuditPage, KeyMaker } from './page.ts';
import type { AuditSite } from './site.ts';

/** Failure reasons that every client would meet, not only the crawl. */
const FAILURES: ReadonlySet<string> = new Set([
  'dns-not-found',
  'connection-refused',
  'tls-failed',
  'bad-response',
  'bad-redirect',
]);

/**
 * Why a page cannot be fetched, such as `http-404`, if visitors would meet the same failure.
 *
 * @returns null if the page can be fetched, if that is unknown, and for redirect loops
 */
export function lastingFailure({ entry: { state, status, reason } }: Failed): string | null {
  if (state !== 'failed') return null;
  // Overload may be the crawl's own doing.
  if (status !== null && status >= 400) return isOverloaded(status) ? null : `http-${status}`;
  return reason !== null && FAILURES.has(reason) ? reason : null;
}

/**
 * Why a URL of a page fails although another spelling of it does not; null if it does not fail.
 *
 * @param url any URL of the page
 */
export function failureOfSpelling(page: AuditPage, url: string, keys: KeyMaker): string | null {
  const reason = firstFailureOf(page, url, keys);
  return reason === null ? null : lastingFailure({ entry: { state: 'failed', status: statusIn(reason), reason } });
}

/** Whether robots.txt disallows a URL of a page although it allows another spelling of it. */
export function isDisallowedSpelling(page: AuditPage, url: string, keys: KeyMaker): boolean {
  return firstFailureOf(page, url, keys) === 'robots';
}

function firstFailureOf({ entry }: AuditPage, url: string, { preserving }: KeyMaker): string | null {
  if (entry.state !== 'done' || entry.firstFailure === null) return null;
  return preserving(url) === preserving(entry.url) ? entry.firstFailure : null;
}

/** A URL that cannot be fetched. */
export interface FailedUrl {
  /** The page that it is a URL of. */
  readonly page: AuditPage;
  /** Why, such as `http-404`. */
  readonly reason: string;
  /** HTTP status; null if there was no response. */
  readonly status: number | null;
}

/** Why a URL, or the URL that it redirects to, cannot be fetched; null if it can. */
export function failureAt(page: AuditPage, url: string, site: AuditSite): FailedUrl | null {
  const { page: end, url: endUrl } = site.end(page);
  return failedUrl(page, url, site) ?? (end === null ? null : failedUrl(end, endUrl, site));
}

/** Why a URL cannot be fetched; null if it can, or redirects. */
export function failedUrl(page: AuditPage, url: string, { keys }: AuditSite): FailedUrl | null {
  const own = lastingFailure(page);
  if (own !== null) return { page, reason: own, status: page.entry.status };
  const reason = failureOfSpelling(page, url, keys);
  return reason === null ? null : { page, reason, status: statusIn(reason) };
}

interface Failed {
  readonly entry: Pick<AuditEntry, 'state' | 'status' | 'reason'>;
}
