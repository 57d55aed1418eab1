import type { AuditEntry } from './entry.ts';

/** Failure reasons that every client would meet, not only the crawl. */
const FAILURES: ReadonlySet<string> = new Set([
  'dns-not-found',
  'connection-refused',
  'tls-failed',
  'bad-response',
  'bad-redirect',
]);
/** Statuses of rate limits and overload, which may be the crawl's own doing (RFC 6585 4, RFC 9110 15.6.4). */
const OVERLOADED: readonly number[] = [429, 503];

/**
 * Why a page cannot be fetched, such as `http-404`, if visitors would meet the same failure.
 *
 * @returns null if the page can be fetched, if that is unknown, and for redirect loops
 */
export function lastingFailure({ entry: { state, status, reason } }: Failed): string | null {
  if (state !== 'failed') return null;
  if (status !== null && status >= 400) return OVERLOADED.includes(status) ? null : `http-${status}`;
  return reason !== null && FAILURES.has(reason) ? reason : null;
}

interface Failed {
  readonly entry: Pick<AuditEntry, 'state' | 'status' | 'reason'>;
}
