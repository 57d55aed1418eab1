import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { MemoryFrontier } from '../../db/index.ts';
import { crawl } from './crawling.ts';
import { type Answer, links, redirect, respond, site } from './web.ts';

const XML = { 'content-type': 'application/xml' };

function sitemap(...locations: readonly string[]): Answer {
  return respond(
    200,
    XML,
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${elements('url', locations)}</urlset>`,
  );
}

function index(...locations: readonly string[]): Answer {
  return respond(200, XML, `<sitemapindex>${elements('sitemap', locations)}</sitemapindex>`);
}

function elements(name: string, locations: readonly string[]): string {
  return locations.map((loc) => `<${name}><loc>${loc}</loc><lastmod>2026-11-01</lastmod></${name}>`).join('');
}

describe('sitemaps', () => {
  test('named by robots.txt are read, through indexes and gzip; their URLs are fetched and stored as listings', async () => {
    const web = await site({
      '/robots.txt': (request, response) => response.end(`Sitemap: http://${request.headers.host}/index.xml`),
      '/': links('/linked'),
      '/index.xml': index('/a.xml', '/b.xml.gz'),
      '/a.xml': sitemap('/1', '/linked'),
      '/b.xml.gz': respond(
        200,
        { 'content-type': 'application/gzip' },
        gzipSync('<urlset><url><loc>/2?a&amp;b</loc></url></urlset>'),
      ),
      '/1': 'one',
      '/2?a&b': 'two',
      '/linked': 'linked',
    });
    const frontier = new MemoryFrontier();
    const { entry, report } = await crawl([`${web.origin}/`], { robots: true, robotsSitemaps: true }, frontier);
    expect(web.requests.toSorted()).toEqual(
      ['/', '/1', '/2?a&b', '/a.xml', '/b.xml.gz', '/index.xml', '/linked', '/robots.txt'].toSorted(),
    );
    expect(report.progress).toMatchObject({ pages: 4, failed: 0 });
    expect((await frontier.stats()).sitemaps).toBe(3);
    expect(entry(`${web.origin}/1`)).toMatchObject({ source: 'sitemap', foundOn: `${web.origin}/a.xml` });
    expect(entry(`${web.origin}/linked`)?.listings).toEqual([
      { sitemap: `${web.origin}/a.xml`, url: `${web.origin}/linked`, lastmod: '2026-11-01' },
    ]);
    expect(entry(`${web.origin}/index.xml`)).toMatchObject({ role: 'sitemap', source: 'robots', state: 'done' });
  });

  test('have a record of the languages that they name, each once', async () => {
    const link = (language: string, url: string): string =>
      `<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`;
    const listing = (name: string): string =>
      `<url><loc>/${name}</loc>${link('en-UK', `/${name}`)}${link('de', `/de/${name}`)}<xhtml:link rel="alternate" href="/m"/></url>`;
    const web = await site({
      '/robots.txt': (request, response) => response.end(`Sitemap: http://${request.headers.host}/map.xml`),
      '/map.xml': respond(
        200,
        XML,
        `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${listing('a')}${listing('b')}</urlset>`,
      ),
    });
    const { entry } = await crawl([`${web.origin}/`], { robots: true, robotsSitemaps: true }, new MemoryFrontier());
    const record: unknown = JSON.parse(entry(`${web.origin}/map.xml`)?.details?.record ?? 'null');
    expect(record).toEqual({
      languages: [
        { language: 'en-UK', url: `${web.origin}/a` },
        { language: 'de', url: `${web.origin}/de/a` },
      ],
    });
  });

  test('of robots.txt are not read with --no-sitemaps; a sitemap that the user names is read anyway', async () => {
    const web = await site({
      '/robots.txt': (request, response) => response.end(`Sitemap: http://${request.headers.host}/own.xml`),
      '/named.txt': respond(200, { 'content-type': 'text/plain' }, '\ufeffhttp://127.0.0.1/elsewhere\r\n'),
      '/named.xml': sitemap('/1'),
      '/1': 'page',
    });
    const sitemaps = [`${web.origin}/named.xml`, `${web.origin}/named.txt`];
    const { entry, report } = await crawl([], { robots: true, sitemaps });
    expect(web.requests.toSorted()).toEqual(['/1', '/named.txt', '/named.xml', '/robots.txt']);
    expect(report.progress.pages).toBe(1);
    expect(entry('http://127.0.0.1/elsewhere')).toMatchObject({ state: 'skipped', reason: 'scope', source: 'sitemap' });
  });

  test('an index that leads to itself, to other documents, or ever deeper, is cut off, and the problem is noted', async () => {
    const web = await site({
      '/s0.xml': index('/s0.xml', '/html.xml', '/s1.xml'),
      '/html.xml': respond(200, { 'content-type': 'text/html' }, '<html><a href="/from-html">x</a>'),
      ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`/s${n}.xml`, index(`/s${n + 1}.xml`)])),
      '/from-html': 'page',
    });
    const { entry } = await crawl([], { sitemaps: [`${web.origin}/s0.xml`] });
    expect(entry(`${web.origin}/s4.xml`)).toMatchObject({ state: 'skipped', reason: 'sitemap-depth' });
    expect(entry(`${web.origin}/html.xml`)).toMatchObject({ state: 'done', reason: 'not-a-sitemap' });
    expect(entry(`${web.origin}/from-html`)).toMatchObject({ state: 'done' });
  });

  test('a sitemap behind a redirect is read; a broken one yields its readable part', async () => {
    const web = await site({
      '/old.xml': redirect(301, '/new.xml'),
      '/new.xml': respond(200, XML, '<urlset><url><loc>/1</loc></url><url><loc>/2</loc>'),
      '/1': 'page',
      '/2': 'page',
    });
    const { entry, report } = await crawl([], { sitemaps: [`${web.origin}/old.xml`] });
    expect(entry(`${web.origin}/new.xml`)).toMatchObject({ role: 'sitemap', reason: 'not-well-formed' });
    expect(report.progress.pages).toBeGreaterThanOrEqual(1);
  });

  test('a long sitemap is recorded completely, its pages by depth', async () => {
    const locations = Array.from({ length: 5000 }, (_, i) => `/p${i}`);
    const web = await site((target) => (target === '/s.xml' ? sitemap(...locations) : 'page'));
    const frontier = new MemoryFrontier();
    await crawl([], { sitemaps: [`${web.origin}/s.xml`], maxPages: 10 }, frontier);
    expect((await frontier.stats()).states).toMatchObject({ done: 11, queued: 4990 });
    const { entry } = await crawl([], { maxPages: 1 }, frontier);
    expect(entry(`${web.origin}/p4999`)).toMatchObject({ depth: 1, listings: [{ sitemap: `${web.origin}/s.xml` }] });
  });
});

describe('feeds', () => {
  test('that a page names are read, and lead to their entries', async () => {
    const rss = '<rss version="2.0"><channel><item><link>/post/1</link></item></channel></rss>';
    const web = await site({
      '/': '<link rel=alternate type="application/rss+xml" href="/feed">',
      '/feed': respond(200, { 'content-type': 'application/rss+xml' }, rss),
      '/post/1': 'post',
    });
    const { entry, report } = await crawl([`${web.origin}/`]);
    expect(entry(`${web.origin}/feed`)).toMatchObject({ source: 'feed', state: 'done' });
    expect(entry(`${web.origin}/post/1`)).toMatchObject({ source: 'feed', foundOn: `${web.origin}/feed` });
    expect(report.progress.pages).toBe(3);
  });
});

describe('robots directives of a page', () => {
  const pages: Readonly<Record<string, Answer>> = {
    '/': `<meta name=robots content="noindex"><a rel=nofollow href=/rel>x</a><a href=/meta>x</a><a href=/header>x</a><a href=/own>x</a>`,
    '/meta': `<meta name=robots content="nofollow"><a href=/from-meta>x</a>`,
    '/header': respond(200, { 'content-type': 'text/html', 'x-robots-tag': 'none' }, '<a href=/from-header>x</a>'),
    '/own': `<meta name=dustpan-test content="nofollow"><a href=/from-own>x</a>`,
    '/rel': 'page',
    '/from-meta': 'page',
    '/from-header': 'page',
    '/from-own': 'page',
  };

  test('are recorded, and its links are followed', async () => {
    const web = await site(pages);
    const { entry, report } = await crawl([`${web.origin}/`]);
    expect(report.progress.pages).toBe(8);
    expect(JSON.parse(entry(`${web.origin}/header`)?.details?.record ?? '')).toMatchObject({
      robots: [{ from: 'header', agent: null, directives: ['none'] }],
    });
  });

  test('are obeyed by option: nofollow links are recorded and not fetched', async () => {
    const web = await site(pages);
    const { entries } = await crawl([`${web.origin}/`], { obeysNofollow: true });
    const left = entries.filter(({ reason }) => reason === 'nofollow').map(({ url }) => url.slice(web.origin.length));
    expect(left.toSorted()).toEqual(['/from-header', '/from-meta', '/from-own', '/rel']);
    expect(web.requests.toSorted()).toEqual(['/', '/header', '/meta', '/own']);
  });

  test('are obeyed by a recrawl as well', async () => {
    const web = await site(pages);
    const frontier = new MemoryFrontier();
    await crawl([`${web.origin}/`], { obeysNofollow: true }, frontier);
    await crawl([`${web.origin}/`], { obeysNofollow: true, recrawl: 0 }, frontier);
    expect(web.requests.toSorted()).toEqual(['/', '/', '/header', '/header', '/meta', '/meta', '/own', '/own']);
  });

  test('a link that another page allows to follow is followed', async () => {
    const web = await site({ '/': `<a rel=nofollow href=/a>x</a><a href=/b>x</a>`, '/b': links('/a'), '/a': 'page' });
    const { report } = await crawl([`${web.origin}/`], { obeysNofollow: true });
    expect(report.progress.pages).toBe(3);
  });
});

describe('pages', () => {
  test('are stored with their declarations and the fingerprints of their text', async () => {
    const head = '<html lang=de><title> Ein\n Titel</title><link rel=canonical href="/x">';
    const web = await site({
      '/': `${head}<p>Text one two three four five six seven eight nine ten<a href=/same>x</a>`,
      '/same': `<title>Another</title><p>Text one two three <b>four</b> five six seven eight nine ten<a>x</a>`,
      '/x': 'x',
    });
    const { entry } = await crawl([`${web.origin}/`]);
    const page = entry(`${web.origin}/`);
    const record: unknown = JSON.parse(page?.details?.record ?? '');
    expect(record).toMatchObject({
      title: 'Ein Titel',
      language: 'de',
      canonicals: [{ where: 'head', href: '/x', url: `${web.origin}/x`, line: 2, column: 15 }],
    });
    expect(page?.details?.text).toMatch(/^[0-9a-f]+$/);
    expect(entry(`${web.origin}/same`)?.details?.text).toBe(page?.details?.text);
    expect(entry(`${web.origin}/x`)?.details?.text).not.toBe(page?.details?.text);
  });

  test('of which the server sends a part (206) lead on, but their text stands for no page; the next look gets them whole', async () => {
    const conditions: (string | undefined)[] = [];
    const headers = { 'content-type': 'text/html', etag: '"e"' };
    const part = `${links('/next')}<h1>Part</h1>${'word '.repeat(20)}`;
    const web = await site({
      '/': (request, response) => {
        conditions.push(request.headers['if-none-match']);
        response.writeHead(206, { ...headers, 'content-range': 'bytes 0-199/1000' }).end(part);
      },
      '/next': 'next',
    });
    const frontier = new MemoryFrontier();
    for (const recrawl of [null, 0]) {
      const { entries } = await crawl([`${web.origin}/`], { recrawl }, frontier);
      expect(entries).toMatchObject([
        { state: 'done', status: 206, digest: null, details: { text: null, sketch: null } },
        { state: 'done', status: 200 },
      ]);
      expect(entries[0]?.details?.record).toContain('"heading":"Part"');
    }
    expect(conditions).toEqual([undefined, undefined]);
  });

  test('with several Content-Type fields have the type that browsers give them', async () => {
    const typed =
      (types: readonly string[], body: string): Answer =>
      (_, response) =>
        response.setHeader('content-type', types).end(body);
    const web = await site({
      '/': typed(['text/plain', 'text/html'], links('/data')),
      '/data': typed(['text/html', 'application/json'], links('/no-link')),
    });
    const { entries } = await crawl([`${web.origin}/`]);
    expect(entries.map(({ url, contentType }) => `${new URL(url).pathname} ${contentType}`)).toEqual([
      '/ text/html',
      '/data application/json',
    ]);
  });

  test('that are gzip files without a Content-Encoding fail, and downloads without a type do not', async () => {
    const file = gzipSync(links('/no-link'));
    const web = await site({
      '/': links('/page.gz', '/download.gz'),
      '/page.gz': respond(200, { 'content-type': 'text/html' }, file),
      '/download.gz': respond(200, {}, file),
    });
    const { entries } = await crawl([`${web.origin}/`]);
    expect(entries).toMatchObject([
      { state: 'done' },
      { state: 'failed', status: 200, reason: 'bad-encoding' },
      { state: 'done', reason: null },
    ]);
  });

  test('large pages are read like small ones', async () => {
    const filler = '<p>words and words</p>'.repeat(30_000);
    const web = await site({ '/': `<title>Large</title>${filler}${links('/a', '/b')}`, '/a': 'a', '/b': 'b' });
    const { entry, report } = await crawl([`${web.origin}/`]);
    expect(report.progress.pages).toBe(3);
    expect(entry(`${web.origin}/`)?.details?.record).toContain('"title":"Large"');
    expect(entry(`${web.origin}/`)?.digest).toMatch(/^[0-9a-f]{32}$/);
  });

  test('in another encoding have the queries of their links in it', async () => {
    const web = await site({
      '/': respond(200, { 'content-type': 'text/html; charset=koi8-r' }, Buffer.from('<a href="/a?q=\xc6">', 'latin1')),
      '/a?q=%C6': 'found',
    });
    const { entry } = await crawl([`${web.origin}/`]);
    expect(web.requests).toEqual(['/', '/a?q=%C6']);
    expect(entry(`${web.origin}/a?q=%C6`)).toMatchObject({ state: 'done', url: `${web.origin}/a?q=%C6` });
  });

  test('with too many links have the first hundred thousand recorded, and a note', async () => {
    const references = Array.from({ length: 100_100 }, (_, i) => `<a href=/${i}>`).join('');
    const web = await site({ '/': references });
    const frontier = new MemoryFrontier();
    const { entry } = await crawl(
      [`${web.origin}/`],
      { maxPages: 1, fetch: { userAgent: 'x', maxBytes: 2 ** 24 } },
      frontier,
    );
    expect(entry(`${web.origin}/`)).toMatchObject({ state: 'done', reason: 'too-many-links' });
    expect((await frontier.stats()).states.queued).toBe(100_000);
  });
});
