import { createServer } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import PQueue from 'p-queue';
import type { Browser, BrowserContext, BrowserType, Page } from 'playwright-core';
import { quote } from '../../src/text/wording.ts';
import { shortAscii } from '../fetch/failure.ts';
import { BrowserGuard } from './browser-guard.ts';
import { type BrowserKind, INSTALL_PLAYWRIGHT } from './browser-kind.ts';
import type { FoundBrowser } from './find-browser.ts';
import { groupMemory } from './process-memory.ts';
import { makeProfileFolder } from './profile-folder.ts';
import { RenderError } from './render-error.ts';

/** After this many pages, a browser is replaced, because browsers grow. */
const MAX_PAGES = 100;
/** The memory of all its processes above which a browser gets no more pages, and above which it is ended, in bytes. */
const MUCH_MEMORY = 1.5 * 1024 ** 3;
const TOO_MUCH_MEMORY = 3 * 1024 ** 3;
/** How often the memory is looked at, in milliseconds. */
const LOOK = 2000;
/** How long a browser may take to start, or to end, in milliseconds. */
const START_TIME = 30_000;
const END_TIME = 3000;
/** How long it may take to find out that it has no network, in milliseconds. */
const ISOLATION_TIME = 5000;

/** How a browser is started. */
export interface BrowserOptions {
  readonly browser: FoundBrowser;
  /** What scripts see as the user agent. */
  readonly userAgent: string;
}

/** A running browser with an empty profile. It ends with this process, however that ends: it has a guard. */
export class RunningBrowser {
  readonly #browser: Browser;
  readonly #options: BrowserOptions;
  readonly #guard: BrowserGuard;
  readonly #watch: NodeJS.Timeout;
  readonly #opening = new PQueue({ concurrency: 1, timeout: START_TIME });
  readonly #ended = Promise.withResolvers<void>();
  #pages = 0;
  #running = 0;
  #isSpent = false;

  private constructor(browser: Browser, options: BrowserOptions, guard: BrowserGuard) {
    this.#browser = browser;
    this.#options = options;
    this.#guard = guard;
    this.#watch = setInterval(() => void this.#look(), LOOK).unref();
    browser.on('disconnected', () => void this.#end());
  }

  /**
   * @throws {RenderError} `no-playwright` if the package is not installed, `browser-failed` if the browser does not start,
   *   or has a network
   */
  static async start(options: BrowserOptions): Promise<RunningBrowser> {
    const { path, kind } = options.browser;
    const playwright = await loadPlaywright();
    const folder = makeProfileFolder();
    const guard = new BrowserGuard(folder);
    try {
      const context = await playwright[kind.driver].launchPersistentContext(folder, {
        ...kind.options(folder),
        executablePath: path,
        artifactsDir: folder,
        timeout: START_TIME,
        // The crawl ends it.
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      });
      guard.noteSocket();
      const browser = context.browser();
      if (browser === null || guard.pid === null) throw new Error('this version of playwright-core does not fit');
      await checkIsolation(context);
      return new RunningBrowser(browser, options, guard);
    } catch (error) {
      await guard.end();
      const reason = reasonOf(error);
      const remedy = kind.remedy(reason) ?? 'run it by hand to see why, or name another one with the option browser';
      throw new RenderError('browser-failed', `${quote(path)} did not start (${reason}); ${remedy}`);
    }
  }

  /** Whether it takes more pages. */
  get isFresh(): boolean {
    return !this.#isSpent && this.#pages < MAX_PAGES;
  }

  /** Fulfilled when it has ended. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** Whether it has not ended. */
  get isConnected(): boolean {
    return this.#browser.isConnected();
  }

  /** Waits a little for its end. */
  async waitForEnd(): Promise<void> {
    await isDone(this.ended);
  }

  /** Runs a task with an empty profile. Ends the browser if it cannot end the page, or after its last page. */
  async withProfile<T>(task: (context: BrowserContext) => Promise<T>): Promise<T> {
    this.#pages++;
    this.#running++;
    let context: BrowserContext | null = null;
    try {
      context = await this.#open(() =>
        this.#browser.newContext({
          userAgent: this.#options.userAgent,
          serviceWorkers: 'block',
          acceptDownloads: false,
        }),
      );
      return await task(context);
    } finally {
      this.#running--;
      if (!(await isDone(context?.close()))) this.#kill();
      if (!this.isFresh && this.#running === 0) await this.close();
    }
  }

  /** Opens a page. */
  openPage(context: BrowserContext): Promise<Page> {
    return this.#open(() => context.newPage());
  }

  /** One after another: a Firefox that opens two windows at once fails. A browser that cannot open them is replaced. */
  async #open<T>(open: () => Promise<T>): Promise<T> {
    try {
      return await this.#opening.add(open);
    } catch (error) {
      this.#isSpent = true;
      throw error;
    }
  }

  /** Ends it. */
  async close(): Promise<void> {
    this.#isSpent = true;
    const [first] = this.#browser.contexts();
    if (!(await isDone(first?.close()))) this.#kill();
    await isDone(this.#browser.close());
    await this.#end();
  }

  async #look(): Promise<void> {
    const memory = this.#guard.pid === null ? null : await groupMemory(this.#guard.pid);
    if (memory === null) return;
    if (memory > MUCH_MEMORY) this.#isSpent = true;
    if (memory > TOO_MUCH_MEMORY) this.#kill();
  }

  #kill(): void {
    this.#isSpent = true;
    void this.#guard.end();
  }

  async #end(): Promise<void> {
    this.#isSpent = true;
    clearInterval(this.#watch);
    await this.#guard.end();
    this.#ended.resolve();
  }
}

/**
 * Asks the browser for an address of this machine, and expects that it does not get there: a browser that cannot read its
 * profile, or whose administrator sets its proxy, would.
 */
async function checkIsolation(context: BrowserContext): Promise<void> {
  let isReached = false;
  const server = createServer((socket) => {
    isReached = true;
    socket.destroy();
  });
  try {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit', timeout: ISOLATION_TIME }).catch(() => {});
    await page.close();
  } finally {
    server.close();
  }
  if (isReached) throw new Error('it has a network, because it did not take its settings');
}

/** What the browser itself says if it has not answered Playwright, or else Playwright, in one printable line. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? stripVTControlCharacters(error.message) : '';
  const [first = ''] = message.split('\n', 1);
  if (first.includes('Protocol error')) return shortAscii(first.replace(/^.*?: /, ''));
  // Chromium begins with processes, time and place in brackets.
  const [, own] = /\[err\] (?:\[[^\]]*\] )?(?!\*\*\*)(.+)/.exec(message) ?? [];
  return shortAscii(own ?? first);
}

/** @throws {RenderError} `no-playwright` if the package is not installed */
export async function loadPlaywright(): Promise<Readonly<Record<BrowserKind['driver'], BrowserType>>> {
  try {
    return await import('playwright-core');
  } catch {
    throw new RenderError(
      'no-playwright',
      `pages are rendered with the package playwright-core, which is not installed; install it next to dustpan: ${INSTALL_PLAYWRIGHT} (with -g if dustpan is installed with -g)`,
    );
  }
}

/** Whether something ends in time, well or not. */
async function isDone(work: Promise<unknown> | undefined): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), END_TIME);
  const done = Promise.allSettled([work]).then(() => true);
  const isInTime = await Promise.race([done, late.promise]);
  clearTimeout(timer);
  return isInTime;
}
