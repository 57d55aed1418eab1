import { expect, test } from 'vitest';
import { crawl } from '../../crawler/index.ts';
import { MemoryFrontier } from '../../db/index.ts';
import { links, site } from './web.ts';

test('a stopped crawl does not wait for a handler that never ends, and its page comes again', async () => {
  const { origin } = await site({ '/': links() });
  const db = new MemoryFrontier();
  const stop = new AbortController();
  const { progress } = await crawl(`${origin}/`, {
    db,
    signal: stop.signal,
    onPage: () => {
      stop.abort();
      return new Promise(() => {});
    },
  }).finish();
  expect(progress.pages).toBe(0);
  const again: string[] = [];
  for await (const { url } of crawl([], { db })) again.push(url);
  expect(again).toEqual([`${origin}/`]);
});
