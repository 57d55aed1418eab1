import { expect, test } from 'vitest';
import { deadPart } from '../../../src/audit/site/dead-part.ts';
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
  ['https://example.com/shop/api/1.json', null],
  ['https://example.com/shop/gone.html', null],
  ['https://example.com/docs/gone.html', null],
  ['https://example.com/shop/3.11', null],
  ['https://[', null],
])('nothing works around %s in %s', async (url, part) => {
  const site = await madeSite([
    page('https://example.com/', 'Home'),
    page('https://example.com/shop/broom', 'A broom'),
    page('https://example.com/shop/api/a', 'The API'),
    page('https://example.com/shop/pan.html', 'A pan'),
    page('https://example.com/docs/a', 'The docs'),
    redirect('https://example.com/moved/broom', 'https://example.com/shop/broom'),
    broken('https://example.com/old/a/b'),
    broken('https://example.com/old/c'),
  ]);
  expect(deadPart(url, site)).toBe(part);
});

test.each([
  [10, 0, 'example.com/*.json'],
  [9, 0, null],
  [20, 1, 'example.com/*.json'],
  [19, 1, null],
])('%i broken URLs beside %i of their kind that work have the cause %s', async (broke, works, part) => {
  const urls = Array.from({ length: broke }, (_, at) => `https://example.com/api/${at}.json`);
  const site = await madeSite([
    page('https://example.com/', 'Home'),
    page('https://example.com/api/a', 'The API'),
    ...Array.from({ length: works }, (_, at) => page(`https://example.com/api/all-${at}.json`, 'All')),
    ...urls.map(broken),
  ]);
  expect(deadPart(urls[0] ?? '', site)).toBe(part);
});

test('URLs that timed out do not count as broken', async () => {
  const urls = Array.from({ length: 30 }, (_, at) => `https://example.com/${at}.json`);
  const site = await madeSite([
    page('https://example.com/', 'Home'),
    ...urls.map((url) => entry(url, { state: 'failed', status: null, reason: 'timeout' })),
  ]);
  expect(deadPart('https://example.com/gone.json', site)).toBeNull();
});
