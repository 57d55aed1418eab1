import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { BrowserContext, Page } from 'playwright-core';
import type { RenderNote } from '../../db/reasons.ts';
import { withoutUserinfo } from '../../src/url/credentials.ts';
import type { FetchResponse } from '../fetch/fetch-result.ts';
import { type BrowserOptions, RunningBrowser } from './browser.ts';
import { findBrowser } from './find-browser.ts';
import { PageNetwork } from './page-network.ts';
import type { NetworkOptions, PageRenderer, RenderedPage } from './rendering.ts';
import { ScriptCache } from './script-cache.ts';

/** How pages are rendered. */
interface RendererOptions extends BrowserOptions, NetworkOptions {
  /** How long a page may take to load, in milliseconds. */
  readonly timeout: number;
  /** The most bytes of a rendered document. The rest is cut. */
  readonly maxBytes: number;
}

/** How many pages are open at a time. */
const TABS = 4;
/** How many browsers a page may get. */
const ATTEMPTS = 2;
/** A page is finished when no request has been running for so long, in milliseconds. */
const QUIET = 500;
/** How long after its load that may take, in milliseconds. */
const LONGEST_UNREST = 5000;
const LOOK = 50;
/** The page must answer in each of the last looks: timers that were held up run after the first answer. */
const LOOKS_WITH_ANSWER = 2;
/** How long a document may take to become HTML, in milliseconds. A page whose scripts never pause does not. */
const READ_TIME = 3000;

/** Runs before the scripts of each page: messages would fill the memory of this process, and nobody reads them. */
const SILENCE = `for (const name of Object.keys(console)) console[name] = () => {};
  globalThis.print = () => {};`;

/** Renders pages in a browser, a few at a time. A page that makes the browser fail does not affect the next ones. */
class Renderer implements PageRenderer {
  readonly #options: RendererOptions;
  readonly #tabs = new PQueue({ concurrency: TABS });
  readonly #browsers = new Set<RunningBrowser>();
  #current: Promise<RunningBrowser>;

  constructor(options: RendererOptions, first: RunningBrowser) {
    this.#options = options;
    this.#current = Promise.resolve(first);
    this.#browsers.add(first);
  }

  async render(url: string, response: FetchResponse, signal: AbortSignal): Promise<RenderedPage> {
    return this.#tabs.add(() => (signal.aborted ? FAILED : this.#render(url, response, signal)));
  }

  async close(): Promise<void> {
    await Promise.allSettled(Array.from(this.#browsers, (browser) => browser.close()));
  }

  async #render(url: string, response: FetchResponse, signal: AbortSignal): Promise<RenderedPage> {
    for (let attempt = 1; ; attempt++) {
      const ended = new AbortController();
      const page = { url, response, signal: AbortSignal.any([signal, ended.signal]) };
      const network = new PageNetwork(page, this.#options);
      const browser = await this.#browser().catch(() => null);
      if (browser === null) return FAILED;
      const rendered = await browser
        .withProfile((context) => {
          const gone = browser.ended.then(() => null);
          return Promise.race([this.#show(browser, context, url, network), gone, abortion(signal)]);
        })
        .catch(() => null);
      ended.abort();
      // Another page may have made the browser end, or keep this one from beginning.
      const isAtFault = network.hasBegun && browser.isConnected;
      if (rendered !== null) return rendered;
      if (isAtFault || signal.aborted || attempt === ATTEMPTS) return failed(network);
      await browser.waitForEnd();
    }
  }

  /** The running browser, or a new one in its place. */
  async #browser(): Promise<RunningBrowser> {
    const current = await this.#current.catch(() => null);
    if (current?.isFresh === true) return current;
    const next = this.#current;
    // Another page may have started one in the meantime.
    if ((await next.catch(() => null)) === current) this.#current = this.#start();
    return this.#current;
  }

  async #start(): Promise<RunningBrowser> {
    const browser = await RunningBrowser.start(this.#options);
    this.#browsers.add(browser);
    void browser.ended.then(() => this.#browsers.delete(browser));
    return browser;
  }

  /** Returns null if there is no document, because of the page or because the browser ended. */
  async #show(
    browser: RunningBrowser,
    context: BrowserContext,
    url: string,
    network: PageNetwork,
  ): Promise<RenderedPage | null> {
    const { timeout, maxBytes } = this.#options;
    const deadline = performance.now() + timeout;
    await context.route(
      () => true,
      (route) => network.answer(route),
    );
    await context.addInitScript(SILENCE);
    const page = await browser.openPage(context);
    context.on('page', (popup) => void popup.close().catch(() => {}));
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
    const crashed = Promise.withResolvers<null>();
    page.on('crash', () => crashed.resolve(null));
    const loading = Promise.withResolvers<void>();
    page.once('load', () => loading.resolve());
    const target = withoutUserinfo(url);
    await page.goto(target, { waitUntil: 'commit', timeout });
    const shown = page.url();
    const isLoaded = await this.#settle(page, loading.promise, network, deadline);
    // A browser stops reading the page when it is led away.
    if (!isLoaded && network.isLedAway) return failed(network);
    const html = await Promise.race([content(page), crashed.promise, sleep(READ_TIME, null, { ref: false })]);
    if (html === null) return null;
    const bytes = Buffer.from(html);
    const notes: readonly RenderNote[] = isLoaded ? [] : ['render-unfinished'];
    return {
      html: bytes.subarray(0, maxBytes),
      truncated: bytes.length > maxBytes,
      url: page.url() === shown ? null : page.url(),
      left: network.left,
      notes: [...notes, ...notesOf(network)],
    };
  }

  /** Waits until the page is loaded and quiet. Returns whether it was in time. */
  async #settle(page: Page, loading: Promise<unknown>, network: PageNetwork, deadline: number): Promise<boolean> {
    let loadedAt: number | null = null;
    void loading.then(() => (loadedAt = performance.now()));
    // Counted in looks: while this process stands still, it hears of no request.
    let quiet = 0;
    let asked = 0;
    for (;;) {
      await sleep(LOOK);
      const end = Math.min(deadline, (loadedAt ?? performance.now()) + LONGEST_UNREST);
      // A page that is busy, or whose browser stands still, makes no request either. It answers when that is over.
      const isAsked = loadedAt !== null && quiet >= QUIET - LOOKS_WITH_ANSWER * LOOK;
      const hasAnswered = !isAsked || (await answers(page, end));
      const now = performance.now();
      quiet = hasAnswered && network.running === 0 && network.asked === asked ? quiet + LOOK : 0;
      asked = network.asked;
      const isQuiet = quiet >= QUIET;
      if (isQuiet && loadedAt !== null && now - loadedAt >= QUIET) return true;
      // A page that was led away does not load.
      const isLeft = isQuiet && loadedAt === null && network.isLedAway;
      if (isLeft || now > end) return false;
    }
  }
}

/** Whether a page runs a script until `end`, which it does not while it is busy. */
async function answers(page: Page, end: number): Promise<boolean> {
  // A page that is gone is no longer busy. The title is asked for where the document will be: what that takes is then there,
  // and a busy page is not asked for it one time after the other.
  const answered = page.title().then(
    () => true,
    () => true,
  );
  return Promise.race([answered, sleep(Math.max(0, end - performance.now()), false, { ref: false })]);
}

/** The renderer of a crawl. */
export interface CrawlRendering extends Omit<RendererOptions, 'browser' | 'scripts'> {
  /** The browser's program; null for the first of the usual names and places. */
  readonly browser: string | null;
}

/**
 * Starts the renderer of a crawl.
 *
 * @throws {RenderError} if there is no browser, or it does not start
 */
export async function startRenderer({ browser, ...given }: CrawlRendering): Promise<PageRenderer> {
  const options = { ...given, browser: findBrowser(browser), scripts: new ScriptCache() };
  return new Renderer(options, await RunningBrowser.start(options));
}

const FAILED: RenderedPage = { html: null, truncated: false, url: null, left: [], notes: ['render-failed'] };

/** Where scripts lead is known even if the page is not. */
function failed(network: PageNetwork): RenderedPage {
  const isLeft = network.left.length > 0;
  return { ...FAILED, left: network.left, notes: [...(isLeft ? [] : FAILED.notes), ...notesOf(network)] };
}

function notesOf({ left, isLimited, isDisallowed, isIncomplete }: PageNetwork): readonly RenderNote[] {
  const all: readonly (readonly [RenderNote, boolean])[] = [
    ['render-left', left.length > 0],
    ['render-limited', isLimited],
    ['render-disallowed', isDisallowed],
    ['render-incomplete', isIncomplete],
  ];
  return all.flatMap(([note, is]) => (is ? [note] : []));
}

/** The document as HTML; null if it cannot be read. */
async function content(page: Page): Promise<string | null> {
  try {
    return await page.content();
  } catch {
    return null;
  }
}

function abortion(signal: AbortSignal): Promise<RenderedPage> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(FAILED);
    else signal.addEventListener('abort', () => resolve(FAILED), { once: true });
  });
}
