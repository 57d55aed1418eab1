import type { FoundUrl, Lease } from '../db/store.ts';
import { wireUrl } from '../src/canon/wire-url.ts';
import { UrlError } from '../src/url/error.ts';
import type { FetchResult } from './fetch/fetch-result.ts';
import type { Fetcher } from './fetch/fetcher.ts';
import { isTemporary, type JudgeOptions, triesAfter } from './judge.ts';
import { pause } from './politeness/pause.ts';
import { redirectTarget } from './reference.ts';
import type { RobotsPolicy } from './robots/policy.ts';

/** What a `Login` needs. */
export interface LoginOptions extends Pick<JudgeOptions, 'discovery' | 'retries'> {
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  /** Checks robots.txt; null to fetch disallowed URLs too. */
  readonly gate: Pick<RobotsPolicy, 'ask'> | null;
  readonly signal: AbortSignal;
}

/** A request that failed for now. */
export interface FailedRequest {
  /** The URL as requested. */
  readonly sent: string;
  readonly result: FetchResult;
}

/**
 * The login of a crawl that goes on: a page that an earlier session fetched, and what it redirects to, are requested only
 * for their cookies. Nothing of them is recorded.
 */
export class Login {
  readonly #page: FoundUrl;
  readonly #options: LoginOptions;
  #request: Promise<FailedRequest | null> | null = null;
  #isOver = false;

  constructor(page: FoundUrl, options: LoginOptions) {
    this.#page = page;
    this.#options = options;
  }

  /** Whether pages of the site must wait for it. */
  isDue(site: string): boolean {
    return site === this.#page.site && !this.#isOver;
  }

  /**
   * Logs in, in the turn of a page that must wait for it.
   *
   * @returns null if the page need not wait any longer; a temporary failure of its site, if it can be retried
   */
  async before({ delay, attempts }: Pick<Lease, 'delay' | 'attempts'>): Promise<FailedRequest | null> {
    const failed = await (this.#request ??= this.#logIn(delay));
    this.#request = null;
    const status = failed?.result.kind === 'response' ? failed.result.status : null;
    if (failed !== null && attempts < triesAfter(status, this.#options.retries)) return failed;
    this.#isOver = true;
    return null;
  }

  async #logIn(delay: number): Promise<FailedRequest | null> {
    const { discovery, fetcher, gate, signal } = this.#options;
    for (let at = this.#page; at.skip === null; ) {
      const sent = wireUrl(at.url);
      if (sent instanceof UrlError) return null;
      const permission = await gate?.ask(sent, delay, signal);
      if (permission !== undefined && permission.kind !== 'allowed') return null;
      const result = await fetcher.fetch(sent, { signal });
      await pause(delay, signal);
      if (isTemporary(result)) return at.site === this.#page.site ? { sent, result } : null;
      const target = result.kind === 'response' ? redirectTarget(sent, result) : null;
      if (typeof target !== 'string') return null;
      at = discovery.found(target, { depth: at.depth, hops: at.hops + 1, source: 'redirect' });
    }
    return null;
  }
}
