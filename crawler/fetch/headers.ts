import { DustpanError } from '../../src/error.ts';
import { ACCEPT_ENCODING } from './decode.ts';

/** A request header that cannot be sent. The message names the header, never its value, which may be a secret. */
export class RequestHeaderError extends DustpanError {
  readonly code = 'bad-request-header';

  constructor(name: string, what: string) {
    super(`the request header "${name.replace(/[^ -~]/g, '?')}" ${what}; leave it out or correct it`);
    this.name = 'RequestHeaderError';
  }
}

/** A request header; several of one name are sent in their order. */
export type RequestHeader = readonly [name: string, value: string];

/** These are the connection's own; another value would let two readers of the request disagree. */
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

/**
 * The headers of every request: the crawler's own, each replaced where `extra` has one of that name.
 *
 * @throws {RequestHeaderError} for a name or value that HTTP does not allow, or a header of the connection itself.
 */
export function requestHeaders(userAgent: string, extra: readonly RequestHeader[]): readonly RequestHeader[] {
  const names = new Set(extra.map(([name]) => name.toLowerCase()));
  const own: RequestHeader[] = [
    ['user-agent', userAgent],
    ['accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['accept-encoding', ACCEPT_ENCODING],
  ];
  const headers = [...own.filter(([name]) => !names.has(name)), ...extra];
  for (const field of headers) checkHeader(field);
  return headers;
}

/** @throws {RequestHeaderError} for a field that cannot be sent */
export function checkHeader([name, value]: RequestHeader): void {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new RequestHeaderError(name, 'has a name that HTTP does not allow');
  if (OWN.has(name.toLowerCase())) throw new RequestHeaderError(name, 'is set by the connection itself');
  if (!/^[\t -~\x80-\xff]*$/.test(value)) throw new RequestHeaderError(name, 'has a value with a control character');
}
