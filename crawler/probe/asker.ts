import { createHash } from 'node:crypto';
import { wireUrl } from '../../src/canon/wire-url.ts';
import { UrlError } from '../../src/url/error.ts';
import { resolve } from '../../src/url/resolve.ts';
import { clock } from '../clock.ts';
import { withoutUserinfo } from '../discovery.ts';
import type { Fetcher } from '../fetch/fetcher.ts';
import type { FetchFailureCode, FetchResponse } from '../fetch/outcome.ts';
import { header, isRedirect } from '../fetch/response.ts';
import { parseTarget } from '../fetch/target.ts';
import { MAX_URL_LENGTH } from '../limits.ts';
import { pause } from '../pause.ts';
import type { CopyStore } from '../robots/copy.ts';
import { RobotsGate } from '../robots/gate.ts';
import { type Answer, type Body, isPage, type NoAnswer, type Page, type Response } from './answer.ts';

export interface AskerOptions {
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  /** How robots.txt is obeyed; null where it is not. */
  readonly robots: { readonly copies: CopyStore; readonly productToken: string } | null;
  /** Milliseconds between two requests. A robots.txt may ask for more. */
  readonly delay: number;
  /** Most requests, those to robots.txt aside. */
  readonly budget: number;
  readonly signal: AbortSignal;
  /** Called with each request. */
  readonly onRequest: (url: string) => void;
}

/** Larger pages are compared as bytes alone. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;
/** Bytes of all pages that are kept; the oldest give way. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** Failures that the next request to the same origin would meet, too. */
const LASTING: ReadonlySet<FetchFailureCode> = new Set([
  'dns-not-found',
  'dns-failed',
  'private-address',
  'connection-refused',
  'unreachable',
  'tls-failed',
  'timeout',
]);

/** Asks the hosts of one site, one request at a time, and remembers every answer. Never throws for what a server does. */
export class Asker {
  readonly #options: AskerOptions;
  readonly #gate: RobotsGate | null;
  readonly #answers = new Map<string, Answer[]>();
  /** Origins that cannot be reached, and why. */
  readonly #dead = new Map<string, string>();
  readonly #kept: Mutable<Body>[] = [];
  #keptBytes = 0;
  #crawlDelay = 0;
  #lastAt = 0;
  #pages = 0;
  #robots = 0;

  constructor(options: AskerOptions) {
    this.#options = options;
    const { fetcher, robots } = options;
    this.#gate =
      robots === null
        ? null
        : new RobotsGate({
            frontier: robots.copies,
            productToken: robots.productToken,
            fetcher: {
              fetch: (url, request) => {
                this.#robots++;
                options.onRequest(url);
                return fetcher.fetch(url, request);
              },
            },
            onRead: async ({ crawlDelay }) => {
              this.#crawlDelay = Math.max(this.#crawlDelay, crawlDelay);
            },
          });
  }

  /** Requests so far. */
  get requests(): { readonly pages: number; readonly robots: number } {
    return { pages: this.#pages, robots: this.#robots };
  }

  get isExhausted(): boolean {
    return this.#pages >= this.#options.budget || this.#options.signal.aborted;
  }

  /** What the URL answers: the latest answer, where it was asked before. */
  async ask(url: string): Promise<Answer> {
    return this.#answers.get(url)?.at(-1) ?? this.again(url);
  }

  /** Asks whether or not it was asked before. */
  async again(url: string): Promise<Answer> {
    const answer = await this.#request(url);
    if (answer.kind === 'none' && (answer.reason === 'budget' || answer.reason === 'cancelled')) return answer;
    const known = this.#answers.get(url);
    if (known === undefined) this.#answers.set(url, [answer]);
    else known.push(answer);
    return answer;
  }

  /** All looks at a page so far, in order. */
  looks(url: string): readonly Page[] {
    return (this.#answers.get(url) ?? []).filter(isPage);
  }

  /** The pages seen so far, each once. */
  get pages(): readonly Page[] {
    return [...this.#answers.values()].flatMap((answers) => answers.findLast(isPage) ?? []);
  }

  async #request(url: string): Promise<Answer> {
    const { signal, delay } = this.#options;
    const none = (reason: string): NoAnswer => ({ kind: 'none', url, reason });
    const target = parseTarget(url);
    if ('kind' in target) return none(target.code);
    const dead = this.#dead.get(target.origin);
    if (dead !== undefined) return none(dead);
    if (url.length > MAX_URL_LENGTH) return none('too-long');
    if (this.#pages >= this.#options.budget) return none('budget');
    await this.#wait();
    const permission = (await this.#gate?.ask(url, delay, clock(), signal)) ?? { kind: 'allowed' };
    if (signal.aborted) return none('cancelled');
    if (permission.kind === 'disallowed') return none('robots');
    if (permission.kind === 'unreachable') return none('robots-unreachable');
    if (permission.kind === 'failure') return this.#failed(url, target.origin, permission.failure.code);
    this.#pages++;
    this.#options.onRequest(url);
    const result = await this.#options.fetcher.fetch(url, { signal, wantBody: (status) => status === 200 });
    this.#lastAt = clock();
    if (result.kind === 'failure') return this.#failed(url, target.origin, result.code);
    return this.#responded(url, result);
  }

  async #wait(): Promise<void> {
    const spacing = Math.max(this.#options.delay, this.#crawlDelay);
    await pause(this.#lastAt + spacing - clock(), this.#options.signal);
  }

  #failed(url: string, origin: string, code: FetchFailureCode): NoAnswer {
    if (LASTING.has(code)) this.#dead.set(origin, code);
    return { kind: 'none', url, reason: code };
  }

  #responded(url: string, result: FetchResponse): Response {
    const location = isRedirect(result.status) ? header(result, 'location') : null;
    return {
      kind: 'response',
      url,
      status: result.status,
      location: location === null ? null : locationOf(url, location),
      body: result.body === null || result.status !== 200 ? null : this.#keep(result.body, result.truncated),
      headers: result.headers,
      at: this.#lastAt,
    };
  }

  #keep(bytes: Uint8Array, truncated: boolean): Body {
    const digest = truncated ? null : createHash('sha256').update(bytes).digest('base64');
    if (bytes.length > MAX_PAGE_BYTES || truncated) return { digest, bytes: null };
    const body = { digest, bytes };
    this.#kept.push(body);
    this.#keptBytes += bytes.length;
    while (this.#keptBytes > MAX_KEPT_BYTES) {
      const oldest = this.#kept.shift();
      if (oldest === undefined) break;
      this.#keptBytes -= oldest.bytes?.length ?? 0;
      oldest.bytes = null;
    }
    return body;
  }
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

function locationOf(url: string, location: string): string | null {
  const absolute = resolve(url, location);
  const sent = absolute instanceof UrlError ? absolute : wireUrl(withoutUserinfo(absolute));
  return sent instanceof UrlError ? null : sent;
}
