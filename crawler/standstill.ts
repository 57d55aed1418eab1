/** How often to look, in milliseconds. */
const TURN = 5000;
/** In milliseconds. A store takes a program for gone that was silent for 30 s, perhaps for some of it before the standstill. */
const LONG = 15_000;

/** The first one stands while the machine sleeps; the second one may jump, which does no harm. In milliseconds. */
function clocks(): readonly [running: number, wall: number] {
  return [performance.now(), Date.now()];
}

/**
 * Counts the times when this program stood still for so long that other programs may have taken over its leases: it was
 * frozen, or its machine slept.
 */
export class Standstills {
  readonly #timer: NodeJS.Timeout;
  #count = 0;
  #ranAt = clocks();

  constructor() {
    this.#timer = setInterval(() => this.count(), TURN).unref();
  }

  /** How many there were until now. It looks at the clock: the timer may come later. */
  count(): number {
    const [running, wall] = this.#ranAt;
    const now = (this.#ranAt = clocks());
    if (Math.max(now[0] - running, now[1] - wall) > LONG) this.#count++;
    return this.#count;
  }

  /** Stops looking. */
  end(): void {
    clearInterval(this.#timer);
  }
}
