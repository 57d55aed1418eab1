/**
 * Crawls an endless site in the frontier named on the command line, until it is killed, and writes a dot for each batch
 * that it has settled. Each page has three links.
 */
import { openSqliteFrontier } from '../../../db/index.ts';
import { found, ONCE, page, request } from '../helpers.ts';

const frontier = await openSqliteFrontier(process.argv[2] ?? '');
await frontier.release();
await frontier.add([found('http://a/1')]);
for (;;) {
  const leases = await frontier.lease(request({ limit: 4 }));
  const settlements = leases.map(({ id, url }) => ({
    ...ONCE,
    id,
    outcome: page(),
    found: [0, 1, 2].map((n) => found(`${url}${n}`, { depth: 1 })),
  }));
  await frontier.settle('run', settlements);
  process.stdout.write('.');
}
