import type { HandlerFailure } from '../db/reasons.ts';
import { thrown } from '../src/text/wording.ts';
import { CrawledPage, type ReadPage, type Visit } from './crawled-page.ts';
import { MAX_TIMEOUT } from './limits.ts';

/** The work of a program with a page. The page is recorded when the promise is fulfilled. */
export type PageHandler = (page: CrawledPage) => void | Promise<void>;

/** How pages are handed over. */
export interface HandoverOptions {
  /** Null to hand pages to a loop, which calls `next`. */
  readonly handler: PageHandler | null;
  /** Whether a page whose handler fails is retried. */
  readonly retries: boolean;
  /** How long the program may take for a page, in milliseconds. */
  readonly timeout: number;
  /** Ends the crawl. Pages that no handler has yet are given back at once. */
  readonly signal: AbortSignal;
}

/** How long handlers may continue after the crawl is stopped, in milliseconds. */
const GRACE = 5000;

const GIVEN_BACK: Visit = { kind: 'given-back' };

/** A page that waits for the loop. */
interface Waiting {
  readonly page: CrawledPage;
  /** Called with true when the loop takes the page, with false when it never will. */
  readonly onTaken: (isTaken: boolean) => void;
}

/**
 * Hands the pages of a crawl to the program: to a handler, which may have several pages at a time, or to a loop, which
 * has one. A crawl records a page only after that, so pages of a killed program come again.
 */
export class Handover {
  readonly #options: HandoverOptions;
  readonly #waiting: Waiting[] = [];
  /** Gives a page to the loop, which waits for it; null if the loop does not wait. */
  #taker: ((page: CrawledPage | null) => void) | null = null;
  /** Ends the visit of the page that the loop has: the loop is done with it, or leaves it. */
  #release: (visit?: Visit) => void = () => {};
  /** Ends the visits that are running. */
  readonly #running = new Set<(visit: Visit) => void>();
  readonly #stop = (): void => {
    this.#giveBack();
    this.#grace = setTimeout(() => {
      for (const end of this.#running) end(GIVEN_BACK);
    }, GRACE);
  };
  #grace: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: HandoverOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', this.#stop, { once: true });
  }

  /** Hands a page to the program. Never rejects. */
  async visit(read: ReadPage): Promise<Visit> {
    const { handler, signal } = this.#options;
    const page = new CrawledPage(read);
    if (signal.aborted || this.#isOver) return GIVEN_BACK;
    if (handler !== null) return this.#until(page, run(handler, page));
    const { promise: released, resolve } = Promise.withResolvers<Visit | undefined>();
    const isTaken = await this.#take(page, resolve);
    return isTaken ? this.#until(page, released) : GIVEN_BACK;
  }

  /**
   * The next page for the loop; null at the end of the crawl. The page before counts as done.
   *
   * @throws {TypeError} if the loop waits for a page already: two loops would end each other's pages
   */
  async next(): Promise<CrawledPage | null> {
    if (this.#taker !== null) {
      throw new TypeError(
        'a loop over a crawl gets one page at a time: wait for the page before calling next() again, or use onPage',
      );
    }
    this.#release();
    const { promise, resolve } = Promise.withResolvers<CrawledPage | null>();
    this.#taker = resolve;
    this.#serve();
    return promise;
  }

  /** Ends the handover: nothing is handed over any more, and a page that the loop still has is given back. */
  end(): void {
    this.#isOver = true;
    this.#options.signal.removeEventListener('abort', this.#stop);
    clearTimeout(this.#grace);
    this.#release(GIVEN_BACK);
    this.#giveBack();
    this.#serve();
  }

  async #take(page: CrawledPage, release: (visit?: Visit) => void): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const onTaken = (isTaken: boolean): void => {
      if (isTaken) this.#release = release;
      resolve(isTaken);
    };
    this.#waiting.push({ page, onTaken });
    this.#serve();
    return promise;
  }

  #serve(): void {
    const take = this.#taker;
    if (take === null) return;
    const waiting = this.#waiting.shift();
    if (waiting === undefined && !this.#isOver) return;
    this.#taker = null;
    waiting?.onTaken(true);
    take(waiting?.page ?? null);
  }

  #giveBack(): void {
    for (const { onTaken } of this.#waiting.splice(0)) onTaken(false);
  }

  /** Waits for the program, but not beyond its time, nor for long after the crawl was stopped. */
  async #until(page: CrawledPage, work: Promise<Visit | void>): Promise<Visit> {
    const { timeout, retries } = this.#options;
    const failed = (reason: HandlerFailure, message: string, error?: unknown): Visit => ({
      kind: 'failed',
      reason,
      message,
      error,
      isFinal: !retries,
    });
    const { promise: ended, resolve: end } = Promise.withResolvers<Visit>();
    work.then(
      (visit) => end(visit ?? page.finish()),
      (error: unknown) => end(failed('handler-error', messageOf(error), error)),
    );
    const timer = setTimeout(
      () => end(failed('handler-timeout', `the handler took longer than ${timeout} ms`)),
      Math.min(timeout, MAX_TIMEOUT),
    );
    this.#running.add(end);
    const visit = await ended;
    this.#running.delete(end);
    clearTimeout(timer);
    page.finish();
    return visit;
  }
}

async function run(handler: PageHandler, page: CrawledPage): Promise<void> {
  await handler(page);
}

function messageOf(error: unknown): string {
  return `the handler failed: ${thrown(error)}`;
}
