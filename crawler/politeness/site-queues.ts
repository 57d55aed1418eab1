import PQueue from 'p-queue';

/** Bounds the work of each site and that of all sites together. Sites without work hold no memory for long. */
export class SiteQueues {
  readonly #all: PQueue;
  readonly #sites = new Map<string, PQueue>();
  readonly #perSite: number;

  /**
   * @param concurrency tasks at a time
   * @param perSite tasks of one site at a time
   */
  constructor(concurrency: number, perSite: number) {
    this.#all = new PQueue({ concurrency });
    this.#perSite = perSite;
  }

  /** Runs the task when its turn comes. Rejects as the task does. */
  run(site: string, task: () => Promise<void>): Promise<void> {
    return this.#queueOf(site).add(() => this.#all.add(task));
  }

  /** Forgets the tasks that have not started: their promises reject. */
  clear(): void {
    for (const queue of this.#sites.values()) queue.clear();
    this.#all.clear();
  }

  /** When every task that started has ended. */
  async idle(): Promise<void> {
    await Promise.all([...this.#sites.values()].map((queue) => queue.onIdle()));
    await this.#all.onIdle();
  }

  #queueOf(site: string): PQueue {
    const known = this.#sites.get(site);
    if (known !== undefined) return known;
    this.#dropIdle();
    const queue = new PQueue({ concurrency: this.#perSite });
    this.#sites.set(site, queue);
    return queue;
  }

  #dropIdle(): void {
    if (this.#sites.size < 1000) return;
    for (const [site, queue] of this.#sites) {
      if (queue.size === 0 && queue.pending === 0) this.#sites.delete(site);
    }
  }
}
