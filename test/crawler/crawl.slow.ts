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

test('a page that selectors cannot handle is recorded with a note, and the crawl goes on', async () => {
  const { origin } = await site({
    '/': links('/slow', '/two'),
    '/slow': `<ul>${'<li>'.repeat(90_000)}`,
    '/two': '<ul><li><li><li>b',
  });
  const db = new MemoryFrontier();
  await crawl(`${origin}/`, { db, select: { x: 'li:nth-child(3)' } }).finish();
  const found = await Array.fromAsync(db.entries(), ({ state, reason, details }) => [state, reason, details?.fields]);
  expect(found).toEqual([
    ['done', null, '{"x":[]}'],
    ['done', 'selection-failed', '{"x":[]}'],
    ['done', null, '{"x":["b"]}'],
  ]);
});
