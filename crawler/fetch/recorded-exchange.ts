import type { RequestHeader } from './headers.ts';

/** Why the body of a response was not received to its end. */
export type Cut = 'length' | 'time' | 'disconnect';

/** A request and its response, as a web archive records them. */
export interface RecordedExchange {
  /** The URL as requested, without user name and password. */
  readonly url: string;
  /** When it was requested. */
  readonly date: Date;
  /** The request line and headers as sent. */
  readonly request: { readonly path: string; readonly headers: readonly RequestHeader[] };
  /** The HTTP status. */
  readonly status: number;
  /** The words after the status. */
  readonly statusText: string;
  /** The headers as received: in their order and case, with one character per byte. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as received, without transfer coding, with its content coding. */
  readonly body: Uint8Array;
  /** Null if the body is complete. */
  readonly cut: Cut | null;
  /** The body without its content coding; null if it cannot be decoded, or the caller did not want it. */
  readonly decoded: Uint8Array | null;
  /** What the crawl knows about the URL. */
  readonly about: readonly (readonly [name: string, value: string])[];
}

/** Records exchanges. */
export interface ExchangeRecorder {
  /**
   * Records one exchange. The fetch ends after this.
   *
   * @throws {DustpanError} if it cannot be recorded, which ends the crawl
   */
  record(exchange: RecordedExchange): Promise<void>;
}
