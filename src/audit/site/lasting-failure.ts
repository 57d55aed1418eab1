import type { AuditPage } from './page.ts';

/** Failures without a status that are the server's own, and would meet everybody. */
const FAILURES: ReadonlySet<string> = new Set([
  'dns-not-found',
  'connection-refused',
  'tls-failed',
  'bad-response',
  'bad-redirect',
]);
/** That a crawl asks too often says nothing of the page (RFC 6585 4, RFC 9110 15.6.4). */
const OVERLOADED: readonly number[] = [429, 503];

/**
 * Why a page cannot be had, such as `http-404`, where visitors meet the same.
 *
 * @returns null where it can be had, where that is not known, and for redirects in circles, which lead nowhere
 */
export function lastingFailure({ entry: { state, status, reason } }: AuditPage): string | null {
  if (state !== 'failed') return null;
  if (status !== null && status >= 400) return OVERLOADED.includes(status) ? null : `http-${status}`;
  return reason !== null && FAILURES.has(reason) ? reason : null;
}
