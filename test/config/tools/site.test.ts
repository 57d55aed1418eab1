import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SIDEBAR } from '../../../config/tools/site/navigation.ts';
import { anchorOf, linkOf, pageOf, REPOSITORY, ROOT } from '../../../config/tools/site/pages.ts';
import { anchorsOf, markdownFiles, readPage } from '../../docs/markdown.ts';

test('every Markdown file has a page of its own, which the side of the site names once', () => {
  const pages = markdownFiles().map(pageOf);
  expect(new Set(pages).size).toBe(pages.length);
  const linked = SIDEBAR.flatMap(({ link = '', items = [] }) => [link, ...items.map((item) => item.link ?? '')]);
  const named = linked.filter((link) => link !== '').map((link) => `${link.slice(1).replace(/(^|\/)$/, '$1index')}.md`);
  expect(named.toSorted(), 'Add the page to config/tools/site/navigation.ts.').toEqual(pages.toSorted());
});

describe('a link of a file leads', () => {
  test.each([
    ['README.md', 'docs/crawl.md#scope', '/crawl.md#scope'],
    ['docs/crawl.md', 'crawl-file.md', '/crawl-file.md'],
    ['docs/crawl.md', '../CHANGELOG.md', '/changelog.md'],
    ['docs/decisions/README.md', '0001-pass-order.md', '/decisions/0001-pass-order.md'],
    ['docs/reference/rules.md', '../README.md', '/contents.md'],
    ['docs/library.md', 'api/README.md', '/api/index.md'],
    ['docs/library.md', '../README.md', '/index.md'],
    ['docs/library.md', '../examples/crawlee/README.md', '/examples/crawlee/index.md'],
  ])('from %s, %s: to the page %s', (file, target, page) => {
    expect(linkOf(target, join(ROOT, file))).toBe(page);
  });

  test.each([
    ['a file of the repository', '../db/store.ts', `${REPOSITORY}/blob/main/db/store.ts`],
    ['a folder', '../examples', `${REPOSITORY}/blob/main/examples`],
    ['a Markdown file elsewhere', '../test/fixtures/SOURCES.md', `${REPOSITORY}/blob/main/test/fixtures/SOURCES.md`],
    ['another site', 'https://example.com/a.md', 'https://example.com/a.md'],
    ['a place in the page', '#scope', '#scope'],
  ])('to %s', (_, target, link) => {
    expect(linkOf(target, join(ROOT, 'docs/crawl.md'))).toBe(link);
  });
});

test('the anchors of headings are those of the code host', () => {
  const page = readPage('docs/reference/rules.md');
  const headings = Array.from(page.matchAll(/^#{2,3} (.*)$/gm), ([, heading = '']) => anchorOf(heading));
  expect(headings.length).toBeGreaterThan(80);
  expect([...anchorsOf(page)]).toEqual(expect.arrayContaining(headings));
});
