import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type DocumentKind, documentKind, wantsBody } from '../../../crawler/sitemaps/document-kind.ts';

const SITEMAP = '<?xml version="1.0"?><!-- of a generator --><urlset><url><loc>https://h/</loc></url></urlset>';
const URLS = 'https://h/a\nhttps://h/b\n';

const BODIES = {
  'a sitemap': SITEMAP,
  'a sitemap in UTF-16': Buffer.from(`\uFEFF${SITEMAP}`, 'utf16le'),
  'a sitemap, gzipped': gzipSync(SITEMAP),
  'a sitemap, gzipped, and a comment': Buffer.concat([gzipSync(SITEMAP), Buffer.from('<!-- cached -->')]),
  'a sitemap, gzipped twice': gzipSync(gzipSync(SITEMAP)),
  'an index': '\n<s:sitemapindex xmlns:s="x"/>',
  'an index, gzipped': gzipSync('<sitemapindex>'),
  'a root in capitals': '<URLSET/>',
  URLs: URLS,
  'URLs behind white space': ` \r\n${URLS}`,
  'URLs, gzipped': gzipSync(URLS),
  RSS: '<?xml version="1.0"?><!DOCTYPE rss SYSTEM "rss.dtd"><rss version="2.0"><channel/></rss>',
  'RSS 1.0': '<rdf:RDF xmlns:rdf="x">',
  Atom: '<feed xmlns="http://www.w3.org/2005/Atom">',
  'a JSON feed': '{ "version": "https://jsonfeed.org/version/1.1" }',
  JSON: '{"version":"1.0"}',
  HTML: '<!DOCTYPE html><title>Not found</title>',
  'HTML with its root': '<!DOCTYPE html>\n<HTML lang=en>',
  XHTML: '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0"><html>',
  SVG: '<svg/>',
  text: '404 page not found',
  nothing: '',
  'the start of gzip alone': Buffer.from([0x1f, 0x8b]),
  'NUL, gzipped': gzipSync('\0\0'),
};

function kindOf(
  contentType: string | null,
  body: keyof typeof BODIES,
  isNamedAsSitemap: boolean,
): Promise<DocumentKind> {
  return documentKind(contentType, Buffer.from(BODIES[body]), isNamedAsSitemap);
}

describe('the kind of a document', () => {
  test.each([
    ['text/html', 'HTML', 'html'],
    ['text/html', 'nothing', 'html'],
    ['text/html', 'URLs', 'html'],
    [null, 'HTML', 'html'],
    ['application/xhtml+xml', 'XHTML', 'html'],
    ['application/xml', 'XHTML', 'html'],
    ['text/xml', 'HTML with its root', 'html'],
    ['text/html; charset=utf-8', 'a sitemap', 'sitemap'],
    ['text/xml', 'a sitemap', 'sitemap'],
    ['Application/XML;charset=utf-8', 'an index', 'sitemap'],
    [null, 'a sitemap', 'sitemap'],
    ['application/gzip', 'a sitemap, gzipped', 'sitemap'],
    ['application/octet-stream', 'an index, gzipped', 'sitemap'],
    ['application/xml', 'a sitemap, gzipped', 'sitemap'],
    ['application/gzip', 'a sitemap, gzipped, and a comment', 'sitemap'],
    ['application/xml', 'a sitemap in UTF-16', 'sitemap'],
    ['application/rss+xml', 'RSS', 'feed'],
    ['text/xml', 'RSS', 'feed'],
    ['text/html', 'Atom', 'feed'],
    ['application/atom+xml', 'Atom', 'feed'],
    ['application/rdf+xml', 'RSS 1.0', 'feed'],
    ['application/feed+json', 'a JSON feed', 'feed'],
    ['application/json; charset=utf-8', 'a JSON feed', 'feed'],
    ['application/json', 'JSON', 'other'],
    ['application/xml', 'SVG', 'other'],
    ['application/xml', 'a root in capitals', 'other'],
    ['application/xml', 'nothing', 'other'],
    ['application/gzip', 'NUL, gzipped', 'other'],
    ['application/gzip', 'a sitemap, gzipped twice', 'other'],
    ['application/gzip', 'the start of gzip alone', 'other'],
    ['image/svg+xml', 'a sitemap', 'other'],
    ['text/plain', 'a sitemap', 'other'],
    ['text/plain', 'URLs', 'other'],
    ['application/pdf', 'text', 'other'],
  ] as const)('%s: %s is %s', async (contentType, body, kind) => {
    expect(await kindOf(contentType, body, false)).toBe(kind);
  });

  test.each([
    ['text/plain', 'URLs', 'sitemap'],
    ['text/html', 'URLs behind white space', 'sitemap'],
    [null, 'URLs', 'sitemap'],
    ['application/octet-stream', 'URLs, gzipped', 'sitemap'],
    ['text/plain', 'a sitemap', 'sitemap'],
    ['image/png', 'a sitemap', 'sitemap'],
    ['text/plain', 'RSS', 'feed'],
    ['text/html', 'HTML', 'html'],
    ['text/xml', 'HTML', 'other'],
    ['text/plain', 'HTML with its root', 'other'],
    ['text/plain', 'text', 'other'],
  ] as const)('named as a sitemap, %s: %s is %s', async (contentType, body, kind) => {
    expect(await kindOf(contentType, body, true)).toBe(kind);
  });

  test('of a gzip file is recognized by its start, even if the rest is a bomb', async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from(SITEMAP), Buffer.alloc(20_000_000)]));
    expect(await documentKind('application/gzip', bomb, false)).toBe('sitemap');
  });
});

describe('the body is wanted', () => {
  test.each([
    ['text/html', '/', true],
    [null, '/', true],
    ['text/xml', '/a', true],
    ['application/xml; charset=x', '/a', true],
    ['application/rss+xml', '/a', true],
    ['application/atom+xml', '/a', true],
    ['application/rdf+xml', '/a', true],
    ['application/x-rss+xml', '/a', true],
    ['application/feed+json', '/a', true],
    ['application/json', '/feed.json', true],
    ['application/json', '/blog/feed/json', true],
    ['application/json', '/api/pages', false],
    ['application/gzip', '/sitemap.xml.gz', true],
    ['application/x-gzip', '/maps/SITEMAP-1.txt.gz', true],
    ['application/octet-stream', '/a.xml.gz', true],
    ['binary/octet-stream', '/a.xml.gz', true],
    ['application/gzip', '/backup.tar.gz', false],
    ['application/octet-stream', '/setup.exe', false],
    ['text/plain', '/sitemap.txt', false],
    ['image/svg+xml', '/a.xml', false],
    ['application/xml-dtd', '/a.xml', false],
    ['image/png', '/a.png', false],
  ])('%s at %s: %s', (contentType, path, wanted) => {
    expect(wantsBody(contentType, path, false)).toBe(wanted);
    expect(wantsBody(contentType, path, true)).toBe(true);
  });
});
