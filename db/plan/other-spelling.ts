import { wireUrl } from '../../src/canon/wire-url.ts';
import { isOverloaded } from '../../src/status-codes.ts';
import { UrlError } from '../../src/url/error.ts';
import type { EntryReason } from '../reasons.ts';
import type { Entry } from '../store.ts';

/** A failed entry, and the spellings that it may be fetched by. */
export interface Attempted extends Pick<Entry, 'url' | 'finalUrl' | 'firstFailure' | 'reason' | 'status'> {
  /** Its spellings other than the first, in order of discovery, at most `MAX_SPELLINGS`. */
  readonly spellings: readonly string[];
}

/** What changes if the entry is fetched by another spelling. */
export interface OtherSpelling {
  readonly finalUrl: string;
  readonly firstFailure: EntryReason | null;
}

/** How many spellings of an entry are looked at. Many of them may differ only in the fragment. */
export const MAX_SPELLINGS = 100;
/** How many spellings of one entry are fetched, because a site may link to a missing page by any number of them. */
const MAX_FETCHED = 5;

/**
 * The next spelling by which to fetch an entry that failed or that robots.txt disallows. Spellings that make the same
 * request count as one.
 *
 * @returns null if all have been tried, or enough of them
 */
export function otherSpelling(entry: Attempted): OtherSpelling | null {
  const { url, finalUrl, firstFailure, reason, status } = entry;
  if (isOverloaded(status)) return null;
  const requests = new Map<string, string>();
  for (const spelling of [url, ...entry.spellings]) {
    const request = wireUrl(spelling);
    if (!(request instanceof UrlError) && !requests.has(request)) requests.set(request, spelling);
  }
  // A redirect may have led to any spelling before the first of them was replaced.
  const fetched = wireUrl(firstFailure === null ? url : (finalUrl ?? url));
  const place = [...requests.keys()].indexOf(String(fetched));
  const next = place < 0 || place + 1 >= MAX_FETCHED ? undefined : [...requests.values()][place + 1];
  return next === undefined ? null : { finalUrl: next, firstFailure: firstFailure ?? reason };
}
