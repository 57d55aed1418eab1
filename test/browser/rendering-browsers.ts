import type { TestOptions } from 'vitest';
import { findBrowser } from '../../crawler/render/find-browser.ts';

/** The browsers that render pages, each with its program if it is installed. */
export interface RenderingBrowser {
  /** Its name, and why it is skipped. */
  readonly title: string;
  /** Null if it is not installed. */
  readonly path: string | null;
}

function installed(name: string, ...places: readonly (string | undefined)[]): RenderingBrowser {
  for (const place of places) {
    try {
      if (place !== undefined) return { title: name, path: findBrowser(place).path };
    } catch {
      // The next one may be there.
    }
  }
  return { title: `${name} (skipped: it is not installed; ${name.toUpperCase()}_PATH may name it)`, path: null };
}

/**
 * For tests that expect a page to be rendered in time: the program gives a page some seconds to become quiet, and a browser
 * on a busy machine may need more.
 */
export const ON_A_BUSY_MACHINE: TestOptions = { retry: 2 };

/** All browsers that can be driven. Tests of rendering run with each of them. */
export const RENDERING_BROWSERS: readonly RenderingBrowser[] = [
  installed('Chromium', process.env['CHROMIUM_PATH'], '/usr/bin/chromium', '/usr/bin/google-chrome'),
  installed('Firefox', process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr', '/usr/bin/firefox'),
];
