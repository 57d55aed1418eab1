import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { parseConnectTo } from '../../../crawler/fetch/connect-to.ts';
import { runSession } from '../../../crawler/session.ts';
import { openSqliteFrontier } from '../../../db/index.ts';
import { FACTS } from '../../../test/site/facts.ts';
import { type Site, startSite } from '../../../test/site/server.ts';
import { TRUE_PAGES } from '../../../test/site/truth.ts';
import { NEEDS } from '../../facts/needs.ts';
import type { CanonOptions } from '../../index.ts';
import { type DemoCrawl, demoReport } from '../demo-report.ts';
import { EXIT } from '../exit.ts';
import { interruption } from '../interruption.ts';
import { out } from '../output.ts';
import { version } from '../version.ts';

export function demoCommand(): Command {
  return new Command('demo')
    .description('crawl a bundled site full of duplicate URLs, on this machine, and show what was swept')
    .action(run);
}

async function run(): Promise<void> {
  const signal = interruption('stopping the demo');
  const site = await startSite();
  const folder = await mkdtemp(join(tmpdir(), 'dustpan-demo-'));
  try {
    const aliases = TRUE_PAGES.reduce((sum, page) => sum + page.duplicates.length + page.aliases.length, 0);
    out.line(
      `A museum of brooms, served on this machine: ${TRUE_PAGES.length} pages, ${aliases} further URLs that lead to them.`,
    );
    out.line(`Crawled twice from ${site.seed}: knowing nothing of the site, and with ${FACTS.length} facts about it,`);
    out.line('such as "broom.example is www.broom.example" and "in /docs/ a slash makes no difference".');
    out.line('');
    await out.flush();
    const unknowing = await crawl(site, join(folder, 'unknowing.dustpan'), {}, signal);
    const knowing = await crawl(site, join(folder, 'knowing.dustpan'), { facts: FACTS }, signal);
    if (signal.aborted) {
      process.exitCode = EXIT.interrupted;
      return;
    }
    for (const line of demoReport(unknowing, knowing)) out.line(line);
    out.line('');
    out.line('Now a site of yours:  dustpan crawl https://example.com/');
    out.line('What became of a URL: dustpan explain URL, dustpan compare URL URL');
    await out.flush();
  } finally {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function crawl(site: Site, database: string, canon: CanonOptions, signal: AbortSignal): Promise<DemoCrawl> {
  const frontier = await openSqliteFrontier(database);
  try {
    const { progress } = await runSession({
      frontier,
      seeds: [site.seed],
      canon,
      // The site's other hosts are its own; the one that is excluded stands for the rest of the web.
      scope: { kind: 'any', include: [], exclude: ['*://vacuum.example/**'], maxDepth: null, traps: null },
      fetch: { userAgent: `dustpan/${version}`, connectTo: site.connectTo.map(parseConnectTo), ca: site.ca },
      concurrency: 8,
      delay: 0,
      perSite: null,
      robots: true,
      recrawl: null,
      needs: NEEDS,
      probe: 'off',
      onProbe: () => {},
      obeysNofollow: false,
      sitemaps: [],
      robotsSitemaps: true,
      maxPages: null,
      retries: 0,
      run: randomUUID(),
      signal,
      onProgress: () => {},
      onFailure: () => {},
    });
    return { canon, fetched: progress.fetched, entries: await Array.fromAsync(frontier.entries()) };
  } finally {
    await frontier.close();
  }
}
