/** Crawls a shop, and writes its products to a table. Ctrl-C stops it; the same command goes on where it was. */
import { writeFile } from 'node:fs/promises';
import { crawl, fieldsOf } from 'dustpan/crawler';
import { openFrontier } from 'dustpan/frontier';

const [start = 'https://books.toscrape.com/', table = 'products.csv'] = process.argv.slice(2);
const db = 'products.dustpan';
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

// It obeys robots.txt, and asks a host once a second unless that is this machine.
const site = crawl(start, {
  db,
  userAgent: 'products-example (+https://example.com/who-runs-this)',
  maxPages: 200,
  follow: '.product_pod, .pager',
  select: { name: '.product_main h1', price: '.product_main .price_color', stock: '.product_main .availability' },
  signal: stop.signal,
  onFailure: ({ url, message }) => console.error(`${url}: ${message}`),
});
for await (const { url, fields } of site) console.log(fields['name']?.[0] ?? '(no product)', url);
const { progress } = await site.finish();

// From the crawl file, because a page that was interrupted comes twice, and those of earlier runs do not come again.
const rows = [['url', 'name', 'price', 'stock']];
const crawled = await openFrontier(db, { readonly: true });
for await (const entry of crawled.entries('bare')) {
  const { name: [name] = [], price: [price = ''] = [], stock: [stock = ''] = [] } = fieldsOf(entry) ?? {};
  if (name !== undefined && entry.aliasOf === null) rows.push([entry.url, name, price.replace(/[^\d.]/g, ''), stock]);
}
await crawled.close();
await writeFile(table, rows.map((row) => `${row.map(cell).join(',')}\r\n`).join(''));
console.log(`${progress.pages} pages read, ${rows.length - 1} products in ${table}`);
if (stop.signal.aborted) process.exitCode = 130;

/** A cell of a CSV file (RFC 4180). The apostrophe keeps spreadsheets from running a text of the site as a formula. */
function cell(text: string): string {
  return `"${text.replace(/^(?=\s*[=+\-@])/, "'").replaceAll('"', '""')}"`;
}
