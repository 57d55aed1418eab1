import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_ENDLESS } from '../../crawler/limits.ts';
import { openSqliteFrontier } from '../../db/index.ts';
import { crawl } from '../crawler/crawling.ts';
import { ENDLESS_SITES, type EndlessSite, startEndless } from '../hostile/endless-sites.ts';
import { LARGE_SITES } from '../hostile/large-sites.ts';
import { tableLine } from './measure.ts';

/** What `crawl` follows by default. */
const TRAPS = { maxSimilar: 100_000, maxEndless: MAX_ENDLESS };

/** The requests that each endless site gets, and whether large sites that do end are crawled whole. */
export async function benchEndless(print: (line: string) => void): Promise<void> {
  for (const site of ENDLESS_SITES)
    await printCrawl(site, print, ({ requests }) => (requests <= MAX_ENDLESS ? '' : 'TOO MANY'));
  for (const site of LARGE_SITES) {
    await printCrawl(site, print, ({ pages }) => `${site.pages} pages, ${site.pages - pages} lost`);
  }
}

interface Crawled {
  readonly requests: number;
  readonly pages: number;
}

async function printCrawl(
  site: EndlessSite,
  print: (line: string) => void,
  verdict: (crawled: Crawled) => string,
): Promise<void> {
  const server = await startEndless(site);
  const home = mkdtempSync(join(tmpdir(), 'dustpan-endless-'));
  const frontier = await openSqliteFrontier(join(home, 'crawl.dustpan'));
  const started = performance.now();
  try {
    const { report } = await crawl(
      [server.seed],
      {
        robots: true,
        concurrency: 16,
        delay: 0,
        fetch: { userAgent: 'dustpan-bench', connectTo: server.connectTo },
        scope: { kind: site.scope, traps: TRAPS },
      },
      frontier,
    );
    const { skipped } = await frontier.stats();
    const cut = Object.entries(skipped).flatMap(([reason, count]) =>
      reason === 'scope' ? [] : [`${reason} ${count}`],
    );
    const requests = server.requests();
    const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    const told = verdict({ requests, pages: report.progress.pages });
    print(`${tableLine([site.what, String(requests), seconds], 32)}  ${[...cut, told].filter(Boolean).join(', ')}`);
  } finally {
    await frontier.close();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
