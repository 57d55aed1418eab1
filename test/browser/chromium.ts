import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PATH = [
  process.env['CHROMIUM_PATH'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => existsSync(path));

const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];

/** Whether Chromium is installed: Debian's package, or what CHROMIUM_PATH names. */
export const HAS_CHROMIUM: boolean = PATH !== undefined;

/** What to put behind the name of a test that needs it. */
export const WHY_SKIPPED: string = HAS_CHROMIUM
  ? ''
  : ' (skipped: no Chromium is installed; CHROMIUM_PATH may name one)';

/** Chromium without a window. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: PATH ?? '', args: ARGUMENTS });
}
