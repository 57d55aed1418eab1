import type { FetchResponse } from '../fetch/fetch-result.ts';
import { header } from '../fetch/response.ts';

/** The longest wait that a crawl accepts from a server, in milliseconds. Pages with a longer wait fail. */
export const LONGEST_WAIT = 300_000;

/**
 * Milliseconds that the server asks to wait (RFC 9110, section 10.2.3), without an upper limit; 0 if it asks for no
 * wait.
 *
 * @param now milliseconds since the epoch
 */
export function retryAfter(response: FetchResponse, now: number): number {
  const value = header(response, 'retry-after');
  if (value === null) return 0;
  const wait = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(wait) ? 0 : Math.max(wait, 0);
}
