import { hash } from 'node:crypto';
import type { FoundUrl, Lease, Outcome } from '../db/store.ts';
import { UrlError } from '../src/url/error.ts';
import { resolve } from '../src/url/resolve.ts';
import { type Discovery, MAX_HOPS } from './discovery.ts';
import type { FetchResponse, FetchResult } from './fetch/outcome.ts';
import { header, readLinks } from './page/links.ts';

/** What a fetch means for the frontier: the entry's outcome, and the URLs that it led to. */
export interface Judgement {
  readonly outcome: Outcome;
  readonly found: readonly FoundUrl[];
}

export interface JudgeOptions {
  readonly discovery: Discovery;
  /** How often a passing failure is tried again. */
  readonly retries: number;
  /** Milliseconds before the first retry; each further one waits twice as long. */
  readonly backoff: number;
}

/** Servers may ask for more, but nobody waits for ever. */
const MAX_RETRY_AFTER = 300_000;

/**
 * Judges the outcome of one fetch.
 *
 * @param sent the URL as it went on the wire
 * @param now milliseconds since the epoch
 */
export function judge(lease: Lease, sent: string, result: FetchResult, now: number, options: JudgeOptions): Judgement {
  if (result.kind === 'failure')
    return leaf(failed(lease, result.code, null, result.retryable ? 0 : null, now, options));
  const location = header(result, 'location');
  if (isRedirect(result.status) && location !== null)
    return leaf(redirected(lease, sent, result.status, location, options));
  if (result.status >= 400) {
    const wait = isPassing(result.status) ? retryAfter(result, now) : null;
    return leaf(failed(lease, `http-${result.status}`, result.status, wait, now, options));
  }
  return page(lease, sent, result, options.discovery);
}

function leaf(outcome: Outcome): Judgement {
  return { outcome, found: [] };
}

/** Statuses whose `Location` a client goes to (RFC 9110 15.4). */
function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/** Statuses that another try may mend. */
function isPassing(status: number): boolean {
  return status === 408 || status === 429 || status === 500 || (status >= 502 && status <= 504);
}

/** @param wait milliseconds to wait at least before another try, null where one is of no use */
function failed(
  lease: Lease,
  reason: string,
  status: number | null,
  wait: number | null,
  now: number,
  { retries, backoff }: JudgeOptions,
): Outcome {
  if (wait === null || lease.attempts >= retries) return { kind: 'failed', reason, status };
  return { kind: 'retry', reason, status, notBefore: now + Math.max(wait, backoff * 2 ** lease.attempts) };
}

/** Milliseconds that the server asks to wait (RFC 9110 10.2.3), within bounds; 0 where it does not say. */
function retryAfter(response: FetchResponse, now: number): number {
  const value = header(response, 'retry-after');
  if (value === null) return 0;
  const wait = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), MAX_RETRY_AFTER);
}

function redirected(lease: Lease, sent: string, status: number, location: string, options: JudgeOptions): Outcome {
  const target = resolve(sent, escapeBytes(location));
  if (target instanceof UrlError) return { kind: 'failed', reason: 'bad-redirect', status };
  const to = options.discovery.found(target, lease.depth, lease.hops + 1);
  // A target of the same key is this entry once more: only going round in circles ends it.
  if (to.key === lease.key && (to.url === lease.url || lease.hops >= MAX_HOPS)) {
    return { kind: 'failed', reason: 'redirect-loop', status };
  }
  return { kind: 'redirect', status, to };
}

/** Header values are Latin-1, a character a byte; bytes above ASCII stay the bytes that they are. */
function escapeBytes(value: string): string {
  return value.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

function page(lease: Lease, sent: string, response: FetchResponse, discovery: Discovery): Judgement {
  const { links, canonical } = readLinks(sent, response);
  const found = links.map((url) => discovery.found(url, lease.depth + 1, 0));
  const declared = canonical === null ? null : discovery.found(canonical, lease.depth + 1, 0);
  const isAnother = declared !== null && declared.key !== lease.key && !declared.key.startsWith('invalid:');
  return {
    outcome: {
      kind: 'page',
      status: response.status,
      contentType: header(response, 'content-type'),
      digest: response.body === null ? null : hash('sha256', response.body).slice(0, 32),
      canonical: isAnother ? declared : null,
      note: response.truncated ? 'truncated' : null,
    },
    found,
  };
}
