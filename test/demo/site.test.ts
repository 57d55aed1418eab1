/** The demo site does what its tables say: its pages, their other URLs, and the section where other URLs are other pages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, answer } from '../../config/demo-site/answer.ts';
import { OLD_URLS, PAGES, type Page, pageAt } from '../../config/demo-site/pages.ts';
import { HOSTS, ORIGIN, SECTIONS, SPELLINGS } from '../../config/demo-site/sections.ts';
import { type Site, startSite } from '../../config/demo-site/server.ts';
import { parseConnectTo } from '../../crawler/fetch/connect-to.ts';
import { Fetcher } from '../../crawler/fetch/fetcher.ts';
import { requestOf } from '../../src/cli/jobs/demo-walk.ts';
import { compile } from '../../src/index.ts';
import { readText } from '../crawler/page/html/read-text.ts';

const ORIGINS = HOSTS.flatMap((host) => [`https://${host}`, `http://${host}`]);

function get(url: string): Answer {
  return answer(requestOf(new URL(url, ORIGIN).href));
}

/** The page at the end of at most three redirects, and their number. */
function follow(url: string): { readonly page: string | null; readonly redirects: number } {
  let at = new URL(url, ORIGIN).href;
  for (let redirects = 0; redirects <= 3; redirects++) {
    const { status, headers, page } = get(at);
    if (status !== 301) return { page, redirects };
    at = new URL(headers['location'] ?? '', at).href;
  }
  throw new Error(`${url}: too many redirects`);
}

describe('pages', () => {
  test('are several hundred, each with a URL, a title and a text of its own', () => {
    expect(PAGES.length).toBeGreaterThan(500);
    for (const of of [
      ({ path }: Page) => path,
      ({ title }: Page) => title,
      ({ sentences }: Page) => sentences.join(' '),
      ({ path }: Page) => get(path).body,
    ]) {
      expect(new Set(PAGES.map(of)).size).toBe(PAGES.length);
    }
  });

  test.each(ORIGINS)('%s serves them all with the same bytes', (origin) => {
    for (const { path } of PAGES) {
      expect(get(origin + path)).toEqual(get(path));
      expect(get(path)).toMatchObject({ status: 200, page: path });
    }
  });

  test('declare their own URL, or none', () => {
    for (const { path, section } of PAGES) {
      const declared = readText(get(path).body).canonicals.map(({ href }) => href);
      expect(declared).toEqual(section?.declares ? [ORIGIN + path] : []);
    }
    expect(PAGES.filter(({ section }) => section?.declares).length).toBeGreaterThan(100);
  });

  test('link to pages, in any spelling, to old URLs, and to one other site', () => {
    const others = new Set<string>();
    for (const { path } of PAGES) {
      for (const href of readText(get(path).body).links.keys()) {
        const url = new URL(href, ORIGIN + path);
        if (!HOSTS.includes(url.host)) others.add(url.href);
        else if (!Object.hasOwn(OLD_URLS, url.pathname)) expect(follow(url.href).page, href).not.toBeNull();
      }
    }
    expect([...others]).toEqual(['https://vacuum.example/']);
  });
});

describe('other URLs', () => {
  test.each(SECTIONS)('of $path show the same page', ({ path: prefix, spellings, other }) => {
    const spelled = new Set<string>();
    for (const { path } of PAGES.filter(({ section }) => section?.path === prefix)) {
      for (const spell of [...SPELLINGS, ...spellings]) {
        const { page, redirects } = follow(spell(path));
        expect(page, spell(path)).toBe(path);
        expect(redirects).toBeLessThanOrEqual(other === 'redirect' ? 1 : 0);
        spelled.add(spell(path));
      }
    }
    expect(spelled.size).toBeGreaterThan(5 * spellings.length);
  });

  test.each(SECTIONS.filter(({ other }) => other !== undefined))(
    'of every page of $path may differ in the slash and the index page',
    ({ folders, index, other }) => {
      for (const path of folders.flat()) {
        const toggled = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
        const urls = [toggled, ...(index !== undefined && path.endsWith('/') ? [path + index] : [])];
        for (const url of urls) expect(follow(url)).toEqual({ page: path, redirects: other === 'redirect' ? 1 : 0 });
      }
    },
  );

  test('of /archive/ are other pages, which careless merging loses', () => {
    const { key } = compile({ assume: ['slash', 'index'] });
    const years = SECTIONS.find(({ path }) => path === '/archive/')?.folders ?? [];
    expect(years.length).toBeGreaterThan(10);
    for (const paths of years) {
      expect(paths).toHaveLength(3);
      expect(new Set(paths.map((path) => get(path).page))).toEqual(new Set(paths));
      expect(new Set(paths.map((path) => pageAt(path)?.sentences.join(' '))).size).toBe(3);
      expect(new Set(paths.map((path) => key(ORIGIN + path))).size).toBe(1);
    }
  });

  test('that no page has are not found', () => {
    for (const url of [
      '/nowhere',
      '/visit/',
      '/DOCS/',
      '/wiki/brooms/',
      '/archive',
      '/shop/brooms/birch/',
      '/forum/makers/topic',
    ]) {
      expect(get(url), url).toMatchObject({ status: 404, page: null });
    }
  });
});

test('old URLs redirect twice, in a loop, or are gone', () => {
  expect(follow('/tickets')).toEqual({ page: '/visit', redirects: 2 });
  expect(() => follow('/here')).toThrow('too many redirects');
  expect(get('/lost-property').status).toBe(404);
});

describe('server', () => {
  let site: Site;
  let fetcher: Fetcher;

  beforeAll(async () => {
    site = await startSite();
    fetcher = fetcherFor(site);
  });

  afterAll(async () => {
    await fetcher.close();
    await site.close();
  });

  function fetcherFor({ connectTo, ca }: Site): Fetcher {
    return new Fetcher({ userAgent: 'dustpan-test', connectTo: connectTo.map(parseConnectTo), ca });
  }

  test.each(ORIGINS)('%s sends the answers of the site, and records the requests', async (origin) => {
    for (const url of ['/', '/blog/2024', '/SHOP/gifts/?from=menu', '/wiki/Words/caf%c3%a9', '/lost-property']) {
      const before = site.requests.length;
      const { status, headers, body } = get(url);
      const response = await fetcher.fetch(origin + url);
      expect(response).toMatchObject({ status, headers });
      if (response.kind === 'response') expect(Buffer.from(response.body ?? []).toString()).toBe(body);
      const [scheme, host] = origin.split('://');
      expect(site.requests.slice(before)).toEqual([{ scheme, host, target: url }]);
    }
  });

  test('knows no other host', () => {
    expect(get('http://vacuum.example/')).toMatchObject({ status: 404 });
  });

  test('two of them run side by side, and a closed one takes no connections', async () => {
    const other = await startSite();
    const visitor = fetcherFor(other);
    expect(await visitor.fetch(other.seed)).toMatchObject({ status: 200 });
    await other.close();
    expect(await visitor.fetch(other.seed)).toMatchObject({ kind: 'failure', code: 'connection-refused' });
    await visitor.close();
  });
});
