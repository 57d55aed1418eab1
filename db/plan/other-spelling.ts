import { compile } from '../../src/canon/canonicalizer.ts';
import { wireUrl } from '../../src/canon/wire-url.ts';
import { isPermanent, isRedirect, isTemporary, statusIn } from '../../src/status-codes.ts';
import { UrlError } from '../../src/url/error.ts';
import type { EntryReason } from '../reasons.ts';
import type { Entry, EntryId, Outcome, Spelling } from '../store.ts';

/** The mark of a spelling that was tried, or need not be, until its entry is fetched by its first one again. */
export const TRIED = 1;
/** The mark of a spelling that no crawl would fetch: it was only found by links that are not followed. */
export const UNWANTED = 2;

/** A spelling of an entry other than the first. */
export interface MarkedSpelling extends Pick<Spelling, 'url'> {
  /** Null if it may be tried. */
  readonly mark: typeof TRIED | typeof UNWANTED | null;
}

/** A spelling as stored, with its entry. */
export interface StoredSpelling extends MarkedSpelling, Pick<Spelling, 'pass'> {
  readonly entry: EntryId;
}

/** A spelling as a frontier returns it. */
export function asSpelling({ url, pass, mark }: Omit<StoredSpelling, 'entry'>): Spelling {
  return mark === UNWANTED ? { url, pass, isUnfollowed: true } : { url, pass };
}

/** An entry that may be fetched by another spelling. */
export type Attempted = Pick<Entry, 'url' | 'finalUrl' | 'firstFailure'>;

/** How an answer ends an entry. An entry that is done and has a location redirects to another key. */
export type End = Pick<Entry, 'reason' | 'status' | 'location'> & { readonly state: 'done' | 'failed' | 'skipped' };

/** How an entry failed. */
export type Failure = Pick<Entry, 'reason' | 'status'> & { readonly state: 'failed' | 'skipped' };

/** By which spelling an entry is fetched. If that is the first again, all others count as tried. */
export interface Course {
  /** The spelling to fetch instead of the first; null for the first. */
  readonly finalUrl: string | null;
  readonly firstFailure: EntryReason | null;
}

/** The course of an entry that has no other spelling to try. */
export const BY_FIRST: Course = { finalUrl: null, firstFailure: null };

/** An entry that is fetched by another spelling. */
export const QUEUED = { state: 'queued', reason: null, status: null } as const;

/** How many spellings of an entry are looked at. Many of them may differ only in the fragment. */
export const MAX_SPELLINGS = 20;
/** How many spellings of one entry are fetched, because a site may link to a missing page by any number of them. */
export const MAX_FETCHED = 5;

/** Statuses up to 500 by which a site refuses a client for now, whatever the URL (RFC 9110 15.5.9, RFC 6585 4). */
const OF_SITE: readonly number[] = [408, 429];

/** The failure that an outcome is. */
export function failureOf(outcome: Extract<Outcome, { kind: 'failed' | 'refused' }>): Failure {
  if (outcome.kind === 'failed') return { state: 'failed', reason: outcome.reason, status: outcome.status };
  return { state: 'skipped', reason: outcome.reason, status: null };
}

/** Whether another spelling of the entry may be answered: the failure is about the URL, not about the site. */
export function isOfSpelling({ state, reason, status }: Failure): boolean {
  if (state === 'skipped') return reason === 'robots';
  if (status === null) return reason === 'not-archived';
  return status >= 300 && status <= 500 && !OF_SITE.includes(status) && reason !== 'wait-too-long';
}

/**
 * Whether another spelling of the entry may have a page, although this one redirects to another key. A permanent redirect
 * says where the page is from now on, but many sites send a URL without a page to their home page. A redirect that keeps
 * path and query, such as from http to https, is about the site.
 */
function isDetour(from: string, to: string, status: number | null): boolean {
  const [sent, target] = [wireUrl(from), wireUrl(to)];
  if (sent instanceof UrlError || target instanceof UrlError) return false;
  const end = pathAndQuery(target);
  return (isTemporary(status) || (isPermanent(status) && end === '/')) && pathAndQuery(sent) !== end;
}

function pathAndQuery(sent: string): string {
  return sent.replace(/^[^/]*\/\/[^/]*/, '');
}

/** SQL for the entries, as rows of `entry`, whose end may be the fault of a spelling. */
export const MAY_BE_OF_SPELLING: string = `(
  state = 'failed' AND (
    status BETWEEN 300 AND 500 AND status NOT IN (${OF_SITE.join()}) AND reason <> 'wait-too-long'
    OR reason = 'not-archived'
  )
  OR state = 'skipped' AND reason = 'robots'
  OR state = 'done' AND location IS NOT NULL AND status IN (301, 302, 303, 307, 308)
)`;

/** Why another spelling of an entry may have a page; null if no other one is tried. */
export function faultOf({ url, finalUrl }: Attempted, end: End): EntryReason | null {
  const { state, status, location } = end;
  if (state !== 'done') return isOfSpelling({ ...end, state }) ? end.reason : null;
  return location !== null && isDetour(finalUrl ?? url, location, status) ? `http-${status ?? 0}` : null;
}

/** Whether the first failure of an entry is a redirect to another key. */
export function isRedirected({ firstFailure }: Pick<Entry, 'firstFailure'>): boolean {
  return firstFailure !== null && isRedirect(statusIn(firstFailure));
}

/**
 * The spelling to fetch next. Spellings that make the same request count as one. After a redirect, so do those that are
 * equivalent by RFC 3986 6.2.2.
 *
 * @param reason why the spelling that was fetched last is not enough
 * @param spellings the first ones other than `url` that are wanted, in order of discovery, at most `MAX_SPELLINGS`
 * @returns null if all have been tried, or enough of them
 */
export function nextTry(
  { url, firstFailure }: Attempted,
  reason: EntryReason | null,
  spellings: readonly MarkedSpelling[],
): Course | null {
  const first = firstFailure ?? reason;
  const requestOf = isRedirected({ firstFailure: first }) ? equivalentOf : wireUrl;
  const tried = [url, ...spellings.flatMap((one) => (one.mark === TRIED ? [one.url] : []))].map(requestOf);
  const asked = new Set<unknown>(tried.filter((request) => !(request instanceof UrlError)));
  if (asked.size >= MAX_FETCHED) return null;
  const next = spellings.find((one) => {
    const request = one.mark === null ? requestOf(one.url) : null;
    return request !== null && !(request instanceof UrlError) && !asked.has(request);
  });
  return next === undefined ? null : { finalUrl: next.url, firstFailure: first };
}

/**
 * Whether an entry that tries its other spellings has made the request for a URL already. It was in vain: the entry would
 * not go on otherwise.
 */
export function isTriedBefore(
  target: string,
  { url, firstFailure }: Attempted,
  spellings: readonly MarkedSpelling[],
): boolean {
  if (firstFailure === null) return false;
  const request = wireUrl(target);
  return wireUrl(url) === request || spellings.some((one) => one.mark === TRIED && wireUrl(one.url) === request);
}

const equivalence = compile({ profile: 'preserving' });

function equivalentOf(url: string): string | UrlError {
  const request = wireUrl(url);
  return request instanceof UrlError ? request : equivalence.canonicalize(request);
}

/** The end of an entry whose first URL failed for a reason. */
export function failureFor(reason: EntryReason): Failure {
  return { state: reason === 'robots' ? 'skipped' : 'failed', reason, status: statusIn(reason) };
}
