import { withoutCredentials, withoutUserinfo } from '../../src/url/credentials.ts';
import type { RecordedExchange } from '../fetch/recorded-exchange.ts';
import { warcDigest } from './digests.ts';
import { type WarcField, type WarcRecord, warcFields, warcRecord } from './warc-record.ts';

/** An earlier capture with the same payload. */
export interface EarlierCapture {
  readonly url: string;
  readonly date: Date;
}

/** The records of one exchange, in the order in which they are written. */
export interface ExchangeRecords {
  /** A `response`, or a `revisit` if the payload is known already. */
  readonly response: WarcRecord;
  /** What led to it and what is known about it. */
  readonly others: readonly WarcRecord[];
}

/** The headers of a request that are recorded; any other one may be a secret. */
const OPEN: ReadonlySet<string> = new Set([
  'host',
  'user-agent',
  'accept',
  'accept-encoding',
  'accept-language',
  'if-none-match',
  'if-modified-since',
  'range',
]);

const PROFILES = 'http://netpreserve.org/warc/1.1/revisit/';

/** The digest of the payload: the body with its content coding. Null if that is the payload of an unknown earlier capture. */
export function payloadDigest({ status, body }: Pick<RecordedExchange, 'status' | 'body'>): string | null {
  return status === NOT_MODIFIED ? null : warcDigest(body);
}

/**
 * Makes the records of an exchange, without the secrets of its request.
 *
 * @param payload the digest of its payload; null if unknown
 * @param earlier an earlier capture with that payload; null to record the payload
 */
export function exchangeRecords(
  exchange: RecordedExchange,
  payload: string | null,
  earlier: EarlierCapture | null,
): ExchangeRecords {
  const { url, date, cut, about, body } = exchange;
  const revisit = revisitFields(exchange, earlier);
  const target: WarcField = ['WARC-Target-URI', url];
  const response = warcRecord({
    type: revisit === null ? 'response' : 'revisit',
    date,
    contentType: 'application/http; msgtype=response',
    fields: [
      target,
      ...(payload === null ? [] : [['WARC-Payload-Digest', payload] as const]),
      ...(revisit ?? []),
      ...(cut === null ? [] : [['WARC-Truncated', cut] as const]),
    ],
    block: [responseHead(exchange), ...(revisit === null ? [body] : [])],
  });
  const concurrent: readonly WarcField[] = [target, ['WARC-Concurrent-To', response.id]];
  const beside = (type: 'request' | 'metadata', contentType: string, block: Uint8Array): WarcRecord =>
    warcRecord({ type, date, contentType, fields: concurrent, block: [block] });
  const request = beside('request', 'application/http; msgtype=request', requestHead(exchange));
  if (about.length === 0) return { response, others: [request] };
  return { response, others: [request, beside('metadata', 'application/warc-fields', warcFields(about))] };
}

function revisitFields({ status, url }: RecordedExchange, earlier: EarlierCapture | null): readonly WarcField[] | null {
  if (status === NOT_MODIFIED) {
    return [
      ['WARC-Profile', `${PROFILES}server-not-modified`],
      ['WARC-Refers-To-Target-URI', url],
    ];
  }
  if (earlier === null) return null;
  return [
    ['WARC-Profile', `${PROFILES}identical-payload-digest`],
    ['WARC-Refers-To-Target-URI', earlier.url],
    ['WARC-Refers-To-Date', earlier.date.toISOString()],
    // The standard asks for this where the payload is left out.
    ['WARC-Truncated', 'length'],
  ];
}

/** The status of a response without a payload, because that is unchanged. */
export const NOT_MODIFIED = 304;

function requestHead({ request: { path, headers } }: RecordedExchange): Uint8Array {
  const open = headers.filter(([name]) => OPEN.has(name.toLowerCase()));
  return head(`GET ${path} HTTP/1.1`, open);
}

function responseHead({ status, statusText, headers, request }: RecordedExchange): Uint8Array {
  // The cookies of a session that the user's own headers opened.
  const isOpen = request.headers.every(([name]) => OPEN.has(name.toLowerCase()));
  const kept = headers.filter(([name]) => isOpen || !/^set-cookie2?$/i.test(name));
  return head(
    `HTTP/1.1 ${status} ${statusText}`,
    // The body is recorded without its chunks.
    kept.map(([name, value]) => [/^transfer-encoding$/i.test(name) ? `X-Orig-${name}` : name, value]),
  );
}

function head(start: string, headers: readonly WarcField[]): Uint8Array {
  const lines = headers.map(([name, value]) => `${name}: ${bareField(value)}\r\n`);
  return Buffer.from(`${withoutCredentials(start)}\r\n${lines.join('')}\r\n`, 'latin1');
}

/** URLs in `Link` and `Refresh` may have characters that end a URL in other text. */
function bareField(value: string): string {
  const bare = value
    .replace(/<([^>]*)>/g, (_, url: string) => `<${withoutUserinfo(url)}>`)
    .replace(/(\burl\s*=\s*["']?)(.*)/i, (_, start: string, url: string) => start + withoutUserinfo(url));
  return withoutCredentials(bare);
}
