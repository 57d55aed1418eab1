/** Covers: crawler/sitemaps/{feed-links,json-feed,xml-feed}.ts */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { feedOf } from './reading.ts';

describe('RSS 2.0', () => {
  test('gives the links of the channel and of its items, in order, each once', async () => {
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
      <channel>
        <title>News</title>
        <atom:link href="https://h.example/feed/" rel="self" type="application/rss+xml"/>
        <atom:link href="https://hub.example/" rel="hub"/>
        <link>https://h.example/</link>
        <image><url>https://h.example/i.png</url><link>https://h.example/image</link></image>
        <textInput><link>https://h.example/input</link></textInput>
        <item>
          <title>a</title>
          <link>https://h.example/a?x=1&amp;y=2</link>
          <guid>https://h.example/?p=1</guid>
          <comments>https://h.example/a#comments</comments>
          <source url="https://other.example/feed">Other</source>
          <enclosure url="https://h.example/a.mp3" length="1" type="audio/mpeg"/>
          <description>&lt;a href="https://h.example/described"&gt;</description>
          <media:content url="https://h.example/m.jpg"><media:link>https://h.example/m</media:link></media:content>
        </item>
        <item><link><![CDATA[https://h.example/b&c]]></link></item>
        <item><link>https://h.example/</link></item>
        <atom:link href="?page=2" rel="next"/>
      </channel></rss>`;
    expect(await feedOf(xml, { url: 'https://h.example/feed/' })).toEqual({
      links: [
        'https://h.example/',
        'https://h.example/a?x=1&y=2',
        'https://h.example/b&c',
        'https://h.example/feed/?page=2',
      ],
      problems: [],
    });
  });

  test.each([
    ['a permanent link where there is no other', '<guid>https://h/g</guid>', ['https://h/g']],
    ['one that says so', '<guid isPermaLink="true"> https://h/g </guid>', ['https://h/g']],
    ['none that says it is none', '<guid isPermaLink="false">https://h/g</guid>', []],
    ['none that is no URL', '<guid>4711</guid><guid>tag:h,2024:1</guid>', []],
    ['none beside a link in front', '<link>https://h/a</link><guid>https://h/g</guid>', ['https://h/a']],
    ['none beside a link behind', '<guid>https://h/g</guid><link>https://h/a</link>', ['https://h/a']],
    ['none beside an Atom link', '<guid>https://h/g</guid><a:link href="https://h/a"/>', ['https://h/a']],
    [
      'one beside links that are empty or lead elsewhere',
      '<link/><link rel="next" href="https://h/n"/><guid>https://h/g</guid>',
      ['https://h/n', 'https://h/g'],
    ],
  ])('takes a guid for %s', async (_what, item, links) => {
    expect(await feedOf(`<rss><channel><link/><item>${item}</item></channel></rss>`)).toEqual({ links, problems: [] });
  });

  test('does not carry the guid of one item to the next', async () => {
    const xml =
      '<rss><channel><link>https://h/</link><item><guid>https://h/1</guid><item><guid>https://h/2</guid></item><item><link>https://h/3</link></item></channel></rss>';
    expect((await feedOf(xml)).links).toEqual(['https://h/', 'https://h/1', 'https://h/2', 'https://h/3']);
  });

  test('does not carry the guid of an item to the channel', async () => {
    const xml =
      '<rss><channel><guid>https://no/</guid><item><guid>https://h/1</guid></item><link>https://h/</link></channel></rss>';
    expect((await feedOf(xml)).links).toEqual(['https://h/1', 'https://h/']);
  });

  test('is read on after unescaped HTML', async () => {
    const xml = `<rss><channel><item><description><p>a<br><img src=x><link>https://no/</link></description><link>https://h/1</link></item>
      <item><description><ul><li><li></description><link>https://h/2</link></item></channel></rss>`;
    expect(await feedOf(xml)).toEqual({ links: ['https://h/1', 'https://h/2'], problems: ['not-well-formed'] });
  });
});

test('RSS 1.0 and 0.90 have their items outside the channel', async () => {
  const xml = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
    <channel rdf:about="https://h/no"><link>https://h/</link><items><rdf:Seq><rdf:li resource="https://h/no"/></rdf:Seq></items></channel>
    <item rdf:about="https://h/no"><link>https://h/1</link></item>
    <item><link>/2</link></item></rdf:RDF>`;
  expect(await feedOf(xml)).toEqual({ links: ['https://h/', 'https://h/1', 'https://h.example/2'], problems: [] });
});

describe('Atom', () => {
  test('gives alternate and next links of the feed and its entries', async () => {
    const xml = `<feed xmlns="http://www.w3.org/2005/Atom">
      <link href="https://h/"/><link rel="self" href="https://h/no"/><link rel="next" href="https://h/?p=2"/>
      <link rel="prev" href="https://h/no"/>
      <entry><link rel="alternate" type="text/html" href="https://h/1?a&amp;b"/><link rel="enclosure" href="https://h/no"/>
        <link rel="replies" href="https://h/no"/><id>https://h/no</id><guid>https://h/no</guid>
        <source><link href="https://h/no"/></source>
        <content type="xhtml"><div><link href="https://h/no"/><a href="https://h/no">a</a></div></content></entry>
      <entry><link rel="related" href="https://h/no"/><link href="/2"></link></entry></feed>`;
    expect(await feedOf(xml)).toEqual({
      links: ['https://h/', 'https://h/?p=2', 'https://h/1?a&b', 'https://h.example/2'],
      problems: [],
    });
  });

  test('resolves by xml:base, which is inherited and may be relative', async () => {
    const xml = `<feed xml:base="https://b/x/"><link href="1"/>
      <entry xml:base="y/"><link href="2"/><link xml:base="/z/" href="3"/><link href="4"/></entry>
      <entry xml:base="mailto:a@b"><link href="5"/></entry><entry xml:base="http://["><link href="6"/></entry></feed>`;
    expect((await feedOf(xml)).links).toEqual([
      'https://b/x/1',
      'https://b/x/y/2',
      'https://b/z/3',
      'https://b/x/y/4',
      'https://b/x/5',
      'https://b/x/6',
    ]);
  });
});

describe('JSON Feed', () => {
  test('gives the home page, the items and the next page', async () => {
    const feed = {
      version: 'https://jsonfeed.org/version/1.1',
      feed_url: 'https://h/no',
      home_page_url: 'https://h/',
      items: [
        { id: 1, url: 'https://h/1', external_url: 'https://h/no' },
        { url: '/2' },
        { url: 3 },
        null,
        'https://h/no',
        { url: 'https://h/1' },
      ],
      next_url: 'https://h/?p=2',
    };
    expect(await feedOf(JSON.stringify(feed))).toEqual({
      links: ['https://h/', 'https://h/1', 'https://h.example/2', 'https://h/?p=2'],
      problems: [],
    });
  });

  test.each([
    [
      'slashes escaped',
      String.raw`{"version":"https:\/\/jsonfeed.org\/version\/1","items":[{"url":"https:\/\/h\/1"}]}`,
      ['https://h/1'],
      [],
    ],
    ['no items', '{"version":"https://jsonfeed.org/version/1"}', [], []],
    ['items that are no list', '{"version":"https://jsonfeed.org/version/1","items":{"url":"https://no/"}}', [], []],
    ['an end too early', '{"version":"https://jsonfeed.org/version/1","items":[', [], ['not-well-formed']],
    [
      'nesting without end',
      `{"version":"https://jsonfeed.org/version/1","items":${'['.repeat(1_000_000)}`,
      [],
      ['not-well-formed'],
    ],
    [
      'more than is parsed at a stretch',
      `{"version":"https://jsonfeed.org/version/1","x":"${'x'.repeat(2_100_000)}"}`,
      [],
      ['too-large'],
    ],
  ])('with %s', async (_what, json, links, problems) => {
    expect(await feedOf(json)).toEqual({ links, problems });
  });
});

describe('a feed', () => {
  test('may be gzipped, in any encoding, under any prefix', async () => {
    const xml =
      '<?xml version="1.0" encoding="windows-1252"?><x:rss><channel><link>https://h/\x80</link></channel></x:rss>';
    expect(await feedOf(gzipSync(Buffer.from(xml, 'latin1')))).toEqual({ links: ['https://h/€'], problems: [] });
  });

  test.each([
    '<html><channel><link>https://h/</link></channel></html>',
    '{"items":[{"url":"https://h/"}]}',
    '',
    'https://h/',
  ])('is none: %s', async (body) => {
    expect(await feedOf(body)).toEqual({ links: [], problems: ['not-a-feed'] });
  });

  test('that is cut yields the readable links', async () => {
    const xml = '<rss><channel><link>https://h/</link><item><link>https://h/1</link></item><item><link>https://h/no';
    expect(await feedOf(xml)).toEqual({ links: ['https://h/', 'https://h/1'], problems: ['not-well-formed'] });
    expect(await feedOf(xml, { truncated: true })).toMatchObject({ problems: ['too-large'] });
  });

  test('returns invalid URLs unchanged', async () => {
    expect((await feedOf('<rss><channel><link>http://[</link></channel></rss>')).links).toEqual(['http://[']);
  });
});
