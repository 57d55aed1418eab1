import { expect, test } from 'vitest';
import { deadFolder } from '../../../src/audit/site/dead-folder.ts';
import { entry, madeSite, page, redirect } from '../made-site.ts';

const broken = (url: string): ReturnType<typeof entry> =>
  entry(url, { state: 'failed', status: 404, reason: 'http-404' });

test.each([
  ['https://example.com/old/a/b', 'example.com/old/*'],
  ['https://example.com/old/c', 'example.com/old/*'],
  ['https://example.com/shop/gone/1', 'example.com/shop/gone/*'],
  ['https://example.com/shop/lost', null],
  ['https://example.com/moved/lost', null],
  ['https://example.com/lost', null],
  ['https://dead.example.com/a', 'dead.example.com/*'],
  ['https://dead.example.com:8443/', 'dead.example.com:8443/*'],
  ['https://[', null],
])('nothing works around %s in %s', async (url, folder) => {
  const site = await madeSite([
    page('https://example.com/', 'Home'),
    page('https://example.com/shop/broom', 'A broom'),
    redirect('https://example.com/moved/broom', 'https://example.com/shop/broom'),
    broken('https://example.com/old/a/b'),
    broken('https://example.com/old/c'),
  ]);
  expect(deadFolder(url, site)).toBe(folder);
});
