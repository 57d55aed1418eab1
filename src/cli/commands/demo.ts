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

/** No source confirms anything. */
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
    out.line(`Crawled twice from ${site.seed}: learning nothing of the site, and asking it which of its URLs are one`);
    out.line('page, such as "is www.broom.example the same as broom.example?"');
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
    out.line('Now a site of yours:  dustpan crawl https://example.com/ --probe auto');
    out.line('What became of a URL: dustpan explain URL, dustpan compare URL URL');
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
      // The site's other hosts are its own; the one that is excluded stands for the rest of the web.
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
