import type { FetchResponse } from './outcome.ts';

/** The first field of that name; null where there is none. */
export function header(response: Pick<FetchResponse, 'headers'>, name: string): string | null {
  const value = response.headers[name];
  return (typeof value === 'string' ? value : value?.[0]) ?? null;
}

/** Statuses whose `Location` a client goes to (RFC 9110 15.4). */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}
