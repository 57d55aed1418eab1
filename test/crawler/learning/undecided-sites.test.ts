import { expect, test } from 'vitest';
import { UndecidedSites } from '../../../crawler/learning/undecided-sites.ts';
import type { UndecidedGroup } from '../../../src/dedup/undecided.ts';

function group(needs: UndecidedGroup['needs'], ...urls: readonly string[]): UndecidedGroup {
  return { needs, urls, keys: urls };
}

test('asks each site for the kinds that its groups take, www aside, the most gain first', () => {
  const sites = new UndecidedSites();
  sites.add(group(['slash'], 'http://a.example/x', 'http://a.example/x/'));
  sites.add(group(['www'], 'http://www.b.example/x', 'http://b.example/x'));
  sites.add(group(['case', 'slash'], 'http://b.example/y', 'http://b.example/Y', 'http://b.example/Y/'));
  expect(sites.questions().map(({ kinds, starts }) => ({ kinds, starts }))).toEqual([
    { kinds: ['www', 'case', 'slash'], starts: ['http://www.b.example/', 'http://b.example/'] },
    { kinds: ['slash'], starts: ['http://a.example/'] },
  ]);
});

test('names the pages under every name that the site may have', () => {
  const sites = new UndecidedSites();
  sites.add(group(['slash'], 'http://a.example/x?b#c', 'http://a.example/x/?b#c'));
  sites.add(group(['scheme'], 'http://192.0.2.1/x', 'https://192.0.2.1/x'));
  sites.add(group(['slash'], 'http://c.example:8080/x', 'http://c.example:8080/x/'));
  const [first, ...others] = sites.questions().map(({ pages }) => pages);
  expect(first?.filter((page) => page.includes('/x?'))).toEqual([
    'http://a.example/x?b#c',
    'http://www.a.example/x?b#c',
    'https://a.example/x?b#c',
    'https://www.a.example/x?b#c',
  ]);
  expect(others).toEqual([
    ['http://192.0.2.1/x', 'https://192.0.2.1/x'],
    ['http://c.example:8080/x', 'http://c.example:8080/x/'],
  ]);
});

test('a link without a scheme is asked for by its key', () => {
  const sites = new UndecidedSites();
  sites.add({
    needs: ['slash'],
    urls: ['a.example/x', 'a.example/x/'],
    keys: ['https://a.example/x', 'https://a.example/x/'],
  });
  expect(sites.questions()).toMatchObject([{ starts: ['https://a.example/'] }]);
});

test('keeps so many sites and pages and no more, and says so', () => {
  const sites = new UndecidedSites(2);
  for (let page = 0; page < 100; page++)
    sites.add(group(['case'], `http://10.0.0.1/a${page}`, `http://10.0.0.1/A${page}`));
  sites.add(group(['slash'], 'http://b.example/', 'http://b.example//'));
  expect(sites.isPartial).toBe(false);
  sites.add(group(['slash'], 'http://c.example/', 'http://c.example//'));
  expect(sites.isPartial).toBe(true);
  expect(sites.questions()).toHaveLength(2);
  expect(sites.questions()[0]?.pages).toHaveLength(40);
});

test('keeps pages of as many folders as possible, whichever come first', () => {
  const sites = new UndecidedSites();
  for (let page = 0; page < 100; page++)
    sites.add(group(['case'], `http://10.0.0.1/big/a${page}`, `http://10.0.0.1/big/A${page}`));
  const folders = Array.from({ length: 50 }, (_, at) => `http://10.0.0.1/f${at}/`);
  for (const folder of folders) sites.add(group(['case'], `${folder}a?b=/c`, `${folder}A?b=/c`));
  const [question] = sites.questions();
  expect(question?.starts).toEqual(['http://10.0.0.1/']);
  expect(question?.pages).toEqual([
    'http://10.0.0.1/big/a0',
    ...folders.slice(0, 39).map((folder) => `${folder}a?b=/c`),
  ]);
});
