import { describe, expect, test } from 'vitest';
import { Sample } from '../../../crawler/scope/sample.ts';
import { MemoryFrontier } from '../../../db/index.ts';
import { UrlError } from '../../../src/url/error.ts';
import { parseUrl } from '../../../src/url/parse.ts';
import type { ParsedUrl } from '../../../src/url/parsed-url.ts';
import { crawl } from '../crawling.ts';
import { links, site } from '../web.ts';

function parsed(text: string): ParsedUrl {
  const url = parseUrl(text);
  if (url instanceof UrlError) throw url;
  return url;
}

/** The paths that a sample of one page for each group leaves out. */
function left(...paths: readonly string[]): readonly string[] {
  const sample = new Sample(1);
  return paths.filter((path) => sample.isOver(parsed(`http://a.example${path}`), true));
}

describe('a group', () => {
  test.each([
    ['the pages of a folder', ['/docs/a.html', '/docs/b.html'], ['/docs/b.html']],
    ['folders in a folder', ['/shop/a/', '/shop/b/'], ['/shop/b/']],
    ['pages below numbered folders', ['/2025/01/a', '/2026/02/b'], ['/2026/02/b']],
    ['pages with the same parameters', ['/list?page=1', '/list?page=2'], ['/list?page=2']],
    ['parameters in any order', ['/list?a=1&b=2', '/list?b=3&a=4'], ['/list?b=3&a=4']],
    ['not pages of two folders', ['/docs/a', '/shop/a'], []],
    ['not a page and a feed beside it', ['/docs/a.html', '/docs/a.xml'], []],
    ['parameters between semicolons', ['/list?a=1;b=2', '/list?a=3;b=4', '/list?a=1'], ['/list?a=3;b=4']],
    ['not pages with different parameters', ['/list?page=1', '/list?sort=1'], []],
  ])('%s', (_, paths, over) => {
    expect(left(...paths)).toEqual(over);
  });

  test('is full after its number of pages, and takes known pages again', () => {
    const sample = new Sample(2);
    const over = ['a', 'b', 'c'].map((name) => sample.isOver(parsed(`http://a.example/${name}`), true));
    expect(over).toEqual([false, false, true]);
    const small = new Sample(2);
    expect([true, false, false].map((isNew) => small.isOver(parsed('http://a.example/a'), isNew))).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('has a bounded name, and there is a bounded number of them', () => {
    const sample = new Sample(1);
    for (let at = 0; at < 100_000; at++)
      sample.isOver(
        parsed(`http://a.example/${at.toString(36).replace(/\d/g, 'x')}q${'y'.repeat(at % 90)}/${at}`),
        true,
      );
    const folder = `http://a.example/${'z'.repeat(5000)}`;
    expect(sample.isOver(parsed(`${folder}/a`), true)).toBe(false);
  });
});

test('a crawl fetches a sample of each folder, by links and sitemaps alike, and the rest when it goes on without', async () => {
  const names = Array.from({ length: 30 }, (_, at) => `/docs/${String.fromCharCode(97 + (at % 26))}${at}.html`);
  const web = await site({
    '/': links(...names.slice(0, 15), '/about'),
    '/about': links('/'),
    '/sitemap.xml': `<urlset>${names.map((name) => `<url><loc>${name}</loc></url>`).join('')}</urlset>`,
    ...Object.fromEntries(names.map((name) => [name, links('/')])),
  });
  const frontier = new MemoryFrontier();
  const isDocument = (path: string): boolean => path.startsWith('/docs/');
  const sitemaps = [`${web.origin}/sitemap.xml`];
  await crawl([`${web.origin}/`], { sitemaps, scope: { sample: 5 } }, frontier);
  expect(web.requests.filter(isDocument)).toHaveLength(5);
  expect((await frontier.stats()).skipped).toEqual({ sample: 25 });
  await crawl([`${web.origin}/`], { sitemaps, scope: { sample: 8 } }, frontier);
  expect(web.requests.filter(isDocument)).toHaveLength(8);
  await crawl([`${web.origin}/`], {}, frontier);
  expect(web.requests.filter(isDocument).toSorted()).toEqual(names.toSorted());
});
