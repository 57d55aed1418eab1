import { createHash } from 'node:crypto';
import type { FetchFailureCode } from '../../db/reasons.ts';
import { clock } from '../../src/clock.ts';
import type { FetchResponse } from '../fetch/fetch-result.ts';
import type { Fetcher } from '../fetch/fetcher.ts';
import { parseTarget } from '../fetch/target.ts';
import { MAX_URL_LENGTH } from '../limits.ts';
import { pause } from '../politeness/pause.ts';
import { sitePause } from '../politeness/retry-after.ts';
import { bareWireUrl, redirectTarget } from '../reference.ts';
import type { CopyStore } from '../robots/copy.ts';
import { RobotsPolicy } from '../robots/policy.ts';
import { type Answer, type Body, isPage, type NoAnswer, type Page, type Response } from './answer.ts';
import { hostOf } from './differences.ts';

/** What an `Asker` needs. */
export interface AskerOptions {
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  /** Whether the site can recognize the requests as those of one visitor, so that an answer may depend on earlier ones. */
  readonly isRecognizable: boolean;
  /** How to obey robots.txt; null to ignore it. */
  readonly robots: { readonly copies: CopyStore; readonly productToken: string } | null;
  /** The delay between two requests, in milliseconds. A robots.txt may ask for more. */
  readonly delay: number;
  /** The most requests, apart from those for robots.txt. */
  readonly budget: number;
  readonly signal: AbortSignal;
  /** Called with each request. */
  readonly onRequest: (url: string) => void;
}

/** The state that all askers of one site share. */
interface Account {
  crawlDelay: number;
  lastAt: number;
  pages: number;
  robots: number;
}

/** Larger pages, in bytes, are compared only by their hash. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;
/** How many bytes of pages are kept. The oldest are dropped. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** Failures that the next request to the same origin would meet too. */
const LASTING: ReadonlySet<FetchFailureCode> = new Set([
  'dns-not-found',
  'dns-failed',
  'private-address',
  'connection-refused',
  'unreachable',
  'tls-failed',
  'proxy-failed',
  'proxy-auth',
  'connect-timeout',
  'timeout',
]);

/**
 * Sends the requests of a probe to one site, one at a time, and remembers every answer. Failures are answers too, so it
 * never throws because of a server.
 */
export class Asker {
  readonly #options: AskerOptions;
  readonly #gate: RobotsPolicy | null;
  readonly #answers = new Map<string, readonly Answer[]>();
  /** Origins that cannot be reached, and hosts that ask to wait, with the reason. */
  readonly #dead = new Map<string, string>();
  readonly #kept: Mutable<Body>[] = [];
  readonly #account: Account;
  #keptBytes = 0;

  constructor(options: AskerOptions, account: Account = { crawlDelay: 0, lastAt: 0, pages: 0, robots: 0 }) {
    this.#options = options;
    this.#account = account;
    const { fetcher, robots } = options;
    this.#gate =
      robots === null
        ? null
        : new RobotsPolicy({
            frontier: robots.copies,
            productToken: robots.productToken,
            fetcher: {
              fetch: async (url, request) => {
                account.robots++;
                options.onRequest(url);
                const result = await fetcher.fetch(url, request);
                account.lastAt = clock();
                return result;
              },
            },
            onRead: async ({ crawlDelay }) => {
              account.crawlDelay = Math.max(account.crawlDelay, crawlDelay);
            },
          });
  }

  /** The number of requests so far. */
  get requests(): { readonly pages: number; readonly robots: number } {
    const { pages, robots } = this.#account;
    return { pages, robots };
  }

  /** An asker that uses another fetcher and its own memory, within the budget and at the pace of this one. */
  beside(fetcher: AskerOptions['fetcher']): Asker {
    const own = this.#options.robots;
    const robots = own === null ? null : { ...own, copies: ownCopies(own.copies) };
    return new Asker({ ...this.#options, fetcher, robots }, this.#account);
  }

  /** Whether an answer may depend on earlier requests. */
  get isRecognizable(): boolean {
    return this.#options.isRecognizable;
  }

  /** Whether the budget is used up. */
  get isExhausted(): boolean {
    return this.#account.pages >= this.#options.budget || this.#options.signal.aborted;
  }

  /** Requests the URL, or returns the latest answer if it was requested before. */
  async ask(url: string): Promise<Answer> {
    return this.#answers.get(url)?.at(-1) ?? this.again(url);
  }

  /** Requests the URL even if it was requested before. */
  async again(url: string): Promise<Answer> {
    const answer = await this.#request(url);
    if (answer.kind === 'none' && (answer.reason === 'budget' || answer.reason === 'cancelled')) return answer;
    this.#answers.set(url, [...(this.#answers.get(url) ?? []), answer]);
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
    const none = (reason: string): NoAnswer => ({ kind: 'none', reason });
    const target = parseTarget(url);
    if ('kind' in target) return none(target.code);
    const dead = this.#dead.get(target.origin) ?? this.#dead.get(hostOf(url));
    if (dead !== undefined) return none(dead);
    if (url.length > MAX_URL_LENGTH) return none('too-long');
    if (this.#account.pages >= this.#options.budget) return none('budget');
    await this.#wait();
    const permission = (await this.#gate?.ask(url, delay, signal)) ?? { kind: 'allowed' };
    if (signal.aborted) return none('cancelled');
    if (permission.kind === 'disallowed') return none('robots');
    if (permission.kind === 'unreachable') return none('robots-unreachable');
    if (permission.kind === 'failure') return this.#failed(target.origin, permission.failure.code);
    this.#account.pages++;
    this.#options.onRequest(url);
    const result = await this.#options.fetcher.fetch(url, { signal, wantBody: (status) => status === 200 });
    const at = clock();
    this.#account.lastAt = at;
    if (result.kind === 'failure') return this.#failed(target.origin, result.code);
    return this.#responded(url, result, at);
  }

  async #wait(): Promise<void> {
    const { crawlDelay, lastAt } = this.#account;
    const spacing = Math.max(this.#options.delay, crawlDelay);
    await pause(lastAt + spacing - clock(), this.#options.signal);
  }

  #failed(origin: string, code: FetchFailureCode): NoAnswer {
    if (LASTING.has(code)) this.#dead.set(origin, code);
    return { kind: 'none', reason: code };
  }

  #responded(url: string, result: FetchResponse, at: number): Response {
    const target = redirectTarget(url, result);
    const { status } = result;
    if (status === 429 || sitePause(result, at) > 0) this.#dead.set(hostOf(url), `http-${status}`);
    return {
      kind: 'response',
      url,
      status,
      location: typeof target === 'string' ? bareWireUrl(target) : null,
      body: result.body === null || status !== 200 ? null : this.#keep(result.body, result.truncated),
      headers: result.headers,
      at,
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

/** Separate copies of robots.txt, because this asker may see other answers. */
function ownCopies(others: CopyStore): CopyStore {
  const kept = new Map<string, string>();
  return {
    now: () => others.now(),
    getMeta: (name) => Promise.resolve(kept.get(name) ?? null),
    setMeta: (name, value) => {
      kept.set(name, value);
      return Promise.resolve();
    },
  };
}
