/** How often to look, in milliseconds. */
const TURN = 5000;
/** In milliseconds. A store takes a program for gone that was silent for 30 s, perhaps for some of it before the standstill. */
const LONG = 15_000;

/**
 * Notices when this program did not run for so long that other programs may have taken over its leases: it was frozen, or
 * its machine slept.
 */
export class Standstill {
  readonly #timer: NodeJS.Timeout;
  readonly #onEnd: () => void;
  #ranAt = performance.now();

  /** @param onEnd called when the program runs again */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#timer = setInterval(() => this.look(), TURN).unref();
  }

  /** Looks at once. Call it before anything that only the holder of a lease may do: timers may come later. */
  look(): void {
    const now = performance.now();
    const stood = now - this.#ranAt;
    this.#ranAt = now;
    if (stood > LONG) this.#onEnd();
  }

  /** Stops looking. */
  end(): void {
    clearInterval(this.#timer);
  }
}
