import PQueue from 'p-queue';

/** Bounds the work of each site and that of all sites together. Sites without work hold no memory for long. */
export class SiteQueues {
  readonly #all: PQueue;
  readonly #sites = new Map<string, { readonly queue: PQueue; lastUsed: number }>();
  readonly #perSite: number;
  readonly #delay: number;

  /**
   * @param concurrency tasks at a time
   * @param perSite tasks of one site at a time
   * @param delay milliseconds from the start of one task of a site to that of the next
   */
  constructor(concurrency: number, perSite: number, delay: number) {
    this.#all = new PQueue({ concurrency });
    this.#perSite = perSite;
    this.#delay = delay;
  }

  /** Runs the task when its turn comes. Rejects as the task does. */
  run(site: string, task: () => Promise<void>): Promise<void> {
    return this.#queueOf(site).add(() => this.#all.add(task));
  }

  /** Forgets the tasks that have not started: their promises reject. */
  clear(): void {
    for (const { queue } of this.#sites.values()) queue.clear();
    this.#all.clear();
  }

  /** When every task that started has ended. */
  async idle(): Promise<void> {
    await Promise.all([...this.#sites.values()].map(({ queue }) => queue.onIdle()));
    await this.#all.onIdle();
  }

  #queueOf(site: string): PQueue {
    const now = performance.now();
    let entry = this.#sites.get(site);
    if (entry === undefined) {
      this.#dropIdle(now);
      entry = { queue: this.#createQueue(), lastUsed: now };
      this.#sites.set(site, entry);
    }
    entry.lastUsed = now;
    return entry.queue;
  }

  #createQueue(): PQueue {
    if (this.#delay === 0) return new PQueue({ concurrency: this.#perSite });
    return new PQueue({ concurrency: this.#perSite, interval: this.#delay, intervalCap: 1 });
  }

  /** A queue knows when its site may be asked again, so that it is kept for as long as the delay. */
  #dropIdle(now: number): void {
    if (this.#sites.size < 1000) return;
    for (const [site, { queue, lastUsed }] of this.#sites) {
      const isIdle = queue.size === 0 && queue.pending === 0;
      if (isIdle && now - lastUsed > this.#delay) this.#sites.delete(site);
    }
  }
}
