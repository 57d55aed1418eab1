import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/audit/site/entry.ts';
import type { SitemapLine } from '../../../src/audit/site/site.ts';
import { canonical, entry, finding, found, page, redirect } from '../made-site.ts';

const HOME = 'https://example.com/';
const ROBOTS = 'https://example.com/robots.txt';
const MAP = 'https://example.com/sitemap.xml';

const sitemap = (known: Partial<AuditEntry> = {}, url = MAP): AuditEntry =>
  entry(url, { role: 'sitemap', source: 'robots', contentType: 'application/xml', ...known });
const failed = (status: number | null, reason = `http-${status}`): Partial<AuditEntry> => ({
  state: 'failed',
  status,
  reason,
});
const named = (url = MAP, robots = ROBOTS, isFull = true): { sitemapLines: () => readonly SitemapLine[] } => ({
  sitemapLines: () => [{ robots, line: 2, url, isFull }],
});

describe('sitemap/broken', () => {
  test.each([
    [failed(404), 'error', 'status 404'],
    [failed(500), 'error', 'status 500'],
    [failed(503), 'warning', 'status 503'],
    [failed(500, 'wait-too-long'), 'error', 'status 500'],
    [failed(null, 'timeout'), 'warning', 'the answer takes too long'],
    [failed(null, 'connect-timeout'), 'warning', 'no connection to its server is ready in time'],
    [failed(null, 'connection-reset'), 'warning', 'the server closes the connection too early'],
    [failed(null, 'dns-not-found'), 'error', 'its host does not exist'],
    [failed(null, 'bad-encoding'), 'error', 'the answer cannot be decompressed'],
    [failed(302, 'redirect-loop'), 'error', 'it redirects without end'],
    [{ state: 'skipped', status: null, reason: 'robots' }, 'error', 'robots.txt disallows it'],
    [{ role: 'page', reason: 'not-a-sitemap truncated' }, 'error', 'it is empty, damaged or another kind of document'],
    [{ reason: 'too-long broken-gzip' }, 'error', 'its gzip data is damaged'],
    [{ reason: 'no-loc' }, 'warning', 'an entry has no URL'],
  ] as const)('%j is an %s: %s', async (known, severity, what) => {
    const issue = await finding('sitemap/broken', [page(HOME, ''), sitemap(known)], named());
    expect([issue.url, issue.severity, issue.message]).toEqual([MAP, severity, `is a broken sitemap: ${what}`]);
    expect(issue.evidence).toMatchObject({ namedBy: [ROBOTS], status: sitemap(known).status });
  });

  test.each([
    {},
    { reason: 'truncated' },
    { role: 'page', contentType: 'application/rss+xml' },
    { state: 'queued', status: 503, reason: 'http-503' },
    { state: 'queued', status: null, reason: 'timeout' },
    failed(null, 'not-archived'),
    { state: 'skipped', status: null, reason: 'unlinked' },
  ])('%j is no fault', async (known) => {
    expect(await found([sitemap(known)], named())).toEqual([]);
  });

  test.each([
    [{ source: 'robots' }, []],
    [{ source: 'sitemap', foundOn: page('https://example.com/index.xml', '').key }, ['https://example.com/index.xml']],
  ] as const)('is all that is wrong with a document that only %j leads to', async (known, indexes) => {
    const listings = indexes.map((url) => ({ sitemap: entry(url).key, url: MAP, lastmod: null }));
    const document = page(MAP, '<title></title>Sorry', { reason: 'not-a-sitemap', ...known, listings });
    const all = [document, page(HOME, canonical(HOME)), ...indexes.map((url) => sitemap({}, url))];
    expect(await found(all, named())).toEqual([`sitemap/broken ${MAP}`]);
    const links = [{ from: 2, to: [{ id: 1, url: null }] }];
    const linked = await found(all, { ...named(), links });
    expect(linked).toContain(`canonical/missing ${MAP}`);
    expect(linked).toContain(`sitemap/broken ${MAP}`);
  });

  test('is not all that is wrong with a document that a sitemap lists as a page, too', async () => {
    const other = sitemap({}, 'https://example.com/pages.xml');
    const listings = [{ sitemap: other.key, url: MAP, lastmod: null }];
    const known = { reason: 'not-a-sitemap', source: 'robots' } as const;
    const document = page(MAP, '<title></title>Sorry', { ...known, listings });
    const all = await found([document, other, page(HOME, canonical(HOME))], named());
    expect(all).toContain(`canonical/missing ${MAP}`);
    expect(all).toContain(`sitemap/broken ${MAP}`);
  });

  test('names the index that lists the sitemap', async () => {
    const index = sitemap({}, 'https://example.com/index.xml');
    const listings = [{ sitemap: index.key, url: MAP, lastmod: null }];
    const part = sitemap({ ...failed(410), source: 'sitemap', foundOn: index.key, listings });
    const { evidence } = await finding('sitemap/broken', [index, part]);
    expect(evidence).toEqual({ namedBy: [index.url], status: 410, reason: 'http-410' });
  });

  test('names the index that lists a page as a sitemap', async () => {
    const index = sitemap({}, 'https://example.com/index.xml');
    const listings = [{ sitemap: index.key, url: MAP, lastmod: null }];
    const part = sitemap({ role: 'page', reason: 'not-a-sitemap', source: 'sitemap', foundOn: index.key, listings });
    expect((await finding('sitemap/broken', [index, part])).evidence['namedBy']).toEqual([index.url]);
  });

  test('does not name a sitemap that lists the URL as a page', async () => {
    const other = sitemap({}, 'https://example.com/pages.xml');
    const listings = [{ sitemap: other.key, url: MAP, lastmod: null }];
    const broken = sitemap({ role: 'page', reason: 'not-a-sitemap', listings });
    const { evidence } = await finding('sitemap/broken', [page(HOME, ''), other, broken], named());
    expect(evidence['namedBy']).toEqual([ROBOTS]);
  });

  test('says how the crawl found it if the place is unknown', async () => {
    const { evidence } = await finding('sitemap/broken', [sitemap({ ...failed(404), source: 'seed' })]);
    expect(evidence['namedBy']).toEqual(['seed']);
  });

  test('is reported once for a redirect, where it is named', async () => {
    const end = sitemap({ ...failed(404), source: 'redirect' }, 'https://example.com/new.xml');
    const old = redirect(MAP, end.url, { role: 'sitemap', source: 'robots' });
    const { url, evidence, related } = await finding('sitemap/broken', [old, end], named());
    expect([url, evidence['end'], related]).toEqual([MAP, end.url, [MAP, end.url]]);
  });

  test.each([
    ['http-404', 404],
    ['robots', null],
  ])('is reported for a URL that fails (%s), although another URL of the sitemap does not', async (reason, status) => {
    const first = `${MAP}?utm_source=x`;
    const read = sitemap({ finalUrl: MAP, firstFailure: reason }, first);
    const { evidence } = await finding('sitemap/broken', [page(HOME, ''), read], named(first));
    expect(evidence).toEqual({ namedBy: [ROBOTS], status, reason });
    expect((await found([page(HOME, ''), read], named())).join()).not.toContain('sitemap/broken');
  });

  test('is reported for a redirect to a page', async () => {
    const old = redirect(MAP, HOME, { role: 'sitemap', source: 'robots' });
    const { evidence } = await finding('sitemap/broken', [page(HOME, ''), old], named());
    expect(evidence).toMatchObject({ reason: 'not-a-sitemap', end: HOME });
  });

  test('is not reported for a sitemap that only a link names', async () => {
    const all = await found([page(HOME, ''), sitemap({ ...failed(404), source: 'link' })]);
    expect(all.filter((one) => one.startsWith('sitemap/'))).toEqual([]);
  });
});

describe('sitemap/relative', () => {
  test('is reported once for each robots.txt, with its lines', async () => {
    const lines = ['/a.xml', 'www.example.com/b.xml'].map((url, at) => ({
      robots: ROBOTS,
      line: at + 3,
      url,
      isFull: false,
    }));
    const { url, evidence } = await finding('sitemap/relative', [page(HOME, '')], { sitemapLines: () => lines });
    expect(url).toBe(ROBOTS);
    expect(evidence).toEqual({ lines: ['line 3: /a.xml', 'line 4: www.example.com/b.xml'] });
  });

  test.each([
    ['ann:secret@example.com/s.xml', '@example.com/s.xml'],
    ['https//ann:secret@example.com/s.xml', '@example.com/s.xml'],
    ['ann%3asecret%40example.com/s.xml', '@example.com/s.xml'],
    ['//ann:secret@example.com/s.xml', '//example.com/s.xml'],
    ['ftp://ann:secret@example.com/s.xml', 'ftp://example.com/s.xml'],
    ['/@ann/s.xml', '/@ann/s.xml'],
  ])('shows %s as %s', async (url, shown) => {
    const { evidence } = await finding('sitemap/relative', [page(HOME, '')], named(url, ROBOTS, false));
    expect(evidence).toEqual({ lines: [`line 2: ${shown}`] });
  });

  test('is not reported for hosts without pages', async () => {
    const other = named('/a.xml', 'https://example.org/robots.txt', false);
    const all = await found([page(HOME, ''), sitemap({}, 'https://example.org/s.xml')], other);
    expect(all.filter((one) => one.startsWith('sitemap/'))).toEqual([]);
  });
});
