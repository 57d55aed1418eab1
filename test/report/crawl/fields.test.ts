import { expect, test } from 'vitest';
import { crawl, fieldsOf } from '../../../crawler/index.ts';
import { MemoryFrontier } from '../../../db/index.ts';
import { links, site } from '../../crawler/web.ts';

test('the selected values of each entry are those that the crawl found; without a page, there are none', async () => {
  const { origin } = await site({ '/': `${links('/gone')}<h1>One</h1><h1>Two</h1>` });
  const db = new MemoryFrontier();
  await crawl(`${origin}/`, { db, retries: 0, select: { heading: 'h1', price: '.price' } }).finish();
  const values = (await Array.fromAsync(db.entries())).map((entry) => [entry.url.replace(origin, ''), fieldsOf(entry)]);
  expect(values).toEqual([
    ['/', { heading: ['One', 'Two'], price: [] }],
    ['/gone', null],
  ]);
});

test('damaged values are null', () => {
  expect(fieldsOf({ details: { fields: '{"heading":' } })).toBeNull();
  expect(fieldsOf({ details: { fields: '7' } })).toBeNull();
  expect(fieldsOf({ details: null })).toBeNull();
});
