import { isOverloaded } from '../../src/status-codes.ts';
import type { FetchResponse } from '../fetch/fetch-result.ts';
import { header } from '../fetch/response.ts';

/**
 * The longest time that a crawl waits for a server, in milliseconds. A crawl that has only longer waits left ends, and
 * can be continued later.
 */
export const LONGEST_WAIT = 300_000;
/**
 * The longest time that a crawl waits for a site, in milliseconds.
 *
 * @param delay the crawl's own delay between two requests to a site, which may be longer than what a server may ask for
 */
export function longestWait(delay: number): number {
  return Math.max(LONGEST_WAIT, delay);
}

/** A site that asks for a longer wait is asked again after a day, in milliseconds. */
export const LONGEST_RETRY_AFTER: number = 24 * 60 * 60 * 1000;

/**
 * Milliseconds that the server asks to wait (RFC 9110, section 10.2.3), at most a day; 0 if it asks for no wait.
 *
 * @param now milliseconds since the epoch
 */
export function retryAfter(response: FetchResponse, now: number): number {
  const value = header(response, 'retry-after');
  if (value === null) return 0;
  const wait = /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) * 1000 : timeIn(value) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST_RETRY_AFTER);
}

/**
 * The moment that an HTTP date names; NaN for other text. `Date.parse` would also take "back in 2030" for a date, and a date
 * that ends with its year (RFC 9110, section 5.6.7: asctime) for local time.
 */
function timeIn(value: string): number {
  if (!/\d:\d\d/.test(value)) return Number.NaN;
  return Date.parse(/ \d{4}\s*$/.test(value) ? `${value} GMT` : value);
}

/**
 * Milliseconds for which an overloaded site asks not to be asked for any page; 0 if it does not.
 *
 * @param now milliseconds since the epoch
 */
export function sitePause(response: FetchResponse, now: number): number {
  return isOverloaded(response.status) ? retryAfter(response, now) : 0;
}
