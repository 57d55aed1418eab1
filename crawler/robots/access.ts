import type { FetchFailureCode } from '../../db/reasons.ts';
import { isSuccess } from '../../src/status-codes.ts';
import type { FetchResult } from '../fetch/fetch-result.ts';
import { parseRobots } from './parse.ts';
import type { Robots } from './robots-file.ts';

/** The meaning of an attempt to fetch a robots.txt (RFC 9309, section 2.3.1). */
export type AccessResult = Known | Unreachable;

interface Known {
  readonly kind: 'known';
  /** The file, whose rules apply (2.3.1.1); null if everything may be fetched (2.3.1.2 and 2.3.1.3). */
  readonly robots: Robots | null;
}

/** RFC 9309 2.3.1.4: nothing may be fetched. */
interface Unreachable {
  readonly kind: 'unreachable';
  readonly reason: `http-${number}` | FetchFailureCode;
}

/** What is known about the same robots.txt from earlier attempts. */
export interface EarlierAccess {
  /** How long it has been unreachable without an answer in between, in milliseconds; 0 the first time. */
  readonly unreachableFor: number;
  /** The last copy that was read; null if there is none. */
  readonly cached: Robots | null;
}

/** The "reasonably long period" of RFC 9309, section 2.3.1.4: 30 days, in milliseconds. */
const LONG = 30 * 24 * 60 * 60 * 1000;

/**
 * Decides the meaning of the answer to a request for `/robots.txt` (RFC 9309, section 2.3.1).
 *
 * @param result the result of the last hop. The caller follows at least five redirects, also to other hosts, so a
 * redirect here is one too many or leads nowhere.
 */
export function accessFor(result: FetchResult, earlier: EarlierAccess = FIRST): AccessResult {
  if (result.kind === 'failure') return unreachable(result.code, earlier);
  const { status, body, truncated } = result;
  if (isSuccess(status)) return { kind: 'known', robots: parseRobots(body ?? new Uint8Array(), truncated) };
  return isUnreachable(status) ? unreachable(`http-${status}`, earlier) : { kind: 'known', robots: null };
}

/**
 * Whether a status says that the server cannot answer now. 429 says that it is overloaded, not that the file does not
 * exist: Google treats it as a server error.
 */
export function isUnreachable(status: number): boolean {
  return status < 200 || status >= 500 || status === 429;
}

const FIRST: EarlierAccess = { unreachableFor: 0, cached: null };

function unreachable(reason: Unreachable['reason'], { unreachableFor, cached }: EarlierAccess): AccessResult {
  return unreachableFor < LONG ? { kind: 'unreachable', reason } : { kind: 'known', robots: cached };
}
