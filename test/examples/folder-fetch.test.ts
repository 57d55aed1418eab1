import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crawl } from '../../crawler/index.ts';
import { MemoryFrontier } from '../../db/index.ts';
import { folderFetch } from '../../examples/static-site-ci/folder-fetch.ts';
import { temporaryFolder } from '../cli/dustpan.ts';
import { links } from '../crawler/web.ts';

test('crawls a built site under its real URLs with robots.txt, sitemap and redirects of folders, and nothing outside', async () => {
  const parent = temporaryFolder();
  const folder = join(parent, 'dist');
  mkdirSync(join(folder, 'docs'), { recursive: true });
  const files = {
    '../secret.html': 'secret',
    'robots.txt': 'User-agent: *\nDisallow: /draft\nSitemap: https://shop.example/sitemap.xml',
    'sitemap.xml': '<urlset><url><loc>https://shop.example/listed.html</loc></url></urlset>',
    'index.html': links(
      '/docs',
      '/docs/',
      '/docs/?utm_source=x',
      '/draft.html',
      '/gone.html',
      '/..%2fsecret.html',
      '/100%',
    ),
    'docs/index.html': links('/'),
    'listed.html': 'listed',
    'draft.html': 'draft',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const db = new MemoryFrontier();
  const pages: string[] = [];
  await crawl('https://shop.example/', {
    db,
    fetch: folderFetch(folder),
    delay: 0,
    retries: 0,
    onPage: ({ url }) => void pages.push(url.replace('https://shop.example', '')),
  }).finish();
  expect(pages.toSorted()).toEqual(['/', '/docs/', '/listed.html']);
  const { failed, skipped } = await db.stats();
  expect(failed).toEqual({ 'http-404': 2, 'fetcher-error': 1 });
  expect(skipped).toEqual({ robots: 1 });
});
