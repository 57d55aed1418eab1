/** Covers: src/lists/formats/{opml,sitemap}.ts, src/lists/reading/document-reader.ts */
import { describe, expect, test } from 'vitest';
import { checkCuts, entriesOf, joined, readText, urlsOf } from './reading.ts';

const OPML = `<?xml version="1.0"?>
<opml version="2.0"><body>
<outline text="A &amp; B" xmlUrl="http://folder/">
  <outline text="1" htmlUrl="http://no/" xmlUrl="http://a/?x&amp;y=&#233;"/>
  <!-- <outline xmlUrl="http://no/"/> -->
  <outline title="Deep">
    <outline text="2" htmlUrl='http://b/' xmlUrl=" "></outline>
  </outline>
  <outline text="3" url="http://c/" htmlUrl="http://no/"
    />
</outline>
<outline text="no link"/>
<![CDATA[<outline url="http://no/"/>]]>
<outline url="http://d/"><!-- empty --> </outline>
</body></opml>
`;

describe('opml', () => {
  test('outlines with a URL are entries, with the enclosing outlines as place', () => {
    expect(entriesOf(readText('opml', OPML)).map(({ url, line, place }) => [url, line, place])).toEqual([
      ['http://folder/', 3, undefined],
      ['http://a/?x&y=é', 4, 'A & B'],
      ['http://b/', 7, 'A & B / Deep'],
      ['http://c/', 9, 'A & B'],
      ['http://d/', 14, undefined],
    ]);
  });

  test('dropping an entry leaves no gap', () => {
    const rest = joined(readText('opml', OPML).filter(({ url, holdsOthers }) => url === null || holdsOthers));
    expect(rest).toContain(
      'xmlUrl="http://folder/">\n  <!-- <outline xmlUrl="http://no/"/> -->\n  <outline title="Deep">\n  </outline>\n</outline>',
    );
    expect(rest).toContain(']]>\n</body></opml>\n');
  });

  test('entries do not depend on how the file is split', () => checkCuts('opml', OPML));

  test('of an outline that holds others, only the start is an entry, which says so', () => {
    const start = '\n<outline text="A &amp; B" xmlUrl="http://folder/">';
    expect(readText('opml', OPML).filter(({ holdsOthers }) => holdsOthers)).toEqual([
      { bytes: start, url: 'http://folder/', line: 3, holdsOthers: true },
    ]);
    const deep = '<opml><outline url="http://a/"><outline url="http://b/"><outline/></outline></outline></opml>';
    expect(entriesOf(readText('opml', deep)).map(({ url, holdsOthers }) => [url, holdsOthers])).toEqual([
      ['http://a/', true],
      ['http://b/', true],
    ]);
  });

  test('other elements in an outline are a part of it', () => {
    const outline = '<outline url="http://a/"><r:pref id="x"><b/></r:pref>\n<!-- -->text</outline>';
    expect(entriesOf(readText('opml', `<opml>${outline}</opml>`))).toEqual([
      { bytes: outline, url: 'http://a/', line: 1 },
    ]);
  });
});

const SITEMAP = `<?xml version="1.0"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url>
    <image:image><image:loc>http://no/</image:loc></image:image>
    <loc> http://a/?x&amp;y </loc>
  </url>
  <url><loc><![CDATA[http://b/?x&y]]></loc><x><loc>http://no/</loc></x></url>
  <url><lastmod>2020</lastmod></url>
</urlset>
`;

describe('sitemap', () => {
  test('each url is an entry with the text of its loc', () => {
    expect(entriesOf(readText('sitemap', SITEMAP)).map(({ url, line }) => [url, line])).toEqual([
      ['http://a/?x&y', 5],
      ['http://b/?x&y', 7],
    ]);
    expect(joined(readText('sitemap', SITEMAP).filter(({ url }) => url === null))).toContain(
      '0.9">\n  <url><lastmod>2020</lastmod></url>\n</urlset>\n',
    );
  });

  test('entries do not depend on how the file is split', () => checkCuts('sitemap', SITEMAP));

  test('each sitemap of an index is an entry', () => {
    const text = '<sitemapindex><sitemap><loc>http://a/1.xml</loc></sitemap></sitemapindex>';
    expect(urlsOf('sitemap', text)).toEqual(['http://a/1.xml']);
  });

  test('entries have the namespace prefix of the root', () => {
    const text =
      '<s:urlset><s:url><loc>http://no/</loc><s:loc>http://a/</s:loc></s:url><url><loc>http://no/</loc></url></s:urlset>';
    expect(urlsOf('sitemap', text)).toEqual(['http://a/']);
  });

  test('an entry inside an entry ends the outer one', () => {
    expect(urlsOf('sitemap', '<urlset><url><loc>http://no/</loc><url><loc>http://a/</loc></url>')).toEqual([
      'http://a/',
    ]);
  });
});
