import type { FetchFailureCode } from '../../db/reasons.ts';
import { startWithoutCredentials } from '../../src/url/credentials.ts';
import type { FetchFailure } from './fetch-result.ts';

/** The facts about a request that a failure's message may contain. */
export interface FailureContext {
  /** Host and port, plus the actual endpoint if it differs. Contains no path and no credentials. */
  readonly place: string;
  /** The time limit for the fetch, in milliseconds. */
  readonly timeout: number;
  /** How far the request had come. */
  readonly stage: 'connecting' | 'sent' | 'answered';
}

/** The largest response header, in bytes. */
export const MAX_HEADER_BYTES: number = 32 * 1024;

const RETRYABLE: ReadonlySet<FetchFailureCode> = new Set<FetchFailureCode>([
  'dns-failed',
  'connection-refused',
  'connection-reset',
  'connection-failed',
  'unreachable',
  'proxy-failed',
  'connect-timeout',
  'timeout',
]);

/** A failure with its message. */
export function failure(code: FetchFailureCode, message: string): FetchFailure {
  return { kind: 'failure', code, message, retryable: RETRYABLE.has(code) };
}

/** Whether a value is the code of a failure. */
export function isFailureCode(code: unknown): code is FetchFailureCode {
  return typeof code === 'string' && (Object.hasOwn(MESSAGES, code) || OTHERS.some((other) => other === code));
}

/** The codes of failures that have their message elsewhere. */
const OTHERS = [
  'bad-encoding',
  'unsupported-scheme',
  'not-archived',
  'fetcher-error',
] as const satisfies readonly FetchFailureCode[];

/**
 * Prepares text from a server or a library for one printable line: ASCII only, at most 100 characters, and no user name
 * in a URL.
 */
export function shortAscii(text: string): string {
  return startWithoutCredentials(text, 100).replace(/[^ -~]/g, '?');
}

/** The failures that an error of the system, of TLS or of undici can be. */
type Cause = Exclude<FetchFailureCode, (typeof OTHERS)[number]>;

interface Problem extends FailureContext {
  readonly code: string;
  /** One printable line. */
  readonly detail: string;
}

const CANCELLED = 'the fetch was cancelled before the response was complete; run it again to get it';

const MESSAGES: Readonly<Record<Cause, (problem: Problem) => string>> = {
  'dns-not-found': ({ place, code }) =>
    `DNS has no address for ${place} (${code}); check the spelling of the host, or your network`,
  'dns-failed': ({ place, code }) =>
    `the DNS server did not respond for ${place} (${code}); check your network, or try again later`,
  'private-address': ({ place, detail }) =>
    `${place} is not fetched, because ${detail}; to fetch it, name it as a seed or set the option allowPrivate, with the option fresh`,
  'connection-refused': ({ place }) => `nothing is listening at ${place}; check the host and port, or start the server`,
  'connection-reset': ({ place, stage }) =>
    stage === 'answered'
      ? `${place} closed the connection in the middle of its response; try again later, and if it always does, correct the site's Content-Length`
      : `${place} closed the connection before it answered; try again later`,
  'connection-failed': ({ place, code, detail }) =>
    code === 'EMFILE' || code === 'ENFILE'
      ? `this machine has no free socket to connect to ${place} (${code}); lower the concurrency or raise "ulimit -n"`
      : `the connection to ${place} failed (${code || detail}); check your network, or try again later`,
  unreachable: ({ place, code }) => `${place} is unreachable (${code}); check your network, firewall and IPv6`,
  'tls-failed': ({ place, code }) => `the secure connection to ${place} failed: ${tlsReason(code)}`,
  'proxy-failed': ({ place, detail }) => `${place} was not reached: ${detail}; check the proxy, or go without it`,
  'proxy-auth': ({ place, detail }) =>
    `${place} was not reached: ${detail}; write the user name and password of the proxy into its URL`,
  'connect-timeout': ({ place, timeout }) =>
    `no connection to ${place} was ready within ${timeout} ms; check that the host is up and no firewall blocks it, or raise the timeout`,
  timeout: ({ place, timeout, stage }) =>
    `${place} ${stage === 'answered' ? 'did not finish its response' : 'did not respond'} within ${timeout} ms; raise the timeout, or try again later`,
  'headers-too-large': ({ place }) =>
    `${place} sent more than ${MAX_HEADER_BYTES} bytes of headers; make the site send fewer or shorter headers, such as cookies`,
  'bad-response': ({ place, detail }) =>
    `${place} did not send a valid HTTP/1.1 response (${detail}); check that the scheme and port belong to a web server`,
  'invalid-url': ({ code, detail }) =>
    code === 'ERR_INVALID_URL'
      ? 'the URL has no valid host or port; write it as https://example.com/'
      : `the URL cannot be requested: ${detail}; correct it`,
  cancelled: () => CANCELLED,
};

/** Error codes by the failure that they always mean. */
const CODES: readonly (readonly [Cause, ...string[]])[] = [
  ['dns-not-found', 'ENOTFOUND'],
  ['dns-failed', 'EAI_AGAIN', 'EAI_FAIL'],
  ['private-address', 'private-address'],
  ['connection-refused', 'ECONNREFUSED'],
  ['connection-reset', 'ECONNRESET', 'ECONNABORTED', 'EPIPE'],
  ['unreachable', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN', 'EADDRNOTAVAIL'],
  ['proxy-failed', 'proxy-failed'],
  ['proxy-auth', 'proxy-auth'],
  ['connect-timeout', 'UND_ERR_CONNECT_TIMEOUT'],
  ['headers-too-large', 'UND_ERR_HEADERS_OVERFLOW'],
  // Undici asserts what it expects of a response.
  ['bad-response', 'ERR_ASSERTION'],
  ['invalid-url', 'ERR_INVALID_URL', 'UND_ERR_INVALID_ARG'],
  ['cancelled', 'ABORT_ERR', 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED'],
];

const TLS_CODE =
  /^(?:ERR_TLS_|ERR_SSL_|ERR_OSSL_|EPROTO$|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_|HOSTNAME_|ERROR_IN_|PATH_LENGTH_)/;
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY_LEAF)|CERT_UNTRUSTED/;

/** The failure of a fetch that took too long. */
export function timedOut(context: FailureContext): FetchFailure {
  const cause = timeoutIn(context);
  return failure(cause, MESSAGES[cause]({ ...context, code: '', detail: '' }));
}

function timeoutIn({ stage }: FailureContext): 'connect-timeout' | 'timeout' {
  return stage === 'connecting' ? 'connect-timeout' : 'timeout';
}

/** The failure of a fetch that was cancelled by its signal. */
export function cancelled(): FetchFailure {
  return failure('cancelled', CANCELLED);
}

/** Turns an error of the system, of TLS or of undici into a failure. */
export function failureOf(error: unknown, context: FailureContext): FetchFailure {
  const { code, detail } = describe(error);
  const cause = causeOf(error, code, detail, context);
  return failure(cause, MESSAGES[cause]({ ...context, code, detail: shortAscii(detail) }));
}

function describe(error: unknown): { code: string; detail: string } {
  if (!(error instanceof Error)) return { code: '', detail: 'unknown error' };
  // If several addresses of a host were tried, the first error counts.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = 'code' in error ? error.code : first instanceof Error && 'code' in first ? first.code : '';
  return { code: typeof code === 'string' ? shortAscii(code) : '', detail: error.message };
}

function causeOf(error: unknown, code: string, detail: string, context: FailureContext): Cause {
  // Undici uses one code for a peer that closed the connection and for one that sent an invalid response.
  if (code === 'UND_ERR_SOCKET') return detail.startsWith('bad ') ? 'bad-response' : 'connection-reset';
  // After a Content-Length, undici reports every fault with this code, including a second Content-Length.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
    return context.stage === 'answered' ? 'connection-reset' : 'bad-response';
  if (code === 'ETIMEDOUT') return timeoutIn(context);
  const [known] = CODES.find(([, ...codes]) => codes.includes(code)) ?? [];
  if (known !== undefined) return known;
  // Undici's parser reports a connection that closed too early as an unexpected end of input. The name identifies the error,
  // because programs that send no requests do not load undici.
  if (error instanceof Error && error.name === 'HTTPParserError')
    return detail.includes('EOF') ? 'connection-reset' : 'bad-response';
  return TLS_CODE.test(code) ? 'tls-failed' : 'connection-failed';
}

function tlsReason(code: string): string {
  if (UNTRUSTED.test(code))
    return `its certificate is not trusted (${code}); pass the site's certificate with the option ca`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `its certificate is for another host (${code}); check the host's name`;
  if (code === 'CERT_HAS_EXPIRED') return `its certificate has expired (${code}); ask the site to renew it`;
  if (code.startsWith('CERT_'))
    return `its certificate is not accepted (${code}); check the site's certificate and your clock`;
  return `the TLS handshake failed (${code}); check that the port speaks TLS, or try http`;
}
