import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readSitemap } from '../../../crawler/sitemaps/sitemap.ts';
import { fill } from '../fill.ts';
import { feedOf, sitemapOf, urlset, urlsOf } from './reading.ts';

const MEGABYTE = 1_000_000;

describe('hostile sitemaps', () => {
  test('entities that a document declares are not expanded', async () => {
    const lol = Array.from({ length: 10 }, (_, at) => `<!ENTITY lol${at + 1} "${`&lol${at};`.repeat(10)}">`).join('');
    const xml = `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY lol0 "lol">${lol}<!ENTITY x SYSTEM "file:///etc/passwd">]>
      ${urlset('<loc>https://h/&lol10;</loc>', '<loc>https://h/&x;</loc>')}`;
    expect(await urlsOf(xml)).toEqual(['https://h/&lol10;', 'https://h/&x;']);
  });

  test('10 MB without a tag', async () => {
    expect((await sitemapOf(fill('x', 10 * MEGABYTE))).problems).toEqual(['not-a-sitemap']);
  });

  test('100,000 nested elements, then an entry', async () => {
    const deep = '<a>'.repeat(100_000) + '</a>'.repeat(100_000);
    expect(await urlsOf(urlset(`${deep}<loc>https://h/1</loc>${deep}`, '<loc>https://h/2</loc>'))).toEqual([
      'https://h/1',
      'https://h/2',
    ]);
  });

  test('a URL of 10 MB, which is cut as soon as it is too long', async () => {
    const { entries, problems } = await sitemapOf(
      urlset(`<loc>https://h/${fill('a', 10 * MEGABYTE)}</loc>`, '<loc>https://h/b</loc>'),
    );
    expect(entries.map(({ url }) => url.length)).toEqual([8193, 11]);
    expect(problems).toEqual(['too-long']);
    const text = await sitemapOf(`https://h/a\nhttps://h/${fill('a', 10 * MEGABYTE)}\nhttps://h/b`);
    expect(text.entries.map(({ url }) => url.length)).toEqual([11, 8193, 11]);
    expect(text.problems).toEqual(['too-long']);
  });

  test('a URL of the greatest length, after a megabyte of white space', async () => {
    const url = `https://h/${'a'.repeat(8182)}`;
    expect(await sitemapOf(urlset(`<loc>${fill(' \n', MEGABYTE)}${url}</loc>`))).toMatchObject({
      entries: [{ url }],
      problems: [],
    });
  });

  test.each([
    ['in XML', `<urlset>${'<url><loc>https://h/</loc></url>'.repeat(MEGABYTE)}`],
    ['in text', 'https://h/\n'.repeat(MEGABYTE)],
  ])('a million entries %s, of which 50,000 are read', async (_what, body) => {
    const { entries, problems } = await sitemapOf(body);
    expect(entries).toHaveLength(50_000);
    expect(problems).toEqual(['too-many-entries']);
  });

  test('50,000 entries are within the limit', async () => {
    const { entries, problems } = await sitemapOf(
      urlset(...Array.from({ length: 50_000 }, () => '<loc>https://h/</loc>')),
    );
    expect(entries).toHaveLength(50_000);
    expect(problems).toEqual([]);
  });

  test('100,000 alternates of one entry', async () => {
    const links = '<x:link rel="alternate" href="a"/>'.repeat(100_000);
    const { entries, problems } = await sitemapOf(urlset(`<loc>b</loc>${links}`));
    expect(entries.map(({ alternates }) => alternates.length)).toEqual([1000]);
    expect(problems).toEqual(['too-many-alternates']);
  });

  test('a gzip bomb, which is unpacked up to 50 MiB', async () => {
    const start = '<urlset><url><loc>https://h/</loc></url>';
    const bomb = gzipSync(
      Buffer.concat([Buffer.from(start), Buffer.alloc(60 * MEGABYTE, ' '), Buffer.from('<url><loc>no')]),
    );
    expect(await sitemapOf(bomb)).toMatchObject({ entries: [{ url: 'https://h/' }], problems: ['too-large'] });
  });

  test('more than 50 MiB', async () => {
    const far = `<urlset><url><loc>https://h/</loc></url>${fill(' ', 53 * MEGABYTE)}<url><loc>https://no/</loc></url></urlset>`;
    expect(await sitemapOf(far)).toMatchObject({ entries: [{ url: 'https://h/' }], problems: ['too-large'] });
  });

  test('the event loop runs between any two batches, and each is small', async () => {
    let turns = 0;
    let turn = setImmediate(function next() {
      turns++;
      turn = setImmediate(next);
    });
    const rounds: number[] = [];
    const sizes: number[] = [];
    const body = Buffer.from(urlset(...Array.from({ length: 50_000 }, (_, at) => `<loc>https://h/${at}</loc>`)));
    for await (const { entries } of readSitemap({ url: 'https://h/', body, contentType: null, truncated: false })) {
      rounds.push(turns);
      sizes.push(entries.length);
    }
    clearImmediate(turn);
    expect(rounds.length).toBeGreaterThan(20);
    // The last batch contains only the problem.
    expect(new Set(rounds).size).toBeGreaterThanOrEqual(rounds.length - 1);
    expect(Math.max(...sizes)).toBeLessThan(3000);
  });
});

describe('hostile feeds', () => {
  test('endless links, of which 50,000 are read', async () => {
    const items = Array.from({ length: 60_000 }, (_, at) => `<item><link>${at}</link></item>`).join('');
    const { links, problems } = await feedOf(`<rss><channel>${items}`);
    expect(links).toHaveLength(50_000);
    expect(problems).toEqual(['too-many-entries']);
  });

  test('50,000 links are within the limit, however often they are repeated', async () => {
    const items = Array.from({ length: 50_000 }, (_, at) => `<item><link>${at}</link></item>`).join('');
    const { links, problems } = await feedOf(`<rss><channel>${items}<link>0</link></channel></rss>`);
    expect(links).toHaveLength(50_000);
    expect(problems).toEqual([]);
  });

  test('a base that makes every link long', async () => {
    const links = Array.from({ length: 50_000 }, (_, at) => `<link href="${at}"/>`).join('');
    const feed = await feedOf(`<feed xml:base="https://h/${'a'.repeat(8000)}/">${links}`);
    expect(feed.links.length).toBeLessThan(2200);
    expect(feed.problems).toEqual(['too-many-entries']);
  });

  test('nested bases, which do not add up', async () => {
    const base = `${'a'.repeat(8000)}/`;
    const feed = await feedOf(`<feed>${`<entry xml:base="${base}">`.repeat(60)}<link href="b"/>`);
    expect(feed.links.map((link) => link.length)).toEqual(['https://h.example/maps/b'.length + 8001]);
  });

  test('100,000 nested elements, then an item', async () => {
    const deep = '<a>'.repeat(100_000) + '</a>'.repeat(100_000);
    expect((await feedOf(`<rss><channel>${deep}<item><link>https://h/</link></item></channel></rss>`)).links).toEqual([
      'https://h/',
    ]);
  });
});
