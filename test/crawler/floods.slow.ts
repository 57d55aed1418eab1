import { expect, test } from 'vitest';
import { FLOOD_SITES } from '../hostile/catalogue.ts';
import { crawlInProcess } from '../hostile/crawl-in-process.ts';

test.each(FLOOD_SITES)(
  'a site that $what: the crawl ends, and what follows is fetched',
  async (hostile) => {
    const { origin, entries } = await crawlInProcess(hostile);
    const find = (path: string): unknown => entries.find(({ key }) => key === origin + path);
    for (const [path, outcome] of Object.entries(hostile.outcomes)) expect(find(path)).toMatchObject(outcome);
    expect(find('/ok')).toMatchObject({ state: 'done', status: 200 });
  },
  300_000,
);
