import PQueue from 'p-queue';

/** Limits the number of tasks, overall and for each site. Idle sites soon free their memory. */
export class SiteQueues {
  readonly #all: PQueue;
  readonly #sites = new Map<string, PQueue>();
  readonly #perSite: number;

  /**
   * @param concurrency how many tasks run at a time
   * @param perSite how many tasks of one site run at a time
   */
  constructor(concurrency: number, perSite: number) {
    this.#all = new PQueue({ concurrency });
    this.#perSite = perSite;
  }

  /** Runs the task when its turn comes. Rejects if the task rejects. */
  run(site: string, task: () => Promise<void>): Promise<void> {
    return this.#queueOf(site).add(() => this.#all.add(task));
  }

  /** Drops the tasks that have not started. Their promises reject. */
  clear(): void {
    for (const queue of this.#sites.values()) queue.clear();
    this.#all.clear();
  }

  /** Resolves when every started task has ended. */
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
