import type { FailureReason } from '../db/reasons.ts';
import { type Lease, type Outcome, selfEnd } from '../db/store.ts';
import { isFromGateway, isOverloaded } from '../src/status-codes.ts';
import { UrlError } from '../src/url/error.ts';
import { conditions } from './conditions.ts';
import type { Discovery } from './discovery.ts';
import type { DocumentReader } from './document-reader.ts';
import type { FetchResponse, FetchResult } from './fetch/fetch-result.ts';
import { isLeadingOn, type Judgement, NOTHING_FOUND } from './judgement.ts';
import { LONGEST_WAIT, retryAfter } from './politeness/retry-after.ts';
import { redirectTarget } from './reference.ts';

/** What `judge` needs. */
export interface JudgeOptions {
  /** Turns URLs as found into keys, and decides which to fetch. */
  readonly discovery: Discovery;
  /** Reads pages, sitemaps and feeds. */
  readonly reader: DocumentReader;
  /** How often a temporary failure is retried. */
  readonly retries: number;
}

/** Milliseconds before the first retry. The wait doubles with each further one, up to `LONGEST_WAIT`. */
const BACKOFF = 500;

/** The failure reason of a page whose server is not overloaded, but asks for a longer wait than `LONGEST_WAIT`. */
export const WAIT_TOO_LONG = 'wait-too-long';
/** How often a page is retried at the least if the site is overloaded, which is not the page's fault. */
const PATIENCE = 8;
/** The same if a gateway cannot reach the server, which may only be restarting: half a minute of retries. */
const PATIENCE_WITH_GATEWAY = 6;
/**
 * A page of an overloaded site is retried after at least this many delays of the site. By then, another page has been
 * requested, even if the delay has doubled: its answer tells whether the whole site or only the one page is overloaded.
 */
const UNTIL_OTHERS = 4;
/** In milliseconds. */
const LONGEST_UNTIL_OTHERS = 60_000;

/**
 * Turns the result of one fetch into an outcome, and reads the document.
 *
 * @param sent the URL as requested
 * @param now milliseconds since the epoch
 * @returns null if the program's handler gave the page back because the crawl stops
 */
export async function judge(
  lease: Lease,
  sent: string,
  result: FetchResult,
  now: number,
  options: JudgeOptions,
): Promise<Judgement | null> {
  if (result.kind === 'failure') return failed(lease, result.code, null, result.retryable ? 0 : null, now, options);
  const { status } = result;
  const target = redirectTarget(sent, result);
  if (target instanceof UrlError) return leaf({ kind: 'failed', reason: 'bad-redirect', status });
  if (target !== null) return redirected(lease, result, target, options);
  if (status === 304 && isConditional(lease)) return leaf({ kind: 'unchanged' });
  if (status >= 400 || status === 304) {
    const wait = isPassing(status) ? retryAfter(result, now) : null;
    const isTooLong = wait !== null && wait > LONGEST_WAIT && !isOverloaded(status);
    if (isTooLong) return leaf({ kind: 'failed', reason: WAIT_TOO_LONG, status });
    return failed(lease, `http-${status}`, status, wait, now, options);
  }
  const reading = await options.reader.read(lease, sent, result);
  if (!('kind' in reading)) return reading;
  if (reading.kind === 'given-back') return null;
  const { reason, message, error, isFinal } = reading;
  return { ...failed(lease, reason, status, isFinal ? null : 0, now, options), message, error };
}

function leaf(outcome: Outcome): Judgement {
  return { ...NOTHING_FOUND, outcome };
}

/** Whether the request for the page was conditional. No other request is answered with 304 (RFC 9110, section 15.4.5). */
function isConditional({ earlier }: Lease): boolean {
  return conditions(earlier).length > 0;
}

/** Whether a retry may succeed after this result. */
export function mayRetry(result: FetchResult): boolean {
  return result.kind === 'failure' ? result.retryable : isPassing(result.status);
}

/** Whether a retry may succeed after this status. */
function isPassing(status: number): boolean {
  return status === 408 || status === 500 || isOverloaded(status) || isFromGateway(status);
}

/** @param wait the shortest wait before a retry, in milliseconds; null if a retry is useless */
function failed(
  lease: Lease,
  reason: FailureReason,
  status: number | null,
  wait: number | null,
  now: number,
  { retries }: JudgeOptions,
): Judgement {
  const pause = isOverloaded(status) ? (wait ?? 0) : 0;
  if (wait === null || lease.attempts >= triesAfter(status, retries))
    return { ...NOTHING_FOUND, outcome: { kind: 'failed', reason, status }, pause };
  const untilOthers = isOverloaded(status) ? Math.min(UNTIL_OTHERS * lease.delay, LONGEST_UNTIL_OTHERS) : 0;
  const notBefore = now + Math.max(wait, untilOthers, waitBeforeRetry(lease.attempts));
  return { ...NOTHING_FOUND, outcome: { kind: 'retry', reason, status, notBefore }, pause };
}

/**
 * How often a request is retried after an answer with this status.
 *
 * @param status null for other failures
 * @param retries how often a temporary failure is retried
 */
export function triesAfter(status: number | null, retries: number): number {
  const patience = isOverloaded(status) ? PATIENCE : isFromGateway(status) ? PATIENCE_WITH_GATEWAY : retries;
  return retries === 0 ? 0 : Math.max(retries, patience);
}

/**
 * Milliseconds before the next retry.
 *
 * @param attempts as in a lease
 */
export function waitBeforeRetry(attempts: number): number {
  return Math.min(BACKOFF * 2 ** attempts, LONGEST_WAIT);
}

function redirected(lease: Lease, result: FetchResponse, target: string, options: JudgeOptions): Judgement {
  const { depth, hops, role } = lease;
  const to = options.discovery.found(target, { depth, hops: hops + 1, source: 'redirect', role });
  const hasNewCookies = result.redirectsWithNewCookies === true;
  const outcome = {
    kind: 'redirect',
    status: result.status,
    to: hasNewCookies ? { ...to, hasNewCookies } : to,
  } as const;
  const end = to.key === lease.key ? selfEnd(outcome, lease.url) : null;
  return { ...leaf(end ?? outcome), leadsOn: isLeadingOn(lease, to) };
}
