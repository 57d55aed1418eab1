import type { FetchResponse } from '../fetch/outcome.ts';
import { header } from '../fetch/response.ts';

/** Milliseconds that a crawl waits at most because it is asked to. Who asks for more is asked again another day. */
export const LONGEST_WAIT = 300_000;

/**
 * Milliseconds that the server asks to wait (RFC 9110 10.2.3), which may be any number; 0 where it does not say.
 *
 * @param now milliseconds since the epoch
 */
export function retryAfter(response: FetchResponse, now: number): number {
  const value = header(response, 'retry-after');
  if (value === null) return 0;
  const wait = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(wait) ? 0 : Math.max(wait, 0);
}
