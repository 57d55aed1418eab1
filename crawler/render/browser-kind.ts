import type { LaunchOptions } from 'playwright-core';

/** The newest Playwright that drives every kind, and how to get it. */
export const INSTALL_PLAYWRIGHT = 'npm install playwright-core@1.64.1';

/** The proxy of a browser without a network. Port 9 discards, and no proxy listens there. */
export const NO_PROXY: { readonly host: string; readonly port: number } = { host: '127.0.0.1', port: 9 };

/** A family of browsers that are driven in the same way. */
export interface BrowserKind {
  /** The part of Playwright that drives it. */
  readonly driver: 'chromium' | 'firefox';
  /** The names of its programs, in the order in which they are tried. */
  readonly programs: readonly string[];
  /** The programs outside of the path, with the folders of the system in front. */
  readonly places: Partial<Record<NodeJS.Platform, readonly string[]>>;
  /** What its program answers to `--version`. On Windows, where it does not answer, a part of its name. */
  readonly sign: RegExp;
  /** How it is started: without a network, and ended by the crawl alone. */
  readonly options: (profile: string) => LaunchOptions;
  /** What to do if it does not start for that reason; null if that is not known. */
  readonly remedy: (reason: string) => string | null;
}
