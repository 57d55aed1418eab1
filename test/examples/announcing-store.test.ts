import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { crawl } from '../../crawler/index.ts';
import { MemoryFrontier, openFrontier } from '../../db/index.ts';
import { announcing } from '../../examples/shared-crawl/announcing-store.ts';
import { temporaryFolder } from '../cli/dustpan.ts';
import { links, redirect, site } from '../crawler/web.ts';
import { describeFrontier } from '../db/conformance.ts';
import { describeLedger } from '../db/ledger-conformance.ts';

describe('the store of the example', () => {
  test.each([
    ['in memory', () => Promise.resolve(new MemoryFrontier())],
    ['in a crawl file', () => openFrontier(join(temporaryFolder(), 'a.dustpan'))],
  ])('%s announces each outcome of a crawl after it is recorded', async (_, open) => {
    const { origin } = await site({
      '/': links('/a', '/a?utm_source=x', '/old', '/gone'),
      '/a': 'a',
      '/old': redirect(301, '/a'),
    });
    const store = await open();
    const announced: string[] = [];
    const db = announcing(store, async (url, { kind }) => {
      const entries = await Array.fromAsync(store.entries());
      const state = entries.find((entry) => entry.url === url)?.state ?? '';
      announced.push(`${url.replace(origin, '')} ${kind} ${state}`);
    });
    await crawl(`${origin}/`, { db, retries: 0 }).finish();
    await db.close();
    expect(announced.toSorted()).toEqual(['/ page done', '/a page done', '/gone failed failed', '/old redirect done']);
  });
});

for (const describeStore of [describeFrontier, describeLedger]) {
  describeStore('the store of the example', async () => announcing(new MemoryFrontier(), () => Promise.resolve()));
}
