import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Selection } from './selection.ts';
import { type Fields, noFieldsOf, type Selectors } from './selectors.ts';

/** A page whose values, links or content are selected. */
export interface PageToSelect {
  readonly body: Uint8Array;
  /** The Content-Type field; null if there is none. */
  readonly contentType: string | null;
}

/** The longest time for a page, in milliseconds. */
const TIMEOUT = 5000;
/** The longest time for the thread to load, in milliseconds. */
const START = 30_000;
/** The heap of the thread, in MB. A page that needs more is not selected from. */
const HEAP = 96;

/** Applies selectors to pages, one after the other, in a thread of their own. */
export class SelectionThread {
  /** The crawl's fields without values, for pages from which nothing is selected. */
  readonly noFields: Fields;
  readonly #selectors: Selectors;
  readonly #timeout: number;
  #worker: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** @param timeout how long the selectors may take for a page, in milliseconds */
  constructor(selectors: Selectors, timeout: number = TIMEOUT) {
    this.#selectors = selectors;
    this.noFields = noFieldsOf(selectors);
    this.#timeout = timeout;
  }

  /** Selects from a page. If that takes too much time or memory, nothing is selected. Never rejects. */
  async select(page: PageToSelect): Promise<Selection> {
    const selection = this.#last.then(() => this.#selectNow(page));
    this.#last = selection;
    return selection;
  }

  /** Ends the thread. */
  async close(): Promise<void> {
    await this.#end();
  }

  async #selectNow(page: PageToSelect): Promise<Selection> {
    try {
      const worker = this.#worker ?? (await this.#start());
      worker.postMessage(page);
      const [selection]: Selection[] = await once(worker, 'message', { signal: AbortSignal.timeout(this.#timeout) });
      if (selection !== undefined) return selection;
    } catch {
      // The page made the thread fail. The next page gets a new one.
    }
    await this.#end();
    return {
      fields: this.noFields,
      follow: this.#selectors.follow === undefined ? null : [],
      text: null,
      problem: 'selection-failed',
    };
  }

  /** Starts the thread, and waits until it has loaded. The time limit of a page begins after that. */
  async #start(): Promise<Worker> {
    // In a build, it is next to the chunk with this module.
    const file = import.meta.url.endsWith('.ts') ? './selection-worker.ts' : './selection-worker.js';
    const worker = (this.#worker = new Worker(new URL(file, import.meta.url), {
      workerData: this.#selectors,
      resourceLimits: { maxOldGenerationSizeMb: HEAP },
      stderr: true,
    }));
    worker.on('error', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    await once(worker, 'message', { signal: AbortSignal.timeout(START) });
    return worker;
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
