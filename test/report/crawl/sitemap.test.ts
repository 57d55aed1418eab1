/** Covers: src/report/sitemap-files.ts */
import { describe, expect, test } from 'vitest';
import { sitemap } from '../../../src/report/crawl/sitemap.ts';
import { entry, redirectTo, write } from '../writing.ts';

function locs(xml: string): readonly string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => loc);
}

function many(count: number, length: number): readonly ReturnType<typeof entry>[] {
  const padding = 'x'.repeat(length);
  return Array.from({ length: count }, (_, n) => entry(`http://h/${padding}${String(n).padStart(6, '0')}`));
}

const NOINDEX = JSON.stringify({ robots: [{ from: 'meta', agent: null, directives: ['noindex'] }] });

describe('sitemap', () => {
  test('lists HTML pages with a 2xx status that are not aliases or sitemaps', async () => {
    const { text, notes } = await write(sitemap, [
      entry('http://h/'),
      entry('http://h/xhtml', { contentType: 'Application/XHTML+XML' }),
      redirectTo('http://h/old', 'http://h/'),
      entry('http://h/copy', { aliasOf: 'http://h/', aliasBy: 'canonical' }),
      entry('http://h/in-a-circle', { reason: 'truncated canonical-loop' }),
      entry('http://h/index.html', { aliasOf: 'http://h/', aliasBy: 'equivalence' }),
      entry('http://h/gone', { state: 'failed', status: 404 }),
      entry('http://h/moved-nowhere', { status: 304 }),
      entry('http://h/later', { state: 'queued', status: null }),
      entry('http://h/a.pdf', { contentType: 'application/pdf' }),
      entry('http://h/unknown', { contentType: null }),
      entry('http://h/almost', { contentType: 'text/html-like' }),
      entry('http://h/map', { role: 'sitemap' }),
      entry('http://h/hidden', { details: { lastModified: null, fields: null, record: NOINDEX } }),
    ]);
    expect(text).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
        '<url><loc>http://h/</loc></url>\n<url><loc>http://h/xhtml</loc></url>\n' +
        '<url><loc>http://h/unknown</loc></url>\n</urlset>\n',
    );
    expect(notes).toEqual([
      'left out: 2 that declare another URL with rel=canonical',
      'left out: 1 that duplicate another page',
      'left out: 1 that are marked noindex',
    ]);
  });

  test('leaves out a page that is only named as a sitemap, but not one that another page links to', async () => {
    const named = { source: 'robots', reason: 'not-a-sitemap' };
    const entries = [
      entry('http://h/', { id: 1 }),
      entry('http://h/sitemap.xml', { ...named, id: 2 }),
      entry('http://h/sitemap.html', { ...named, id: 3 }),
    ];
    const links = [
      { from: 1, to: [{ id: 3, url: null }] },
      { from: 2, to: [{ id: 2, url: null }] },
    ];
    const { text, notes } = await write(sitemap, entries, { links });
    expect(locs(text)).toEqual(['http://h/', 'http://h/sitemap.html']);
    expect(notes).toEqual(['left out: 1 that are named as sitemaps by mistake']);
  });

  test('leaves out pages that say in their title that they do not exist', async () => {
    const titled = (url: string, title: string, words = 9, status = 200): ReturnType<typeof entry> =>
      entry(url, { status, details: { lastModified: null, fields: null, record: JSON.stringify({ title, words }) } });
    const { text, notes } = await write(sitemap, [
      titled('http://h/', 'Page not found'),
      titled('http://h/gone', 'Page not found'),
      titled('http://h/article', 'Page not found', 300),
      titled('http://h/broom', 'A broom'),
      titled('http://h/created', 'Page not found', 9, 201),
    ]);
    expect(locs(text)).toEqual(['http://h/', 'http://h/article', 'http://h/broom', 'http://h/created']);
    expect(notes).toEqual(['left out: 1 that say in their title that they do not exist']);
  });

  test('writes the URL as sent, found or redirected to: percent-encoded and escaped for XML', async () => {
    const { text } = await write(sitemap, [
      entry('http://h/é?a=1&b=<"\'>', { key: 'http://h/k1' }),
      entry('http://h/c', { key: 'http://h/k2', finalUrl: 'http://h/c/' }),
      entry('http://H:80/d\n#top', { key: 'http://h/d' }),
      entry('http://h/\u001b]0;\u0000x', { key: 'http://h/k3' }),
    ]);
    expect(locs(text)).toEqual([
      'http://h/%C3%A9?a=1&amp;b=%3C%22%27%3E',
      'http://h/c/',
      'http://h/d',
      'http://h/%1B]0;%00x',
    ]);
  });

  test('takes lastmod from valid HTTP dates only', async () => {
    const dated = async (lastModified: string): Promise<string> => {
      const { text } = await write(sitemap, [
        entry('http://h/', { details: { lastModified, record: null, fields: null } }),
      ]);
      return /<lastmod>(.*)<\/lastmod>/.exec(text)?.[1] ?? '';
    };
    expect(await dated('Fri, 13 Nov 2026 11:12:04 GMT')).toBe('2026-11-13T11:12:04Z');
    for (const other of ['', 'yesterday', '2026-11-13', 'Fri, 99 Nov 2026 11:12:04 GMT', '<b>', '1']) {
      expect(await dated(other)).toBe('');
    }
  });

  test('leaves out and counts URLs that a sitemap must not contain', async () => {
    const { text, notes } = await write(sitemap, [
      entry(`http://h/${'x'.repeat(2047 - 9)}`),
      entry(`http://h/${'x'.repeat(2048 - 9)}`),
      entry('http://h/#!/route'),
      entry('http://i/'),
    ]);
    expect(locs(text).map((loc) => loc.length)).toEqual([2047, 9]);
    expect(notes).toEqual([
      'left out: 1 that are longer than 2047 characters',
      'left out: 1 that differ from another page only in #…',
      "a sitemap should list one site, but the pages are from several; choose one with dustpan export --where 'url~https://HOST/*'",
    ]);
  });

  test('50,000 URLs make one sitemap, one more makes two and an index', async () => {
    const entries = many(50_001, 0);
    const one = await write(sitemap, entries.slice(1), { folder: false });
    expect(locs(one.text)).toHaveLength(50_000);
    const { text, beside, notes } = await write(sitemap, entries);
    expect([...beside.values()].map((part) => locs(part).length)).toEqual([50_000, 1]);
    expect([...beside.values()].flatMap(locs)).toEqual(entries.map(({ url }) => url));
    expect(text).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n' +
        '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
        '<sitemap><loc>http://h/s%201.xml</loc></sitemap>\n<sitemap><loc>http://h/s%202.xml</loc></sitemap>\n' +
        '</sitemapindex>\n',
    );
    expect(notes).toEqual(['2 sitemaps; the index expects them at http://h/']);
  });

  test('no sitemap is larger than 50 MiB', async () => {
    const { beside } = await write(sitemap, many(27_000, 2000));
    const parts = [...beside.values()];
    expect(parts.length).toBe(2);
    for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(50 * 1024 * 1024);
    expect(parts.flatMap(locs)).toHaveLength(27_000);
  });

  test('several sitemaps cannot go to standard output', async () => {
    await expect(write(sitemap, many(50_001, 0), { folder: false })).rejects.toMatchObject({
      code: 'needs-file',
      message: expect.stringContaining('-o sitemap.xml'),
    });
  });

  test('an empty crawl makes an empty sitemap', async () => {
    const { text } = await write(sitemap, []);
    expect(text).toMatch(/<urlset [^>]*>\n<\/urlset>\n$/);
  });
});
