/**
 * How fast a crawl with many entries is: rates of the same program at 1,000,000 and at `DUSTPAN_BENCH_KEYS` keys. The
 * server makes the entries itself; 10,000,000 take 4 GB of its disk.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { openFrontier } from '../../db/index.ts';
import { median } from './measure.ts';

const LOAD = join(import.meta.dirname, 'programs/store-load.ts');
const PAGES = '600';
const ROUNDS = 3;
/** As many sites as a crawl of that size has: a thousand entries each. */
const PER_SITE = 1000;

/** @param store the address of the server, without a crawl */
export async function benchSharedGrowth(store: string, keys: number, print: (line: string) => void): Promise<void> {
  const rates: number[] = [];
  for (const total of [1_000_000, keys]) {
    const crawl = `${store}?crawl=keys${total}`;
    await (await openFrontier(crawl)).close();
    await fill(store, `dustpan_keys${total}`, total);
    const some: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { stdout } = await promisify(execFile)(process.execPath, [LOAD, crawl, PAGES, `run ${round}`]);
      const { pages, seconds }: { readonly pages: number; readonly seconds: number } = JSON.parse(stdout);
      some.push(pages / seconds);
    }
    rates.push(median(some));
    print(`at ${total} keys: ${median(some).toFixed(0)} pages/s (${some.map((one) => one.toFixed(0)).join(', ')})`);
  }
  const [few = 0, many = 0] = rates;
  print(`${(many / few).toFixed(2)}× the pages/s at ${keys} keys`);
}

/** Adds queued entries of sites that the program does not crawl: they are behind it in the turn of the sites. */
async function fill(server: string, schema: string, total: number): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(`
      SET search_path = "${schema}"; SET synchronous_commit = off;
      INSERT INTO site (digest, name, turn, depth, next_at)
      SELECT substring(sha256(convert_to(name, 'UTF8')) FOR 16), name, 9e15::bigint + n, 1, 0
      FROM (SELECT n, 'made' || n || '.example' AS name FROM generate_series(1, ${total / PER_SITE}) AS n) AS made;
      INSERT INTO entry (id, digest, key, site, depth, hops, state, role, source)
      SELECT nextval('entry_number'),
        substring(sha256(convert_to(origin, 'UTF8')) FOR 4) || substring(sha256(convert_to(key, 'UTF8')) FOR 16),
        key, site, 1, 0, 'queued', 'page', 'link'
      FROM (
        SELECT site.id AS site, 'https://' || name AS origin,
          'https://' || name || '/documentation/reference/chapter-' || n % 97 || '/page-' || n || '.html' AS key
        FROM site CROSS JOIN generate_series(1, ${PER_SITE}) AS n
      ) AS made;
      INSERT INTO tally VALUES ('made', 'state', 'queued', ${total}), ('made', 'open', '1', ${total})`);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
