/** What came of one request. Never a throw: a hostile server is normal input. */
export type FetchResult = FetchResponse | FetchFailure;

export interface FetchResponse {
  readonly kind: 'response';
  readonly status: number;
  /** Lower-case names; several fields of one name are kept as an array, in order. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The decoded body (gzip, deflate, br, zstd undone); null where the caller's `wantBody` said no. */
  readonly body: Uint8Array | null;
  /** The decoded body reached the size limit and was cut there. */
  readonly truncated: boolean;
  /** Milliseconds from the request to the end of the body. */
  readonly elapsed: number;
}

export interface FetchFailure {
  readonly kind: 'failure';
  readonly code: FetchFailureCode;
  /** What happened and what to do about it, in one line, fit to print. */
  readonly message: string;
  /** Whether the same request may succeed a little later. */
  readonly retryable: boolean;
}

export type FetchFailureCode =
  | 'dns-not-found'
  | 'dns-failed'
  | 'private-address'
  | 'connection-refused'
  | 'connection-reset'
  | 'connection-failed'
  | 'unreachable'
  | 'tls-failed'
  | 'timeout'
  | 'headers-too-large'
  | 'bad-response'
  | 'bad-encoding'
  | 'unsupported-scheme'
  | 'invalid-url'
  | 'cancelled';
