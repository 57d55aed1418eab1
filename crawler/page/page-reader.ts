import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { Tinypool } from 'tinypool';
import { type PageReading, type PageToRead, readWhole } from './page-reading.ts';

/**
 * Bytes up to which a page is read at once. A larger one goes to a thread: reading it takes longer than handing it over,
 * and no page may hold up the others.
 */
const SMALL = 32 * 1024;
/** Milliseconds that a thread may take for a page. */
const DEADLINE = 5_000;
const MAX_THREADS = 4;
/** Megabytes that a thread may use for objects. */
const MAX_HEAP = 512;

/** Reads pages, large ones in threads of their own. */
export class PageReader {
  readonly #threads = Math.min(Math.max(availableParallelism() - 1, 1), MAX_THREADS);
  /** A page's time counts from when a thread is free for it. */
  readonly #turns = new PQueue({ concurrency: this.#threads });
  #pool: Tinypool | null = null;

  /** Null for a page that cannot be read with the time and memory that one may take. */
  async read(page: PageToRead): Promise<PageReading | null> {
    if (page.body === null || page.body.length <= SMALL) return readWhole(page);
    return this.#turns.add(() => this.#readInThread(page));
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
  }

  async #readInThread(page: PageToRead): Promise<PageReading | null> {
    this.#pool ??= this.#createPool();
    try {
      const json: string = await this.#pool.run(page, { signal: AbortSignal.timeout(DEADLINE) });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own, from the other side
      return JSON.parse(json) as PageReading;
    } catch {
      // Its thread was ended, by the deadline or by what it used.
      return null;
    }
  }

  #createPool(): Tinypool {
    const file = import.meta.url.endsWith('.ts') ? './page-worker.ts' : './page-worker.js';
    return new Tinypool({
      filename: new URL(file, import.meta.url).href,
      runtime: 'worker_threads',
      minThreads: 1,
      maxThreads: this.#threads,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP },
    });
  }
}
