import type { Browser, BrowserContext, BrowserType } from 'playwright-core';
import { quote } from '../../src/text/wording.ts';
import { shortAscii } from '../fetch/failure.ts';
import { groupMemory } from './process-memory.ts';
import { makeProfileFolder, removeFolder } from './profile-folder.ts';
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

const ARGUMENTS = [
  // It has no network: each request is answered here. What goes past that, such as sockets, finds no host and no proxy.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--dns-prefetch-disable',
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-gpu',
  '--js-flags=--max-old-space-size=512',
];
/** Port 9 discards, and no proxy listens there. Loopback addresses take no other way. */
const NO_NETWORK = { server: 'http://127.0.0.1:9', bypass: '<-loopback>' };
/** Defaults of Playwright that help tests, and hostile pages. */
const NOT_WANTED = ['--disable-popup-blocking', '--disable-ipc-flooding-protection', '--enable-unsafe-swiftshader'];

/** How a browser is started. */
export interface BrowserOptions {
  /** The program. */
  readonly path: string;
  /** What scripts see as the user agent. */
  readonly userAgent: string;
}

/** A running browser with an empty profile. It ends with this process, however that ends: its pipe closes. */
export class RunningBrowser {
  readonly #browser: Browser;
  readonly #options: BrowserOptions;
  readonly #folder: string;
  readonly #process: number | null;
  readonly #watch: NodeJS.Timeout;
  readonly #ended = Promise.withResolvers<void>();
  #pages = 0;
  #open = 0;
  #isSpent = false;

  private constructor(browser: Browser, options: BrowserOptions, folder: string, process: number | null) {
    this.#browser = browser;
    this.#options = options;
    this.#folder = folder;
    this.#process = process;
    this.#watch = setInterval(() => void this.#look(), LOOK).unref();
    browser.on('disconnected', () => this.#end());
  }

  /** @throws {RenderError} `no-playwright` if the package is not installed, `browser-failed` if the browser does not start */
  static async start(options: BrowserOptions): Promise<RunningBrowser> {
    const chromium = await loadPlaywright();
    const folder = makeProfileFolder();
    try {
      const context = await chromium.launchPersistentContext(folder, {
        executablePath: options.path,
        // Chromium does not start as root with its sandbox.
        chromiumSandbox: process.getuid?.() !== 0,
        args: ARGUMENTS,
        ignoreDefaultArgs: NOT_WANTED,
        proxy: NO_NETWORK,
        timeout: START_TIME,
        // The crawl ends it.
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      });
      const browser = context.browser();
      if (browser === null) throw new Error('this version of playwright-core does not fit; install a newer one');
      return new RunningBrowser(browser, options, folder, await processOf(browser));
    } catch (error) {
      removeFolder(folder);
      throw new RenderError(
        'browser-failed',
        `${quote(options.path)} did not start (${reasonOf(error)}); run it by hand to see why, or name another browser: --browser PATH`,
      );
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

  /** Runs a task with an empty profile. Ends the browser if it cannot end the page, or after its last page. */
  async withProfile<T>(task: (context: BrowserContext) => Promise<T>): Promise<T> {
    this.#pages++;
    this.#open++;
    let context: BrowserContext | null = null;
    try {
      context = await this.#browser.newContext({
        userAgent: this.#options.userAgent,
        serviceWorkers: 'block',
        acceptDownloads: false,
      });
      return await task(context);
    } finally {
      this.#open--;
      if (!(await isDone(context?.close(), END_TIME))) this.#kill();
      if (!this.isFresh && this.#open === 0) await this.close();
    }
  }

  /** Ends it. */
  async close(): Promise<void> {
    this.#isSpent = true;
    const [first] = this.#browser.contexts();
    if (!(await isDone(first?.close(), END_TIME))) this.#kill();
    await isDone(this.#browser.close(), END_TIME);
    this.#end();
  }

  async #look(): Promise<void> {
    const memory = this.#process === null ? null : await groupMemory(this.#process);
    if (memory === null) return;
    if (memory > MUCH_MEMORY) this.#isSpent = true;
    if (memory > TOO_MUCH_MEMORY) this.#kill();
  }

  #kill(): void {
    this.#isSpent = true;
    try {
      // Playwright starts it as the leader of a group.
      if (this.#process !== null)
        process.kill(process.platform === 'win32' ? this.#process : -this.#process, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }

  #end(): void {
    this.#isSpent = true;
    clearInterval(this.#watch);
    removeFolder(this.#folder);
    this.#ended.resolve();
  }
}

/** What the browser itself says, or else Playwright, in one printable line. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const [, own] = /\[err\] (.+)/.exec(message) ?? [];
  return shortAscii(own ?? message.split('\n', 1)[0] ?? '');
}

/** @throws {RenderError} `no-playwright` if the package is not installed */
export async function loadPlaywright(): Promise<BrowserType> {
  try {
    return (await import('playwright-core')).chromium;
  } catch {
    throw new RenderError(
      'no-playwright',
      'pages are rendered with the package playwright-core, which is not installed; install it next to dustpan: npm install playwright-core (with -g if dustpan is installed with -g)',
    );
  }
}

async function processOf(browser: Browser): Promise<number | null> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo.find(({ type }) => type === 'browser')?.id ?? null;
}

/** Whether something ends in time, well or not. */
async function isDone(work: Promise<unknown> | undefined, time: number): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), time);
  const done = (work ?? Promise.resolve()).then(
    () => true,
    () => true,
  );
  const isInTime = await Promise.race([done, late.promise]);
  clearTimeout(timer);
  return isInTime;
}
