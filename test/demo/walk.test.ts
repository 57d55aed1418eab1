/** The walks by the keys of other crawlers: the keys are theirs, and the counts are those of the site. */
import { normalizeUrl } from '@apify/utilities';
import { expect, test } from 'vitest';
import { answer } from '../../config/demo-site/answer.ts';
import { PAGES } from '../../config/demo-site/pages.ts';
import { SECTIONS } from '../../config/demo-site/sections.ts';
import { asFound, standardHref, tally, uniqueKey, walk } from '../../src/cli/jobs/demo-walk.ts';

const found = new Set<string>();
const all = walk((url) => {
  found.add(url);
  return asFound(url);
});

test("uniqueKey is Crawlee's key for every URL on the site", () => {
  expect(found.size).toBeGreaterThan(PAGES.length * 4);
  for (const url of found) expect(uniqueKey(url)).toBe(normalizeUrl(url, false));
});

test.each([
  'HTTPS://Broom.Example:443/a/../b//c/?B=2&a=%7e&utm_source=x&a=1 #x',
  'http://broom.example:8080/%7ea/?',
  'http://broom.example/?q=a+b&q=%C3%A9&utm_x',
])("uniqueKey is Crawlee's key for %s", (url) => {
  expect(uniqueKey(url)).toBe(normalizeUrl(url, false));
});

test('a walk by the URLs as found requests each of them once, and so every page', () => {
  expect(all).toHaveLength(found.size);
  expect(tally(all)).toMatchObject({ pages: PAGES.length, lost: 0 });
});

test('a walk by the standard href loses no page', () => {
  const { requests, lost } = tally(walk(standardHref));
  expect(lost).toBe(0);
  expect(requests).toBeLessThan(all.length);
});

test("a walk by Crawlee's key loses the pages of the archive whose path is that of a folder without its slash", () => {
  const shown = new Set(walk(uniqueKey).map((request) => answer(request).page));
  const lost = PAGES.filter(({ path }) => !shown.has(path)).map(({ path }) => path);
  const archive = SECTIONS.find(({ path }) => path === '/archive/');
  expect(lost).toEqual(archive?.folders.map(([folder]) => folder.replace(/\/$/, '')));
});

test('a walk follows redirects to a URL of the same key, as an HTTP client does', () => {
  const requests = walk(uniqueKey);
  const urls = requests.map(({ scheme, host, target }) => `${scheme}://${host}${target}`);
  const kept = requests.flatMap((request, index) => {
    const { location } = answer(request).headers;
    if (location === undefined) return [];
    const target = new URL(location, urls[index]).href;
    return uniqueKey(target) === uniqueKey(urls[index] ?? '') ? [target] : [];
  });
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.filter((target) => !urls.includes(target))).toEqual([]);
});

test('a walk by the page itself requests each page once', () => {
  const truth = new Map(all.map((request) => [JSON.stringify(request), answer(request).page]));
  const pageOf = (url: string): string => {
    const { protocol, host, pathname, search } = new URL(url);
    const request = { scheme: protocol.slice(0, -1), host, target: pathname + search };
    return truth.get(JSON.stringify(request)) ?? url;
  };
  expect(tally(walk(pageOf))).toMatchObject({ pages: PAGES.length, again: 0, lost: 0 });
});

test('counts add up, and repeated walks are equal', () => {
  const requests = walk(uniqueKey);
  const { pages, again, other } = tally(requests);
  expect(pages + again + other).toBe(requests.length);
  expect(walk(uniqueKey)).toEqual(requests);
});
