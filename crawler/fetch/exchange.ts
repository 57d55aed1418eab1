import type { Dispatcher } from 'undici';
import type { BodyShare } from './body-room.ts';
import { ByteCollector } from './bytes.ts';
import { cancelled, type FailureContext, failureOf, timedOut } from './failure.ts';
import type { FetchFailure, FetchResponse } from './fetch-result.ts';

type ResponseHeaders = FetchResponse['headers'];

/** Decides by status and headers whether to download the body. */
export type WantBody = (status: number, headers: ResponseHeaders) => boolean;

/** A response whose body is still coded. */
export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Null if the body was not wanted. */
  readonly body: Uint8Array | null;
  readonly truncated: boolean;
  /** When the request was sent, by `performance.now`. */
  readonly sent: number;
}

interface Head {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly wanted: boolean;
  readonly body: ByteCollector;
}

interface ExchangeOptions {
  /** Called only after a failure. */
  readonly context: (answered: boolean) => FailureContext;
  readonly maxBytes: number;
  /** The time limit for everything, including the wait for a free connection, in milliseconds. */
  readonly timeout: number;
  readonly wantBody: WantBody | null;
  readonly signal: AbortSignal | null;
  /** The body's share of the room for all bodies. */
  readonly share: BodyShare;
  readonly settle: (outcome: Reply | FetchFailure) => void;
}

/** The largest unwanted body that is read to its end, in bytes, because that costs less than a new connection. */
const DRAIN_BYTES = 64 * 1024;
/** How long the rest of an unwanted body may take, in milliseconds. */
const DRAIN_TIME = 500;

const STOPPED = new Error('the exchange is settled');

/** One running request. It collects the response that undici reports, and settles once. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #onAbort = (): void => this.#stop(cancelled());
  #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | null = null;
  #head: Head | null = null;
  #settled = false;
  /** The remaining milliseconds at the last start of the clock, and the time of that start. */
  #left: number;
  #since = 0;
  #sent = 0;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#left = options.timeout;
    this.#timer = this.#startClock();
    options.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Throws instead of aborting: undici then drops the request and keeps the unused connection.
    if (this.#settled) throw STOPPED;
    this.#controller = controller;
    this.#sent = performance.now();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    received: Dispatcher.ResponseData['headers'],
  ): void {
    const isInterim = status < 200;
    if (isInterim || this.#settled) return;
    // Undici's type allows undefined for a missing header, but its parser sets only those present.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const headers = received as ResponseHeaders;
    const wanted = this.#options.wantBody?.(status, headers) ?? true;
    const body = new ByteCollector(wanted ? this.#options.maxBytes : DRAIN_BYTES, declaredLength(headers));
    const head = { status, headers, wanted, body };
    this.#head = head;
    if (!wanted) this.#drain(head);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    const head = this.#head;
    if (this.#settled || head === null) return;
    const fits = head.body.append(chunk);
    if (!fits) return this.#stop(this.#reply(head, true));
    const wait = this.#options.share.reach(head.body.length);
    if (wait !== null) void this.#pauseFor(wait);
  }

  onResponseEnd(): void {
    const head = this.#head;
    if (head === null) return;
    // Undici frees the connection in the next turn of the event loop. A caller that continued before would get a second
    // connection, even in a crawl of one page at a time.
    queueMicrotask(() => setImmediate(() => this.#settle(this.#reply(head, false))));
  }

  onResponseError(_controller: unknown, error: Error): void {
    // A response without a wanted body is complete with its headers.
    const head = this.#head;
    this.#settle(head?.wanted === false ? this.#reply(head, false) : failureOf(error, this.#context()));
  }

  /** Stops reading from the server until there is room for more. The pause does not count for the time limit. */
  async #pauseFor(wait: Promise<void>): Promise<void> {
    this.#controller?.pause();
    clearTimeout(this.#timer);
    this.#left -= performance.now() - this.#since;
    await wait;
    if (this.#settled) return;
    this.#timer = this.#startClock();
    this.#controller?.resume();
  }

  #startClock(): NodeJS.Timeout {
    this.#since = performance.now();
    return setTimeout(() => this.#stop(timedOut(this.#context())), Math.max(this.#left, 1));
  }

  #drain(head: Head): void {
    const reply = this.#reply(head, false);
    if (declaredLength(head.headers) > DRAIN_BYTES) {
      this.#stop(reply);
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#stop(reply), Math.min(DRAIN_TIME, this.#options.timeout));
  }

  #context(): FailureContext {
    return this.#options.context(this.#head !== null);
  }

  #reply({ status, headers, wanted, body }: Head, truncated: boolean): Reply {
    const bytes = wanted ? body.bytes() : null;
    return { kind: 'reply', status, headers, body: bytes, truncated: wanted && truncated, sent: this.#sent };
  }

  #settle(outcome: Reply | FetchFailure): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    this.#options.settle(outcome);
  }

  /** Settles and closes the connection, because the rest of the response would follow on it. */
  #stop(outcome: Reply | FetchFailure): void {
    this.#settle(outcome);
    this.#controller?.abort(STOPPED);
  }
}

/** The number of bytes in `Content-Length`; 0 if it is missing or repeated. */
function declaredLength(headers: ResponseHeaders): number {
  return Number(headers['content-length'] ?? 0) || 0;
}
