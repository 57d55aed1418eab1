import { DustpanError } from '../../src/error.ts';
import { ACCEPT_ENCODING } from './decode.ts';
import type { Target } from './target.ts';

/**
 * A request header that cannot be sent. The message contains the header's name, but never its value, which may be a
 * secret.
 */
export class RequestHeaderError extends DustpanError {
  readonly code = 'bad-request-header';

  constructor(name: string, what: string) {
    super(`the request header "${name.replace(/[^ -~]/g, '?')}" ${what}; leave it out or correct it`);
    this.name = 'RequestHeaderError';
  }
}

/** A request header. Several headers of one name are sent in their order. */
export type RequestHeader = readonly [name: string, value: string];

/** Headers that the connection itself sets. With another value, two readers of the request could disagree. */
const OWN = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers of every request: the crawler's defaults, except those that `extra` replaces, and `extra`. */
export function requestHeaders(userAgent: string, extra: readonly RequestHeader[]): readonly RequestHeader[] {
  const own: readonly RequestHeader[] = [
    ['user-agent', userAgent],
    ['accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['accept-encoding', ACCEPT_ENCODING],
  ];
  return withHeaders(own, extra);
}

/** Headers with others, which replace those of the same name. */
export function withHeaders(
  headers: readonly RequestHeader[],
  others: readonly RequestHeader[],
): readonly RequestHeader[] {
  const names = new Set(others.map(([name]) => name.toLowerCase()));
  return [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...others];
}

/** @throws {RequestHeaderError} if HTTP does not allow a name or value, or if the connection itself sets the header */
export function checkHeader([name, value]: RequestHeader): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    throw new RequestHeaderError(name, 'has a name with a character that HTTP does not allow');
  if (OWN.has(name.toLowerCase())) throw new RequestHeaderError(name, 'is set by the connection itself');
  if (/[^\0-\xff]/.test(value))
    throw new RequestHeaderError(name, 'has a value with a character beyond Latin-1, which HTTP does not allow');
  if (!/^[\t -~\x80-\xff]*$/.test(value)) throw new RequestHeaderError(name, 'has a value with a control character');
}

/** The headers of all requests of a fetcher. */
export class HeaderTable {
  readonly #all: readonly RequestHeader[];
  /** With those for every origin. */
  readonly #byOrigin: ReadonlyMap<string, readonly RequestHeader[]>;

  /**
   * @param all headers for every origin
   * @param byOrigin headers that only one origin gets
   * @throws {RequestHeaderError} if a header cannot be sent
   */
  constructor(all: readonly RequestHeader[], byOrigin: ReadonlyMap<string, readonly RequestHeader[]>) {
    for (const fields of [all, ...byOrigin.values()]) fields.forEach(checkHeader);
    this.#all = all;
    this.#byOrigin = new Map(Array.from(byOrigin, ([origin, fields]) => [origin, [...all, ...fields]]));
  }

  /**
   * The headers of one request. Those in `own` replace headers of the same name.
   *
   * @param cookies added to the cookies of the headers; null for none
   */
  for(
    { origin, authorization }: Target,
    own: readonly RequestHeader[] = [],
    cookies: string | null = null,
  ): readonly RequestHeader[] {
    const others = this.#byOrigin.get(origin) ?? this.#all;
    if (authorization === null && own.length === 0 && cookies === null) return others;
    const credentials: readonly RequestHeader[] = authorization === null ? [] : [['authorization', authorization]];
    const headers = withHeaders(withHeaders(others, own), credentials);
    return cookies === null ? headers : withCookies(headers, cookies);
  }
}

/** One header has all cookies (RFC 6265, section 5.4). */
function withCookies(headers: readonly RequestHeader[], cookies: string): readonly RequestHeader[] {
  const own = headers.flatMap(([name, value]) => (name.toLowerCase() === 'cookie' ? [value] : []));
  return withHeaders(headers, [['cookie', [...own, cookies].join('; ')]]);
}
