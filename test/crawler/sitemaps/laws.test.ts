import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SitemapEntry } from '../../../crawler/sitemaps/entry.ts';
import { feedOf, sitemapOf, type WholeSitemap } from './reading.ts';

const RUNS = 300;

/** Characters that need an escape, count as white space elsewhere, or have any length in UTF-8 and UTF-16. */
const character = fc.constantFrom(...Array.from('ab/?=&<>\'";#%[]-!\u{A0}é€😀'));
const url = fc
  .tuple(fc.constantFrom('http://h/', 'https://h.example/', 'ftp://h/'), fc.array(character, { maxLength: 12 }))
  .map(([start, rest]) => start + rest.join(''));
const word = fc.stringMatching(/^[a-z0-9:-]{1,12}$/);
const entry: fc.Arbitrary<SitemapEntry> = fc.record({
  url,
  lastmod: fc.option(word),
  alternates: fc.array(fc.record({ url, hreflang: fc.option(word) }), { maxLength: 3 }),
});

/**
 * Notations of a character in text or an attribute. The first must also work for characters that are not allowed there.
 */
const WAYS: readonly ((char: string) => string)[] = [
  (char) => `&#${char.codePointAt(0)};`,
  (char) => `&#x${char.codePointAt(0)?.toString(16)};`,
  (char) => `&#x000${char.codePointAt(0)?.toString(16).toUpperCase()};`,
  (char) => NAMED[char] ?? char,
  (char) => NAMED[char] ?? char,
];
const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** The choices of a writer: an endless supply of small numbers. */
type Choices = () => number;

function escaped(text: string, choose: Choices): string {
  return Array.from(text, (char) => WAYS[choose() % WAYS.length]?.(char)).join('');
}

function textNode(text: string, choose: Choices): string {
  const space = ['', '\n', ' \t', '\r\n  '][choose() % 4];
  const isPlain = choose() % 3 > 0 || text.includes(']]>');
  return `${space}${isPlain ? escaped(text, choose) : `<![CDATA[${text}]]>`}${space}`;
}

function element(name: string, content: string, choose: Choices): string {
  const before = [
    '',
    '<!-- <loc>no</loc> -->',
    '<priority>0.5</priority>',
    '<i:i><i:loc>no</i:loc></i:i>',
    '<?pi <loc>?>',
  ];
  return `${before[choose() % before.length]}<${name}>${content}</${name}>`;
}

function written(entries: readonly SitemapEntry[], choose: Choices): string {
  const prefix = ['', 's:'][choose() % 2];
  const rows = entries.map(({ url: loc, lastmod, alternates }) => {
    const parts = [
      element(`${prefix}loc`, textNode(loc, choose), choose),
      lastmod === null ? '' : element(`${prefix}lastmod`, textNode(lastmod, choose), choose),
      ...alternates.map((alternate) => {
        const hreflang = alternate.hreflang === null ? '' : ` hreflang='${alternate.hreflang}'`;
        return `<x:link${hreflang} rel="alternate" href="${escaped(alternate.url, choose)}"/>`;
      }),
    ];
    return `<${prefix}url>${parts.join('\n')}</${prefix}url>`;
  });
  return `<?xml version="1.0"?>\n<${prefix}urlset>${rows.join('')}</${prefix}urlset>`;
}

const choices = fc.infiniteStream(fc.nat(59)).map(
  (stream): Choices =>
    () =>
      stream.next().value,
);

/** Typical parts of such a document, so that arbitrary ones are more than noise. */
const PIECES = [
  '<urlset>',
  '</urlset>',
  '<url>',
  '</url>',
  '<loc>',
  '</loc>',
  '<lastmod>',
  '<x:link rel="alternate" href="',
  '<sitemapindex>',
  '<sitemap>',
  'https://h/',
  '&amp;',
  '&#',
  ';',
  '&',
  '<',
  '>',
  '/',
  '"',
  '=',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?xml',
  '?>',
  '<!DOCTYPE a [',
  '<!ENTITY b "&c;">',
  ']>',
  '\0',
  '\r',
  '\n',
  ' ',
  '<rss>',
  '<channel>',
  '<item>',
  '</item>',
  '<link>',
  '</link>',
  '<guid>',
  '<feed xml:base="b/">',
  '<entry>',
  '{"version":"https://jsonfeed.org/version/1"',
  ',"items":[{"url":"a"}]}',
  'é',
  '\u{D800}',
];
const piece = fc.constantFrom(...PIECES);
const anyBody = fc.oneof(
  fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.from(pieces.join(''))),
  fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.from(`\uFEFF<urlset>${pieces.join('')}`, 'utf16le')),
  fc.array(piece, { maxLength: 60 }).map((pieces) => gzipSync(pieces.join(''))),
  fc.uint8Array({ maxLength: 300 }),
);

describe('laws', () => {
  test('entries are read, however they are written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 8 }), choices, async (entries, choose) => {
        expect(await sitemapOf(written(entries, choose))).toEqual({ kind: 'urlset', entries, problems: [] });
      }),
      { numRuns: RUNS },
    );
  });

  test('any bytes have an outcome, whatever their type', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyBody,
        fc.boolean(),
        fc.constantFrom(null, 'text/xml; charset=utf-16', 'x'),
        async (body, truncated, contentType) => {
          const sitemap = await sitemapOf(body, { truncated, contentType });
          expect(new Set(sitemap.problems).size).toBe(sitemap.problems.length);
          if (sitemap.kind === null) expect(sitemap.problems).not.toEqual([]);
          const feed = await feedOf(body, { truncated, contentType });
          expect(new Set(feed.links).size).toBe(feed.links.length);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test('a cut document yields a part of the entries of the whole one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 6 }), choices, fc.nat(), async (entries, choose, at) => {
        const xml = written(entries, choose);
        const { entries: whole } = await sitemapOf(xml);
        const { entries: part }: WholeSitemap = await sitemapOf(xml.slice(0, at % (xml.length + 1)), {
          truncated: true,
        });
        expect(part.map(({ url: loc }) => loc)).toEqual(whole.slice(0, part.length).map(({ url: loc }) => loc));
      }),
      { numRuns: RUNS },
    );
  });

  test('the boundaries of pieces make no difference', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 1, maxLength: 6 }),
        choices,
        fc.nat(1000),
        async (entries, choose, shift) => {
          const xml = written(entries, choose);
          const { entries: whole } = await sitemapOf(xml);
          // Bytes are read 65,536 at a time. The comment moves the entries across that boundary.
          const root = xml.indexOf('url');
          const comment = `<!--${'x'.repeat(65_536 - Buffer.byteLength(xml.slice(0, root)) - (shift % Buffer.byteLength(xml)))}-->`;
          const moved = `${comment}${xml}`;
          expect((await sitemapOf(moved)).entries).toEqual(whole);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
