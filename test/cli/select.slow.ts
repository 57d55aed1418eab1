/** Covers: src/report/crawl/fields.ts, crawler/selection/stored-selectors.ts */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { crawl } from '../../crawler/index.ts';
import { links, serve, site, type Web } from '../crawler/web.ts';
import { dustpan, ndjson, temporaryFolder } from './dustpan.ts';

const product = (name: string, ...prices: readonly string[]): string =>
  `<title>t</title><nav><a href=/about>About</a></nav><main><h1>${name}</h1>${prices
    .map((price) => `<p class=price data-currency=EUR>${price}</p>`)
    .join('')}<a href=/two?utm_source=x>2</a></main>`;

const SHOP = { '/': product('One', '1', '=2'), '/two?utm_source=x': product('Two'), '/about': 'About' };
const SELECT = ['--select', 'title=h1', '--select', 'price=.price', '--select', 'unit=.price@data-currency'];

describe('crawl --select and --follow', () => {
  let shop: Web;
  const database = join(temporaryFolder(), 'shop.dustpan');
  beforeAll(async () => {
    shop = await serve(SHOP);
    const { code, stderr } = await dustpan([
      'crawl',
      `${shop.origin}/`,
      ...SELECT,
      '--follow',
      'main',
      '--db',
      database,
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return () => shop.close();
  });

  test('urls shows the values, and links elsewhere are recorded but not fetched', async () => {
    const { stdout } = await dustpan(['urls', database]);
    expect(ndjson(stdout)).toMatchObject([
      { state: 'done', fields: { title: ['One'], price: ['1', '=2'], unit: ['EUR', 'EUR'] } },
      { state: 'skipped', reason: 'not-selected', fields: null },
      { state: 'done', fields: { title: ['Two'], price: [], unit: [] } },
    ]);
    expect(shop.requests).toEqual(['/', '/two?utm_source=x']);
  });

  test('export has a column for each field; a title takes the place of the title', async () => {
    const { stdout } = await dustpan(['export', database, '--format', 'csv']);
    const [head = '', ...rows] = stdout.trimEnd().split('\r\n');
    expect(head.split(',').slice(-4)).toEqual(['title', 'canonical', 'price', 'unit']);
    expect(rows.map((row) => row.split(',').slice(-4))).toEqual([
      ['One', '', '1 | =2', 'EUR | EUR'],
      ['', '', '', ''],
      ['Two', '', '', ''],
    ]);
  });

  test('why shows the values', async () => {
    const { stdout } = await dustpan(['why', database, `${shop.origin}/`]);
    expect(stdout).toContain('fields  title: One\n        price: 1\n        price: =2\n        unit: EUR\n');
    const two = await dustpan(['why', database, `${shop.origin}/two`, '--json']);
    expect(JSON.parse(two.stdout)).toMatchObject({ entry: { fields: { title: ['Two'], price: [] } } });
  });

  test('a resumed crawl keeps its selectors, and refuses others', async () => {
    const again = await dustpan(['crawl', '--db', database, '--recrawl']);
    expect(again.code).toBe(0);
    expect(shop.requests).toHaveLength(4);
    const other = await dustpan(['crawl', '--db', database, '--select', 'title=h2']);
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('began with other selectors') });
  });
});

test.each([
  [['--select', 'h1'], 'Write it as title=h1'],
  [['--select', 'x=h1', '--select', 'x=h2'], 'The field "x" is given twice'],
  [['--select', 'x=h1['], 'select x: "h1[" is not a CSS selector'],
  [['--select', 'url=h1'], 'every entry has a column of this name'],
  [['--main', '::x'], 'main: "::x" is not a CSS selector'],
])('%j is refused before the crawl file is created', async (args, message) => {
  const database = join(temporaryFolder(), 'none.dustpan');
  const { code, stderr } = await dustpan(['crawl', 'http://127.0.0.1:1/', '--db', database, ...args]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  expect(existsSync(database)).toBe(false);
});

test('--main and --ignore say which text is compared', async () => {
  const text = 'a b c d e f g h i j k l';
  const { origin } = await site({
    '/': links('/one', '/two'),
    '/one': `<div class=main>${text}<i>ad</i></div>1`,
    '/two': `<div class=main>${text}<i>other ad</i></div>2`,
  });
  const database = join(temporaryFolder(), 'main.dustpan');
  await dustpan(['crawl', `${origin}/`, '--main', '.main', '--ignore', 'i', '--db', database]);
  const { stdout } = await dustpan(['audit', database, '--format', 'json']);
  expect(stdout).toContain('dup/exact');
});

describe('crawl() with selectors', () => {
  test('hands the values over with the page', async () => {
    const { origin } = await site(SHOP);
    const fields: unknown[] = [];
    for await (const page of crawl(`${origin}/`, { select: { title: 'h1' }, follow: 'main' })) fields.push(page.fields);
    expect(fields).toEqual([{ title: ['One'] }, { title: ['Two'] }]);
  });

  test('an invalid selector ends it before it starts', async () => {
    const db = join(temporaryFolder(), 'none.dustpan');
    await expect(crawl('http://127.0.0.1:1/', { db, main: 'a[' }).finish()).rejects.toMatchObject({
      code: 'invalid-selector',
    });
    expect(existsSync(db)).toBe(false);
  });
});
