import type { EntryId, Frontier, Lease, Settlement } from '../db/store.ts';
import { UrlError } from '../src/url/error.ts';
import { type Discovery, wireUrl } from './discovery.ts';
import type { Fetcher } from './fetch/fetcher.ts';
import type { FetchResult } from './fetch/outcome.ts';
import { judge } from './judge.ts';
import { isHtml } from './page/links.ts';
import { SiteQueues } from './site-queues.ts';

export interface CrawlOptions {
  readonly frontier: Frontier;
  readonly fetcher: Fetcher;
  readonly discovery: Discovery;
  /** Names this run in its leases. */
  readonly run: string;
  /** Fetches at a time. */
  readonly concurrency: number;
  /** Fetches of one site at a time. */
  readonly perSite: number;
  /** Milliseconds between the starts of two fetches of one site. */
  readonly delay: number;
  /** Pages after which this run stops; null for no limit. */
  readonly maxPages: number | null;
  /** Leases depth by depth, so that a limit of depth is exact. */
  readonly level: boolean;
  readonly retries: number;
  /** Stops the run: what is under way is finished or given back. */
  readonly signal: AbortSignal;
  /** Called after every batch of outcomes. */
  readonly onProgress: (progress: CrawlProgress) => void;
  /** Called for every fetch that failed for good. */
  readonly onFailure: (failure: CrawlFailure) => void;
}

/** A page that could not be had. */
export interface CrawlFailure {
  readonly url: string;
  /** As recorded: `connection-refused`, `http-404`. */
  readonly reason: string;
  /** What happened and what to do, in one line. */
  readonly message: string;
}

/** What this run has done so far. */
export interface CrawlProgress {
  readonly fetched: number;
  readonly pages: number;
  readonly redirects: number;
  readonly failed: number;
  readonly retried: number;
  /** New spellings of known keys. */
  readonly duplicates: number;
}

/** Milliseconds that an entry is leased for beyond what the site's delay takes: no fetch lasts as long. */
const LEASE_TIME = 10 * 60_000;
/** Leases for each fetch at a time, so that none waits for the store. */
const LEASES_PER_FETCH = 2;
const BACKOFF = 500;
/** Milliseconds that fetches under way are given when the run is stopped. */
const GRACE = 5_000;

/**
 * Fetches what the frontier holds until nothing is left, the page limit is reached, or the signal comes. The queues
 * hold few leases at a time and are refilled from the store, so that memory does not grow with the frontier.
 *
 * @throws {Error} what the store throws: a crawl that cannot record its pages must not go on
 */
export async function crawl(options: CrawlOptions): Promise<CrawlProgress> {
  const run = new CrawlRun(options);
  return run.finish();
}

class CrawlRun {
  readonly #options: CrawlOptions;
  readonly #queues: SiteQueues;
  /** Leases whose outcome is not recorded yet. */
  readonly #open = new Set<EntryId>();
  readonly #hardStop = new AbortController();
  #outcomes: Settlement[] = [];
  #recording: Promise<void> | null = null;
  #error: unknown = null;
  #wake: () => void = () => {};
  #progress = { fetched: 0, pages: 0, redirects: 0, failed: 0, retried: 0, duplicates: 0 };

  constructor(options: CrawlOptions) {
    this.#options = options;
    this.#queues = new SiteQueues(options.concurrency, options.perSite, options.delay);
  }

  async finish(): Promise<CrawlProgress> {
    const { signal } = this.#options;
    const stop = (): void => this.#stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      await this.#loop();
    } finally {
      signal.removeEventListener('abort', stop);
      await this.#giveBack();
    }
    return this.#progress;
  }

  async #loop(): Promise<void> {
    const { signal } = this.#options;
    while (!signal.aborted && this.#error === null) {
      const change = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      const isFilled = await this.#refill();
      if (!isFilled && this.#open.size === 0 && this.#recording === null) {
        const wait = await this.#untilNext();
        if (wait === null) break;
        await Promise.race([change, sleep(wait)]);
      } else {
        await change;
      }
    }
    if (this.#error !== null) throw this.#error;
  }

  /** Leases more where few are waiting. Returns whether any came. */
  async #refill(): Promise<boolean> {
    const { frontier, concurrency, perSite, delay, maxPages, level, run, signal } = this.#options;
    const room = LEASES_PER_FETCH * concurrency - this.#open.size;
    const budget = maxPages === null ? room : maxPages - this.#progress.pages - this.#open.size;
    // Half-empty before it is filled again: one lease for many entries is cheaper than one each.
    if (budget <= 0 || room < concurrency) return false;
    const now = Date.now();
    const leases = await frontier.lease({
      run,
      limit: Math.min(room, budget),
      perSite: LEASES_PER_FETCH * perSite,
      now,
      until: now + LEASE_TIME + 2 * LEASES_PER_FETCH * delay,
      level,
    });
    for (const lease of leases) {
      this.#open.add(lease.id);
      if (!signal.aborted) void this.#start(lease);
    }
    return leases.length > 0;
  }

  /** Milliseconds until an entry that waits for another try may be leased; null where none is queued or none may be. */
  async #untilNext(): Promise<number | null> {
    const { maxPages } = this.#options;
    if (maxPages !== null && this.#progress.pages >= maxPages) return null;
    const { nextAt } = await this.#options.frontier.stats();
    return nextAt === null ? null : Math.max(nextAt - Date.now(), 10);
  }

  async #start(lease: Lease): Promise<void> {
    try {
      await this.#queues.run(lease.site, () => this.#fetch(lease));
    } catch (error) {
      // A cleared queue rejects what had not started; its leases are given back at the end.
      if (!this.#options.signal.aborted) this.#fail(error);
    }
  }

  async #fetch(lease: Lease): Promise<void> {
    const sent = wireUrl(lease.url);
    const result = sent instanceof UrlError ? invalid(sent) : await this.#request(sent);
    if (result.kind === 'failure' && result.code === 'cancelled') return;
    const { discovery, retries } = this.#options;
    const url = sent instanceof UrlError ? lease.url : sent;
    const { outcome, found } = judge(lease, url, result, Date.now(), { discovery, retries, backoff: BACKOFF });
    this.#progress.fetched++;
    if (outcome.kind === 'failed') {
      this.#options.onFailure({ url: lease.url, reason: outcome.reason, message: messageOf(result, outcome.reason) });
    }
    this.#outcomes.push({ id: lease.id, outcome, found });
    this.#recording ??= this.#record();
  }

  #request(sent: string): Promise<FetchResult> {
    return this.#options.fetcher.fetch(sent, {
      signal: this.#hardStop.signal,
      wantBody: (status, headers) => {
        const type = headers['content-type'];
        return status < 300 && isHtml((typeof type === 'string' ? type : type?.[0]) ?? null);
      },
    });
  }

  /** Records all outcomes that came in while the last ones were recorded: one transaction for many pages under load. */
  async #record(): Promise<void> {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    const settlements = this.#outcomes;
    this.#outcomes = [];
    try {
      const { duplicates } = await this.#options.frontier.settle(this.#options.run, settlements);
      this.#count(settlements, duplicates);
      for (const { id } of settlements) this.#open.delete(id);
      this.#options.onProgress(this.#progress);
    } catch (error) {
      this.#fail(error);
    }
    this.#recording = this.#outcomes.length > 0 && this.#error === null ? this.#record() : null;
    this.#wake();
  }

  #count(settlements: readonly Settlement[], duplicates: number): void {
    const count = (kind: Settlement['outcome']['kind']): number =>
      settlements.filter((settlement) => settlement.outcome.kind === kind).length;
    this.#progress = {
      fetched: this.#progress.fetched,
      pages: this.#progress.pages + count('page'),
      redirects: this.#progress.redirects + count('redirect'),
      failed: this.#progress.failed + count('failed'),
      retried: this.#progress.retried + count('retry'),
      duplicates: this.#progress.duplicates + duplicates,
    };
  }

  #fail(error: unknown): void {
    this.#error ??= error;
    this.#hardStop.abort();
    this.#wake();
  }

  #stop(): void {
    this.#queues.clear();
    this.#wake();
  }

  /** Waits for what is under way, for as long as the grace, and gives back every lease without an outcome. */
  async #giveBack(): Promise<void> {
    const deadline = setTimeout(() => this.#hardStop.abort(), GRACE);
    await this.#queues.idle();
    clearTimeout(deadline);
    while (this.#recording !== null) await this.#recording;
    if (this.#error === null && this.#open.size > 0) {
      await this.#options.frontier.release([...this.#open]);
    }
  }
}

function messageOf(result: FetchResult, reason: string): string {
  if (result.kind === 'failure') return result.message;
  return reason.startsWith('http-')
    ? `the server answers ${result.status}`
    : 'the server redirects to where no page is';
}

function invalid(error: UrlError): FetchResult {
  return { kind: 'failure', code: 'invalid-url', message: error.message, retryable: false };
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
