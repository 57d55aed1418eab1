/** What came of asking for a URL: one hop. */
export type Answer = Response | NoAnswer;

export interface Response {
  readonly kind: 'response';
  /** On the wire, without a user name. */
  readonly url: string;
  readonly status: number;
  /** Where it redirects to, on the wire; null where it does not, or not to a URL. */
  readonly location: string | null;
  /** Null where it is no page: of redirects and errors no body is fetched. */
  readonly body: Body | null;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface Body {
  /** SHA-256. Null where the end is missing, so that nothing is known of the whole. */
  readonly digest: string | null;
  /** Null where it is too large to be looked into, or memory ran short. */
  readonly bytes: Uint8Array | null;
}

export interface NoAnswer {
  readonly kind: 'none';
  readonly url: string;
  /** `robots`, `budget`, `cancelled`, or how the fetch failed. */
  readonly reason: string;
}

/** A response with a page. */
export interface Page extends Response {
  readonly body: Body;
}

export function isPage(answer: Answer): answer is Page {
  return answer.kind === 'response' && answer.status === 200 && answer.body !== null;
}
