import type { FetchFailureCode } from '../../db/reasons.ts';
/** The result of one request. Fetching never throws, because hostile servers are normal input. */
export type FetchResult = FetchResponse | FetchFailure;

/** A response of a server, of any status. */
export interface FetchResponse {
  /** Distinguishes a response from a failure. */
  readonly kind: 'response';
  /** The HTTP status. */
  readonly status: number;
  /** The headers by lower-case name. Several fields of one name are an array, in order. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The decoded body (gzip, deflate, br or zstd); null if the caller's `wantBody` declined it. */
  readonly body: Uint8Array | null;
  /** Whether the decoded body reached the size limit and was cut there. */
  readonly truncated: boolean;
  /** The time from sending the request to the end of the body, in milliseconds. The connection was open before. */
  readonly elapsed: number;
  /** Whether it redirects to a URL that would be requested with other cookies than when that last redirected. Default: false. */
  readonly redirectsWithNewCookies?: boolean;
}

/** A request without a usable response. */
export interface FetchFailure {
  /** Distinguishes a failure from a response. */
  readonly kind: 'failure';
  /** The cause, for programs. */
  readonly code: FetchFailureCode;
  /** One printable line for people: what happened, and what to do. */
  readonly message: string;
  /** Whether the same request may succeed a little later. */
  readonly retryable: boolean;
}
