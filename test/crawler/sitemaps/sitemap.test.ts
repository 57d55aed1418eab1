/** Covers: crawler/sitemaps/{document,field,found-entries,reference,text-sitemap,xml,xml-sitemap}.ts */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sitemapOf, urlset, urlsOf } from './reading.ts';

describe('a urlset', () => {
  test('gives loc, lastmod and alternates, in order', async () => {
    const sitemap = await sitemapOf(`<?xml version="1.0" encoding="UTF-8"?>
      <?xml-stylesheet type="text/xsl" href="/sitemap.xsl"?>
      <!-- generated -->
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
        <url>
          <loc>https://h.example/b</loc>
          <lastmod>2024-02-29T10:00:00+01:00</lastmod>
          <changefreq>daily</changefreq>
          <priority>0.8</priority>
          <xhtml:link rel="alternate" hreflang="de" href="https://h.example/de/b"/>
          <xhtml:link rel="alternate" media="only screen and (max-width: 640px)" href="https://m.h.example/b"></xhtml:link>
        </url>
        <url><loc>https://h.example/a</loc></url>
        <url><loc>https://h.example/b</loc></url>
      </urlset>`);
    expect(sitemap).toEqual({
      kind: 'urlset',
      entries: [
        {
          url: 'https://h.example/b',
          lastmod: '2024-02-29T10:00:00+01:00',
          alternates: [
            { url: 'https://h.example/de/b', hreflang: 'de' },
            { url: 'https://m.h.example/b', hreflang: null },
          ],
        },
        { url: 'https://h.example/a', lastmod: null, alternates: [] },
        { url: 'https://h.example/b', lastmod: null, alternates: [] },
      ],
      problems: [],
    });
  });

  test.each([
    ['character references', 'https://h/?a=1&amp;b=&#50;&#x26;c&apos;&quot;&lt;&gt;', `https://h/?a=1&b=2&c'"<>`],
    ['CDATA', '<![CDATA[https://h/?a=1&b=&amp;]]>', 'https://h/?a=1&b=&amp;'],
    ['CDATA beside text', 'https://h<![CDATA[/a&]]>b', 'https://h/a&b'],
    ['a comment inside', 'https://h/<!-- no -->a', 'https://h/a'],
    ['white space around', '\n\t https://h/a \r\n', 'https://h/a'],
    ['a line break inside', 'https://h/\na', 'https://h/a'],
    ['an ampersand that is not escaped', 'https://h/?a&b&copy=1&lt=2', 'https://h/?a&b&copy=1&lt=2'],
    ['an entity that XML does not know', 'https://h/&eacute;&nbsp;', 'https://h/&eacute;&nbsp;'],
    ['references to no character', 'https://h/&#0;&#xD800;&#x110000;', 'https://h/\u{FFFD}\u{FFFD}\u{FFFD}'],
    ['letters beyond ASCII', 'https://h/ü/😀', 'https://h/ü/😀'],
    ['another host', 'https://other.example/', 'https://other.example/'],
    ['an odd spelling, kept', 'HTTPS://H:443/%7ea/./b', 'HTTPS://H:443/%7ea/./b'],
    ['a relative reference', '../b?c', 'https://h.example/b?c'],
    ['a reference by host', '//other.example/b', 'https://other.example/b'],
    ['a URL that is not of the web', 'mailto:a@h.example', 'mailto:a@h.example'],
    ['a URL that is none', 'http://[', 'http://['],
  ])('reads a loc with %s', async (_what, written, read) => {
    expect(await sitemapOf(urlset(`<loc>${written}</loc>`))).toEqual({
      kind: 'urlset',
      entries: [{ url: read, lastmod: null, alternates: [] }],
      problems: [],
    });
  });

  test.each([
    ['a prefix', '<s:urlset xmlns:s="x"><s:url><s:loc>https://h/</s:loc></s:url></s:urlset>'],
    ['another prefix than the root', '<urlset><s:url><t:loc>https://h/</t:loc></s:url></urlset>'],
    [
      'another namespace',
      '<urlset xmlns="http://www.google.com/schemas/sitemap/0.84"><url><loc>https://h/</loc></url></urlset>',
    ],
    ['attributes and spaces in its tags', '<urlset\n a="b>"\t><url\n><loc a=\'>\'>https://h/</loc ></url\n></urlset >'],
    ['two locations, of which the first counts', urlset('<loc>https://h/</loc><loc>https://no/</loc>')],
    ['an empty location before the other', urlset('<loc/><loc> </loc><loc>https://h/</loc>')],
  ])('may have %s', async (_what, xml) => {
    expect(await sitemapOf(xml)).toMatchObject({ entries: [{ url: 'https://h/' }], problems: [] });
  });

  test('uses only its own loc, not those of images, videos and news', async () => {
    const entry = `<image:image><image:loc>https://no/1</image:loc></image:image>
      <loc>https://h/</loc>
      <video:video><video:lastmod>no</video:lastmod><loc>https://no/2</loc><link rel="alternate" href="no"/></video:video>`;
    expect(await sitemapOf(urlset(entry))).toMatchObject({
      entries: [{ url: 'https://h/', lastmod: null, alternates: [] }],
    });
  });

  test('does not end at an element of an extension with the same name', async () => {
    const entry = '<loc>https://h/</loc><v:player><v:url>https://no/</v:url></v:player><lastmod>2024</lastmod>';
    expect(await sitemapOf(urlset(entry))).toMatchObject({
      entries: [{ url: 'https://h/', lastmod: '2024' }],
      problems: [],
    });
  });

  test('recognizes an alternate by its rel, and needs its href', async () => {
    const links = `<xhtml:link rel="Nofollow ALTERNATE" href="a"/><xhtml:link rel="canonical" href="no"/>
      <xhtml:link href="no"/><xhtml:link rel="alternate"/><xhtml:link rel="alternates" href="no"/><xhtml:link rel="alternate" href="b&amp;c" href="no"/>`;
    const { entries } = await sitemapOf(urlset(`<loc>x</loc>${links}`));
    expect(entries[0]?.alternates.map(({ url }) => url)).toEqual([
      'https://h.example/maps/a',
      'https://h.example/maps/b&c',
    ]);
  });

  test('reports an entry without location', async () => {
    expect(await sitemapOf(urlset('<loc></loc>', '<lastmod>2024</lastmod>', '<loc>https://h/</loc>'))).toMatchObject({
      entries: [{ url: 'https://h/' }],
      problems: ['no-loc'],
    });
  });

  test.each(['<urlset></urlset>', '<urlset/>'])('may be empty: %s', async (xml) => {
    expect(await sitemapOf(xml)).toEqual({ kind: 'urlset', entries: [], problems: [] });
  });
});

describe('an index', () => {
  test('yields the sitemaps that it lists', async () => {
    const xml = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <sitemap><loc>https://h/1.xml.gz</loc><lastmod>2024-01-01</lastmod></sitemap>
      <sitemap><loc>2.xml</loc></sitemap><url><loc>https://no/</loc></url></sitemapindex>`;
    expect(await sitemapOf(xml)).toEqual({
      kind: 'index',
      entries: [
        { url: 'https://h/1.xml.gz', lastmod: '2024-01-01', alternates: [] },
        { url: 'https://h.example/maps/2.xml', lastmod: null, alternates: [] },
      ],
      problems: [],
    });
  });
});

describe('a text sitemap', () => {
  test('has one URL per line, with any line ends; invalid URLs are unchanged', async () => {
    expect(await sitemapOf('\uFEFF \nhttps://h/a\r\n\r\n\thttps://h/b \rsee below\n  \nHTTP://h/c?d&amp;e')).toEqual({
      kind: 'text',
      entries: ['https://h/a', 'https://h/b', 'see below', 'HTTP://h/c?d&amp;e'].map((url) => ({
        url,
        lastmod: null,
        alternates: [],
      })),
      problems: [],
    });
  });

  test.each(['404 page not found', 'www.example.com\n', '{"error":"https://h/"}', '', ' '])(
    'is none where it does not start with a URL: %j',
    async (text) => {
      expect(await sitemapOf(text)).toEqual({ kind: null, entries: [], problems: ['not-a-sitemap'] });
    },
  );

  test('that was cut loses its last line', async () => {
    expect(await sitemapOf('https://h/a\nhttps://h/b', { truncated: true })).toMatchObject({
      entries: [{ url: 'https://h/a' }],
      problems: ['too-large'],
    });
  });
});

describe('a document that is not a sitemap', () => {
  test.each([
    ['an error page', '<!DOCTYPE html><html><body><urlset><url><loc>https://h/</loc></url></urlset></body></html>'],
    ['a feed', '<rss><channel><link>https://h/</link></channel></rss>'],
    ['an entry without a root', '<url><loc>https://h/</loc></url>'],
    ['markup that never gets to a root', '<?xml version="1.0"?><!-- '],
    ['gzip of gzip', gzipSync(gzipSync('https://h/'))],
  ])('yields nothing: %s', async (_what, body) => {
    expect(await sitemapOf(body)).toEqual({ kind: null, entries: [], problems: ['not-a-sitemap'] });
  });
});

describe('bytes', () => {
  const xml = (encoding: string): string =>
    `<?xml version="1.0" encoding="${encoding}"?>${urlset('<loc>https://h/é€</loc>')}`;
  const latin1 = Buffer.from(xml('ISO-8859-1').replace('€', ''), 'latin1');
  const utf16 = Buffer.from(`\uFEFF${xml('UTF-16')}`, 'utf16le');

  test.each([
    ['UTF-8', Buffer.from(xml('UTF-8')), null],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${xml('ISO-8859-1')}`), null],
    ['UTF-16LE with a byte order mark', utf16, 'text/xml; charset=utf-8'],
    ['UTF-16BE with a byte order mark', Buffer.from(utf16).swap16(), null],
    ['windows-1252 by the declaration', Buffer.from(xml('windows-1252').replace('€', '\x80'), 'latin1'), null],
    ['UTF-8 by the header, against the declaration', Buffer.from(xml('ISO-8859-1')), 'text/xml; charset=utf-8'],
  ])('in %s', async (_what, body, contentType) => {
    expect(await urlsOf(body, { contentType })).toEqual(['https://h/é€']);
  });

  test('with blank lines before the declaration, which still counts', async () => {
    expect(await urlsOf(Buffer.concat([Buffer.from('\r\n\n '), latin1]))).toEqual(['https://h/é']);
  });

  test('that are invalid UTF-8 become U+FFFD, and so do lone surrogates', async () => {
    expect(await urlsOf(Buffer.from(urlset('<loc>https://h/\xe9a</loc>'), 'latin1'))).toEqual(['https://h/\u{FFFD}a']);
    const lone = Buffer.from(`\uFEFF${urlset('<loc>https://h/\uD800a</loc>')}`, 'utf16le');
    expect(await urlsOf(lone)).toEqual(['https://h/\u{FFFD}a']);
  });

  test('that are NUL are text', async () => {
    expect(await urlsOf(urlset('<loc>https://h/\0a</loc>'))).toEqual(['https://h/\0a']);
  });
});

describe('a gzip file', () => {
  const xml = urlset('<loc>https://h/a</loc>', '<loc>https://h/b</loc>');

  test('is unpacked, whatever its type', async () => {
    const { entries, problems } = await sitemapOf(gzipSync(xml), { contentType: 'application/octet-stream' });
    expect(entries.map(({ url }) => url)).toEqual(['https://h/a', 'https://h/b']);
    expect(problems).toEqual([]);
    expect(await urlsOf(gzipSync('https://h/a\n'))).toEqual(['https://h/a']);
  });

  test('may have several members', async () => {
    const members = [xml.slice(0, 100), xml.slice(100)].map((part) => gzipSync(part));
    expect(await urlsOf(Buffer.concat(members))).toEqual(['https://h/a', 'https://h/b']);
  });

  test('that is cut yields the readable part and reports the problem', async () => {
    const many = urlset(...Array.from({ length: 5000 }, (_, at) => `<loc>https://h/${at}/${(at * 7919) % 5000}</loc>`));
    const packed = gzipSync(many);
    const half = packed.subarray(0, packed.length / 2);
    const { entries, problems } = await sitemapOf(half);
    expect(entries.length).toBeGreaterThan(1000);
    expect(entries[1000]).toMatchObject({ url: 'https://h/1000/4000' });
    expect(problems).toEqual(['broken-gzip']);
    expect((await sitemapOf(half, { truncated: true })).problems).toEqual(['too-large']);
  });

  test('that contains no sitemap reports the problem', async () => {
    expect((await sitemapOf(Buffer.from('\x1f\x8bhttps://h/', 'latin1'))).problems).toEqual(['broken-gzip']);
  });
});

describe('XML that is not well-formed', () => {
  test.each([
    ['no end of the root', '<urlset><url><loc>https://h/a</loc></url><url><loc>https://h/b</loc></url>'],
    ['no end of the last entry', '<urlset><url><loc>https://h/a</loc></url><url><loc>https://h/b</loc>'],
    ['no end of an entry', '<urlset><url><loc>https://h/a</loc><url><loc>https://h/b</loc></url></urlset>'],
    ['no end of a location', '<urlset><url><loc>https://h/a</url><url><loc>https://h/b</loc></url></urlset>'],
    [
      'no end of a part',
      '<urlset><url><x><loc>https://no/</loc></url><url><loc>https://h/a</loc></url><url><loc>https://h/b</loc></url></urlset>',
    ],
    [
      'a part of a location',
      '<urlset><url><loc>https://h/a</loc></url><url><loc>https://h/b</loc></url><url><loc>https://h/no',
    ],
    ['a part of a tag', '<urlset><url><loc>https://h/a</loc></url><url><loc>https://h/b</loc></url><url a="'],
  ])('yields the readable entries: %s', async (_what, xml) => {
    const { entries, problems } = await sitemapOf(xml);
    expect(entries.map(({ url }) => url)).toEqual(['https://h/a', 'https://h/b']);
    expect(problems).toContain('not-well-formed');
  });

  test('is read on if no entry is closed', async () => {
    const { entries, problems } = await sitemapOf(`<urlset>${'<url><loc>https://h/</loc>'.repeat(200)}`);
    expect(entries).toHaveLength(200);
    expect(problems).toEqual(['not-well-formed']);
  });

  test('is read on after end tags without a start tag', async () => {
    const { entries, problems } = await sitemapOf('<urlset></x><url></x><loc>https://h/</loc></y></url></z></urlset>');
    expect(entries).toMatchObject([{ url: 'https://h/' }]);
    expect(problems).toEqual([]);
  });

  test('is not reported for a document that was cut in transit', async () => {
    expect(await sitemapOf('<urlset><url><loc>https://h/a</loc></url><u', { truncated: true })).toMatchObject({
      entries: [{ url: 'https://h/a' }],
      problems: ['too-large'],
    });
  });
});
