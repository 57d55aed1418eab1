import type { FoundUrl, Frontier } from '../db/store.ts';
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

/** What a `Login` needs. */
export interface LoginOptions extends Pick<JudgeOptions, 'discovery' | 'retries'> {
  readonly frontier: Pick<Frontier, 'now'>;
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  /** Checks robots.txt; null to fetch disallowed URLs too. */
  readonly gate: Pick<RobotsPolicy, 'ask'> | null;
  readonly signal: AbortSignal;
}

/**
 * The login of a crawl that goes on: a page that an earlier session fetched, and what it redirects to, are requested only
 * for their cookies. The crawl records no outcome of them.
 */
export class Login {
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

  /** Whether pages of the site must wait for it. */
  isDue(site: string): boolean {
    return site === this.#page.site && (!this.#isOver || this.#until > this.#options.frontier.now());
  }

  /**
   * Tries to log in, unless a wait is running. Called for each page that must wait for the login.
   *
   * @param delay of the site, in milliseconds
   * @returns until when the page must wait, in milliseconds since the epoch
   */
  async attempt(delay: number): Promise<number> {
    if (this.#until <= this.#options.frontier.now()) await (this.#request ??= this.#logIn(delay));
    this.#request = null;
    return this.#until;
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
