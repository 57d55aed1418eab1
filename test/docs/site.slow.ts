import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join, relative } from 'node:path';
import { load } from 'cheerio';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_AXE, violationsOf, WHY_NO_AXE } from '../browser/axe.ts';
import { HAS_CHROMIUM, launchChromium, WHY_SKIPPED } from '../browser/chromium.ts';
import { markdownFiles, ROOT } from './markdown.ts';

/** The site is served below a folder, as code hosts do. */
const FOLDER = '/some/folder/';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.png': 'image/png',
};
/** TypeDoc's Markdown plugin numbers this heading, although it is the only one of its name. */
const KNOWN = ['#frontierstats-1'];
const site = mkdtempSync(join(tmpdir(), 'dustpan-site-'));

beforeAll(() => {
  execFileSync(process.execPath, ['config/tools/site.ts', '--out', site], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
});

/** All pages but the playground, which is a program of its own. */
function pages(): readonly string[] {
  return globSync('**/*.html', { cwd: site }).filter((file) => !file.startsWith('playground/'));
}

describe('the site', () => {
  test('has a page for each Markdown file, and leads to it from every page', () => {
    expect(pages()).toHaveLength(markdownFiles().length + 1);
    const $ = load(readFileSync(join(site, 'glossary.html'), 'utf8'));
    const aside = new Set(Array.from($('.VPSidebar a[href]'), (link) => join($(link).attr('href') ?? '')));
    expect(pages().filter((file) => file !== '404.html' && !aside.has(file))).toEqual([]);
  });

  test('has no column without a heading, which screen readers could not name', () => {
    const empty = pages().filter((file) => /<th[^>]*><\/th>/.test(readFileSync(join(site, file), 'utf8')));
    expect(empty).toEqual([]);
  });

  test('has no link, anchor or picture that leads nowhere', () => {
    const anchors = new Map<string, ReadonlySet<string>>();
    const links = pages().flatMap((file) => {
      const $ = load(readFileSync(join(site, file), 'utf8'));
      anchors.set(file, new Set(Array.from($('[id]'), (element) => $(element).attr('id') ?? '')));
      return Array.from($('a[href], img[src], link[href], script[src]'), (element) => ({
        file,
        to: $(element).attr('href') ?? $(element).attr('src') ?? '',
      }));
    });
    expect(links.length).toBeGreaterThan(5000);
    const broken = links.filter(({ file, to }) => {
      if (/^[a-z]+:/.test(to)) return false;
      const [path = '', anchor] = to.split('#');
      const target = path === '' ? file : relative(site, join(site, dirname(file), decodeURI(path)));
      if (!existsSync(join(site, target))) return true;
      return anchor !== undefined && anchor !== '' && anchors.get(target)?.has(decodeURIComponent(anchor)) !== true;
    });
    expect(broken.filter(({ to }) => !KNOWN.includes(to))).toEqual([]);
  });
});

describe.skipIf(!HAS_CHROMIUM)(`in Chromium${WHY_SKIPPED}`, () => {
  let browser: Browser;
  let server: Server;
  let origin = '';
  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      const path = new URL(url, 'http://a').pathname;
      const file = join(
        site,
        path.slice(FOLDER.length).replace(/\/?$/, (end) => (end === '/' || path === FOLDER ? '/index.html' : '')),
      );
      if (!path.startsWith(FOLDER) || !existsSync(file)) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(readFileSync(file));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens at a port
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  /** A page that notes what goes wrong: requests elsewhere or without an answer, and errors. */
  async function open(
    path: string,
    colorScheme: 'light' | 'dark' = 'light',
  ): Promise<{ page: Page; problems: string[] }> {
    const page = await browser.newPage({ colorScheme });
    const problems: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin}${FOLDER}`) && !request.url().startsWith('data:'))
        problems.push(request.url());
    });
    page.on('response', (response) => {
      if (response.status() !== 200) problems.push(`${response.status()} ${response.url()}`);
    });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    await page.goto(`${origin}${FOLDER}${path}`, { waitUntil: 'networkidle' });
    return { page, problems };
  }

  test('a reader searches, follows a result and links, and nothing is loaded from elsewhere', async () => {
    const { page, problems } = await open('');
    expect(await page.textContent('h1')).toContain('dustpan');
    await page.keyboard.press('Control+k');
    await page.fill('#localsearch-input', 'add-trailing-slash');
    await page.click('.VPLocalSearchBox .result');
    await page.waitForURL(/passes\.html#add-trailing-slash$/);
    // The address changes before the page is shown.
    await page.waitForSelector('#add-trailing-slash');
    await page.click('.VPSidebar a[href$="audit-in-ci.html"]');
    await page.waitForURL(/audit-in-ci\.html$/);
    await expect.poll(async () => page.textContent('h1')).toContain('CI');
    expect(problems).toEqual([]);
    await page.close();
  });

  test.runIf(HAS_AXE).each(['', 'getting-started.html', 'crawl.html', 'api/dustpan/slug.html', 'decisions/'])(
    `%s is accessible by the rules of axe, light and dark${WHY_NO_AXE}`,
    async (path) => {
      for (const scheme of ['light', 'dark'] as const) {
        const { page, problems } = await open(path, scheme);
        expect(await violationsOf(page), scheme).toEqual([]);
        expect(problems).toEqual([]);
        await page.close();
      }
    },
  );
});
