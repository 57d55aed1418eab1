/**
 * Crawls and audits with `--render`: what is started, and what is left of it.
 *
 * Covers: crawler/render/render-mode.ts
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ON_A_BUSY_MACHINE, RENDERING_BROWSERS } from '../browser/rendering-browsers.ts';
import { type Answer, site } from '../crawler/web.ts';
import { httpProxy } from '../proxies/http-proxy.ts';
import { dustpan, ndjson, start, temporaryFolder } from './dustpan.ts';
import { urls } from './many-pages.ts';

const PAGES = 10;
const SCRIPT = `
  const own = Number(location.pathname.slice(1));
  const { title, links } = await (await fetch('/data/' + own)).json();
  document.title = title;
  document.getElementById('root').innerHTML = '<h1>' + title + '</h1>' + links.map((link) => '<a href="/' + link + '">' + title + '</a>').join('');`;

/** A site that sends the same document for all pages. */
function shop(target: string): Answer {
  const [, page] = /^\/data\/(\d+)$/.exec(target) ?? [];
  if (page !== undefined) {
    const links = [Number(page) * 2 + 1, Number(page) * 2 + 2].filter((link) => link < PAGES);
    return typed('application/json', JSON.stringify({ title: `Broom ${page}`, links }));
  }
  if (target === '/app.js') return typed('text/javascript', SCRIPT);
  return '<!doctype html><title>Shop</title><div id="root"></div><script type="module" src="/app.js"></script>';
}

function typed(type: string, body: string | Buffer): Answer {
  return (_request, response) => response.writeHead(200, { 'content-type': type }).end(body);
}

/** The folders of browsers that a process has started. */
function profiles(pid: number | undefined): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('dustpan-browser-') && name.includes(`-${pid}-`));
}

/** The processes of browsers that a process has started, on Linux. */
function browsersOf(pid: number | undefined): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return (
        /^\d+$/.test(name) &&
        new RegExp(`/dustpan-browser-[^\\0]*-${pid}-`).test(readFileSync(`/proc/${name}/cmdline`, 'latin1'))
      );
    } catch {
      return false;
    }
  });
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise(setImmediate);
}

describe.each(RENDERING_BROWSERS)('--render with $title', ON_A_BUSY_MACHINE, ({ path }) => {
  if (path === null) return test.skip('is not run');
  const browser = ['--browser', path];

  test('a site that scripts build is crawled to its end, each page once, and nothing of the browser is left', async () => {
    const web = await site(shop);
    const database = join(temporaryFolder(), 'shop.dustpan');
    const child = start(['crawl', `${web.origin}/0`, '--db', database, '--render', 'auto', ...browser, '--json']);
    const { code, stdout } = await child.ended;
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 0,
      pages: PAGES,
      duplicatesAvoided: 0,
      rendered: { pages: PAGES, notes: {} },
    });
    const entries = ndjson((await dustpan(['urls', database])).stdout);
    const served = { title: 'Shop', words: 0, links: 0 };
    expect(entries).toEqual(
      entries.map(() =>
        expect.objectContaining({
          details: expect.objectContaining({
            record: expect.objectContaining({ served: expect.objectContaining(served) }),
          }),
        }),
      ),
    );
    expect(web.requests.toSorted()).toEqual([...new Set(web.requests)].toSorted());
    expect([profiles(child.process.pid), browsersOf(child.process.pid)]).toEqual([[], []]);
  });

  test('pages, scripts and data behind a login are rendered with its cookies, all of them through the proxy', async () => {
    const web = await site((target) => (request, response) => {
      const answer = request.headers.cookie === 'session=open-Broom-7' ? shop(target) : undefined;
      if (typeof answer === 'function') return answer(request, response);
      response.writeHead(answer === undefined ? 403 : 200, { 'content-type': 'text/html' }).end(answer);
    });
    const proxy = await httpProxy();
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'cookies.txt'), '127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\topen-Broom-7\n');
    const access = ['--cookies', 'cookies.txt', '--proxy', proxy.url, '--db', 'x.dustpan'];
    const { code, stdout } = await dustpan(
      ['crawl', `${web.origin}/0`, '--render', ...browser, '--json', ...access],
      '',
      folder,
    );
    await proxy.close();
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, pages: PAGES, rendered: { pages: PAGES } });
    const asked = proxy.asked.map(({ target }) => target.slice(web.origin.length));
    expect(asked.filter((target) => target !== '/robots.txt').toSorted()).toEqual(web.requests.toSorted());
    expect(asked).toContain('/data/9');
  });

  test('links of a page in another encoding have their queries in it', async () => {
    const web = await site((target) => {
      const html = `<title>x</title><p id="p"></p><script>p.innerHTML = '<a href="/a?q=\xfc">next</a>'</script>`;
      return target === '/' ? typed('text/html; charset=windows-1252', Buffer.from(html, 'latin1')) : 'found';
    });
    const database = join(temporaryFolder(), 'encoding.dustpan');
    expect((await dustpan(['crawl', `${web.origin}/`, '--db', database, '--render', ...browser])).code).toBe(0);
    expect(web.requests).toEqual(['/', '/a?q=%FC']);
  });

  test('a page that all URLs share in the HTML is not merged by an audit that probes, if scripts tell them apart', async () => {
    const web = await site(shop);
    const { stdout } = await dustpan([
      'audit',
      `${web.origin}/0`,
      '--render',
      ...browser,
      '--delay',
      '0',
      '--format',
      'json',
    ]);
    const report: { readonly summary: object; readonly findings: readonly { readonly rule: string }[] } =
      JSON.parse(stdout);
    expect(report.summary).toMatchObject({ pages: PAGES });
    const rules = report.findings.map(({ rule }) => rule);
    expect(rules).toContain('page/rendered-title');
    expect(rules).not.toContain('dup/exact');
  });

  test.each(['SIGINT', 'SIGKILL'] as const)('%s ends the browser, and the crawl goes on from there', async (signal) => {
    const web = await site(shop);
    const database = join(temporaryFolder(), 'stopped.dustpan');
    const temporary = temporaryFolder();
    const left = (): readonly string[] => readdirSync(temporary).filter((name) => name !== 'node-compile-cache');
    const args = ['crawl', `${web.origin}/0`, '--db', database, '--render', ...browser];
    const child = start(args, '', undefined, { TMPDIR: temporary });
    const { pid } = child.process;
    await until(() => web.requests.some((target) => target.startsWith('/data/')));
    expect(left().filter((name) => name.startsWith('dustpan-browser-'))).toHaveLength(1);
    child.process.kill(signal);
    expect((await child.ended).code).toBe(signal === 'SIGINT' ? 130 : null);
    if (existsSync('/proc/self')) await until(() => browsersOf(pid).length === 0);
    await until(() => left().length === 0);
    expect((await dustpan(['crawl', '--db', database, '--render', ...browser])).code).toBe(0);
    expect((await urls(database)).filter(({ state }) => state === 'done')).toHaveLength(PAGES);
  });

  test('a crawl is archived with what its scripts load, so that it can be crawled again without the site', async () => {
    const web = await site(shop);
    const folder = temporaryFolder();
    const crawl = async (...args: readonly string[]): Promise<unknown> =>
      JSON.parse((await dustpan(['crawl', ...args, '--render', ...browser, '--json'], '', folder)).stdout);
    const first = await crawl(`${web.origin}/0`, '--db', 'first.dustpan', '--warc', 'archive');
    const files = readdirSync(join(folder, 'archive')).filter((name) => name.endsWith('.warc.gz'));
    const requested = web.requests.length;
    const again = await crawl('--db', 'again.dustpan', ...files.flatMap((name) => ['--from-warc', `archive/${name}`]));
    expect(first).toMatchObject({ pages: PAGES, rendered: { pages: PAGES, notes: {} } });
    expect(again).toMatchObject({ pages: PAGES, rendered: { pages: PAGES, notes: {} } });
    expect(web.requests).toHaveLength(requested);
  });
});

/** Makes modules whose name matches impossible to load. */
function without(pattern: string): { readonly NODE_OPTIONS: string } {
  const hook = `import{registerHooks}from'node:module';registerHooks({resolve(name,context,next){if(/${pattern}/.test(name))throw new Error(name);return(next(name,context))}})`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` };
}

test('without --render, neither Playwright nor anything that uses it is loaded', async () => {
  const web = await site(shop);
  const args = ['crawl', `${web.origin}/0`, '--json'];
  const { code, stdout } = await start(
    args,
    '',
    temporaryFolder(),
    without('playwright|render.(renderer|browser|page-network|find)'),
  ).ended;
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, rendered: null });
});

test.each([
  ['without playwright-core', without('playwright'), [], 'npm install playwright-core@1.64.1 '],
  ['with a browser that is not there', {}, ['--browser', '/nowhere/chromium'], '"/nowhere/chromium" does not exist'],
  ['with a program that is not a browser', {}, ['--browser', process.execPath], 'is neither Chromium'],
])('%s, a crawl says what to do, and makes no file', async (_what, environment, options, message) => {
  const folder = temporaryFolder();
  const args = ['crawl', 'http://127.0.0.1:9/', '--render', ...options];
  const { code, stderr } = await start(args, '', folder, environment).ended;
  expect({ code, files: readdirSync(folder) }).toEqual({ code: 2, files: [] });
  expect(stderr).toMatch(/^dustpan: .*\n$/);
  expect(stderr).toContain(message);
});

test('a crawl goes on as it was rendered before, unless it is told otherwise', ON_A_BUSY_MACHINE, async () => {
  const web = await site(shop);
  const database = join(temporaryFolder(), 'kept.dustpan');
  const rendered = async (...args: readonly string[]): Promise<unknown> =>
    JSON.parse((await dustpan(['crawl', ...args, '--db', database, '--json'])).stdout).rendered;
  expect(await rendered(`${web.origin}/0`, '--render', 'auto', '--max-pages', '1')).toMatchObject({ pages: 1 });
  expect(await rendered()).toMatchObject({ pages: PAGES - 1 });
  expect(await rendered('--recrawl')).toMatchObject({ pages: PAGES });
  expect(await rendered('--recrawl', '--render', 'off')).toBeNull();
  expect(await rendered('--recrawl')).toBeNull();
});

test('an address behind --render is not taken for a mode, and --browser needs --render', async () => {
  const [mode, idle] = await Promise.all([
    dustpan(['crawl', '--render', 'http://127.0.0.1:9/']),
    dustpan(['crawl', 'http://127.0.0.1:9/', '--browser', process.execPath]),
  ]);
  expect([mode.code, idle.code]).toEqual([2, 2]);
  expect(mode.stderr).toContain('--render alone goes behind the URL');
  expect(idle.stderr).toContain('--browser has no effect without --render');
});
