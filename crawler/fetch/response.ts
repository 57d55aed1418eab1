import { withoutCredentials } from '../../src/url/credentials.ts';
import type { FetchResponse } from './outcome.ts';

/** The first field of that name; null where there is none. */
export function header(response: Pick<FetchResponse, 'headers'>, name: string): string | null {
  const value = response.headers[name];
  return (typeof value === 'string' ? value : value?.[0]) ?? null;
}

/** The same of a field that is kept as it is: a URL in it has no user name. */
export function keptHeader(response: Pick<FetchResponse, 'headers'>, name: string): string | null {
  const value = header(response, name);
  return value === null ? null : withoutCredentials(value);
}

/** Statuses whose `Location` a client goes to (RFC 9110 15.4). */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** Header values are Latin-1, a character a byte; bytes above ASCII stay the bytes that they are. */
export function escapeBytes(value: string): string {
  return value.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}
