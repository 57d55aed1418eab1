import { expect, test } from 'vitest';
import { fetchSite } from '../../examples/own-loop/own-loop.ts';
import { links, site } from '../crawler/web.ts';

const PAGES = 20;

/** A site whose pages link to each other in three spellings. */
function spelledSite() {
  const at = (page: number): string => `/page-${page % PAGES}`;
  return site((target) => {
    const page = Number(/^\/page-(\d+)/.exec(target)?.[1] ?? Number.NaN);
    if (target === '/') return links(at(0));
    if (Number.isNaN(page)) return undefined;
    return links(at(page + 1), `${at(page + 1)}?utm_source=${page}`, `.${at(page + 2)}?gclid=${page}#top`, '/');
  });
}

/** The number of requests that the loop sends. */
async function requestsWith(keyOf?: (url: string) => string): Promise<number> {
  const { origin, requests } = await spelledSite();
  const pages: string[] = [];
  await fetchSite(`${origin}/`, (url) => pages.push(url), 0, keyOf);
  expect(pages).toHaveLength(requests.length);
  return requests.length;
}

test('fetches each page once with keys, and each spelling without', async () => {
  expect(await requestsWith()).toBe(PAGES + 1);
  const withoutFragment = (url: string): string => url.replace(/#.*/, '');
  expect(await requestsWith(withoutFragment)).toBe(3 * PAGES + 1);
});

test('ends with the error of a request', async () => {
  const { origin } = await site({ '/': (_, response) => response.destroy() });
  await expect(fetchSite(`${origin}/`, () => {})).rejects.toThrow('fetch failed');
});
