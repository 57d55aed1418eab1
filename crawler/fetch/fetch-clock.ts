import { MAX_TIMEOUT } from '../limits.ts';

/** The time limit of a fetch. */
export class FetchClock {
  readonly #onEnd: () => void;
  #timer: NodeJS.Timeout;
  #left: number;
  #since = performance.now();

  /** @param limit in milliseconds; at most what a timer can run, which is 24 days */
  constructor(limit: number, onEnd: () => void) {
    this.#left = Math.min(limit, MAX_TIMEOUT);
    this.#onEnd = onEnd;
    this.#timer = setTimeout(onEnd, this.#left);
  }

  /** Does not count the time until the promise resolves. */
  async pauseFor(wait: Promise<void>): Promise<void> {
    this.stop();
    this.#left -= performance.now() - this.#since;
    await wait;
    this.#since = performance.now();
    this.#timer = setTimeout(this.#onEnd, Math.max(this.#left, 1));
  }

  /** Ends it. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
