import type { FetchFailureCode, FetchResult } from '../fetch/outcome.ts';
import { parse } from './parse.ts';
import type { Robots } from './robots-file.ts';

/** What came of fetching a robots.txt (RFC 9309 2.3.1). */
export type AccessResult = SuccessfulAccess | Unavailable | Unreachable;

/** RFC 9309 2.3.1.1: its rules apply. */
interface SuccessfulAccess {
  readonly kind: 'successful';
  readonly robots: Robots;
  readonly reason: 'fetched' | 'cached-copy';
}

/** RFC 9309 2.3.1.2 and 2.3.1.3: everything may be fetched. */
interface Unavailable {
  readonly kind: 'unavailable';
  readonly reason: `http-${number}` | 'too-many-redirects' | 'unreachable-for-long';
}

/** RFC 9309 2.3.1.4: nothing may be fetched. */
interface Unreachable {
  readonly kind: 'unreachable';
  readonly reason: `http-${number}` | FetchFailureCode;
}

/** What is known of the same robots.txt from before. */
export interface EarlierAccess {
  /** Milliseconds since it was first unreachable, without an answer in between; 0 where it is the first time. */
  readonly unreachableFor: number;
  readonly cached: Robots | null;
}

/** RFC 9309 2.3.1.4 calls this a reasonably long period: 30 days, in milliseconds. */
const LONG = 30 * 24 * 60 * 60 * 1000;

/**
 * What the answer to a request for `/robots.txt` means (RFC 9309 2.3.1).
 *
 * @param result the last hop's: the caller follows at least five redirects, to other hosts too, so that a redirect here
 *   is one too many or leads nowhere
 */
export function accessFor(result: FetchResult, earlier: EarlierAccess = FIRST): AccessResult {
  if (result.kind === 'failure') return unreachable(result.code, earlier);
  const { status, body, truncated } = result;
  if (status >= 200 && status < 300) {
    return { kind: 'successful', robots: parse(body ?? new Uint8Array(), truncated), reason: 'fetched' };
  }
  if (status >= 300 && status < 400) return { kind: 'unavailable', reason: 'too-many-redirects' };
  // 429 says that the server has had too much, and not that there is no file: Google takes it for a server error.
  if (status >= 400 && status < 500 && status !== 429) return { kind: 'unavailable', reason: `http-${status}` };
  return unreachable(`http-${status}`, earlier);
}

const FIRST: EarlierAccess = { unreachableFor: 0, cached: null };

function unreachable(reason: Unreachable['reason'], { unreachableFor, cached }: EarlierAccess): AccessResult {
  if (unreachableFor < LONG) return { kind: 'unreachable', reason };
  return cached === null
    ? { kind: 'unavailable', reason: 'unreachable-for-long' }
    : { kind: 'successful', robots: cached, reason: 'cached-copy' };
}
