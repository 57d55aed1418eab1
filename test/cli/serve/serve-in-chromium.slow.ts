/** What `serve` shows in a browser: where Chromium is installed. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, launchChromium, WHY_SKIPPED } from '../../browser/chromium.ts';
import { links, site, type Web } from '../../crawler/web.ts';
import { openUrl } from '../../report/html/opened.ts';
import { dustpan, start, temporaryFolder } from '../dustpan.ts';
import { serving } from './serving.ts';

/** A site whose last page is answered when the test says so. */
async function slowSite(): Promise<{ readonly web: Web; readonly asked: Promise<() => void> }> {
  const { promise: asked, resolve } = Promise.withResolvers<() => void>();
  const web = await site({
    '/': links('/a', '/b'),
    '/a': links('/c'),
    '/b': links(),
    '/c': (_, response) => resolve(() => response.writeHead(200, { 'content-type': 'text/html' }).end(links())),
  });
  return { web, asked };
}

async function firstPage(web: Web): Promise<string> {
  const database = join(temporaryFolder(), 'a.dustpan');
  const { code, stderr } = await dustpan(['crawl', `${web.origin}/`, '--db', database, '--max-pages', '1']);
  if (code !== 0) throw new Error(stderr);
  return database;
}

describe.runIf(HAS_CHROMIUM)(`the served report in a browser${WHY_SKIPPED}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  test('a bar follows the crawl and offers the new report, which shows the same filters', async () => {
    const { web, asked } = await slowSite();
    const database = await firstPage(web);
    const server = await serving(database);
    await using report = await openUrl(browser, server.url, '#findings?q=canonical&severity=warning');
    const { page, mishaps } = report;
    await barSays(page, /^No crawl is running · 1 page · 2 queued · 0 failed · report of \d\d:\d\d:\d\d/);
    expect(await offer(page).isVisible()).toBe(false);

    const crawl = start(['crawl', `${web.origin}/`, '--db', database]);
    const answer = await asked;
    await barSays(page, /^Crawling · 3 pages · [\d.]+\/s · 1 queued · 0 failed/);
    expect(await page.getByRole('progressbar').evaluate((bar: HTMLProgressElement) => bar.value / bar.max)).toBe(0.75);
    answer();
    expect((await crawl.ended).code).toBe(0);
    await barSays(page, /^No crawl is running · 4 pages · 0 queued · 0 failed/);

    await offer(page).click();
    await offer(page).waitFor({ state: 'hidden' });
    await barSays(page, /^No crawl is running · 4 pages/);
    expect(new URL(page.url()).hash).toBe('#findings?q=canonical&severity=warning');
    expect(await page.locator('.findings .filter').inputValue()).toBe('canonical');
    await page.getByRole('tab', { name: 'Summary' }).click();
    expect(await page.locator('.figures').textContent()).toContain('4Pages');
    expect(mishaps.filter((one) => one !== `request: ${server.url}progress`)).toEqual([]);
  });

  test('the policy lets the page ask its own server only', async () => {
    const { web } = await slowSite();
    const server = await serving(await firstPage(web));
    // Until there is a report, another page is shown.
    await server.head();
    await using report = await openUrl(browser, server.url);
    const asked = await report.page.evaluate(async (other) => {
      const results = await Promise.allSettled([fetch('/progress'), fetch(other, { mode: 'no-cors' })]);
      return results.map(({ status }) => status);
    }, `${web.origin}/a`);
    expect(asked).toEqual(['fulfilled', 'rejected']);
    expect(web.requests).not.toContain('/a');
  });

  test('a file that goes away is told of in the bar and by the page, which comes back with its filters', async () => {
    const { web } = await slowSite();
    const database = await firstPage(web);
    const server = await serving(database);
    await using report = await openUrl(browser, server.url, '#findings?q=a');
    const { page } = report;
    await barSays(page, /1 page/);
    renameSync(database, `${database}.away`);
    await barSays(page, /does not exist/);
    expect(await offer(page).isVisible()).toBe(false);
    const reloaded = async (): Promise<string | null> => {
      await page.reload();
      return page.locator('h1').textContent();
    };
    await expect.poll(reloaded).toBe('The report is not available');
    renameSync(`${database}.away`, database);
    await barSays(page, /^No crawl is running · 1 page/);
    expect(new URL(page.url()).hash).toBe('#findings?q=a');
    expect(await page.locator('.findings .filter').inputValue()).toBe('a');
  });

  test('the end of the server is told of, and leaves the report as it is', async () => {
    const { web } = await slowSite();
    const server = await serving(await firstPage(web));
    await using report = await openUrl(browser, server.url);
    await barSays(report.page, /1 page/);
    await server.end('SIGINT');
    await barSays(report.page, /^The server does not answer: dustpan serve has ended\./);
    await report.page.getByRole('tab', { name: 'Findings' }).click();
    expect(await report.page.locator('.findings .count').textContent()).toMatch(/^\d+ of \d+ findings?$/);
  });
});

async function barSays(page: Page, expected: RegExp): Promise<void> {
  const bar = page.getByRole('complementary', { name: 'Crawl' });
  await expect.poll(async () => bar.textContent()).toMatch(expected);
}

function offer(page: Page): ReturnType<Page['locator']> {
  return page.getByRole('button', { name: 'The crawl has gone on: show the new report' });
}
