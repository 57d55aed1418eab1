import { combinedType } from '../../src/content-type.ts';
import { withoutCredentials } from '../../src/url/credentials.ts';
import type { FetchResponse } from './fetch-result.ts';

/** The value of a header; null if there is none. Of several with one name, the first counts; `content-type` combines all. */
export function header(response: Pick<FetchResponse, 'headers'>, name: string): string | null {
  const values = [response.headers[name] ?? []].flat();
  return name === 'content-type' ? combinedType(values) : (values[0] ?? null);
}

/** The same for a field that is stored: a URL in it loses its user name. */
export function keptHeader(response: Pick<FetchResponse, 'headers'>, name: string): string | null {
  const value = header(response, name);
  return value === null ? null : withoutCredentials(value);
}
