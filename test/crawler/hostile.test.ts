import { expect, test } from 'vitest';
import { HOSTILE_SITES } from '../hostile/catalogue.ts';
import { crawlHostile } from '../hostile/crawl.ts';

test.each(HOSTILE_SITES)('a site that $what: the crawl ends, and its other pages are fetched', async (hostile) => {
  const { origin, entries, requests } = await crawlHostile(hostile);
  const find = (path: string): unknown =>
    path === '*'
      ? entries.find(({ reason }) => reason === hostile.outcomes['*']?.reason)
      : entries.find(({ key }) => key === (path.startsWith('/') ? origin + path : path));
  for (const [path, outcome] of Object.entries(hostile.outcomes)) expect(find(path)).toMatchObject(outcome);
  expect(entries.filter(({ state }) => state === 'queued' || state === 'leased')).toEqual([]);
  if (hostile.isClosed !== true) expect(find('/ok')).toMatchObject({ state: 'done', status: 200 });
  expect(requests.length).toBeLessThan(150);
});
