import type { FetchFailureCode } from '../../db/reasons.ts';
import { BodyRoom, type BodyShare } from './body-room.ts';
import { AnswerError, type Reading, readAnswer } from './custom-answer.ts';
import type { WantBody } from './exchange.ts';
import { cancelled, type FailureContext, failure, failureOf, shortAscii, timedOut } from './failure.ts';
import { FetchClock } from './fetch-clock.ts';
import type { FetchFailure, FetchResult } from './fetch-result.ts';
import type { FetcherOptions, FetchRequest } from './fetcher.ts';
import type { HeaderTable } from './headers.ts';
import { parseTarget, type Target } from './target.ts';

/** One request of a crawl, for a fetch of your own. It fits as the second argument of the global `fetch`. */
export interface CustomFetchRequest {
  /** The headers to send. `Accept-Encoding` is left to the fetch, which returns decoded bodies. */
  readonly headers: [name: string, value: string][];
  /** Aborted when the answer is no longer wanted: after `timeout`, or when the crawl stops. */
  readonly signal: AbortSignal;
  /** Redirects are answers: the crawl follows them itself. */
  readonly redirect: 'manual';
  /** Whether the crawl reads the body of a response. A fetch may ignore it. */
  readonly wantBody: WantBody;
  /** The largest body that the crawl reads, in bytes. A fetch may ignore it. */
  readonly maxBytes: number;
}

/** What the crawl reads of a `Response` of the Fetch Standard, which the global `fetch` returns. */
export interface WebResponse extends Pick<Response, 'status' | 'headers' | 'body'> {
  /** Whether redirects were followed, which loses them: such an answer is refused. */
  readonly redirected?: boolean;
}

/**
 * Answers one request of a crawl. If it throws, takes longer than `timeout` or returns anything else than a response or
 * a {@link FetchFailure}, that URL fails or is retried, and the crawl goes on.
 */
export type CustomFetch = (url: string, request: CustomFetchRequest) => Promise<WebResponse | FetchResult>;

/** An object that answers the requests of a crawl. `Fetcher` is one. The program closes it. */
export interface CustomFetcher {
  /** Answers one request. */
  fetch: CustomFetch;
  /** Whether it asks no server, so that the crawl makes no pauses. Default: false. */
  readonly isOffline?: boolean;
}

/** Options that only the built-in fetcher has. */
const BUILT_IN = ['connectTo', 'ca', 'allowPrivate', 'proxy', 'cookies', 'clientCertificate', 'warc'] as const;

/**
 * The program's own fetch among the options of a crawl.
 *
 * @returns null without one
 * @throws {TypeError} if it cannot be called, or an option has no effect with it
 */
export function fetchOfProgram(
  options: { readonly fetch?: CustomFetch | CustomFetcher } & {
    readonly [name in (typeof BUILT_IN)[number]]?: unknown;
  },
): CustomFetch | null {
  const { fetch: given } = options;
  if (given === undefined) return null;
  const idle = BUILT_IN.find((name) => options[name] !== undefined);
  if (idle !== undefined) {
    throw new TypeError(
      `the option ${idle} of crawl has no effect with fetch: leave it out, or connect that way yourself`,
    );
  }
  if (typeof given === 'function') return given;
  if (typeof given === 'object' && given !== null && typeof given.fetch === 'function') {
    return (url, request) => given.fetch(url, request);
  }
  throw new TypeError(
    'the option fetch of crawl is neither a function nor an object with one; write fetch: (url) => …',
  );
}

/** A fetch of a program, held to the limits of time and size, and to the types. Never rejects. */
export class GuardedFetch {
  readonly #fetch: CustomFetch;
  readonly #headers: HeaderTable;
  readonly #timeout: number;
  readonly #maxBytes: number;
  readonly #room = new BodyRoom();

  constructor(
    fetch: CustomFetch,
    headers: HeaderTable,
    { timeout = 30_000, maxBytes = 10 * 1024 * 1024 }: Pick<FetcherOptions, 'timeout' | 'maxBytes'>,
  ) {
    this.#fetch = fetch;
    this.#headers = headers;
    this.#timeout = timeout;
    this.#maxBytes = maxBytes;
  }

  /** As {@link Fetcher.share}. */
  share(): BodyShare {
    return this.#room.share();
  }

  /** As {@link Fetcher.fetch}. */
  async fetch(url: string, request: FetchRequest = {}): Promise<FetchResult> {
    const { signal, share } = request;
    if (signal?.aborted === true) return cancelled();
    const target = parseTarget(url);
    if ('kind' in target) return target;
    const room = share ?? this.share();
    const stopped = Promise.withResolvers<FetchFailure>();
    const ended = new AbortController();
    const stop = (reason: FetchFailure): void => {
      stopped.resolve(reason);
      ended.abort(new Error(reason.message));
    };
    const context = { place: placeOf(target), timeout: this.#timeout, stage: 'sent' } as const;
    const clock = new FetchClock(this.#timeout, () => stop(timedOut(context)));
    const cancel = (): void => stop(cancelled());
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      const reading = { share: room, clock, signal: ended.signal };
      return await Promise.race([stopped.promise, this.#answer(url, target, request, reading)]);
    } finally {
      clock.stop();
      signal?.removeEventListener('abort', cancel);
      if (share === undefined) room.release();
    }
  }

  async #answer(
    url: string,
    target: Target,
    { headers, maxBytes = this.#maxBytes, wantBody = () => true }: FetchRequest,
    reading: Pick<Reading, 'share' | 'clock' | 'signal'>,
  ): Promise<FetchResult> {
    const started = performance.now();
    const sent = this.#headers.for(target, headers).map(([name, value]): [string, string] => [name, value]);
    const asked = { headers: sent, redirect: 'manual', wantBody, maxBytes } as const;
    try {
      const answer: unknown = await this.#fetch(url, { ...asked, signal: reading.signal });
      const result = await readAnswer(answer, { ...reading, wantBody, maxBytes });
      return result.kind === 'failure' ? result : { ...result, elapsed: performance.now() - started };
    } catch (error) {
      const place = placeOf(target);
      if (error instanceof AnswerError) {
        return failure('fetcher-error', `for ${place}, the program's own fetch returned ${error.message}`);
      }
      return thrown(error, { place, timeout: this.#timeout, stage: 'sent' });
    }
  }
}

function placeOf({ host, port }: Target): string {
  return `${host}:${port}`;
}

/** What an error of the network can be. Any other error counts as one of the program. */
const NETWORK: ReadonlySet<FetchFailureCode> = new Set([
  'dns-not-found',
  'dns-failed',
  'connection-refused',
  'connection-reset',
  'connect-timeout',
  'unreachable',
  'tls-failed',
]);

/** The failure of a fetch that threw: of the network if the error or its cause says so. */
function thrown(error: unknown, context: FailureContext): FetchFailure {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const known = failureOf(cause, context);
  if (NETWORK.has(known.code)) return known;
  const text = shortAscii(error instanceof Error ? `${error.name}: ${error.message}` : 'a value that is not an error');
  const message = `for ${context.place}, the program's own fetch threw ${JSON.stringify(text)}; correct it`;
  return { ...failure('fetcher-error', message), retryable: true };
}
