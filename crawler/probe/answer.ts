/** The result of one request, without following redirects. */
export type Answer = Response | NoAnswer;

/** A response of the server. */
export interface Response {
  readonly kind: 'response';
  /** The URL as requested, without a user name. */
  readonly url: string;
  readonly status: number;
  /** The target of the redirect as it would be requested; null if there is none or it is invalid. */
  readonly location: string | null;
  /** Null if it is not a page: bodies of redirects and errors are not fetched. */
  readonly body: Body | null;
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** When it arrived, in milliseconds since the epoch. */
  readonly at: number;
}

/** The body of a page. */
export interface Body {
  /** The SHA-256 hash; null if the body is incomplete. */
  readonly digest: string | null;
  /** Null if the body is too large to be read or memory ran short. */
  readonly bytes: Uint8Array | null;
}

/** A request without a response. */
export interface NoAnswer {
  readonly kind: 'none';
  /** `robots`, `budget`, `cancelled`, or the code of the fetch failure. */
  readonly reason: string;
}

/** A response with a page. */
export interface Page extends Response {
  readonly body: Body;
}

/** Whether an answer is a response with a page. */
export function isPage(answer: Answer): answer is Page {
  return answer.kind === 'response' && answer.status === 200 && answer.body !== null;
}
