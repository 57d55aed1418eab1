import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { type Site, startSite } from '../../../config/demo-site/server.ts';
import { TRUE_PAGES } from '../../../config/demo-site/truth.ts';
import { parseConnectTo } from '../../../crawler/fetch/connect-to.ts';
import type { ProbeMode } from '../../../crawler/learning/site-probes.ts';
import { runSession } from '../../../crawler/session.ts';
import { openSqliteFrontier } from '../../../db/index.ts';
import { buildReport } from '../../audit/build-report.ts';
import type { AuditReport } from '../../audit/report.ts';
import { RULES } from '../../audit/rules/index.ts';
import { THRESHOLDS, type Threshold, type Thresholds } from '../../evidence/thresholds.ts';
import { EXIT } from '../io/exit.ts';
import { interruption } from '../io/interruption.ts';
import { out } from '../io/output.ts';
import { auditCrawl } from '../jobs/audit-crawl.ts';
import { readCrawlSettings } from '../options/crawl-settings.ts';
import { auditLines, confirmedLines, type DemoCrawl, demoReport } from '../render/demo-report.ts';
import { explainReason } from '../render/reasons.ts';
import { version } from '../version.ts';

/** No evidence is enough to confirm a claim. */
const NEVER: Threshold = { deep: 0 };
const LEARNING_NOTHING: Thresholds = {
  www: NEVER,
  scheme: NEVER,
  slash: NEVER,
  index: NEVER,
  case: NEVER,
  slashes: NEVER,
  order: NEVER,
  param: NEVER,
  'default-param': NEVER,
  ip: NEVER,
};

export function demoCommand(): Command {
  return new Command('demo')
    .description('crawl a bundled site full of duplicate URLs, on this machine, and show which of them were avoided')
    .action(run);
}

async function run(): Promise<void> {
  const signal = interruption('stopping the demo');
  const site = await startSite();
  const folder = await mkdtemp(join(tmpdir(), 'dustpan-demo-'));
  try {
    const aliases = TRUE_PAGES.reduce((sum, page) => sum + page.duplicates.length + page.aliases.length, 0);
    out.line(
      `The demo site, a museum of brooms served on this machine, has ${TRUE_PAGES.length} pages and ${aliases} more URLs that lead to them.`,
    );
    out.line(`It is crawled twice from ${site.seed}: once without facts about the site, once with probing. A probe`);
    out.line(
      'asks the site which URLs show the same page, such as http://www.broom.example/ and http://broom.example/.',
    );
    out.line('');
    await out.flush();
    const unknowing = await crawl(site, join(folder, 'unknowing.dustpan'), LEARNING_NOTHING, 'off', signal);
    const database = join(folder, 'asking.dustpan');
    const asking = await crawl(site, database, THRESHOLDS, 'auto', signal);
    if (signal.aborted) {
      process.exitCode = EXIT.interrupted;
      return;
    }
    const sections = [demoReport(unknowing, asking), confirmedLines(asking), auditLines(await audit(database, signal))];
    for (const line of sections.flatMap((lines) => [...lines, ''])) out.line(line);
    out.line('Crawl your own site:     dustpan crawl https://example.com/ --probe auto');
    out.line('Look at a URL:           dustpan explain URL');
    out.line('Compare two URLs:        dustpan compare URL URL');
    await out.flush();
  } finally {
    await site.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function crawl(
  site: Site,
  database: string,
  needs: Thresholds,
  probe: ProbeMode,
  signal: AbortSignal,
): Promise<DemoCrawl> {
  const frontier = await openSqliteFrontier(database);
  let probes = 0;
  try {
    const { progress } = await runSession({
      frontier,
      seeds: [site.seed],
      canon: {},
      // All hosts belong to the demo site, except the excluded one, which plays the rest of the web.
      scope: { kind: 'any', include: [], exclude: ['*://vacuum.example/**'], maxDepth: null, traps: null },
      fetch: { userAgent: `dustpan/${version}`, connectTo: site.connectTo.map(parseConnectTo), ca: site.ca },
      concurrency: 8,
      delay: 0,
      perSite: null,
      robots: true,
      recrawl: null,
      needs,
      probe,
      onProbe: () => {
        probes++;
      },
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
    const { canon } = await readCrawlSettings(frontier, database, {});
    return {
      canon,
      fetched: progress.fetched,
      probes,
      entries: await Array.fromAsync(frontier.entries()),
      claims: await frontier.claims(),
      evidence: await frontier.evidence(),
    };
  } finally {
    await frontier.close();
  }
}

async function audit(database: string, signal: AbortSignal): Promise<AuditReport> {
  const frontier = await openSqliteFrontier(database, { readonly: true });
  try {
    const settings = await readCrawlSettings(frontier, database, {});
    const { site, findings } = await auditCrawl(
      { frontier, settings, rules: RULES, severities: {}, fetching: null },
      signal,
    );
    return buildReport(site, findings, {
      toolVersion: version,
      createdAt: new Date(),
      crawled: null,
      seeds: settings.seeds,
      rules: RULES,
      baseline: null,
      claims: [],
      meaningOf: (reason) => explainReason(reason).means,
    });
  } finally {
    await frontier.close();
  }
}
