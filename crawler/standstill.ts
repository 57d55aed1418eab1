/** How often to look, in milliseconds. */
const TURN = 5000;
/** In milliseconds. A store takes a program for gone that was silent for 30 s, perhaps for some of it before the standstill. */
const LONG = 15_000;

/** The first one stands while the machine sleeps; the second one may jump, which does no harm. In milliseconds. */
function clocks(): readonly [running: number, wall: number] {
  return [performance.now(), Date.now()];
}

/**
 * Notices when this program did not run for so long that other programs may have taken over its leases: it was frozen, or
 * its machine slept.
 */
export class Standstill {
  readonly #timer: NodeJS.Timeout;
  readonly #onEnd: () => void;
  #ranAt = clocks();

  /** @param onEnd called when the program runs again */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#timer = setInterval(() => this.look(), TURN).unref();
  }

  /** Looks at once. Call it before anything that only the holder of a lease may do: timers may come later. */
  look(): void {
    const [running, wall] = this.#ranAt;
    const now = (this.#ranAt = clocks());
    if (Math.max(now[0] - running, now[1] - wall) > LONG) this.#onEnd();
  }

  /** Stops looking. */
  end(): void {
    clearInterval(this.#timer);
  }
}
