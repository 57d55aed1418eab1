import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startServer, type TestServer } from '../db/postgres/server.ts';
import { switchProxy } from '../db/postgres/switch-proxy.ts';
import { startCrawler } from './crawler.ts';
import { seededRandom } from './random.ts';
import { startKillSite } from './site.ts';
import { readCrawl } from './truth.ts';

const CONCURRENCY = 8;
/** The most pages that are fetched and not recorded at one time. */
const LEASES = 2 * CONCURRENCY;
const FLAGS = [
  '--concurrency',
  String(CONCURRENCY),
  '--delay',
  '0',
  '--per-host',
  String(CONCURRENCY),
  '--retries',
  '2',
];

const portOf = ({ url }: TestServer): string => new URL(url).port;

test.each(['one address that leads to the primary', 'the addresses of both'])(
  'the primary is killed and its standby promoted: a crawl by %s goes on, and nothing is lost',
  async (by) => {
    const site = await startKillSite(seededRandom(7));
    const file = join(mkdtempSync(join(tmpdir(), 'dustpan-standby-')), 'undisturbed.dustpan');
    expect(await startCrawler([site.seed, '--db', file, ...FLAGS], null).ended).toMatchObject({ code: 0 });
    const requests = [...site.requests.values()].reduce((sum, one) => sum + one, 0);
    site.reset();

    const primary = await startServer(['synchronous_standby_names=*']);
    await primary.stop('SIGINT');
    // However late the standby is, it cancels no query.
    const patient = ['max_standby_streaming_delay=-1', 'max_standby_archive_delay=-1'];
    const [standby] = await Promise.all([startServer(patient, { primary }), primary.start()]);
    const proxy = await switchProxy(Number(portOf(primary)));
    try {
      const servers =
        by === 'the addresses of both'
          ? `127.0.0.1:${portOf(primary)},127.0.0.1:${portOf(standby)}`
          : `127.0.0.1:${proxy.port}`;
      const address = `postgres://postgres@${servers}/postgres?target_session_attrs=read-write`;
      const { ended } = startCrawler([site.seed, '--db', address, ...FLAGS], null);
      await site.after(requests / 3);
      await primary.stop('SIGKILL');
      // A crawl that is refused by a standby waits until it is promoted.
      proxy.lead(Number(portOf(standby)));
      const client = new pg.Client(standby.url);
      await client.connect();
      // A query that waited for the promotion could hold up what comes before it.
      await client.query('SELECT pg_promote(false)');
      await client.end();
      expect(await ended).toMatchObject({ code: 0 });
      const [there, here] = [await readCrawl(standby.url), await readCrawl(file)];
      expect(there).toEqual(here);
      const again = [...site.requests.values()].reduce((sum, one) => sum + one, 0) - requests;
      expect(again).toBeLessThanOrEqual(LEASES);
    } finally {
      await proxy.close();
      await Promise.all([primary.close(), standby.close(), site.close()]);
    }
  },
);
