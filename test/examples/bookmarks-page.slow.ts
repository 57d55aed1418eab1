import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM, launchChromium, WHY_SKIPPED } from '../browser/chromium.ts';
import { dustpan } from '../cli/dustpan.ts';
import { copyOf, run } from './project.ts';

const ORIGIN = 'http://bookmarks.test/';
const LISTS = join(import.meta.dirname, '../fixtures/lists');
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

let dist = '';
beforeAll(async () => {
  const folder = copyOf('bookmarks-page');
  const { code, stderr } = await run(folder, 'build');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  dist = join(folder, 'dist');
});

/** What the page shows of a file and saves, and what it requested after it was loaded. */
async function choose(name: string, file: string) {
  await using browser = await launchChromium();
  const page = await browser.newPage();
  const [requested, problems]: [string[], string[]] = [[], []];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => problems.push(message.text()));
  await page.route('**', async (route) => {
    const url = route.request().url();
    requested.push(url);
    const path = url.slice(ORIGIN.length) || 'index.html';
    if (!url.startsWith(ORIGIN)) return route.abort();
    return route.fulfill({
      body: readFileSync(join(dist, path)),
      contentType: TYPES[path.split('.').at(-1) ?? ''] ?? '',
    });
  });
  await page.goto(ORIGIN);
  const buffer = Buffer.from(file);
  await page.setInputFiles('#file', { name, mimeType: 'text/html', buffer });
  await page.waitForFunction(() => !document.querySelector('#summary')?.textContent?.startsWith('It stays'));
  const summary = await page.textContent('#summary');
  const rows = await page.$$eval('tbody tr', (found) =>
    found.map((row) => [...row.children].map((cell) => cell.textContent)),
  );
  if (!(await page.isVisible('#save'))) return { summary, rows, saved: null, requested, problems };
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')]);
  const saved = readFileSync(await download.path(), 'utf8');
  return { summary, rows, saved, requested, problems };
}

describe.runIf(HAS_CHROMIUM)(`the page in Chromium${WHY_SKIPPED}`, () => {
  const HOSTILE = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<TITLE>Bookmarks</TITLE>
<DL><p>
    <DT><H3>News</H3>
    <DL><p>
        <DT><A HREF="https://example.com/a?b=1&amp;utm_source=mail#top" ADD_DATE="1">One</A>
        <DD>its description
        <DT><A HREF="HTTPS://Example.com/a?b=1" ADD_DATE="2">The same</A>
        <DD>goes with it
        <HR>
    </DL><p>
    <DT><A HREF="https://b\u00fccher.example/" ADD_DATE="3">IDN</A>
    <DT><A HREF="https://xn--bcher-kva.example" ADD_DATE="4">The same</A>
    <DT><A HREF="https://example.com/&lt;img src=x onerror=alert(1)&gt;">evil</A>
    <DT><A HREF="https://example.com/&lt;img src=x onerror=alert(1)&gt;">evil</A>
    <DT><A HREF="javascript:alert(1)">Bookmarklet</A>
    <DT><A HREF="no url">Not a URL</A>
    <DT><A HREF="no url">Not a URL</A>
</DL><p>
`;

  test('leaves out duplicates with what belongs to them, says why, and requests nothing from elsewhere', async () => {
    const { summary, rows, saved, requested, problems } = await choose('mine.html', HOSTILE);
    expect(summary).toBe('9 bookmarks, 3 of them duplicates.');
    const evil = 'https://example.com/<img src=x onerror=alert(1)>';
    expect(rows).toEqual([
      [
        'HTTPS://Example.com/a?b=1',
        'https://example.com/a?b=1&utm_source=mail#top',
        'lowercase-scheme, lowercase-host, drop-tracking-params, drop-fragment',
      ],
      ['https://xn--bcher-kva.example', 'https://b\u00fccher.example/', 'lowercase-host, add-root-path'],
      [evil, evil, 'equal URLs'],
    ]);
    expect(saved).toBe(
      HOSTILE.replace(/ {8}<DT>.*The same.*\n.*goes with it\n/, '')
        .replace(/ {4}<DT>.*xn--.*\n/, '')
        .replace(/( {4}<DT>.*evil.*\n)\1/, '$1'),
    );
    expect(requested.filter((url) => !url.startsWith(ORIGIN))).toEqual([]);
    expect(problems).toEqual([]);
  });

  test.each(['bookmarks-chromium_nested.htm', 'bookmarks-firefox_nested.htm', 'bookmarks-shaarli.htm'])(
    'finds in %s, written twice over, what the command line finds',
    async (name) => {
      const once = readFileSync(join(LISTS, name), 'utf8');
      const twice = once.replace(/<DL><p>([^]*)<\/DL>/, '<DL><p>$1$1</DL>');
      const { stdout } = await dustpan(['dedup', '--input-format', 'bookmarks', '-'], twice);
      const { saved, problems } = await choose(name, twice);
      const urls = (html: string | null): readonly string[] => html?.match(/(?<=HREF=")[^"]*/gi) ?? [];
      expect(urls(saved)).toEqual(urls(stdout));
      expect(urls(saved).length).toBeLessThan(urls(twice).length);
      expect(problems).toEqual([]);
    },
  );

  test('says of another file that it has no bookmarks', async () => {
    const { summary, saved } = await choose('notes.html', '<p>Nothing</p>');
    expect({ summary, saved }).toEqual({
      summary: 'notes.html has no bookmarks; choose the HTML file that a browser exports.',
      saved: null,
    });
  });
});
