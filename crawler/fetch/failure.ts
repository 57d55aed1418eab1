import { errors } from 'undici';
import type { FetchFailureCode } from '../../db/reasons.ts';
import { startWithoutCredentials } from '../../src/url/credentials.ts';
import type { FetchFailure } from './outcome.ts';

/** The facts about a request that a failure's message may contain. */
export interface FailureContext {
  /** Host and port, plus the actual endpoint if it differs. Contains no path and no credentials. */
  readonly place: string;
  /** The time limit for the fetch, in milliseconds. */
  readonly timeout: number;
  /** Whether the headers of the response had arrived. */
  readonly answered: boolean;
}

/** The largest response header, in bytes. */
export const MAX_HEADER_BYTES: number = 32 * 1024;

const RETRYABLE: ReadonlySet<FetchFailureCode> = new Set<FetchFailureCode>([
  'dns-failed',
  'connection-refused',
  'connection-reset',
  'connection-failed',
  'unreachable',
  'timeout',
]);

/** A failure with its message. */
export function failure(code: FetchFailureCode, message: string): FetchFailure {
  return { kind: 'failure', code, message, retryable: RETRYABLE.has(code) };
}

/**
 * Prepares text from a server or a library for one printable line: ASCII only, at most 100 characters, and no user name
 * in a URL.
 */
export function shortAscii(text: string): string {
  return startWithoutCredentials(text, 100).replace(/[^ -~]/g, '?');
}

/** The failure of a fetch that took too long. */
export function timedOut({ place, timeout, answered }: FailureContext): FetchFailure {
  const what = answered ? 'did not finish its response' : 'did not respond';
  return failure('timeout', `${place} ${what} within ${timeout} ms; raise the timeout, or try again later`);
}

/** The failure of a fetch that was cancelled by its signal. */
export function cancelled(): FetchFailure {
  return failure('cancelled', 'the fetch was cancelled before the response was complete; run it again to get it');
}

/** Turns an error of the system, of TLS or of undici into a failure. */
export function failureOf(error: unknown, context: FailureContext): FetchFailure {
  const { code, detail } = describe(error);
  const known = CODES.get(code);
  if (known !== undefined) return known(context, code, detail);
  if (error instanceof errors.HTTPParserError) return unparsable(context, code, detail);
  if (TLS_CODE.test(code)) return tlsFailure(context, code, detail);
  return failure(
    'connection-failed',
    `the connection to ${context.place} failed (${code || shortAscii(detail)}); check your network, or try again later`,
  );
}

function describe(error: unknown): { code: string; detail: string } {
  if (!(error instanceof Error)) return { code: '', detail: 'unknown error' };
  // If several addresses of a host were tried, the first error counts.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = 'code' in error ? error.code : first instanceof Error && 'code' in first ? first.code : '';
  return { code: typeof code === 'string' ? shortAscii(code) : '', detail: error.message };
}

type Explain = (context: FailureContext, code: string, detail: string) => FetchFailure;

const notFound: Explain = ({ place }, code) =>
  failure(
    'dns-not-found',
    `DNS has no address for ${place} (${code}); check the spelling of the host, or your network`,
  );

const dnsFailed: Explain = ({ place }, code) =>
  failure(
    'dns-failed',
    `the DNS server did not respond for ${place} (${code}); check your network, or try again later`,
  );

const privateAddress: Explain = ({ place }, _code, detail) =>
  failure(
    'private-address',
    `${place} is not fetched, because ${shortAscii(detail)}; to fetch it, name it as a seed or pass --allow-private, with --fresh`,
  );

const refused: Explain = ({ place }) =>
  failure('connection-refused', `nothing is listening at ${place}; check the host and port, or start the server`);

const reset: Explain = ({ place }) =>
  failure('connection-reset', `${place} closed the connection before its response was complete; try again later`);

const unreachable: Explain = ({ place }, code) =>
  failure('unreachable', `${place} is unreachable (${code}); check your network, firewall and IPv6`);

const tooManyFiles: Explain = ({ place }, code) =>
  failure(
    'connection-failed',
    `this machine has no free socket to connect to ${place} (${code}); lower the concurrency or raise "ulimit -n"`,
  );

const headersTooLarge: Explain = ({ place }) =>
  failure(
    'headers-too-large',
    `${place} sent more than ${MAX_HEADER_BYTES} bytes of headers; ask the site to send fewer cookies`,
  );

const badResponse: Explain = ({ place }, _code, detail) =>
  failure(
    'bad-response',
    `${place} did not send a valid HTTP/1.1 response (${shortAscii(detail)}); check that the scheme and port belong to a web server`,
  );

/** The parser reports a connection that closed too early as an unexpected end of input. */
const unparsable: Explain = (context, code, detail) =>
  detail.includes('EOF') ? reset(context, code, detail) : badResponse(context, code, detail);

/** After a Content-Length, undici reports every fault with this code, including a second Content-Length. */
const lengthMismatch: Explain = (context, code, detail) =>
  context.answered ? reset(context, code, detail) : badResponse(context, code, detail);

/** Undici uses one code for a peer that closed the connection and for one that sent an invalid response. */
const socketFailure: Explain = (context, code, detail) =>
  detail.startsWith('bad ') ? badResponse(context, code, detail) : reset(context, code, detail);

const CODES: ReadonlyMap<string, Explain> = new Map<string, Explain>([
  ['ENOTFOUND', notFound],
  ['EAI_AGAIN', dnsFailed],
  ['EAI_FAIL', dnsFailed],
  ['private-address', privateAddress],
  ['ECONNREFUSED', refused],
  ['ECONNRESET', reset],
  ['ECONNABORTED', reset],
  ['EPIPE', reset],
  ['UND_ERR_SOCKET', socketFailure],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', lengthMismatch],
  ['ABORT_ERR', cancelled],
  ['EHOSTUNREACH', unreachable],
  ['ENETUNREACH', unreachable],
  ['EHOSTDOWN', unreachable],
  ['ENETDOWN', unreachable],
  ['EADDRNOTAVAIL', unreachable],
  ['EMFILE', tooManyFiles],
  ['ENFILE', tooManyFiles],
  ['ETIMEDOUT', timedOut],
  ['UND_ERR_CONNECT_TIMEOUT', timedOut],
  ['UND_ERR_HEADERS_OVERFLOW', headersTooLarge],
  ['UND_ERR_DESTROYED', cancelled],
  ['UND_ERR_CLOSED', cancelled],
  [
    'ERR_INVALID_URL',
    () => failure('invalid-url', 'the URL has no valid host or port; write it as https://example.com/'),
  ],
  [
    'UND_ERR_INVALID_ARG',
    (_context, _code, detail) =>
      failure('invalid-url', `the URL cannot be requested: ${shortAscii(detail)}; correct it`),
  ],
]);

const TLS_CODE =
  /^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_|HOSTNAME_|ERROR_IN_|PATH_LENGTH_)/;
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|CERT_UNTRUSTED/;

const tlsFailure: Explain = ({ place }, code) =>
  failure('tls-failed', `the secure connection to ${place} failed: ${tlsReason(code)}`);

function tlsReason(code: string): string {
  if (UNTRUSTED.test(code))
    return `its certificate is not trusted (${code}); pass the site's certificate with --ca FILE`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `its certificate is for another host (${code}); check the host's name`;
  if (code === 'CERT_HAS_EXPIRED') return `its certificate has expired (${code}); ask the site to renew it`;
  if (code.startsWith('CERT_'))
    return `its certificate is not accepted (${code}); check the site's certificate and your clock`;
  return `the TLS handshake failed (${code}); check that the port speaks TLS, or try http`;
}
