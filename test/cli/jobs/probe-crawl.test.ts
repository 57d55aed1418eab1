import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { close, listen } from '../../../config/demo-site/loopback.ts';
import { openSqliteFrontier } from '../../../db/index.ts';
import { SqliteFrontier } from '../../../db/sqlite.ts';
import { probeCommand } from '../../../src/cli/commands/probe.ts';
import { type ProbedCrawl, probeCrawl } from '../../../src/cli/jobs/probe-crawl.ts';
import { THRESHOLDS } from '../../../src/evidence/thresholds.ts';
import { found, ONCE, page, request } from '../../db/helpers.ts';
import { temporaryFolder } from '../dustpan.ts';

/** Probes the slashes of a crawl of some hosts, which all remove the slash. */
async function probed(hosts: number): Promise<ProbedCrawl> {
  const server = createServer(({ url = '' }, response) => {
    const location = /^\/docs\/(\w+)\/$/.exec(url)?.[1];
    response.writeHead(location === undefined ? 200 : 301, {
      location: `/docs/${location}`,
      'content-type': 'text/html',
    });
    response.end(`<p>${`${url} `.repeat(30)}</p>`);
  });
  const port = await listen(server);
  onTestFinished(() => close(server));
  const file = join(temporaryFolder(), 'a.dustpan');
  const frontier = await openSqliteFrontier(file);
  const pages = Array.from({ length: hosts }, (_, host) =>
    ['a', 'b'].map((name) => `http://h${host}.example/docs/${name}`),
  );
  await frontier.add(pages.flat().map((url) => found(url)));
  const leases = await frontier.lease(request({ limit: 100, perSite: 100 }));
  await frontier.settle(
    'run',
    leases.map(({ id }) => ({ id, ...ONCE, found: [], outcome: page() })),
  );
  await frontier.close();
  const command = probeCommand();
  command.parseOptions([
    '--db',
    file,
    '--kind',
    'slash',
    '--connect-to',
    `::127.0.0.1:${port}`,
    '--allow-private',
    '--delay',
    '0',
  ]);
  return probeCrawl(file, command.opts(), THRESHOLDS, new AbortController().signal);
}

test('each report has the claims and the evidence of its own host', async () => {
  const { reports } = await probed(3);
  expect(reports.map(({ host, failure }) => ({ host, failure }))).toEqual(
    [0, 1, 2].map((host) => ({ host: `h${host}.example`, failure: null })),
  );
  for (const { host, claims, evidence } of reports) {
    expect(claims).toMatchObject([{ kind: 'slash', host, path: '/docs/', verdict: 'confirmed', target: 'remove' }]);
    expect(evidence.map((one) => one.host)).toEqual([host, host]);
  }
});

test('the evidence of a crawl is read as often for many hosts as for one', async () => {
  const read = vi.spyOn(SqliteFrontier.prototype, 'evidence');
  onTestFinished(() => read.mockRestore());
  await probed(1);
  const once = read.mock.calls.length;
  await probed(5);
  expect(read.mock.calls.length).toBe(2 * once);
});
