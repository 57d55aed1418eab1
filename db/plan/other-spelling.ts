import { wireUrl } from '../../src/canon/wire-url.ts';
import { statusIn } from '../../src/status-codes.ts';
import { UrlError } from '../../src/url/error.ts';
import type { EntryReason } from '../reasons.ts';
import type { Entry, Outcome, Spelling } from '../store.ts';

/** A failed entry, as far as its other spellings depend on it. */
export interface Attempted extends Pick<Entry, 'url' | 'firstFailure'> {
  /** How many of its spellings were tried, or need not be, in order of discovery and without the first. */
  readonly spellingsTried: number;
}

/** How an entry failed. */
export type Failure = Pick<Entry, 'reason' | 'status'> & { readonly state: 'failed' | 'skipped' };

/** By which spelling an entry is fetched. */
export interface Course {
  /** The spelling to fetch instead of the first; null for the first. */
  readonly finalUrl: string | null;
  readonly firstFailure: EntryReason | null;
  readonly spellingsTried: number;
}

/** What becomes of an entry that failed. */
export interface NextTry {
  readonly course: Course;
  /** How the entry ends; null if it is fetched by another spelling. */
  readonly end: Failure | null;
}

/** An entry that is fetched by another spelling. */
export const QUEUED = { state: 'queued', reason: null, status: null } as const;

/** How many spellings of an entry are looked at. Many of them may differ only in the fragment. */
export const MAX_SPELLINGS = 20;
/** How many spellings of one entry are fetched, because a site may link to a missing page by any number of them. */
const MAX_FETCHED = 5;

/** Statuses up to 500 by which a site refuses a client for now, whatever the URL (RFC 9110 15.5.9, RFC 6585 4). */
const OF_SITE: readonly number[] = [408, 429];

/** The failure that an outcome is; null for other outcomes. */
export function failureOf(outcome: Outcome): Failure | null {
  if (outcome.kind === 'failed') return { state: 'failed', reason: outcome.reason, status: outcome.status };
  return outcome.kind === 'refused' ? { state: 'skipped', reason: outcome.reason, status: null } : null;
}

/** Whether another spelling of the entry may be answered: the failure is about the URL, not about the site. */
export function isOfSpelling({ state, reason, status }: Failure): boolean {
  if (state === 'skipped') return reason === 'robots';
  if (status === null) return reason === 'not-archived';
  return status >= 300 && status <= 500 && !OF_SITE.includes(status) && reason !== 'wait-too-long';
}

/** SQL for `isOfSpelling`, about a row of `entry`. */
export const IS_OF_SPELLING: string = `(
  state = 'failed' AND (
    status BETWEEN 300 AND 500 AND status NOT IN (${OF_SITE.join()}) AND reason <> 'wait-too-long'
    OR reason = 'not-archived'
  ) OR state = 'skipped' AND reason = 'robots'
)`;

/**
 * Decides whether an entry that failed is fetched by its next spelling. Spellings that make the same request count as one.
 * If all have been tried, or enough of them, the entry ends as its first spelling did.
 *
 * @param spellings its spellings other than the first, in order of discovery, at most `MAX_SPELLINGS`
 */
export function nextTry(entry: Attempted, failure: Failure, spellings: readonly Spelling[]): NextTry {
  const { url, firstFailure, spellingsTried } = entry;
  const asked = new Set([wireUrl(url)]);
  for (const [place, spelling] of spellings.entries()) {
    const request = wireUrl(spelling.url);
    // A redirect led to a spelling without a pass, so that it was fetched.
    const isNews = place >= spellingsTried && spelling.pass !== null && !asked.has(request);
    if (isNews && asked.size < MAX_FETCHED && !(request instanceof UrlError)) {
      const first = firstFailure ?? failure.reason;
      return { course: { finalUrl: spelling.url, firstFailure: first, spellingsTried: place + 1 }, end: null };
    }
    if (!(request instanceof UrlError)) asked.add(request);
  }
  const course = { finalUrl: null, firstFailure: null, spellingsTried: spellings.length };
  const { state, reason, status } = failure;
  return { course, end: firstFailure === null ? { state, reason, status } : failureFor(firstFailure) };
}

function failureFor(reason: EntryReason): Failure {
  return { state: reason === 'robots' ? 'skipped' : 'failed', reason, status: statusIn(reason) };
}
