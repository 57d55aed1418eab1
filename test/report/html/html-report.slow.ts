/** The report in a browser: where Chromium is installed. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, launchChromium, WHY_SKIPPED } from '../../browser/chromium.ts';
import { hostileReport } from './hostile-report.ts';
import { isRead, open, openUrl, written } from './opened.ts';
import { finding, manyFindings, reportOf, sampleReport } from './sample-report.ts';

const TABS = ['Summary', 'Findings', 'URLs', 'Clusters', 'Redirects', 'Sitemap', 'Skipped', 'Claims', 'Search'];

describe.runIf(HAS_CHROMIUM)(`the HTML report in a browser${WHY_SKIPPED}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  test('every tab opens without an error, a breach of the policy or a request', async () => {
    await using report = await open(browser, sampleReport());
    for (const name of TABS) {
      await tab(report.page, name).click();
      await expectText(panel(report.page), /\S/);
      await openAll(report.page);
    }
    expect(report.mishaps).toEqual([]);
  });

  test('the policy lets nothing be loaded, run or made markup of', async () => {
    await using report = await open(browser, sampleReport());
    const refused = await report.page.evaluate(async () => {
      const inline = document.createElement('script');
      const attempts = [
        async () => fetch('https://example.com/'),
        async () => {
          document.body.innerHTML = '<b>markup</b>';
        },
        async () => {
          inline.textContent = 'document.title = "run"';
          document.body.append(inline);
        },
      ];
      const results = await Promise.allSettled(attempts.map((attempt) => attempt()));
      return { results: results.map(({ status }) => status), title: document.title };
    });
    expect(refused).toEqual({ results: ['rejected', 'rejected', 'rejected'], title: 'Audit of www.brooms.example' });
  });

  test('the summary counts, and leads to the findings it counts', async () => {
    await using report = await open(browser, sampleReport());
    const { severities } = sampleReport().summary;
    await expectText(panel(report.page).locator('.figures li').first(), `${severities.error}Errors`);
    await panel(report.page).getByRole('link', { name: 'Errors' }).first().click();
    await expectText(count(report.page), `${severities.error} of 48 findings`);
  });

  test('charts say their figures to those who do not see them', async () => {
    await using report = await open(browser, sampleReport());
    const drawings = panel(report.page).locator('svg[role=img]');
    const names = await drawings.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    expect(names).toContain('0: 1, 1: 9, 2: 27, 3: 18, 4: 7, 5: 2');
    expect(names.join()).toContain('name themselves 38');
    await expectText(panel(report.page).getByRole('row', { name: 'fold-www' }), /changing64\s*17 %/);
  });

  test('the summary says how the site got on, with the figures behind the columns', async () => {
    await using report = await open(browser, sampleReport());
    const { page } = report;
    const { history } = sampleReport();
    const errors = history.map(({ severities }) => severities.error);
    const trend = panel(page).locator('.trend');
    expect(await trend.getByRole('img').first().getAttribute('aria-label')).toBe(`Errors: ${errors.join(', ')}`);
    await expectText(trend.getByRole('row', { name: 'Errors' }), `${errors[1]} → ${errors[2]}`);
    await trend.getByRole('button', { name: 'All 3 audits' }).click();
    await expectText(trend.getByRole('row', { name: '2026-04-27' }), new RegExp(`^2026-04-27${errors[0]}.*62$`));
    await using alone = await open(browser, { ...sampleReport(), history: history.slice(-1) });
    expect(await alone.page.locator('.trend').count()).toBe(0);
  });

  test('text that is typed filters findings, and stays in the address', async () => {
    await using report = await open(browser, sampleReport(), '#findings');
    const odd = 'besom & #?=% ';
    await filter(report.page).fill(odd);
    await expectText(count(report.page), '0 of 48 findings');
    const address = new URL(report.page.url()).hash;
    await report.goto(address);
    expect(await filter(report.page).inputValue()).toBe(odd);
    await filter(report.page).fill('BESOM');
    await expectText(count(report.page), '3 of 48 findings');
    await panel(report.page).getByRole('button', { name: 'Clear filters' }).click();
    await expectText(count(report.page), '48 of 48 findings');
    expect(report.mishaps).toEqual([]);
  });

  test('severity, group and rule filter together, stay in the address, and the way back undoes them', async () => {
    await using report = await open(browser, sampleReport(), '#findings?view=list');
    const { page } = report;
    await page.getByRole('button', { name: /^Errors/ }).click();
    await page.getByRole('button', { name: /^Warnings/ }).click();
    await page.getByLabel('Group').selectOption('target');
    await expectText(count(page), '7 of 48 findings');
    await page.getByLabel('Rule').selectOption('target/redirect');
    await expectText(count(page), '4 of 48 findings');
    expect(page.url()).toContain('#findings?group=target&rule=target%2Fredirect&view=list&severity=error+warning');
    await report.goto(new URL(page.url()).hash);
    await expectText(count(page), '4 of 48 findings');
    expect(await page.getByRole('button', { name: /^Errors/ }).getAttribute('aria-pressed')).toBe('true');
    await page.getByLabel('Rule').selectOption('');
    await page.goBack();
    await expectText(count(page), '4 of 48 findings');
  });

  test('columns sort up and down, which the address and the heading say', async () => {
    await using report = await open(browser, sampleReport(), '#findings?view=list');
    const { page } = report;
    const heading = page.getByRole('columnheader', { name: 'Links' });
    const links = async (): Promise<readonly number[]> =>
      (await panel(page).locator('tr.opens td:nth-child(6)').allTextContents()).map(Number);
    await heading.getByRole('button').click();
    expect(await links()).toEqual((await links()).toSorted((a, b) => a - b));
    expect(await heading.getAttribute('aria-sort')).toBe('ascending');
    await heading.getByRole('button').click();
    expect((await links())[0]).toBe(21);
    expect(await links()).toEqual((await links()).toSorted((a, b) => b - a));
    expect(await heading.getAttribute('aria-sort')).toBe('descending');
    expect(page.url()).toContain('sort=inlinks&order=descending');
  });

  test('a deep link opens its finding, by rule and cause as in the list, and leaves filters that hide it', async () => {
    const { findings } = sampleReport();
    const one = findings.find(({ rule }) => rule === 'og/url');
    await using report = await open(browser, sampleReport(), `#findings?finding=${one?.fingerprint}&severity=error`);
    for (const view of ['', '&view=list']) {
      await report.goto(`#findings?finding=${one?.fingerprint}&severity=error${view}`);
      const detail = panel(report.page).locator('tr.detail:visible');
      expect(await detail.count()).toBe(1);
      await expectText(detail, /line 14, column 3/);
      await expectText(detail, one?.fingerprint ?? '');
      expect(await detail.evaluate((row) => row.getBoundingClientRect().top < innerHeight)).toBe(true);
    }
  });

  test('a finding that is opened is what the address names, and its link opens it again', async () => {
    await using report = await open(browser, sampleReport(), '#findings?view=list');
    await panel(report.page).locator('tr.opens').nth(5).click();
    const hash = await panel(report.page).getByRole('link', { name: 'Link to this finding' }).getAttribute('href');
    const { fingerprint = '', url = '' } = sampleReport().findings[5] ?? {};
    expect(hash).toBe(`#findings?finding=${fingerprint}&url=${encodeURIComponent(url)}`);
    expect(report.page.url()).toContain(hash?.slice('#findings?'.length));
    await report.goto(hash ?? '');
    await expectText(panel(report.page).locator('tr.detail:visible'), fingerprint);
  });

  test('of findings that share a fingerprint, the address opens the one with its URL, else the first', async () => {
    const sample = sampleReport();
    const [first, second] = [sample.findings[2], sample.findings[5]];
    const fingerprint = second?.fingerprint ?? '';
    const findings = sample.findings.map((one) => (one === first ? { ...one, fingerprint } : one));
    await using report = await open(browser, { ...sample, findings }, '#findings?view=list');
    for (const one of [second, first]) {
      await report.goto(`#findings?view=list&finding=${fingerprint}&url=${encodeURIComponent(one?.url ?? '')}`);
      const opened = panel(report.page).locator('tr.opens:has([aria-expanded=true])');
      expect(await opened.count()).toBe(1);
      await expectText(opened, one?.url ?? '');
    }
    await report.goto(`#findings?view=list&finding=${fingerprint}`);
    await expectText(panel(report.page).locator('tr.opens:has([aria-expanded=true])'), first?.url ?? '');
  });

  test('a link to a finding that is not there says so', async () => {
    await using report = await open(browser, sampleReport(), '#findings?finding=0000');
    await expectText(count(report.page), /not in this report/);
  });

  test('a finding shows why, evidence, remedy and reference', async () => {
    const one = sampleReport().findings.find(({ rule }) => rule === 'target/redirect');
    await using report = await open(browser, sampleReport(), `#findings?view=list&finding=${one?.fingerprint}`);
    const detail = panel(report.page).locator('tr.detail:visible');
    await expectText(detail, /Two strong signals name different URLs/);
    await expectText(detail, /Name the URL where the redirects end/);
    await expectText(detail, /redirects1/);
    expect(await detail.getByRole('link', { name: 'RFC 6596 3' }).getAttribute('href')).toBe(
      'https://www.rfc-editor.org/rfc/rfc6596#section-3',
    );
  });

  test('an empty list in the evidence reads as none', async () => {
    const sample = sampleReport();
    const findings = sample.findings.slice(0, 1).map((one) => ({ ...one, evidence: { served: [] } }));
    await using report = await open(browser, { ...sample, findings }, '#findings?view=list');
    await openAll(report.page);
    await expectText(panel(report.page).locator('tr.detail:visible'), /servednone/);
  });

  test('findings of a rule are grouped by cause', async () => {
    await using report = await open(browser, sampleReport(), '#findings?rule=target/redirect');
    await expectText(panel(report.page).locator('.rule-group > h3'), /canonical URL redirects.*target\/redirect.*4/);
    await expectText(panel(report.page).locator('.cause > h4'), 'www.brooms.example/shop/*/care4');
    expect(await panel(report.page).locator('.cause tr.opens').count()).toBe(4);
  });

  test('hostile text is shown and does nothing, in every tab', async () => {
    await using report = await open(browser, hostileReport());
    const { page } = report;
    for (const [at, name] of TABS.entries()) {
      await tab(page, name).click();
      await openAll(page);
      if (at > 0 && name !== 'Search') await expectText(panel(page), '<img src=x onerror=alert(1)>');
      expect(await page.locator('img, iframe, object, embed, [onerror], [onload], [onmouseover]').count()).toBe(0);
      expect(await page.locator('a:not([href^="http:"], [href^="https:"], [href^="#"])').count()).toBe(0);
      expect(await page.locator('script:not([type^="application/"])').count()).toBe(1);
    }
    await report.goto('#findings?view=list');
    await expectText(panel(page), 'https://h/U+202Egnp.exeU+2066U+200F');
    await expectText(panel(page), 'U+0000U+001B[31mU+000DU+000AU+2028U+D800');
    await expectText(panel(page), 'more');
    expect(report.mishaps).toEqual([]);
  });

  test('text from outside does not turn the direction of what stands beside it', async () => {
    await using report = await open(
      browser,
      reportOf([finding('dup/www', 'https://h/\u05d0', '\u05d0\u05d1')]),
      '#findings?view=list',
    );
    const isolated = panel(report.page).locator('.message bdi, .url');
    expect(await isolated.evaluateAll((all) => all.map((one) => getComputedStyle(one).unicodeBidi))).toEqual([
      'isolate',
      'isolate',
    ]);
  });

  const { summary } = sampleReport();
  const large = { error: 100_000, warning: 100_000, info: 100_000, pass: 0 };

  test.each([{ ...sampleReport(), summary: { ...summary, severities: large, pages: 100_000 } }, hostileReport()])(
    'WCAG 2.2 1.4.10: nothing is wider than a screen of 320 pixels',
    async (of) => {
      await using report = await open(browser, of, '', { viewport: { width: 320, height: 740 } });
      for (const name of TABS) {
        await tab(report.page, name).click();
        await openAll(report.page);
        expect
          .soft(await report.page.evaluate(() => document.documentElement.scrollWidth), name)
          .toBeLessThanOrEqual(320);
      }
    },
  );

  test('the keyboard goes to tabs, the filter, rows and the list of keys', async () => {
    await using report = await open(browser, sampleReport());
    const { page } = report;
    const { keyboard } = page;
    await keyboard.press('2');
    expect(await tab(page, 'Findings').getAttribute('aria-selected')).toBe('true');
    await keyboard.press('/');
    await keyboard.type('mop2?');
    expect(await filter(page).inputValue()).toBe('mop2?');
    await keyboard.press('Escape');
    await keyboard.press('?');
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    await keyboard.press('Escape');
    expect(await page.getByRole('dialog').isVisible()).toBe(false);
    await tab(page, 'Findings').focus();
    await keyboard.press('ArrowRight');
    expect(await tab(page, 'URLs').getAttribute('aria-selected')).toBe('true');
    await keyboard.press('End');
    expect(await focused(page)).toBe('Search');
    await keyboard.press('ArrowRight');
    expect(await focused(page)).toBe('Summary');
    await report.goto('#findings?view=list');
    await filter(page).focus();
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    expect(await panel(page).locator('tr.opens .toggle').nth(1).getAttribute('aria-expanded')).toBe('true');
    await keyboard.press('ArrowUp');
    await keyboard.press('Space');
    expect(await panel(page).locator('tr.detail:visible').count()).toBe(2);
  });

  test('findings that match are copied as CSV without a formula', async () => {
    const findings = [finding('dup/www', 'https://h/a', '=1+1, "so"'), finding('og/url', 'https://h/b', 'kept out')];
    await using report = await open(browser, reportOf(findings), '#findings?rule=dup/www', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await report.page.getByRole('button', { name: 'Copy as CSV' }).click();
    await expectText(report.page.locator('.copied'), '1 row copied');
    const [heading, row, ...rest] = (await report.page.evaluate(() => navigator.clipboard.readText())).split(/\r?\n/);
    expect(heading).toMatch(/^severity,rule,url,message,status,/);
    expect(row).toContain(`error,dup/www,https://h/a,"'=1+1, ""so""",200,`);
    expect(rest).toEqual(['']);
  });

  test('the drawing of a cluster follows the width of the window', async () => {
    await using report = await open(browser, sampleReport(), '#clusters');
    const graph = panel(report.page).locator('.graph svg').first();
    expect(Number(await graph.getAttribute('width'))).toBeGreaterThan(1000);
    await report.page.setViewportSize({ width: 500, height: 900 });
    await expect.poll(async () => Number(await graph.getAttribute('width'))).toBeLessThan(500);
    expect(report.mishaps).toEqual([]);
  });

  test('a cluster is drawn: boxes, arrows and what they are', async () => {
    await using report = await open(browser, sampleReport(), '#clusters');
    const graph = panel(report.page).locator('.graph svg').first();
    await expect.poll(() => graph.locator('.node').count()).toBe(8);
    expect(await graph.locator('.edge[marker-end]').count()).toBe(7);
    expect(await graph.locator('.pill text').allTextContents()).toEqual(
      expect.arrayContaining(['301 redirect', '302 redirect', 'canonical', 'same text', 'spelling']),
    );
  });

  test('of a large cluster twelve members are drawn, and the rest on demand', async () => {
    await using report = await open(browser, sampleReport(), '#clusters?q=order=39');
    const graph = panel(report.page).locator('.graph');
    await expect.poll(() => graph.locator('.node').count()).toBe(13);
    await graph.getByRole('button', { name: 'Draw 28 more' }).click();
    await expect.poll(() => graph.locator('.node').count()).toBe(41);
  });

  test('canonical URLs that go round in a circle are drawn as a circle', async () => {
    await using report = await open(browser, sampleReport(), '#clusters?q=journal/c');
    const graph = panel(report.page).locator('.graph');
    await expect.poll(() => graph.locator('.node').count()).toBe(3);
    expect(await graph.locator('.edge').count()).toBe(2);
  });

  test('lists of other tabs filter, sort and open', async () => {
    await using report = await open(browser, sampleReport(), '#redirects');
    const { page } = report;
    await filter(page).fill('catalogue');
    await expectText(count(page), '1 of 15 redirects');
    await tab(page, 'Claims').click();
    expect(await filter(page).inputValue()).toBe('');
    await page.getByRole('columnheader', { name: 'Samples' }).getByRole('button').click();
    expect(await panel(page).locator('td:nth-child(3)').allTextContents()).toEqual([
      '0 of 0',
      '2 of 2',
      '6 of 10',
      '12 of 12',
      '24 of 24',
      '64 of 64',
    ]);
    await panel(page).locator('tr.opens').last().click();
    await expectText(panel(page).locator('tr.detail:visible'), /301 → https:\/\/www\.brooms\.example\/shop\//);
    await tab(page, 'Skipped').click();
    await panel(page).locator('tr.opens').first().click();
    await expectText(panel(page).locator('tr.detail:visible'), 'https://social.example/brooms');
  });

  test('one row is counted in the singular', async () => {
    const sample = sampleReport();
    await using report = await open(browser, { ...sample, skipped: sample.skipped.slice(0, 1) }, '#skipped');
    await expectText(count(report.page), '1 reason');
  });

  test('a claim names its part of the site in words', async () => {
    const sample = sampleReport();
    const claims = ['/', '/$', '/*/$', '/docs/'].flatMap((path) =>
      sample.claims.slice(0, 1).map((one) => ({ ...one, path })),
    );
    await using report = await open(browser, { ...sample, claims }, '#ledger');
    await expect
      .poll(() => panel(report.page).locator('td .note').allTextContents())
      .toEqual(['the page /', 'the pages directly below the root', 'below /docs/']);
  });

  test('100,000 findings: only a page of them is in the document', async () => {
    const many = manyFindings(100_000);
    await using report = await open(browser, many, '#findings?view=list');
    const { page } = report;
    await expectText(count(page), '100,000 of 100,000 findings');
    expect(await page.locator('*').count()).toBeLessThan(3000);
    await page.getByRole('button', { name: 'Last' }).click();
    await expectText(page.locator('.pager'), /99,951–100,000 of 100,000/);
    expect(await panel(page).locator('tr.opens').count()).toBe(50);
    await filter(page).fill('page-77777?');
    await expectText(count(page), '1 of 100,000 findings');
    const last = many.findings.at(-1)?.fingerprint ?? '';
    for (const view of ['', '&view=list']) {
      await report.goto(`#findings?finding=${last}${view}`);
      await expectText(panel(page).locator('tr.detail:visible'), last);
    }
    expect(await page.locator('*').count()).toBeLessThan(3000);
    expect(report.mishaps).toEqual([]);
  });

  test('it is there before its findings are', async () => {
    const text = await written(sampleReport());
    const at = text.indexOf('<script type="application/gzip" data-list="findings">') + 100;
    const { promise: asked, resolve: ask } = Promise.withResolvers<() => void>();
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(text.slice(0, at));
      ask(() => response.end(text.slice(at)));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
    const opening = openUrl(browser, url, '#findings');
    const sendRest = await asked;
    const [page] = browser.contexts().at(-1)?.pages() ?? [];
    if (page === undefined) throw new Error('no page is open');
    await expectText(tab(page, 'Findings'), 'Findings48');
    await expectText(count(page), '0 of 48 findings, reading: 0 so far');
    await tab(page, 'Summary').click();
    await expectText(panel(page), /What is wrong/);
    await tab(page, 'Findings').click();
    sendRest();
    await using report = await opening;
    await isRead(report.page);
    await expectText(count(page), '48 of 48 findings');
    server.close();
  });

  test('a severity without findings has no colour, and a rule has those of its findings', async () => {
    const findings = [
      finding('links/broken', 'https://h/a', 'is broken', { severity: 'warning' }),
      finding('links/broken', 'https://h/b', 'is broken', { severity: 'info' }),
    ];
    const rules = sampleReport().rules.map((rule) => ({ ...rule, id: 'links/broken', severity: 'error' as const }));
    await using report = await open(browser, {
      ...reportOf(findings),
      rules: rules.slice(0, 1),
    });
    const { page } = report;
    expect(await page.locator('.figures .error').count()).toBe(0);
    expect(await page.locator('.figures .warning').count()).toBeGreaterThan(0);
    const bar = panel(page).getByRole('row', { name: 'links/broken' }).locator('.bar rect');
    expect(
      await bar.evaluateAll((all) => all.map((one) => [one.getAttribute('class'), one.getAttribute('width')])),
    ).toEqual([
      ['track', '100%'],
      ['error', '0%'],
      ['warning', '50%'],
      ['info', '50%'],
    ]);
  });

  test('after an earlier audit, the first screen says what is new, no longer found and as before', async () => {
    await using report = await open(browser, sampleReport());
    await expectText(
      panel(report.page).locator('.since'),
      /new48 findings.*no longer found2 findings.*as before7 findings/,
    );
    await using first = await open(browser, { ...sampleReport(), known: null, fixed: [] });
    expect(await first.page.locator('.since').count()).toBe(0);
  });

  test('a URL has a story, which its address opens, and a spelling has that of its page', async () => {
    const at = (url: string): string => `#urls?url=${encodeURIComponent(url)}`;
    const shop = 'https://www.brooms.example';
    await using report = await open(browser, sampleReport(), at(`${shop}/catalogue`));
    const { page } = report;
    await expectText(panel(page), /redirects to\/catalog\/shop\/shop\//);
    await expectText(panel(page), /redirects 3 times in a row/);
    await report.goto(at(`${shop}/?utm_source=letter`));
    await expectText(panel(page), /preferred URL\/.*redirects lead there.*same page byspelling.*drop-tracking-params/);
    await expectText(panel(page), /asseed/);
    await report.goto(at('https://nowhere.example/'));
    await expectText(panel(page), 'This URL is not in the report.');
    expect(report.mishaps).toEqual([]);
  });

  test('a search finds as many rows of a tab as the filter of the tab', async () => {
    await using report = await open(browser, sampleReport());
    const { page } = report;
    for (const q of ['done', 'sitemap/', 'redirect', 'a']) {
      await page.getByLabel('Search all tabs').fill(q);
      const found = await panel(page).locator('.hits h3').allTextContents();
      expect.soft(found, q).not.toEqual([]);
      for (const [, rows = '', name = ''] of found.map((text) => /^(\S+) in (.*)$/.exec(text) ?? [])) {
        await tab(page, name).click();
        await filter(page).fill(q);
        await expectText(count(page), new RegExp(`^${rows} of`));
      }
    }
  });

  test('spaces around what is searched for do not count', async () => {
    await using report = await open(browser, sampleReport());
    const { page } = report;
    const rows = async (q: string): Promise<readonly string[]> => {
      await page.getByLabel('Search all tabs').fill(q);
      return panel(page).locator('.hits h3').allTextContents();
    };
    const found = await rows('sitemap/');
    expect(found).not.toEqual([]);
    expect(await rows(' sitemap/ ')).toEqual(found);
    await tab(page, 'Findings').click();
    await filter(page).fill('mop');
    const expected = await count(page).textContent();
    await filter(page).fill(' mop ');
    await expectText(count(page), expected ?? '');
  });

  test('the field of the search shows what is searched for', async () => {
    await using report = await open(browser, sampleReport());
    const { page } = report;
    const field = page.getByLabel('Search all tabs');
    await field.fill('besom');
    await tab(page, 'Findings').click();
    await field.fill('mop');
    await page.goBack();
    await page.goBack();
    await expectText(count(page), /with “besom”/);
    expect(await field.inputValue()).toBe('besom');
    await tab(page, 'Findings').click();
    await tab(page, 'Search').click();
    expect(await field.inputValue()).toBe('');
  });

  test('a cluster with more URLs than the report lists says how many, and no URL is called the only one', async () => {
    const alone = sampleReport().entries.at(-1)?.url ?? '';
    const clusters = sampleReport().clusters.map((cluster, index) =>
      index === 0 ? { ...cluster, size: 1501 } : cluster,
    );
    await using report = await open(browser, { ...sampleReport(), clusters }, '#clusters');
    await expectText(panel(report.page).locator('.cluster').first(), /1,501 URLs.*1,493 more are left out here/s);
    const story = `#urls?url=${encodeURIComponent(alone)}`;
    await report.goto(story);
    await expectText(panel(report.page), /the only URL of its page, or one of a page with more URLs/);
    await using whole = await open(browser, sampleReport(), story);
    await expectText(panel(whole.page), /the only URL of its page\./);
  });

  test('a search looks into every tab, and the way back leads to where it began', async () => {
    await using report = await open(browser, sampleReport(), '#clusters');
    const { page } = report;
    await page.getByLabel('Search all tabs').fill('besom');
    await expectText(panel(page), /3 in Findings/);
    await expectText(panel(page), /1 in URLs/);
    await expectText(panel(page), /1 in Redirects/);
    await panel(page).getByRole('link', { name: '3 in Findings' }).click();
    await expectText(count(page), '3 of 48 findings');
    await page.goBack();
    await page.goBack();
    expect(page.url()).toContain('#clusters');
  });

  test('the causes that cost the most come first', async () => {
    const cause = (name: string, pages: number): readonly [string, object] => [
      name,
      { cause: name, evidence: { pages } },
    ];
    const findings = [cause('few', 2), cause('many', 900), cause('some', 30)].map(([name, parts]) =>
      finding('dup/www', `https://h/${name}`, 'is a duplicate', parts),
    );
    await using report = await open(browser, reportOf(findings), '#findings?rule=dup/www');
    const causes = panel(report.page).locator('.cause > h4 .title');
    await expectText(causes, 'many');
    expect(await causes.allTextContents()).toEqual(['many', 'some', 'few']);
  });

  test('on paper there is everything: all tabs, all rows, what was closed, whatever is filtered', async () => {
    await using report = await open(browser, sampleReport(), '#findings?q=besom');
    const { page } = report;
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await page.locator('#panel-findings tr.opens').count()).toBe(48);
    expect(await page.locator('#panel-findings tr.detail:visible').count()).toBe(48);
    expect(await page.locator('#panel-redirects tbody tr').count()).toBe(15);
    expect(await page.locator('#panel-ledger tr.detail').first().isVisible()).toBe(true);
    expect(await page.getByRole('heading', { name: 'Redirects', level: 2 }).isVisible()).toBe(true);
    expect(await page.locator('.pager:visible').count()).toBe(0);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await expectText(count(page), '3 of 48 findings');
    expect(await page.locator('[role=tabpanel]:not([hidden])').count()).toBe(1);
  });

  test('on paper, a rule with many findings leaves room for the others', async () => {
    const rules = ['canonical/missing', 'dup/www', 'links/redirect'];
    const findings = rules.flatMap((rule) =>
      Array.from({ length: 300 }, (_, at) => finding(rule, `https://h/${at}`, 'is wrong', { cause: 'h' })),
    );
    await using report = await open(browser, reportOf(findings));
    const { page } = report;
    await expectText(tab(page, 'Findings'), '900');
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const rows = await page
      .locator('#panel-findings .rule-group')
      .evaluateAll((groups) => groups.map((group) => group.querySelectorAll('tr.opens').length));
    expect(rows).toEqual([10, 10, 10]);
    await expectText(page.locator('#panel-findings .rule-group').last(), '290 more rows: open the file in a browser.');
    expect(await page.locator('.fingerprint:visible').count()).toBe(0);
  });

  test('every tab is in sight on a narrow screen', async () => {
    await using report = await open(browser, sampleReport(), '', { viewport: { width: 390, height: 844 } });
    const right = await report.page
      .getByRole('tab')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    expect(right).toHaveLength(TABS.length);
    expect(Math.max(...right)).toBeLessThanOrEqual(390);
  });

  test('headings are in order, and everything stands in a landmark', async () => {
    await using report = await open(browser, sampleReport());
    const { page } = report;
    for (const name of TABS) {
      await tab(page, name).click();
      await openAll(page);
      const levels = await page
        .locator('h1, h2, h3, h4, h5, h6')
        .evaluateAll((all) => all.filter((one) => one.checkVisibility()).map((one) => Number(one.tagName[1])));
      expect(levels[0]).toBe(1);
      for (const [at, level] of levels.entries())
        expect.soft(level - (levels[at - 1] ?? 0), name).toBeLessThanOrEqual(1);
    }
    const outside = await page
      .locator('body > :not(script, noscript, dialog)')
      .evaluateAll((all) => all.map((one) => one.localName));
    expect(outside).toEqual(['header', 'nav', 'main']);
  });

  test('the rows of each list are copied as CSV', async () => {
    await using report = await open(browser, sampleReport(), '#redirects?q=catalogue', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { page } = report;
    await panel(page).getByRole('button', { name: 'Copy as CSV' }).click();
    await expectText(panel(page).locator('.copied'), '1 row copied');
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text.trim().split(/\r?\n/)).toEqual([
      'from,to,status,hops,end',
      'https://www.brooms.example/catalogue,https://www.brooms.example/shop/,301,3,200',
    ]);
    const download = page.waitForEvent('download');
    await panel(page).getByRole('button', { name: 'Save as CSV' }).click();
    expect((await download).suggestedFilename()).toBe('redirects.csv');
    expect(report.mishaps).toEqual([]);
  });

  test('both colour schemes, as the system or the reader wants', async () => {
    await using report = await open(browser, sampleReport(), '', { colorScheme: 'dark' });
    const { page } = report;
    const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await ground();
    expect(light).not.toBe(dark);
    const button = page.getByRole('button', { name: /^Colours/ });
    await button.click();
    expect(await button.getAttribute('aria-label')).toBe('Colours: light');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await ground()).toBe(light);
    await button.click();
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await ground()).toBe(dark);
  });

  test('on paper: black on white, without what is to be clicked', async () => {
    await using report = await open(browser, sampleReport(), '#findings', { colorScheme: 'dark' });
    const { page } = report;
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(28, 31, 35)');
    expect(await page.getByRole('tab').first().isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Copy as CSV' }).isVisible()).toBe(false);
    expect(await page.locator('h1').isVisible()).toBe(true);
    expect(await panel(page).locator('.rule-group').first().isVisible()).toBe(true);
  });

  test('what can be used has a name, and what changes is said', async () => {
    await using report = await open(browser, sampleReport());
    const { page } = report;
    for (const name of TABS) {
      await tab(page, name).click();
      await openAll(page);
      const nameless = await panel(page)
        .locator('button, a, input, select')
        .evaluateAll(
          (all) =>
            all.filter(
              (one) => `${one.textContent}${one.getAttribute('aria-label')}`.trim() === 'null' && one.id === '',
            ).length,
        );
      expect(nameless).toBe(0);
      expect(await page.getByRole('tabpanel', { name }).count()).toBe(1);
      if (name !== 'Summary') expect(await count(page).getAttribute('aria-live')).toBe('polite');
    }
  });
});

type Locator = ReturnType<Page['locator']>;

function panel(page: Page): Locator {
  return page.locator('[role=tabpanel]:not([hidden])');
}

function tab(page: Page, name: string): Locator {
  return page.getByRole('tab', { name });
}

function filter(page: Page): Locator {
  return panel(page).getByRole('searchbox');
}

function count(page: Page): Locator {
  return panel(page).locator('.count');
}

/** Waits until it says that. */
async function expectText(locator: Locator, expected: string | RegExp): Promise<void> {
  const text = expect.poll(async () => (await locator.first().textContent()) ?? '');
  await (typeof expected === 'string' ? text.toContain(expected) : text.toMatch(expected));
}

/** Opens whatever opens, until nothing closed is left. */
async function openAll(page: Page): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await panel(page)
      .locator('.toggle[aria-expanded=false]')
      .evaluateAll((all) => {
        for (const one of all) if (one instanceof HTMLElement) one.click();
      });
  }
}

async function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? '');
}
