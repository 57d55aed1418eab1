/**
 * Covers: crawler/begin-session.ts, crawler/crawl-loop.ts, crawler/open-leases.ts, crawler/tally.ts
 * Covers: crawler/politeness/loopback.ts
 * Covers: src/canon/wire-url.ts
 */
import { describe, expect, test, vi } from 'vitest';
import { SITE_PROFILES } from '../../config/sites/index.ts';
import { SessionError } from '../../crawler/session-error.ts';
import type { CrawlProgress } from '../../crawler/tally.ts';
import { type Entry, MemoryFrontier, type SpellingTries } from '../../db/index.ts';
import { wikidot } from '../../src/slug.ts';
import { type Crawled, type CrawlTestOptions, crawl } from './crawling.ts';
import { type Answer, links, redirect, respond, serve, site } from './web.ts';

const done = (entries: readonly Entry[]): readonly string[] =>
  entries
    .filter(({ state, aliasOf }) => state === 'done' && aliasOf === null)
    .map(({ url }) => url)
    .toSorted();

describe('each page once', () => {
  test('URLs of one key are fetched once, by the first spelling', async () => {
    const web = await site({
      '/': links('/%7eann?utm_source=a', '/~ann', '/~ann#top', '/b/../~ann'),
      '/%7eann?utm_source=a': 'Ann',
    });
    const { entries, report } = await crawl([`${web.origin}/`]);
    expect(web.requests).toEqual(['/', '/%7eann?utm_source=a']);
    expect(report.progress).toMatchObject({ fetched: 2, pages: 2, duplicates: 2 });
    const ann = entries[1];
    expect(ann).toMatchObject({ key: `${web.origin}/~ann`, url: `${web.origin}/%7eann?utm_source=a` });
    expect(ann?.spellings.map(({ url }) => url)).toEqual([`${web.origin}/~ann`, `${web.origin}/~ann#top`]);
  });

  test('the URL is sent as found, except for bytes that every client encodes', async () => {
    const odd = ['/a%7Eb', '/%e4%ff', '/A//b', '/x?b=2&a=1&b=%C3%C0', '/|[]^', '/sp ace', '/ü'];
    const web = await site((target) => (target === '/' ? links(...odd) : 'page'));
    await crawl([`${web.origin}/`]);
    expect(web.requests.slice(1).toSorted()).toEqual(
      ['/a%7Eb', '/%e4%ff', '/A//b', '/x?b=2&a=1&b=%C3%C0', '/|[]%5E', '/sp%20ace', '/%C3%BC'].toSorted(),
    );
  });

  test('links come from a, area, base, rel=canonical, meta refresh, and the Link and Refresh headers', async () => {
    const web = await site({
      '/': `<base href="/sub/"><link rel=canonical href="../c"><meta http-equiv=refresh content="0; url=r"><a href=a>x</a><map><area href=m></map>`,
      '/sub/a': respond(200, { 'content-type': 'text/html', link: '</h>; rel="canonical"', refresh: '3; url=f' }, ''),
    });
    const { entries } = await crawl([`${web.origin}/`]);
    const paths = entries.map(({ url }) => url.slice(web.origin.length)).toSorted();
    expect(paths).toEqual(['/', '/c', '/h', '/sub/a', '/sub/f', '/sub/m', '/sub/r']);
  });

  test('images, posters, scripts, styles and forms lead nowhere', async () => {
    const web = await site({
      '/': `<link rel=stylesheet href=/1><link rel=preload as=image href=/2 imagesrcset="/3 1x"><script src=/4></script>
        <body background=/5><img src=/6 srcset="/7 1x, /8 2x" longdesc=/9><video src=/10 poster=/11><source src=/12></video>
        <picture><source srcset="/13 1x"></picture><form action=/14><button formaction=/15></form>
        <blockquote cite=/16></blockquote><object data=/17 type=image/png></object><input type=image src=/18>
        <svg><image href=/19 /><use xlink:href=/20 /></svg><a href=/end ping=/21>x</a>`,
    });
    await crawl([`${web.origin}/`]);
    expect(web.requests).toEqual(['/', '/end']);
  });

  test('the pages of frames are read, at any depth of frames', async () => {
    const web = await site({
      '/': '<frameset><frame src=menu><frame src=main></frameset>',
      '/menu': '<iframe src=inner></iframe>',
      '/main': '<object data=object></object><object data=no type=image/png></object><embed src=embed>',
      '/inner': links('/end'),
      '/object': 'x',
      '/embed': 'x',
      '/end': 'x',
    });
    const { entry } = await crawl([`${web.origin}/`]);
    expect(web.requests.toSorted()).toEqual(['/', '/embed', '/end', '/inner', '/main', '/menu', '/object']);
    expect(entry(`${web.origin}/inner`)).toMatchObject({ depth: 2, source: 'link', foundOn: `${web.origin}/menu` });
  });

  test('frames of other schemes are recorded and skipped, as links are', async () => {
    const urls = ['about:blank', 'javascript:void(0)', 'data:text/html,x'];
    const web = await site({ '/': urls.map((url) => `<iframe src="${url}"></iframe>`).join('') });
    const { entry } = await crawl([`${web.origin}/`]);
    expect(urls.map((url) => entry(url)?.reason)).toEqual(['scheme', 'scheme', 'scheme']);
  });

  test('a declared canonical is recorded, and the page stays', async () => {
    const web = await site({
      '/': '<link rel=canonical href="/home">',
      '/home': '<link rel=canonical href="/home#x">',
    });
    const { entry } = await crawl([`${web.origin}/`]);
    expect(entry(`${web.origin}/`)).toMatchObject({
      state: 'done',
      aliasOf: `${web.origin}/home`,
      aliasBy: 'canonical',
    });
    expect(entry(`${web.origin}/home`)).toMatchObject({ state: 'done', aliasOf: null });
  });

  test('a declared canonical that is not http or https makes no alias', async () => {
    const web = await site({ '/': '<link rel=canonical href="file:///srv/index.html">' });
    const { entry, entries } = await crawl([`${web.origin}/`]);
    expect(entry(`${web.origin}/`)).toMatchObject({ state: 'done', aliasOf: null, aliasBy: null });
    expect(entries.map(({ reason }) => reason)).toEqual([null, 'scheme']);
  });
});

test('a long list of seeds is added in parts, so that it does not hold up the process', async () => {
  const web = await site({ '/0': 'x' });
  const frontier = new MemoryFrontier();
  const add = vi.spyOn(frontier, 'add');
  const seeds = Array.from({ length: 2500 }, (_, n) => `${web.origin}/${n}`);
  const { entries } = await crawl(seeds, { maxPages: 1 }, frontier);
  expect(add.mock.calls.map(([found]) => found.length)).toEqual([1000, 1000, 500]);
  expect(entries.map(({ url }) => url)).toEqual(seeds);
});

test('a stop while seeds are added loses none: the next session adds the rest', async () => {
  const web = await site({ '/0': 'x' });
  const frontier = new MemoryFrontier();
  const stop = new AbortController();
  const add = frontier.add.bind(frontier);
  const spy = vi.spyOn(frontier, 'add').mockImplementation((found) => {
    stop.abort();
    return add(found);
  });
  const seeds = Array.from({ length: 2500 }, (_, n) => `${web.origin}/${n}`);
  const stopped = await crawl(seeds, { signal: stop.signal }, frontier);
  expect(stopped.entries.length).toBe(1000);
  spy.mockRestore();
  const { entries } = await crawl([], { maxPages: 1 }, frontier);
  expect(entries.map(({ url }) => url)).toEqual(seeds);
});

test('the progress that is reported does not change afterwards', async () => {
  const { origin } = await site({ '/': links('/a'), '/a': links('/b'), '/b': 'b' });
  const told: CrawlProgress[] = [];
  await crawl([`${origin}/`], { concurrency: 1, onProgress: (progress) => told.push(progress) });
  expect(told.map(({ pages }) => pages)).toEqual([1, 2, 3]);
});

test('a wiki that answers every spelling of a name is crawled with each page once', async () => {
  const names = ['SCP_173', 'scp-173', 'SCP--173!', 'Fragment:Some%20Page', 'fragment:some-page', '%C3%96l'];
  const web = await site((target) => {
    const name = decodeURIComponent(target.slice(1).split('/')[0] ?? '');
    return target === '/' ? links(...names.map((each) => `/${each}`), '/local--files/A_B') : `page ${wikidot(name)}`;
  });
  const wiki = SITE_PROFILES.filter(({ name }) => name === 'wikidot');
  const sites = wiki.map((each) => ({ ...each, hosts: [`127.0.0.1:${web.port}`] }));
  const { report } = await crawl([`${web.origin}/`], { canon: { sites } });
  expect(web.requests).toEqual(['/', '/SCP_173', '/Fragment:Some%20Page', '/%C3%96l', '/local--files/A_B']);
  expect(report.progress).toMatchObject({ pages: 5, duplicates: 3 });
});

describe('redirects', () => {
  test('a source becomes an alias of its target, which is fetched as its own entry', async () => {
    const web = await site({ '/': redirect(301, '/b'), '/b': redirect(302, 'c'), '/c': 'end' });
    const { entry } = await crawl([`${web.origin}/`]);
    expect(web.requests).toEqual(['/', '/b', '/c']);
    expect(entry(`${web.origin}/`)).toMatchObject({
      state: 'done',
      status: 301,
      aliasOf: `${web.origin}/b`,
      aliasBy: 'redirect',
    });
    expect(entry(`${web.origin}/c`)).toMatchObject({ state: 'done', status: 200, aliasOf: null, depth: 0 });
  });

  test.each([
    ['to the URL without its tracking parameter', '/old?utm_source=x', '/old'],
    ['to the same path with a fragment', '/a', '/a?gclid=1#x'],
    ['to another spelling of the same path', '/%7Eann', '/~ann'],
  ])("to the entry's own key (%s) never loses the page", async (_, from, to) => {
    const web = await site({ [from]: redirect(301, to), [to.replace(/#.*/, '')]: 'the page' });
    const { entries } = await crawl([web.origin + from]);
    expect(entries).toMatchObject([{ state: 'done', status: 200, url: web.origin + from, aliasOf: null }]);
    expect(web.requests).toEqual([from, to.replace(/#.*/, '')]);
  });

  test.each<[string, Record<string, Answer>]>([
    ['to itself', { '/': redirect(301, '/') }],
    ['round two keys', { '/': redirect(301, '/b'), '/b': redirect(301, '/') }],
    ['round two spellings of one key', { '/': redirect(301, '/?utm_source=a'), '/?utm_source=a': redirect(301, '/') }],
  ])('a loop %s ends, and is recorded as a loop', async (_, answers) => {
    const web = await site(answers);
    const { entries } = await crawl([`${web.origin}/`]);
    expect(entries.filter(({ reason }) => reason === 'redirect-loop')).toHaveLength(1);
    expect(web.requests.length).toBeLessThan(30);
  });

  test('a page that redirects to a part of itself is a loop after one request', async () => {
    const web = await site({ '/': links('/x'), '/x': redirect(302, '/x#part') });
    const { entry } = await crawl([`${web.origin}/`]);
    expect(web.requests).toEqual(['/', '/x']);
    expect(entry(`${web.origin}/x`)).toMatchObject({ state: 'failed', reason: 'redirect-loop', finalUrl: null });
  });

  test.each([300, 302])('a %s without a target is a page whose links are followed', async (status) => {
    const html = { 'content-type': 'text/html' };
    const web = await site({ '/': respond(status, html, links('/a')), '/a': 'a' });
    const { entry } = await crawl([`${web.origin}/`]);
    expect(web.requests).toEqual(['/', '/a']);
    expect(entry(`${web.origin}/`)).toMatchObject({ state: 'done', status, reason: null });
  });

  test('an endless chain of distinct URLs ends', async () => {
    const web = await site((target) => redirect(302, `/${Number(target.slice(1)) + 1}`));
    const { entries } = await crawl([`${web.origin}/1`]);
    expect(entries.at(-1)).toMatchObject({ state: 'skipped', reason: 'too-many-redirects' });
    expect(web.requests).toHaveLength(21);
  });

  test('a target out of scope is recorded and not fetched', async () => {
    const other = await site({ '/': 'other' });
    const web = await site({ '/': redirect(301, `${other.origin}/`) });
    const { entries } = await crawl([`${web.origin}/`]);
    expect(other.requests).toEqual([]);
    expect(entries).toMatchObject([{ aliasOf: `${other.origin}/` }, { state: 'skipped', reason: 'scope' }]);
  });

  test.each([
    ['no URL', 'http://['],
    ['another scheme', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)'],
  ])('a target that is %s is recorded whole and not fetched', async (_, location) => {
    const web = await site({ '/': redirect(302, location) });
    const { entries } = await crawl([`${web.origin}/`]);
    expect(entries[0]).toMatchObject({ state: 'done', aliasBy: 'redirect' });
    expect(entries[1]).toMatchObject({ state: 'skipped' });
    expect(web.requests).toHaveLength(1);
  });

  test('bytes in a Location stay unchanged', async () => {
    const web = await site((target) => (target === '/' ? redirect(302, '/\xe4') : 'page'));
    await crawl([`${web.origin}/`]);
    expect(web.requests).toEqual(['/', '/%E4']);
  });
});

describe('scope', () => {
  test('host: with and without www, and nothing else', async () => {
    const web = await site((target) =>
      target === '/'
        ? links('//www.a.example/', '//sub.a.example/', '//b.example/', '//a.example:8080/', 'mailto:x@y', 'http://[')
        : 'page',
    );
    const connectTo = ['a.example', 'www.a.example', 'sub.a.example', 'b.example'].map((host) => ({
      host,
      port: null,
      toHost: '127.0.0.1',
      toPort: web.port,
    }));
    const run = (kind: 'host' | 'domain' | 'any'): Promise<Crawled> =>
      crawl(['http://a.example/'], { scope: { kind }, fetch: { userAgent: 'x', connectTo } });
    expect(done((await run('host')).entries)).toEqual(['http://a.example/', 'http://www.a.example/']);
    expect(done((await run('domain')).entries)).toEqual([
      'http://a.example/',
      'http://a.example:8080/',
      'http://sub.a.example/',
      'http://www.a.example/',
    ]);
    const any = await run('any');
    expect(done(any.entries)).toContain('http://b.example/');
    expect(any.entries.filter(({ state }) => state === 'skipped').map(({ reason }) => reason)).toEqual([
      'scheme',
      'host-invalid-ipv6',
    ]);
  });

  test("prefix: below the seed's folder", async () => {
    const web = await site((target) => (target === '/docs/' ? links('a', 'b/c', '/', '/docsx/') : 'page'));
    const { entries } = await crawl([`${web.origin}/docs/`], { scope: { kind: 'prefix' } });
    expect(done(entries)).toEqual(['/docs/', '/docs/a', '/docs/b/c'].map((path) => web.origin + path));
  });

  test('--include and --exclude globs: with a leading slash for paths, without for URLs', async () => {
    const web = await site((target) =>
      target === '/' ? links('/a/1', '/a/b/2', '/a/x.pdf', '/b', '/a/q?x=1') : 'page',
    );
    const paths = async (scope: CrawlTestOptions['scope']): Promise<readonly string[]> =>
      done((await crawl([`${web.origin}/`], scope === undefined ? {} : { scope })).entries).map((url) =>
        url.slice(web.origin.length),
      );
    expect(await paths({ include: ['/', '/a/**'] })).toEqual(['/', '/a/1', '/a/b/2', '/a/q?x=1', '/a/x.pdf']);
    expect(await paths({ exclude: ['/a/*', '**/b'] })).toEqual(['/', '/a/b/2']);
    expect(await paths({ exclude: ['**.pdf', 'http://*/b'] })).toEqual(['/', '/a/1', '/a/b/2', '/a/q?x=1']);
  });

  test('new limits are stored only after skipped entries have been reconsidered', async () => {
    const web = await site({ '/': links('/a'), '/a': 'page' });
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], { scope: { maxDepth: 0 } }, frontier);
    const reconsider = vi.spyOn(frontier, 'reconsider').mockRejectedValueOnce(new Error('killed'));
    await expect(crawl([], { scope: { maxDepth: 1 } }, frontier)).rejects.toThrow('killed');
    const { entry } = await crawl([], { scope: { maxDepth: 1 } }, frontier);
    expect(reconsider).toHaveBeenCalledTimes(2);
    expect(entry(`${web.origin}/a`)).toMatchObject({ state: 'done' });
  });

  test('--depth is exact even if a longer way was found first, and a larger one resumes', async () => {
    // /deep is three links away through /1 and /2, and two through /slow, which answers last.
    const web = await site((target) => {
      const pages: Record<string, string> = {
        '/': links('/1', '/slow'),
        '/1': links('/2'),
        '/2': links('/deep'),
        '/slow': links('/deep'),
        '/deep': links('/end'),
        '/end': '',
      };
      const page = pages[target] ?? '';
      return target === '/slow' ? (_, response) => setImmediate(() => setImmediate(() => response.end(page))) : page;
    });
    const frontier = new MemoryFrontier();
    const first = await crawl([`${web.origin}/`], { scope: { maxDepth: 2 } }, frontier);
    expect(first.entry(`${web.origin}/deep`)).toMatchObject({ state: 'done', depth: 2 });
    expect(first.entry(`${web.origin}/end`)).toMatchObject({ state: 'skipped', reason: 'depth' });
    const second = await crawl([`${web.origin}/`], { scope: { maxDepth: 3 } }, frontier);
    expect(second.entry(`${web.origin}/end`)).toMatchObject({ state: 'done', depth: 3 });
    expect(web.requests).toHaveLength(6);
  });

  test('--max-pages is exact, and the rest stays queued', async () => {
    const web = await site((target) =>
      target === '/' ? links(...Array.from({ length: 50 }, (_, i) => `/${i}`)) : 'page',
    );
    const frontier = new MemoryFrontier();
    const { report } = await crawl([`${web.origin}/`], { maxPages: 7 }, frontier);
    expect(report).toMatchObject({ progress: { pages: 7 }, reachedMaxPages: 7 });
    expect((await frontier.stats()).states).toMatchObject({ done: 7, queued: 44, leased: 0 });
    const rest = await crawl([], { maxPages: 44 }, frontier);
    expect(rest.report.reachedMaxPages).toBeNull();
    expect(new Set(web.requests).size).toBe(51);
    expect(web.requests).toHaveLength(51);
  });
});

describe('a page whose first URL fails', () => {
  test('is read by another one, also if that is found later', async () => {
    const { origin, requests } = await site({
      '/': links('/a?utm_source=x', '/b', '/gone?utm_source=x', '/gone?utm_source=y'),
      '/a': links('/d'),
      '/b': links('/a', '/gone'),
      '/d': 'd',
    });
    const { entry, failures, report } = await crawl([`${origin}/`]);
    expect(entry(`${origin}/a?utm_source=x`)).toMatchObject({
      state: 'done',
      status: 200,
      finalUrl: `${origin}/a`,
      firstFailure: 'http-404',
    });
    expect(entry(`${origin}/d`)).toMatchObject({ state: 'done' });
    expect(entry(`${origin}/gone?utm_source=x`)).toMatchObject({ state: 'failed', reason: 'http-404' });
    expect(requests.filter((path) => path.startsWith('/gone'))).toEqual([
      '/gone?utm_source=x',
      '/gone?utm_source=y',
      '/gone',
    ]);
    expect(failures.map(({ url }) => new URL(url).pathname)).toContain('/gone');
    expect(report.progress).toMatchObject({ pages: 4, changed: 0, unchanged: 0 });
  });

  test('is told to fail only if all of its URLs do', async () => {
    const { origin } = await site({
      '/': links('/a?utm_source=x', '/a', '/gone?utm_source=x', '/gone'),
      '/a': 'a',
    });
    const { failures, report } = await crawl([`${origin}/`]);
    expect(failures.map(({ url }) => url)).toEqual([`${origin}/gone?utm_source=x`]);
    expect(report.progress).toMatchObject({ pages: 2, failed: 1, fetched: 5 });
  });

  test('is read by another one after redirects that lead back to the first', async () => {
    const { origin, requests } = await site({
      '/': links('/a?utm_source=x', '/a', '/a?utm_source=y'),
      '/a': redirect(302, '/a?utm_source=x'),
      '/a?utm_source=y': 'a',
    });
    const { entry } = await crawl([`${origin}/`]);
    expect(entry(`${origin}/a?utm_source=x`)).toMatchObject({ state: 'done', finalUrl: `${origin}/a?utm_source=y` });
    expect(requests).toHaveLength(5);
  });

  test('stays known as failing where the limit of pages ends the crawl', async () => {
    const { origin } = await site({
      '/': links('/a?utm_source=x', '/b?utm_source=x', '/c', '/b', '/d'),
      '/c': links('/a'),
      '/a': 'a',
      '/b': 'b',
      '/d': 'd',
    });
    const { entry } = await crawl([`${origin}/`], { maxPages: 3, concurrency: 1 });
    expect(entry(`${origin}/a?utm_source=x`)).toMatchObject({ state: 'failed', reason: 'http-404' });
    expect(entry(`${origin}/b?utm_source=x`)).toMatchObject({ firstFailure: 'http-404' });
  });

  test('is read by another one if robots.txt disallows the first', async () => {
    const { origin, requests } = await site({
      '/robots.txt': respond(200, { 'content-type': 'text/plain' }, 'User-agent: *\nDisallow: /*utm_'),
      '/': links('/a?utm_source=x', '/a'),
      '/a': 'a',
    });
    const { entry } = await crawl([`${origin}/`], { robots: true });
    expect(entry(`${origin}/a?utm_source=x`)).toMatchObject({ state: 'done', firstFailure: 'robots' });
    expect(requests).toEqual(['/robots.txt', '/', '/a']);
  });

  test('is read by another one if the first redirects to a login, and ends there if no other does better', async () => {
    const { origin, requests } = await site({
      '/': links('/a?PHPSESSID=1', '/a', '/b?PHPSESSID=1', '/b', '/c?PHPSESSID=1'),
      '/a?PHPSESSID=1': redirect(302, '/login'),
      '/b?PHPSESSID=1': redirect(302, '/login'),
      '/b': redirect(302, '/login'),
      '/c?PHPSESSID=1': redirect(303, '/login'),
      '/a': links('/c', '/d'),
      '/c': 'c',
      '/d': 'd',
      '/login': 'login',
    });
    const { entry, report, failures } = await crawl([`${origin}/`]);
    const read = { state: 'done', status: 200, firstFailure: 'http-302', finalUrl: `${origin}/a`, aliasOf: null };
    expect(entry(`${origin}/a?PHPSESSID=1`)).toMatchObject(read);
    expect(entry(`${origin}/b?PHPSESSID=1`)).toMatchObject({ status: 302, aliasOf: `${origin}/login`, finalUrl: null });
    expect(entry(`${origin}/c?PHPSESSID=1`)).toMatchObject({ status: 200, firstFailure: 'http-303' });
    expect(entry(`${origin}/d`)).toMatchObject({ state: 'done' });
    expect(requests).toHaveLength(9);
    expect(failures).toEqual([]);
    expect(report.progress).toMatchObject({ pages: 5, failed: 0, fetched: 9 });
  });

  test('is read by another one if the first redirects to the home page for good, and ends there if all do', async () => {
    const { origin, requests } = await site({
      '/': links('/a?utm_source=x', '/a', '/b?utm_source=x', '/b', '/index.html'),
      '/a?utm_source=x': redirect(301, '/'),
      '/a': 'a',
      '/b?utm_source=x': redirect(308, '/'),
      '/b': redirect(301, '/'),
      '/index.html': redirect(301, '/'),
    });
    const { entry } = await crawl([`${origin}/`]);
    expect(entry(`${origin}/a?utm_source=x`)).toMatchObject({ status: 200, firstFailure: 'http-301', aliasOf: null });
    expect(entry(`${origin}/b?utm_source=x`)).toMatchObject({ status: 308, aliasOf: `${origin}/`, firstFailure: null });
    expect(requests).toHaveLength(6);
  });

  test.each([
    [301, '/a'],
    [302, '/a'],
  ])('is not asked for by other ones if the whole site moved (%i)', async (status, path) => {
    const moved = await site({ '/': 'home', [path]: 'a', '/a?utm_source=x': 'a' });
    const { origin, requests } = await site((target) => redirect(status, `${moved.origin}${target}`));
    const seeds = ['/', '/a?utm_source=x', '/a'].map((target) => `${origin}${target}`);
    await crawl(seeds);
    expect(requests.toSorted()).toEqual(['/', '/a?utm_source=x']);
  });

  test('is never asked for by a URL that only links lead to which are not followed', async () => {
    const { origin, requests } = await site({
      '/': `${links('/a?utm_source=x', '/b?utm_source=x', '/c')}<a rel=nofollow href="/a"></a><a rel=nofollow href="/b"></a>`,
      '/a': 'a',
      '/b': 'b',
      '/c': links('/b'),
    });
    await crawl([`${origin}/`], { obeysNofollow: true });
    expect(requests).toEqual(['/', '/a?utm_source=x', '/b?utm_source=x', '/c', '/b']);
  });

  test('is not asked for by a URL that was found with a user name', async () => {
    const web = await site((target) =>
      target === '/'
        ? links('/a?utm_source=x', `${web.origin.replace('http://', 'http://ann:pw@')}/a`)
        : target === '/a'
          ? 'a'
          : respond(404),
    );
    await crawl([`${web.origin}/`]);
    expect(web.requests).toEqual(['/', '/a?utm_source=x']);
  });

  test('counts as changed if it failed by all its URLs before', async () => {
    let isThere = false;
    const { origin } = await site({
      '/': links('/a?utm_source=x', '/a'),
      '/a': (_, response) => response.writeHead(isThere ? 200 : 404).end('a'),
    });
    const frontier = new MemoryFrontier();
    await crawl([`${origin}/`], {}, frontier);
    isThere = true;
    const { report } = await crawl([`${origin}/`], { recrawl: 0 }, frontier);
    expect(report.progress).toMatchObject({ unchanged: 1, changed: 1, gone: 0 });
  });

  test('is told as its first URL failed, whatever the last one answers', async () => {
    const { origin } = await site({
      '/': links('/a?utm_source=x', '/a', '/b?utm_source=x', '/b'),
      '/a': respond(410),
      '/b?utm_source=x': redirect(302, '/'),
    });
    const { failures, report } = await crawl([`${origin}/`]);
    const message = 'the server answers 404';
    expect(failures).toEqual([{ url: `${origin}/a?utm_source=x`, reason: 'http-404', message }]);
    expect(report.progress).toMatchObject({ pages: 1, failed: 1, redirects: 1, fetched: 5 });
  });

  test('is told as its first URL failed in an earlier run', async () => {
    const controller = new AbortController();
    const { origin } = await site({
      '/': links('/a?utm_source=x', '/a'),
      '/a?utm_source=x': respond(410),
    });
    const frontier = new MemoryFrontier();
    const onProgress = ({ fetched }: { readonly fetched: number }): void => {
      if (fetched === 2) controller.abort();
    };
    await crawl([`${origin}/`], { concurrency: 1, signal: controller.signal, onProgress }, frontier);
    expect((await frontier.stats()).states).toMatchObject({ queued: 1, failed: 0 });
    const { failures } = await crawl([`${origin}/`], {}, frontier);
    const message = 'the server answers 410';
    expect(failures).toEqual([{ url: `${origin}/a?utm_source=x`, reason: 'http-410', message }]);
  });

  test('is read again by the one that answered, and is not told to be gone', async () => {
    const { origin, requests } = await site({ '/': links('/a?utm_source=x', '/a'), '/a': 'a' });
    const frontier = new MemoryFrontier();
    await crawl([`${origin}/`], {}, frontier);
    requests.length = 0;
    const { report, entry } = await crawl([`${origin}/`], { recrawl: 0 }, frontier);
    expect(requests).toEqual(['/', '/a?utm_source=x', '/a']);
    expect(report).toMatchObject({ progress: { unchanged: 2, changed: 0, gone: 0 }, unlinked: 0 });
    expect(entry(`${origin}/a?utm_source=x`)).toMatchObject({ state: 'done', finalUrl: `${origin}/a` });
  });
});

describe('failures', () => {
  test('a 500 is retried and then recorded; the crawl continues', async () => {
    const web = await site({ '/': links('/500', '/404', '/ok'), '/500': respond(500), '/ok': 'ok' });
    const { entry, failures } = await crawl([`${web.origin}/`]);
    expect(entry(`${web.origin}/500`)).toMatchObject({ state: 'failed', status: 500, reason: 'http-500' });
    expect(entry(`${web.origin}/404`)).toMatchObject({ state: 'failed', status: 404, reason: 'http-404' });
    expect(entry(`${web.origin}/ok`)).toMatchObject({ state: 'done' });
    expect(web.requests.filter((target) => target === '/500')).toHaveLength(2);
    expect(web.requests.filter((target) => target === '/404')).toHaveLength(1);
    expect(failures.map(({ reason }) => reason).toSorted()).toEqual(['http-404', 'http-500']);
  });

  test('a temporary failure is not recorded as one', async () => {
    let answers = 0;
    const web = await site({
      '/': (_, response) => response.writeHead(answers++ === 0 ? 503 : 200, { 'retry-after': '0' }).end('x'),
    });
    const { entries, report } = await crawl([`${web.origin}/`]);
    expect(entries).toMatchObject([{ state: 'done', status: 200 }]);
    expect(report.progress).toMatchObject({ retried: 1, failed: 0, pages: 1 });
  });

  test('binary bytes that claim to be HTML are a page without links', async () => {
    const bytes = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256);
    const web = await site({
      '/': links('/bin', '/ok'),
      '/bin': respond(200, { 'content-type': 'text/html' }, bytes),
      '/ok': 'ok',
    });
    const { entry } = await crawl([`${web.origin}/`]);
    expect(entry(`${web.origin}/bin`)).toMatchObject({ state: 'done', status: 200 });
    expect(entry(`${web.origin}/ok`)).toMatchObject({ state: 'done' });
  });

  test('a document that is not HTML is recorded without its body', async () => {
    const web = await site({ '/': respond(200, { 'content-type': 'application/pdf' }, 'x'.repeat(100_000)) });
    expect((await crawl([`${web.origin}/`])).entries).toMatchObject([
      { state: 'done', contentType: 'application/pdf', digest: null },
    ]);
  });

  test('a film in an object is recorded without its body, which is not waited for', async () => {
    const film: Answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '1000000000' }).flushHeaders();
    };
    const web = await site({ '/': '<object data=film.mp4></object>', '/film.mp4': film });
    const { entry } = await crawl([`${web.origin}/`]);
    expect(entry(`${web.origin}/film.mp4`)).toMatchObject({ state: 'done', contentType: 'video/mp4', digest: null });
  });

  test.each(['', ' '])('a document with the type "%s" is a page, and its links are followed', async (type) => {
    const web = await site({ '/': respond(200, { 'content-type': type }, links('/a')), '/a': 'x' });
    await crawl([`${web.origin}/`]);
    expect(web.requests).toEqual(['/', '/a']);
  });

  test('a refused connection has a message that names host and port', async () => {
    const web = await serve({});
    await web.close();
    const { entries, failures } = await crawl([`${web.origin}/`], { retries: 0 });
    expect(entries).toMatchObject([{ state: 'failed', reason: 'connection-refused' }]);
    expect(failures[0]?.message).toContain(`127.0.0.1:${web.port}`);
  });

  test.each(['while it goes on', 'after a stop'])(
    'a store that fails %s ends the crawl with its error',
    async (when) => {
      const web = await site({ '/': links('/a') });
      const frontier = new MemoryFrontier();
      const stop = new AbortController();
      frontier.settle = () => {
        if (when === 'after a stop') stop.abort();
        return Promise.reject(new Error('disk full'));
      };
      await expect(crawl([`${web.origin}/`], { signal: stop.signal }, frontier)).rejects.toThrow('disk full');
    },
  );
});

describe('secrets', () => {
  test('user name and password of a seed are sent to its origin and never recorded', async () => {
    const seen: (string | undefined)[] = [];
    const web = await site((target) => (request, response) => {
      seen.push(request.headers.authorization);
      response.end(target === '/' ? links('/a', 'http://bob:hunter2@127.0.0.1/x') : 'page');
    });
    const frontier = new MemoryFrontier();
    const { entries } = await crawl([web.origin.replace('//', '//ann:s3cret@')], {}, frontier);
    expect(seen).toEqual(Array(2).fill(`Basic ${Buffer.from('ann:s3cret').toString('base64')}`));
    expect(JSON.stringify([entries, await frontier.getMeta('seeds'), await frontier.getMeta('keys')])).not.toMatch(
      /s3cret|hunter2|ann:/,
    );
  });

  test('the user name of a seed takes the place of an Authorization header', async () => {
    const seen: string[] = [];
    const web = await site({
      '/': ({ rawHeaders }, response) => {
        seen.push(...rawHeaders.filter((_, index) => /^authorization$/i.test(rawHeaders[index - 1] ?? '')));
        response.end(links('/a'));
      },
      '/a': ({ rawHeaders }, response) => {
        seen.push(...rawHeaders.filter((_, index) => /^authorization$/i.test(rawHeaders[index - 1] ?? '')));
        response.end();
      },
    });
    const fetch = { userAgent: 'x', headers: [['Authorization', 'k']] as const };
    await crawl([web.origin.replace('//', '//ann:pw@')], { fetch });
    expect(seen).toEqual(Array(2).fill(`Basic ${Buffer.from('ann:pw').toString('base64')}`));
  });

  test('Authorization and Cookie go only to the seeds, other headers to every host', async () => {
    const seen: Record<string, unknown>[] = [];
    const note: Answer = (request, response) => {
      const { authorization, cookie, 'x-a': xa } = request.headers;
      seen.push({ authorization, cookie, xa });
      response.end();
    };
    const other = await site({ '/': note });
    const web = await site({ '/': links(`${other.origin}/`, '/a'), '/a': note });
    await crawl([`${web.origin}/`], {
      scope: { kind: 'any' },
      fetch: {
        userAgent: 'x',
        // The other site is another port of this machine.
        allowPrivate: true,
        headers: [
          ['Authorization', 'k'],
          ['Cookie', 'c=1'],
          ['X-A', '1'],
        ],
      },
    });
    expect(seen).toHaveLength(2);
    expect(seen).toContainEqual({ authorization: 'k', cookie: 'c=1', xa: '1' });
    expect(seen).toContainEqual({ authorization: undefined, cookie: undefined, xa: '1' });
  });
});

describe('sessions', () => {
  test('a stopped session is resumed: every page is fetched once over both', async () => {
    const controller = new AbortController();
    const web = await site((target) => {
      if (web.requests.length === 20) controller.abort();
      return target === '/' ? links(...Array.from({ length: 60 }, (_, i) => `/${i}`)) : 'page';
    });
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], { signal: controller.signal }, frontier);
    const { states } = await frontier.stats();
    expect(states.leased).toBe(0);
    expect(states.queued).toBeGreaterThan(0);
    await crawl([`${web.origin}/`], {}, frontier);
    expect((await frontier.stats()).states).toMatchObject({ queued: 0, leased: 0, done: 61 });
    expect(web.requests.toSorted()).toEqual([...new Set(web.requests)].toSorted());
  });

  test('a stopped session looks for no more URLs to try instead of failed ones', async () => {
    const controller = new AbortController();
    let calls = 0;
    class Failing extends MemoryFrontier {
      override async tryOtherSpellings(): Promise<SpellingTries> {
        controller.abort();
        return { last: ++calls < 5 ? calls : null, queued: 0 };
      }
    }
    const web = await site({ '/': 'x' });
    await crawl([`${web.origin}/`], { signal: controller.signal }, new Failing());
    expect(calls).toBe(1);
  });

  test('links with a user name are not fetched by a recrawl either', async () => {
    const web = await site((target) =>
      target === '/' ? links(`${web.origin.replace('http://', 'http://ann:pw@')}/x`) : 'page',
    );
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], {}, frontier);
    await crawl([`${web.origin}/`], { recrawl: 0 }, frontier);
    expect(web.requests).toEqual(['/', '/']);
    expect((await frontier.stats()).skipped).toEqual({ credentials: 1 });
  });

  test('an invalid seed is rejected with its reason, and the others are crawled', async () => {
    const web = await site({ '/': 'x' });
    const { report } = await crawl(['http://[', `${web.origin}/`, 'mailto:a@b']);
    expect(report.rejected.map(({ url }) => url)).toEqual(['http://[', 'mailto:a@b']);
    expect(report.progress.pages).toBe(1);
  });

  test('a frontier refuses keys made with other options', async () => {
    const web = await site({ '/': 'x' });
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], {}, frontier);
    await expect(crawl([`${web.origin}/`], { canon: { profile: 'preserving' } }, frontier)).rejects.toThrow(
      /other options/,
    );
  });

  test('damaged seeds of an earlier session are left out', async () => {
    const web = await site({ '/': 'home' });
    const frontier = new MemoryFrontier();
    for (const name of ['seeds', 'sitemaps']) await frontier.setMeta(name, '\u001b[2J');
    const { entries } = await crawl([`${web.origin}/`], {}, frontier);
    expect(done(entries)).toEqual([`${web.origin}/`]);
  });

  test('a session without seeds is refused', async () => {
    await expect(crawl([])).rejects.toThrow(SessionError);
  });

  test('at most --concurrency fetches run at a time', async () => {
    const underWay: (() => void)[] = [];
    let most = 0;
    const web = await site((target) => (_, response) => {
      const page = target === '/' ? links(...Array.from({ length: 40 }, (_unused, i) => `/${i}`)) : 'page';
      most = Math.max(
        most,
        underWay.push(() => response.end(page)),
      );
      // They end together, once as many as may are there; the first page and the last one are alone.
      if (underWay.length < 3 && target !== '/' && web.requests.length < 41) return;
      setTimeout(() => {
        for (const end of underWay.splice(0)) end();
      }, 2);
    });
    await crawl([`${web.origin}/`], { concurrency: 3 });
    expect(web.requests).toHaveLength(41);
    expect(most).toBe(3);
  });
});
