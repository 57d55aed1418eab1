import { isOverloaded, statusIn } from '../../status-codes.ts';
import type { AuditEntry } from './entry.ts';
import type { AuditPage, KeyMaker } from './page.ts';

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

interface Failed {
  readonly entry: Pick<AuditEntry, 'state' | 'status' | 'reason'>;
}
