/** The playground in a browser, where Chromium is installed. Covers: src/playground/*.ts */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import type { Browser, BrowserContextOptions, Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundlePlayground } from '../../config/tools/bundle-playground.ts';
import { compile, PASSES, PROFILES, UrlError } from '../../src/index.ts';
import { EMPTY, linkTo, type State } from '../../src/playground/state.ts';
import { dirtyList, realLists } from '../bench/canon-lists.ts';
import { HAS_AXE, violationsOf, WHY_NO_AXE } from '../browser/axe.ts';
import { HAS_CHROMIUM, launchChromium, WHY_SKIPPED } from '../browser/chromium.ts';
import { anyUrl } from '../laws/urls.ts';
import { openUrl } from '../report/html/opened.ts';

const URL_OF_ALL = 'HTTP://www.Example.com:80/%7Eann/./index.html?utm_source=x&b=%c3%a9#top';
const LIST = [
  'https://example.com/news?utm_source=mail',
  'https://example.com/about',
  'https://EXAMPLE.com/news#latest',
  'http://example.com/about',
  'example',
].join('\n');

/** A state for each thing that the page can show. */
const STATES: Readonly<Record<string, Partial<State>>> = {
  empty: {},
  URL: { urls: URL_OF_ALL, facts: [{ kind: 'www', host: 'example.com', value: 'remove' }], assume: ['slash'] },
  list: { urls: LIST },
  'not a URL': { urls: 'http://exa mple.com/' },
  'different URLs': { view: 'compare', a: 'http://example.com/docs', b: 'https://www.example.com/docs/?utm_source=m' },
  'equal URLs': { view: 'compare', a: 'http://example.com/%7Eann', b: 'HTTP://example.com/~ann' },
  duplicates: { view: 'dedup', urls: LIST },
};
const SCHEMES = ['light', 'dark'] as const;
const PHONE = { width: 360, height: 740 };

let browser: Browser;
let address: string;

beforeAll(async () => {
  if (!HAS_CHROMIUM) return;
  const file = join(mkdtempSync(join(tmpdir(), 'playground-')), 'index.html');
  writeFileSync(file, await bundlePlayground());
  address = pathToFileURL(file).href;
  browser = await launchChromium();
});
afterAll(() => browser?.close());

type Opened = Awaited<ReturnType<typeof openUrl>>;

function open(part: Partial<State> = {}, options: BrowserContextOptions = {}): Promise<Opened> {
  return openUrl(browser, address, linkTo({ ...EMPTY, ...part }).fragment, options);
}

describe.runIf(HAS_CHROMIUM)(`the playground in a browser${WHY_SKIPPED}`, () => {
  describe('one URL', () => {
    test('shows every pass in its order, with class, reference and what changed', async () => {
      await using opened = await open();
      const { page, mishaps } = opened;
      await fill(field(page), URL_OF_ALL);
      const trace = compile().trace(URL_OF_ALL);
      if (trace instanceof UrlError) throw trace;
      const steps = page.locator('.steps:not(.missing) > li');
      expect(await steps.locator('.pass-name').allTextContents()).toEqual(trace.changes.map(({ pass }) => pass));
      expect(await steps.locator('.class').allTextContents()).toEqual(trace.changes.map((each) => each.class));
      const references = trace.changes.map(({ pass }) => PASSES.find(({ name }) => name === pass)?.reference);
      expect(await steps.locator('.reference').allTextContents()).toEqual(references);
      const port = steps.filter({ hasText: 'drop-default-port' });
      expect(await port.locator('del').allTextContents()).toEqual([':80']);
      const scheme = steps.filter({ hasText: 'lowercase-scheme' });
      expect([await scheme.locator('del').textContent(), await scheme.locator('ins').textContent()]).toEqual([
        'HTTP',
        'http',
      ]);
      expect(await page.locator('.result .line').textContent()).toBe(trace.url);
      expect(mishaps).toEqual([]);
    });

    test('has the keys of the library under every profile', async () => {
      await using opened = await open();
      const urls = vectors();
      expect(urls.length).toBeGreaterThan(300);
      const found = await opened.page.evaluate(async (lines) => {
        const area = document.querySelector('textarea');
        const results: (number | string[])[] = [];
        for (const line of lines) {
          if (area !== null) area.value = line;
          area?.dispatchEvent(new Event('input', { bubbles: true }));
          // The page asked for the frame first.
          await new Promise(requestAnimationFrame);
          const cells = [...document.querySelectorAll('.keys tbody .line')];
          results.push(
            cells.length > 0 ? cells.map((cell) => cell.textContent) : document.querySelectorAll('.problem').length,
          );
        }
        return results;
      }, urls);
      expect(opened.mishaps).toEqual([]);
      const expected = PROFILES.map(({ name }) => compile({ profile: name }));
      expect(found).toEqual(
        urls.map((url) => {
          const keys = expected.map(({ key }) => key(url));
          return keys.some((key) => key instanceof UrlError) ? 1 : keys;
        }),
      );
    });

    test('that is not valid: says why and where, and offers the scheme that lacks', async () => {
      await using opened = await open({ urls: 'example.com/a#b' });
      const { page } = opened;
      await expectText(page, '.problem', 'the URL has no scheme');
      await page.getByRole('button', { name: 'Read URLs without a scheme as https://' }).click();
      expect(await page.locator('.result .line').textContent()).toBe('https://example.com/a');
      await fill(field(page), 'http://a b/');
      expect(await page.locator('.problem mark').textContent()).toBe('a b/');
    });
  });

  describe('several URLs', () => {
    test('are rows that open, and stay open when something changes', async () => {
      await using opened = await open({ urls: LIST });
      const { page } = opened;
      const rows = page.locator('.row');
      expect(await rows.count()).toBe(5);
      await rows.nth(2).getByRole('button').first().click();
      expect(await rows.nth(2).locator('.steps:not(.missing) .pass-name').allTextContents()).toEqual([
        'lowercase-host',
        'drop-fragment',
      ]);
      await page.getByLabel('Profile').selectOption('usual');
      expect(await rows.nth(2).locator('.steps:not(.missing) .pass-name').allTextContents()).toEqual([
        'lowercase-host',
      ]);
    });

    test('are shown a hundred at a time', async () => {
      await using opened = await open();
      const { page } = opened;
      await fill(field(page), Array.from({ length: 250 }, (_, at) => `http://a.example/${at}`).join('\n'));
      expect(await page.locator('.row').count()).toBe(100);
      await page.getByRole('button', { name: 'The first 100 of 250 lines are shown. Show 100 more' }).click();
      expect(await page.locator('.row').count()).toBe(200);
    });
  });

  describe('facts', () => {
    test('that would change a URL are stated with a button each, and all with one', async () => {
      await using opened = await open({ urls: URL_OF_ALL });
      const { page } = opened;
      await page.getByRole('button', { name: 'State the fact www example.com remove' }).click();
      expect(await page.locator('.result .line').textContent()).toBe('http://example.com/~ann/index.html?b=%C3%A9');
      await page.getByRole('button', { name: 'State all 2 facts' }).click();
      expect(await page.locator('.result .line').textContent()).toBe('https://example.com/~ann/?b=%C3%A9');
      expect(await page.locator('.missing').count()).toBe(0);
    });

    test('are stated about one site, for all sites, and taken back', async () => {
      await using opened = await open({ urls: 'http://www.example.com/docs' });
      const { page } = opened;
      const result = page.locator('.result .line');
      await page.getByRole('button', { name: 'Facts about sites' }).click();
      expect(await page.getByLabel('Host', { exact: true }).inputValue()).toBe('www.example.com');
      await page.getByLabel('Fact', { exact: true }).selectOption('slash');
      await page.getByLabel('Part of it').fill('/docs/');
      await page.getByRole('button', { name: 'State this fact' }).click();
      expect(await result.textContent()).toBe('http://www.example.com/docs/');
      await page.getByRole('checkbox', { name: 'scheme' }).check();
      expect(await result.textContent()).toBe('https://www.example.com/docs/');
      await page.getByLabel('Scheme to use').selectOption('http');
      await page.getByRole('button', { name: 'Remove the fact slash www.example.com/docs/ add' }).click();
      expect(await result.textContent()).toBe('http://www.example.com/docs');
    });

    test('that are not valid or contradict each other are refused with the reason', async () => {
      await using opened = await open({ facts: [{ kind: 'www', host: 'example.com', value: 'add' }] });
      const { page } = opened;
      await page.getByRole('button', { name: /^Facts about sites/ }).click();
      const host = page.getByLabel('Host', { exact: true });
      await host.fill('exa mple.com');
      await page.getByRole('button', { name: 'State this fact' }).click();
      await expectText(page, '.facts-panel [role=alert]', 'is not a host');
      await host.fill('example.com');
      await page.getByRole('button', { name: 'State this fact' }).click();
      await expectText(page, '.facts-panel [role=alert]', 'contradicts the fact 1');
      expect(await page.locator('.stated li').count()).toBe(1);
    });
  });

  describe('two URLs', () => {
    test('that differ: the passes and facts that would make them equal, which a button states', async () => {
      await using opened = await open({ view: 'compare' });
      const { page } = opened;
      await fill(page.getByLabel('First URL'), 'http://example.com/docs');
      await fill(page.getByLabel('Second URL'), 'https://www.example.com/docs/?utm_source=mail');
      await expectText(page, '.verdict-card', 'Different keys');
      await expectText(
        page,
        '.sentence',
        'fold-www, limit-protocols, add-trailing-slash, drop-tracking-params changing',
      );
      expect(await page.locator('.keys .confirmed').count()).toBe(1);
      await page.getByRole('button', { name: 'State them' }).click();
      await expectText(page, '.verdict-card', 'The same key');
      await expectText(page, '#panel-compare', 'They would differ without');
      expect(await page.locator('#panel-compare .stated li').allTextContents()).toEqual([
        'www example.com remove',
        'scheme example.com https',
        'slash example.com add',
      ]);
    });

    test('of which one is not valid', async () => {
      await using opened = await open({ view: 'compare', a: 'http://a.example/', b: 'http://' });
      await expectText(opened.page, '.problem', 'the URL has no host');
      expect(await opened.page.locator('.problem').count()).toBe(1);
    });
  });

  describe('a list', () => {
    test('is counted as dustpan dedup counts it, in groups with their passes', async () => {
      await using opened = await open({ view: 'dedup', urls: LIST });
      const { page } = opened;
      await expectText(page, '#panel-dedup .count', '5 in = 3 kept + 1 merged + 1 not a URL');
      expect(await page.locator('.figures strong').allTextContents()).toEqual(['5', '3', '1', '1']);
      expect(await page.locator('.reasons tbody tr').allTextContents()).toEqual(['1drop-fragmentchanging']);
      await page.locator('.groups .toggle').click();
      expect(await page.locator('.groups .members .row-urls').allTextContents()).toEqual([
        'https://example.com/news?utm_source=mail',
        'https://EXAMPLE.com/news#latest',
      ]);
      await page.getByRole('button', { name: 'Assume it: scheme' }).click();
      await expectText(page, '#panel-dedup .count', '5 in = 2 kept + 2 merged + 1 not a URL');
    });

    test('is saved without its duplicates, in order and spelling; the groups are saved too', async () => {
      await using opened = await open({ view: 'dedup', urls: LIST });
      const { page } = opened;
      await page.getByLabel('Of duplicates, keep').selectOption('last');
      await expectText(page, '.groups .toggle', 'https://example.com/news');
      await expect
        .poll(() => saved(page, 'Save the list without duplicates'))
        .toEqual({
          name: 'unique.txt',
          text: LIST.split('\n').slice(1).join('\n'),
        });
      const { name, text } = await saved(page, 'Save the groups as NDJSON');
      expect(name).toBe('groups.ndjson');
      expect(JSON.parse(text)).toMatchObject({
        key: 'https://example.com/news',
        kept: 'https://EXAMPLE.com/news#latest',
        members: [{ line: 1, passes: ['drop-tracking-params'] }, { line: 3 }],
      });
    });

    test('is read from a file: dropped anywhere, or chosen', async () => {
      await using opened = await open();
      const { page, mishaps } = opened;
      await drop(page, 'header', 'links.txt', 'http://a.example/\nHTTP://a.example/');
      // The browser reads a file that was dropped in its own time.
      await expect.poll(() => field(page).inputValue()).toBe('http://a.example/\nHTTP://a.example/');
      await page.getByRole('tab', { name: 'Deduplicate' }).click();
      await expectText(page, '#panel-dedup .count', '2 in = 1 kept + 1 merged');
      await page.locator('#panel-dedup input[type=file]').setInputFiles({
        name: 'more.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from('http://b.example/'),
      });
      await expectText(page, '#panel-dedup .count', '1 in = 1 kept');
      await drop(page, 'main', 'bad.bin', '\0');
      await expectText(page, '#panel-dedup [role=alert]', 'bad.bin is not text in UTF-8');
      expect(mishaps).toEqual([]);
    });
  });

  describe('hostile input', () => {
    test('markup in URLs stays text, everywhere', async () => {
      const markup = 'http://a.example/<img src=x onerror=alert(1)>?<script>alert(2)</script>\u202e#\u0007';
      await using opened = await open({
        urls: `${markup}\nhttp://<b>bold</b>/\n${markup}#2`,
        a: markup,
        b: 'javascript:alert(1)',
      });
      const { page, mishaps } = opened;
      for (const toggle of await page.locator('.row .toggle').all()) await toggle.click();
      for (const name of ['Compare', 'Deduplicate']) await page.getByRole('tab', { name }).click();
      await page.locator('.groups .toggle').click();
      expect(await page.locator('main :is(img, script, b)').count()).toBe(0);
      expect(await page.locator('main a:not([href^="https://www.rfc-editor.org/"], [href^="#"])').count()).toBe(0);
      expect(mishaps).toEqual([]);
    });

    test('a list of 100,000 lines is not put into the field, and the page reacts while it is read', async () => {
      await using opened = await open({ view: 'dedup' });
      const { page } = opened;
      const said = await page.evaluateHandle(() => {
        const texts: string[] = [];
        const status = document.querySelector('#panel-dedup .count');
        new MutationObserver(() => void texts.push(status?.textContent ?? '')).observe(status ?? document, {
          childList: true,
        });
        return texts;
      });
      const lines = Array.from(
        { length: 100_000 },
        (_, at) => `http://www.example.com/${at % 60_000}?utm_source=${at}`,
      );
      await paste(page, lines.join('\n'));
      await expectText(page, '#panel-dedup .count', '100,000 in = 60,000 kept + 40,000 merged + 0 not URLs');
      expect((await said.jsonValue()).filter((text) => text.startsWith('Reading: ')).length).toBeGreaterThan(1);
      expect(await page.locator('#panel-dedup textarea').isVisible()).toBe(false);
      await expectText(page, '.held', 'the pasted list');
      expect(await page.locator('.groups .row').count()).toBe(50);
      expect(new URL(page.url()).hash).toBe('#v=1&view=dedup');
      await page.getByRole('tab', { name: 'Canonicalize' }).click();
      expect(await page.locator('#panel-urls .row').count()).toBe(100);
      await page.goBack();
      await expectText(page, '#panel-dedup .count', '100,000 in');
      await page.locator('#panel-dedup').getByRole('button', { name: 'Clear' }).click();
      expect(await page.locator('#panel-dedup textarea').isVisible()).toBe(true);
    });

    test('what no link carries stays on the way back: a list too long for it, and a password', async () => {
      await using opened = await open();
      const { page } = opened;
      const lines = Array.from({ length: 400 }, (_, at) => `http://ann:secret@www.example.com/${at}`).join('\n');
      for (const text of ['http://ann:secret@www.example.com/', lines]) {
        await fill(field(page), text);
        await page.getByRole('tab', { name: 'Deduplicate' }).click();
        await page.goBack();
        await page.locator('#panel-urls textarea').waitFor();
        expect(await field(page).inputValue()).toBe(text);
        expect(page.url()).not.toContain('secret');
      }
    });

    test('a long line is counted, and not traced', async () => {
      await using opened = await open();
      const { page, mishaps } = opened;
      await paste(page, `http://a.example/${'%7e'.repeat(300_000)}`);
      await expectText(page, '.results', 'The page shows the passes of up to 100,000 characters');
      await page.getByRole('tab', { name: 'Deduplicate' }).click();
      await expectText(page, '#panel-dedup .count', '1 in = 1 kept');
      expect(mishaps).toEqual([]);
    });

    test.each([
      ['ten megabytes on one line', `http://a.example/${'a'.repeat(1e7)}`, 'line 1 has 10,000,017 characters'],
      ['too many lines', 'a\n'.repeat(500_001), 'it has more than 500,000 lines'],
    ])('%s are refused at once, with the command that reads them', async (_, text, reason) => {
      await using opened = await open();
      const { page } = opened;
      await paste(page, text);
      await expectText(
        page,
        '[role=alert]:not(:empty)',
        `The list is too long: ${reason}. This page reads up to 50 MB`,
      );
      await expectText(page, '[role=alert]:not(:empty)', 'dustpan dedup reads longer lists.');
      expect(await field(page).inputValue()).toBe('');
    });
  });

  describe('the address', () => {
    test('has what the page shows, also after a reload and on the way back', async () => {
      await using opened = await open({ urls: URL_OF_ALL });
      const { page, goto, mishaps } = opened;
      await page.getByLabel('Profile').selectOption('whatwg');
      await page.getByRole('tab', { name: 'Compare' }).click();
      await fill(page.getByLabel('First URL'), 'http://a.example/#&=%');
      await expect.poll(() => page.url()).toContain('a=');
      await goto(new URL(page.url()).hash);
      expect(await page.getByLabel('First URL').inputValue()).toBe('http://a.example/#&=%');
      expect(await page.getByLabel('Profile').inputValue()).toBe('whatwg');
      await page.getByRole('tab', { name: 'Canonicalize' }).click();
      expect(await field(page).inputValue()).toBe(URL_OF_ALL);
      await page.goBack();
      await page.getByLabel('First URL').waitFor();
      expect(mishaps).toEqual([]);
    });

    test.each([
      ['is typed', true],
      ['comes with a link', false],
    ])('never has a user name or password that %s, which the page says', async (_, isTyped) => {
      await using opened = await open({}, { permissions: ['clipboard-read', 'clipboard-write'] });
      const { page, goto } = opened;
      await (isTyped
        ? fill(field(page), 'https://ann:secret@example.com/')
        : goto(`#v=1&urls=${encodeURIComponent('https://ann:secret@example.com/')}`));
      await page.getByRole('button', { name: 'Copy link' }).click();
      await expectText(page, '.link-part', 'Copied');
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      for (const text of [copied, page.url()])
        expect(decodeURIComponent(text)).toMatch(/#v=1&urls=https:\/\/example\.com\/$/);
      await expectText(page, '.notices', 'A user name or password is in a URL');
    });

    test('that is garbage gives the empty page and a message', async () => {
      await using opened = await open();
      for (const hash of ['#garbage', '#v=1&fact=<b>', '#v=9', '#%E0%A4%A']) {
        await opened.goto(hash);
        await expectText(opened.page, '.notices', 'This page cannot read the settings in its address');
        expect(await field(opened.page).inputValue()).toBe('');
      }
      await fill(field(opened.page), 'http://a.example/');
      expect(await opened.page.locator('.notice').count()).toBe(0);
      expect(opened.mishaps).toEqual([]);
    });

    test('of each example leads to what it promises', async () => {
      await using opened = await open();
      const { page, goto } = opened;
      const links = page.locator('.examples a');
      for (let at = 0; at < (await links.count()); at++) {
        await links.nth(at).click();
        await page.locator('[role=tabpanel]:not([hidden]) .results > :not(.empty)').first().waitFor();
        expect(await page.locator('.notice').count()).toBe(0);
        await goto('');
      }
    });
  });

  describe('keyboard', () => {
    test('everything can be done without a mouse', async () => {
      await using opened = await open();
      const { page } = opened;
      const press = async (...keys: readonly string[]): Promise<void> => {
        for (const key of keys) await page.keyboard.press(key);
      };
      await press('/');
      await page.keyboard.type('http://www.example.com/');
      await press('Escape', '2', '/');
      await page.keyboard.type('http://www.example.com/');
      await press('Tab');
      await page.keyboard.type('https://example.com/');
      await page.getByRole('button', { name: 'State them' }).waitFor();
      await press('Tab');
      expect(await focused(page)).toBe('State them');
      await press('Enter');
      await expectText(page, '.verdict-card', 'The same key');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('panel-compare');
      await press('1');
      await page.getByRole('tab', { name: 'Canonicalize' }).focus();
      await press('ArrowRight', 'ArrowRight');
      expect(await focused(page)).toBe('Deduplicate');
      await press('?');
      expect(await page.getByRole('dialog', { name: 'Keyboard' }).isVisible()).toBe(true);
      await press('Escape');
      await page.getByRole('button', { name: /^Facts about sites/ }).focus();
      await press('Space', 'Tab', 'Tab');
      expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('checkbox');
    });

    test('a button that is drawn again keeps the focus', async () => {
      await using opened = await open({ a: 'http://www.example.com/', b: 'https://example.com' });
      const { page } = opened;
      await page.getByRole('tab', { name: 'Compare' }).click();
      const button = page.getByRole('button', { name: 'State them' });
      await button.focus();
      const drawn = await button.elementHandle();
      await page.getByLabel('Second URL').evaluate((input: HTMLInputElement) => {
        input.value += '/';
        input.dispatchEvent(new Event('input'));
      });
      await expect.poll(() => drawn?.evaluate((one) => one.isConnected)).toBe(false);
      expect(await focused(page)).toBe('State them');
      await page.keyboard.press('Enter');
      await expectText(page, '.verdict-card', 'The same key');
    });

    test('the focus is always visible', async () => {
      await using opened = await open({ urls: URL_OF_ALL });
      const { page } = opened;
      for (let step = 0; step < 20; step++) {
        await page.keyboard.press('Tab');
        const outline = await page.evaluate(
          () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
        );
        expect(outline, await focused(page)).not.toBe('none');
      }
    });
  });

  describe.each(Object.entries(STATES))('%s', (name, part) => {
    test('fits a phone without scrolling sideways', async () => {
      await using opened = await open(part, { viewport: PHONE });
      await openAll(opened.page);
      expect(await opened.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
      const cut = await opened.page
        .locator('main :is(.row-note, .row-urls, .line, .figures li, button, select)')
        .evaluateAll(
          (all, width) => all.filter((one) => one.getBoundingClientRect().right > width).length,
          PHONE.width,
        );
      expect(cut, name).toBe(0);
    });

    test.each(SCHEMES)('has text with enough contrast (%s)', async (colorScheme) => {
      await using opened = await open(part, { colorScheme });
      await openAll(opened.page);
      expect(await opened.page.evaluate(faintTexts)).toEqual([]);
      expect(opened.mishaps).toEqual([]);
    });

    test.runIf(HAS_AXE).each(SCHEMES)(`has no problem that axe finds (%s)${WHY_NO_AXE}`, async (colorScheme) => {
      await using opened = await open(part, { colorScheme, bypassCSP: true });
      await openAll(opened.page);
      expect(await violationsOf(opened.page)).toEqual([]);
    });
  });

  test('both colour schemes, as the system or the reader wants', async () => {
    await using opened = await open({}, { colorScheme: 'dark' });
    const { page } = opened;
    const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await page.getByRole('button', { name: 'Colours: auto' }).click();
    expect(await ground()).not.toBe(dark);
    await page.getByRole('button', { name: 'Colours: light' }).click();
    expect(await ground()).toBe(dark);
  });

  test('nothing is loaded, sent or made markup of', async () => {
    await using opened = await open({ urls: URL_OF_ALL });
    const results = await opened.page.evaluate(async () => {
      const attempts = [
        async () => fetch('https://example.com/'),
        async () => {
          document.body.innerHTML = '<b>markup</b>';
        },
      ];
      return (await Promise.allSettled(attempts.map((attempt) => attempt()))).map(({ status }) => status);
    });
    expect(results).toEqual(['rejected', 'rejected']);
  });
});

function field(page: Page): ReturnType<Page['locator']> {
  return page.locator('[role=tabpanel]:not([hidden]) textarea');
}

/** Writes into the field, and waits until the page has drawn that: it does so with the next frame. */
async function fill(area: ReturnType<Page['locator']>, text: string): Promise<void> {
  await area.fill(text);
  await area.evaluate(() => new Promise(requestAnimationFrame));
}

/** Waits until it says that. */
async function expectText(page: Page, selector: string, expected: string): Promise<void> {
  const text = async (): Promise<string> => (await page.locator(selector).first().textContent()) ?? '';
  await expect.poll(text).toContain(expected);
}

async function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? '');
}

/** Opens whatever opens. */
async function openAll(page: Page): Promise<void> {
  if ((await page.locator('#panel-dedup:not([hidden])').count()) > 0) await page.locator('.figures').waitFor();
  await page.locator('.toggle[aria-expanded=false], footer summary').evaluateAll((all) => {
    for (const one of all) if (one instanceof HTMLElement && one.checkVisibility()) one.click();
  });
}

/** Pastes a text as the clipboard would: typing so much takes too long. */
async function paste(page: Page, text: string): Promise<void> {
  await field(page).evaluate((area, data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', data);
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

async function drop(page: Page, onto: string, name: string, text: string): Promise<void> {
  await page.locator(onto).evaluate(
    (target, file) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([file.text], file.name));
      for (const type of ['dragover', 'drop']) {
        target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      }
    },
    { name, text },
  );
}

async function saved(page: Page, button: string): Promise<{ readonly name: string; readonly text: string }> {
  const waiting: Promise<Download> = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

/** Texts with less contrast than WCAG 2.2, 1.4.3 asks for. Runs in the page. */
function faintTexts(): readonly string[] {
  const channels = (colour: string): readonly number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour: string): number => {
    const [r = 0, g = 0, b = 0] = channels(colour).map((each) => {
      const part = each / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const groundOf = (one: Element | null): string => {
    if (one === null) return 'rgb(255, 255, 255)';
    const { backgroundColor } = getComputedStyle(one);
    return channels(backgroundColor)[3] === 0 ? groundOf(one.parentElement) : backgroundColor;
  };
  const hasText = (one: Element): boolean =>
    [...one.childNodes].some((node) => node instanceof Text && node.textContent.trim() !== '');
  return [...document.querySelectorAll('body :not(script, style, template, option)')].flatMap((one) => {
    if (!hasText(one) || !one.checkVisibility() || one.closest('.hidden, noscript') !== null) return [];
    const [light = 0, dark = 0] = [luminance(getComputedStyle(one).color), luminance(groundOf(one))].sort(
      (a, b) => b - a,
    );
    return (light + 0.05) / (dark + 0.05) < 4.5 ? [`${one.className}: ${one.textContent.slice(0, 40)}`] : [];
  });
}

/**
 * URLs of the examples of passes, of real lists, internationalized, and made of odd pieces. Each is on one line,
 * without a byte order mark, which lists leave out.
 */
function vectors(): readonly string[] {
  const examples = PASSES.flatMap((pass) => pass.examples.flatMap(({ before, after }) => [before, after]));
  const listed = [...realLists(), dirtyList(20)].flatMap(({ urls }) => urls.slice(0, 25));
  const hosts = [
    'bücher.example',
    'faß.de',
    'παράδειγμα.δοκιμή',
    '例え.テスト',
    'क्\u200dष.example',
    '0x7f.1',
    '[::0001]',
  ];
  const odd = fc.sample(anyUrl, { seed: 2, numRuns: 250 });
  return [...examples, ...listed, ...hosts.map((host) => `http://${host}/é?ü#ñ`), ...odd].filter(
    (url) => !/[\r\n]|^\ufeff/.test(url) && url.trim() !== '' && url.length < 1000 && url.isWellFormed(),
  );
}
