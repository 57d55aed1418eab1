import { withoutCredentials } from '../../src/url/credentials.ts';
import type { FetchResponse } from './fetch-result.ts';

/** The value of the first field of that name; null if there is none. */
export function header(response: Pick<FetchResponse, 'headers'>, name: string): string | null {
  const value = response.headers[name];
  return (typeof value === 'string' ? value : value?.[0]) ?? null;
}

/** The same for a field that is stored: a URL in it loses its user name. */
export function keptHeader(response: Pick<FetchResponse, 'headers'>, name: string): string | null {
  const value = header(response, name);
  return value === null ? null : withoutCredentials(value);
}
