import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';
import { Tinypool } from 'tinypool';
import { type PackedReading, unpack } from './packed-reading.ts';
import { type PageReading, type PageToRead, readWhole } from './page-reading.ts';

/**
 * Bytes up to which a page is read at once, in 0.1 s if it is hostile: about as long as the first thread takes to start.
 * With all pages read in threads, a crawl took a quarter more of processor time, and on two cores no less time.
 */
const SMALL = 512 * 1024;
/** Milliseconds that a thread may take for a page. */
const DEADLINE = 5_000;
const MAX_THREADS = 4;
/** Megabytes that a thread may use for objects. */
const MAX_HEAP = 512;
/** Bytes of objects, after a page, above which another thread takes the next one: a thread keeps what it once took. */
const MAX_KEPT_HEAP = 24 * 1024 ** 2;
const MAX_YOUNG_HEAP = 4;

/** Reads pages, large ones in threads of their own. */
export class PageReader {
  readonly #threads = Math.min(Math.max(availableParallelism() - 1, 1), MAX_THREADS);
  /** A page's time counts from when a thread is free for it. */
  readonly #turns = new PQueue({ concurrency: this.#threads });
  #pool: Tinypool | null = null;

  /**
   * Null for a page that cannot be read with the time and memory that one may take.
   *
   * @param page its body is not to be used any more
   */
  async read(page: PageToRead): Promise<PageReading | null> {
    const { body } = page;
    if (body === null || body.length <= SMALL) return readWhole(page);
    return this.#turns.add(() => this.#readInThread(page, body));
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
  }

  async #readInThread(page: PageToRead, body: Uint8Array): Promise<PageReading | null> {
    this.#pool ??= this.#createPool();
    try {
      // Handed over, not copied: what is freed of a copy of megabytes stays with the process.
      const transfer = body.buffer instanceof ArrayBuffer ? [body.buffer] : [];
      const signal = AbortSignal.timeout(DEADLINE);
      const packed: PackedReading = await this.#pool.run(page, { signal, transferList: { transfer } });
      return unpack(packed);
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
      minThreads: 0,
      maxThreads: this.#threads,
      maxMemoryLimitBeforeRecycle: MAX_KEPT_HEAP,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP, maxYoungGenerationSizeMb: MAX_YOUNG_HEAP },
    });
  }
}
