import type { Dispatcher } from 'undici';
import type { BodyShare } from './body-room.ts';
import { ByteCollector } from './bytes.ts';
import { cancelled, type FailureContext, failureOf, timedOut } from './failure.ts';
import { FetchClock } from './fetch-clock.ts';
import type { FetchFailure, FetchResponse } from './fetch-result.ts';
import type { Cut } from './recorded-exchange.ts';
import type { ReuseHandler } from './reused-connection.ts';

type ResponseHeaders = FetchResponse['headers'];

/** Decides by status and headers whether to download the body. */
export type WantBody = (status: number, headers: FetchResponse['headers']) => boolean;

/** A response whose body is still coded. */
export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** Null if the body was neither wanted nor recorded. */
  readonly body: Uint8Array | null;
  /** Whether the caller wants the body. */
  readonly wanted: boolean;
  /** Null if the body is complete, or not read. */
  readonly cut: Cut | null;
  /** When the request was sent, by `performance.now`. */
  readonly sent: number;
  /** The words after the status. */
  readonly statusText: string;
  /** The headers in their order and case. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[];
}

interface Head extends Omit<Reply, 'kind' | 'body' | 'cut' | 'sent'> {
  readonly body: ByteCollector;
}

interface ExchangeOptions {
  /** Called only after a failure. */
  readonly context: (stage: FailureContext['stage']) => FailureContext;
  readonly maxBytes: number;
  /** The time limit for everything, including the wait for a free connection, in milliseconds. */
  readonly timeout: number;
  readonly wantBody: WantBody | null;
  /** Whether unwanted bodies are downloaded too, for an archive. */
  readonly isRecorded: boolean;
  readonly signal: AbortSignal | null;
  /** The body's share of the room for all bodies. */
  readonly share: BodyShare;
  /** Sends the request again, on a new connection. */
  readonly repeat: (exchange: Exchange) => void;
  readonly settle: (outcome: Reply | FetchFailure) => void;
}

/** The largest unwanted body that is read to its end, in bytes, because that costs less than a new connection. */
const DRAIN_BYTES = 64 * 1024;
/** How long the rest of an unwanted body may take, in milliseconds. */
const DRAIN_TIME = 500;

const isNew = (): boolean => false;

const STOPPED = new Error('the exchange is settled');

/** One running request. It collects the response that undici reports, and settles once. */
export class Exchange implements ReuseHandler {
  readonly #options: ExchangeOptions;
  useConnection: ReuseHandler['useConnection'] = isNew;
  /** Whether an earlier request used the connection. */
  #isReused = false;
  /** Whether a byte of a response has come, to this request or to its repetition. */
  #isStarted = false;
  readonly #onAbort = (): void => this.#stop(cancelled());
  #clock: FetchClock;
  #controller: Dispatcher.DispatchController | null = null;
  #head: Head | null = null;
  #settled = false;
  #sent = 0;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#clock = new FetchClock(options.timeout, () =>
      this.#stop(this.#unlessWanted('time') ?? timedOut(this.#context())),
    );
    options.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Throws instead of aborting: undici then drops the request and keeps the unused connection.
    if (this.#settled) throw STOPPED;
    this.#controller = controller;
    this.#sent = performance.now();
    this.#isReused = this.useConnection();
  }

  onResponseStarted(): void {
    this.#isStarted = true;
  }

  onResponseStart(
    { rawHeaders }: Dispatcher.DispatchController,
    status: number,
    received: Dispatcher.ResponseData['headers'],
    statusText = '',
  ): void {
    const isInterim = status < 200;
    if (isInterim || this.#settled) return;
    // Undici's type allows undefined for a missing header, but its parser sets only those present.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const headers = received as ResponseHeaders;
    const wanted = this.#options.wantBody?.(status, headers) ?? true;
    const { isRecorded, maxBytes } = this.#options;
    const isRead = wanted || isRecorded;
    const body = new ByteCollector(isRead ? maxBytes : DRAIN_BYTES, declaredLength(headers));
    const head = { status, headers, wanted, body, statusText, rawHeaders: isRecorded ? pairsOf(rawHeaders) : [] };
    this.#head = head;
    if (!isRead) this.#drain(head);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    const head = this.#head;
    if (this.#settled || head === null) return;
    const fits = head.body.append(chunk);
    if (!fits) return this.#stop(this.#reply(head, 'length'));
    const wait = this.#options.share.reach(head.body.length);
    if (wait !== null) void this.#pauseFor(wait);
  }

  onResponseEnd(): void {
    const head = this.#head;
    if (head === null) return;
    // Undici frees the connection in the next turn of the event loop. A caller that continued before would get a second
    // connection, even in a crawl of one page at a time.
    queueMicrotask(() => setImmediate(() => this.#settle(this.#reply(head, null))));
  }

  onResponseError(_controller: unknown, error: Error): void {
    if (this.#settled) return;
    const outcome = this.#unlessWanted('disconnect') ?? failureOf(error, this.#context());
    if (outcome.kind !== 'failure' || !this.#mayComeFromReuse(outcome)) return this.#settle(outcome);
    this.useConnection = isNew;
    // The new connection may fail before `onRequestStart`.
    this.#isReused = false;
    this.#options.repeat(this);
  }

  /**
   * Whether a failure may come from using the connection again. The server may have closed the idle connection
   * before the request arrived (RFC 9112, section 9.3.1), or the rest of a body that is longer than its `Content-Length`
   * has come in the place of the response.
   */
  #mayComeFromReuse({ code }: FetchFailure): boolean {
    if (!this.#isReused || this.#head !== null) return false;
    return code === 'bad-response' || (code === 'connection-reset' && !this.#isStarted);
  }

  /** Stops reading from the server until there is room for more. The pause does not count for the time limit. */
  async #pauseFor(wait: Promise<void>): Promise<void> {
    this.#controller?.pause();
    await this.#clock.pauseFor(wait);
    if (this.#settled) this.#clock.stop();
    else this.#controller?.resume();
  }

  #drain(head: Head): void {
    const reply = this.#reply(head, null);
    if (declaredLength(head.headers) > DRAIN_BYTES) {
      this.#stop(reply);
      return;
    }
    this.#clock.stop();
    this.#clock = new FetchClock(Math.min(DRAIN_TIME, this.#options.timeout), () => this.#stop(reply));
  }

  #context(): FailureContext {
    return this.#options.context(this.#head !== null ? 'answered' : this.#sent > 0 ? 'sent' : 'connecting');
  }

  /** A response without a wanted body is complete with its headers. */
  #unlessWanted(cut: Cut): Reply | null {
    return this.#head?.wanted === false ? this.#reply(this.#head, cut) : null;
  }

  /** What was received of a response that was cut off; null if there was none. */
  received(cut: Cut): Reply | null {
    return this.#head === null ? null : this.#reply(this.#head, cut);
  }

  #reply(head: Head, cut: Cut | null): Reply {
    const isRead = head.wanted || this.#options.isRecorded;
    const [body, sent] = [isRead ? head.body.bytes() : null, this.#sent];
    return { kind: 'reply', ...head, body, sent, cut: isRead ? cut : null };
  }

  #settle(outcome: Reply | FetchFailure): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#clock.stop();
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

/** Undici gives names and values by turns, as bytes. */
function pairsOf(raw: Dispatcher.DispatchController['rawHeaders']): [name: string, value: string][] {
  const texts = Array.isArray(raw) ? raw.map((field) => field.toString('latin1')) : [];
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < texts.length; at += 2) pairs.push([texts[at] ?? '', texts[at + 1] ?? '']);
  return pairs;
}
