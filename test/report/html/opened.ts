import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { AuditReport } from '../../../src/audit/report.ts';
import { writeHtml } from '../../../src/report/html/html.ts';

/** A report in a browser, with what must not happen to it. */
interface Opened extends AsyncDisposable {
  readonly page: Page;
  /** Errors, messages of the policy, dialogs, and requests other than for the document. */
  readonly mishaps: readonly string[];
  /** Goes to another place in it, as somebody does who follows a link from elsewhere. */
  readonly goto: (hash: string) => Promise<void>;
}

export async function written(report: AuditReport): Promise<string> {
  let text = '';
  await writeHtml(report, {
    write: async (more) => {
      text += more;
    },
  });
  return text;
}

export async function open(
  browser: Browser,
  report: AuditReport,
  hash = '',
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const path = join(mkdtempSync(join(tmpdir(), 'html-')), 'audit.html');
  writeFileSync(path, await written(report));
  return openUrl(browser, pathToFileURL(path).href, hash, options);
}

export async function openUrl(
  browser: Browser,
  url: string,
  hash = '',
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const mishaps: string[] = [];
  page.on('pageerror', ({ message }) => mishaps.push(message));
  page.on('console', (message) => mishaps.push(message.text()));
  page.on('dialog', (dialog) => {
    mishaps.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) mishaps.push(`request: ${request.url()}`);
  });
  const goto = async (place: string): Promise<void> => {
    // From elsewhere: a change of the fragment alone loads nothing.
    await page.goto('about:blank');
    await page.goto(url + place);
    await isRead(page);
  };
  await goto(hash);
  return { page, mishaps, goto, [Symbol.asyncDispose]: () => context.close() };
}

/** Waits until all data are read. */
export async function isRead(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.locator('script[data-list]').first().waitFor({ state: 'detached' });
}
