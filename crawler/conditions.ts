import type { Earlier, Lease } from '../db/store.ts';
import type { RequestHeader } from './fetch/headers.ts';

/** An `etag` that says to ask for the document without a condition, also without its date. No valid one is empty (RFC 9110, section 8.8.3). */
export const UNCONDITIONAL = '';

/** Headers of a conditional request, which asks for the document only if it has changed (RFC 9110, section 13.1). */
export function conditions(earlier: Earlier | null): readonly RequestHeader[] {
  const { etag = null, lastModified = null } = earlier ?? {};
  if (etag === UNCONDITIONAL) return [];
  const headers: RequestHeader[] = [];
  if (etag !== null) headers.push(['if-none-match', etag]);
  if (lastModified !== null) headers.push(['if-modified-since', lastModified]);
  return headers;
}

/** The same lease for a request that asks for the document without a condition. */
export function withoutConditions(lease: Lease): Lease {
  return lease.earlier === null ? lease : { ...lease, earlier: { ...lease.earlier, etag: UNCONDITIONAL } };
}
