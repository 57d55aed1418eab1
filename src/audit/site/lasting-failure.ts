import { isOverloaded } from '../../status-codes.ts';
import type { AuditEntry } from './entry.ts';

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

interface Failed {
  readonly entry: Pick<AuditEntry, 'state' | 'status' | 'reason'>;
}
