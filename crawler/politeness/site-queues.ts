import { setImmediate as immediately } from 'node:timers/promises';
import PQueue from 'p-queue';
import { pause } from './pause.ts';

/** The tasks of a site. */
interface Lane {
  running: number;
  /** When `claimRequest` last let one of them send its request. */
  requestAt: number;
  readonly waiting: PromiseWithResolvers<void>[];
}

/** Limits the number of tasks, overall and for each site. */
export class SiteQueues {
  /** Tasks that their site allows to run. */
  readonly #all: PQueue;
  /** Sites with tasks. */
  readonly #lanes = new Map<string, Lane>();
  readonly #perSite: number;
  /** The pauses of tasks that are run again. */
  readonly #pauses = new Set<Promise<void>>();

  /**
   * @param concurrency how many tasks run at a time
   * @param perSite how many tasks of one site run at a time
   */
  constructor(concurrency: number, perSite: number) {
    this.#all = new PQueue({ concurrency });
    this.#perSite = perSite;
  }

  /**
   * Runs the task when its turn comes. Rejects if the task rejects.
   *
   * @param task returns 0, or how many milliseconds to wait before it is run again. Meanwhile, a task of another site runs.
   * @param signal ends such a wait
   */
  async run(site: string, task: () => Promise<number>, signal: AbortSignal): Promise<void> {
    await this.#enter(site);
    try {
      for (let wait: number; (wait = await this.#all.add(task)) > 0; ) {
        const waiting = pause(wait, signal);
        this.#pauses.add(waiting);
        await waiting;
        this.#pauses.delete(waiting);
      }
    } finally {
      this.#leave(site);
    }
  }

  /**
   * Lets a running task of a site send its request now, and returns 0; or returns how many milliseconds the task must wait
   * before it calls this again. Tasks that waited for the same robots.txt, or while the program stood still, would otherwise
   * all send their requests at once.
   *
   * @param delay the pause after the request of another task
   */
  claimRequest(site: string, delay: number, now: number): number {
    const lane = this.#lanes.get(site);
    if (lane === undefined) return 0;
    const wait = Math.max(0, lane.requestAt + delay - now);
    if (wait === 0) lane.requestAt = now;
    return wait;
  }

  /** Drops the tasks that have not started. Their promises reject. */
  clear(): void {
    for (const { waiting } of this.#lanes.values()) {
      for (const { reject } of waiting.splice(0)) reject(new Error('the queue is cleared'));
    }
    this.#all.clear();
  }

  /** Resolves when every started task has ended. */
  async idle(): Promise<void> {
    while (this.#lanes.size > 0) {
      await Promise.all([this.#all.onIdle(), ...this.#pauses]);
      // The next task of a site starts after the one before it has ended.
      await immediately();
    }
  }

  async #enter(site: string): Promise<void> {
    const lane = this.#lanes.get(site);
    if (lane === undefined) this.#lanes.set(site, { running: 1, requestAt: Number.NEGATIVE_INFINITY, waiting: [] });
    else if (lane.running < this.#perSite) lane.running++;
    else {
      const turn = Promise.withResolvers<void>();
      lane.waiting.push(turn);
      await turn.promise;
    }
  }

  /** Gives the place to the task that has waited longest. */
  #leave(site: string): void {
    const lane = this.#lanes.get(site);
    const next = lane?.waiting.shift();
    if (next !== undefined) next.resolve();
    else if (lane !== undefined && --lane.running === 0) this.#lanes.delete(site);
  }
}
