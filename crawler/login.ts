import type { FoundUrl, Frontier, Lease, Outcome } from '../db/store.ts';
import type { Key } from '../src/canon/key.ts';
import { wireUrl } from '../src/canon/wire-url.ts';
import { isSuccess } from '../src/status-codes.ts';
import { UrlError } from '../src/url/error.ts';
import type { FetchResult } from './fetch/fetch-result.ts';
import type { Fetcher } from './fetch/fetcher.ts';
import { type JudgeOptions, mayRetry, triesAfter, waitBeforeRetry } from './judge.ts';
import { pause } from './politeness/pause.ts';
import { sitePause } from './politeness/retry-after.ts';
import { redirectTarget } from './reference.ts';
import type { RobotsPolicy } from './robots/policy.ts';

/** After so many other pages, a queued login is no longer waited for. */
const OTHERS_BEFORE_LOGIN = 20;

/** The login of a crawl: its first page, and what that redirects to. Other pages need their cookies, so they wait. */
export interface Login {
  /** Whether it is among the queued entries, so that entries are leased one at a time until it is fetched. */
  readonly isQueued: boolean;
  /**
   * Logs in before a page is requested, if the page must wait for that.
   *
   * @returns null if the page need not wait; else the end of the wait (ms since the epoch), which may be over
   */
  before(lease: Pick<Lease, 'site' | 'delay'>): Promise<number | null>;
  /**
   * Notes how an entry ended.
   *
   * @returns until when its site must wait (ms since the epoch), if the entry is the login and is retried; else null
   */
  after(lease: Pick<Lease, 'key'>, outcome: Outcome): number | null;
}

/** A login with a page that is queued: it is fetched and recorded like other pages, but before them. */
export class QueuedLogin implements Login {
  /** The page to wait for; null if it is fetched. */
  #awaited: Key | null;
  #othersLeft = OTHERS_BEFORE_LOGIN;

  constructor(page: Key) {
    this.#awaited = page;
  }

  get isQueued(): boolean {
    return this.#awaited !== null;
  }

  before(): Promise<null> {
    return Promise.resolve(null);
  }

  after({ key }: Pick<Lease, 'key'>, outcome: Outcome): number | null {
    if (this.#awaited === null) return null;
    if (key !== this.#awaited) {
      // An earlier session may have fetched it.
      if (--this.#othersLeft === 0) this.#awaited = null;
      return null;
    }
    if (outcome.kind === 'retry') return outcome.notBefore;
    this.#awaited = outcome.kind === 'redirect' ? outcome.to.key : null;
    return null;
  }
}

/** What a `RepeatedLogin` needs. */
export interface LoginOptions extends Pick<JudgeOptions, 'discovery' | 'retries'> {
  readonly frontier: Pick<Frontier, 'now'>;
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  /** Checks robots.txt; null to fetch disallowed URLs too. */
  readonly gate: Pick<RobotsPolicy, 'ask'> | null;
  readonly signal: AbortSignal;
}

/** A login with a page that an earlier session fetched: it is requested again only for its cookies, and nothing is recorded. */
export class RepeatedLogin implements Login {
  readonly isQueued = false;
  readonly #page: FoundUrl;
  readonly #options: LoginOptions;
  #request: Promise<void> | null = null;
  #failures = 0;
  #isOver = false;
  /** When pages of the site may be requested again, in milliseconds since the epoch: at the next try, or after `Retry-After`. */
  #until = 0;

  constructor(page: FoundUrl, options: LoginOptions) {
    this.#page = page;
    this.#options = options;
  }

  async before({ site, delay }: Pick<Lease, 'site' | 'delay'>): Promise<number | null> {
    const isWaiting = this.#until > this.#options.frontier.now();
    if (site !== this.#page.site || (this.#isOver && !isWaiting)) return null;
    if (!isWaiting) await (this.#request ??= this.#logIn(delay));
    this.#request = null;
    return this.#until;
  }

  after(): null {
    return null;
  }

  async #logIn(delay: number): Promise<void> {
    const { discovery, fetcher, gate, signal, frontier, retries } = this.#options;
    for (let at = this.#page; at.skip === null; ) {
      const sent = wireUrl(at.url);
      const permission = sent instanceof UrlError ? undefined : await gate?.ask(sent, delay, signal);
      if (sent instanceof UrlError || (permission !== undefined && permission.kind !== 'allowed')) break;
      const result = await fetcher.fetch(sent, { signal, wantBody: isSuccess });
      await pause(delay, signal);
      if (signal.aborted) return;
      if (mayRetry(result)) {
        const tries = triesAfter(statusOf(result), retries);
        const asked = result.kind === 'response' ? sitePause(result, frontier.now()) : 0;
        this.#isOver = ++this.#failures > tries;
        const wait = this.#isOver ? asked : Math.max(asked, waitBeforeRetry(this.#failures - 1));
        this.#until = frontier.now() + wait;
        return;
      }
      const target = result.kind === 'response' ? redirectTarget(sent, result) : null;
      if (typeof target !== 'string') break;
      at = discovery.found(target, { depth: at.depth, hops: at.hops + 1, source: 'redirect' });
    }
    this.#isOver = true;
  }
}

function statusOf(result: FetchResult): number | null {
  return result.kind === 'response' ? result.status : null;
}
