/** One worker of the crawl. As many as you like may run, on as many machines: `node worker.ts URL NAME`. */
import { DustpanError } from 'dustpan';
import { crawl } from 'dustpan/crawler';
import { openFrontier } from 'dustpan/frontier';
import { announcing } from './announcing-store.ts';

const [start = '', name = 'worker'] = process.argv.slice(2);
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

try {
  const store = await openFrontier(process.env['CRAWL'] ?? '');
  try {
    const db = announcing(store, async (url, { kind }) => console.log(`${name}: ${kind} ${url}`));
    const { progress } = await crawl(start, { db, signal: stop.signal }).finish();
    console.log(`${name}: ${progress.pages} pages`);
  } finally {
    await store.close();
  }
  if (stop.signal.aborted) process.exitCode = 130;
} catch (error) {
  if (!(error instanceof DustpanError)) throw error;
  console.error(`${name}: ${error.message}`);
  process.exitCode = 2;
}
