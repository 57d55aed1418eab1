import { join } from 'node:path';
import { setImmediate as immediately } from 'node:timers/promises';
import type { SiteRequest } from '../../../config/demo-site/answer.ts';
import { PAGES } from '../../../config/demo-site/pages.ts';
import { startSite } from '../../../config/demo-site/server.ts';
import { crawl } from '../../../crawler/crawl.ts';
import type { ProbeMode } from '../../../crawler/learning/probe-mode.ts';
import { type Frontier, MemoryFrontier, openSqliteFrontier } from '../../../db/index.ts';
import type { Claim } from '../../evidence/claim.ts';
import { writeHtml } from '../../report/html/html.ts';
import { OutputFiles } from '../io/output-files.ts';
import { reportFiles } from '../io/report-files.ts';
import { auditReport } from './audit-report.ts';
import { chooseRules } from './audit-rules.ts';
import { asFound, requestOf, standardHref, type Tally, tally, uniqueKey, walk } from './demo-walk.ts';

/** The result of the demo. */
export interface Demo {
  /** Number of pages of the site. */
  readonly pages: number;
  /** In the order to show them. */
  readonly crawlers: readonly Crawler[];
  /** What the crawl with probing learned: confirmed claims, and those that pages with other content refute. */
  readonly claims: readonly Learned[];
  /** Number of findings of its audit. */
  readonly audit: Readonly<Record<'error' | 'warning' | 'info', number>>;
  /** Where the crawl with probing and the HTML report of its audit are. */
  readonly files: { readonly crawl: string; readonly report: string };
}

/** A claim about a part of the site. */
export type Learned = Pick<Claim, 'kind' | 'host' | 'about' | 'path' | 'verdict'>;

/** The requests of one crawler. */
export interface Crawler extends Tally {
  readonly name: string;
  /** Requests that only compare two URLs. */
  readonly probes: number;
}

const KEYS = [
  ['the URL as found', asFound],
  ['new URL(url).href, no fragment', standardHref],
  ["Crawlee's uniqueKey", uniqueKey],
] as const;

/**
 * Crawls the demo site in several ways, and audits it.
 *
 * @param folder where the crawl and the report go
 * @param onStep called with what happens next
 * @throws the signal's reason, once it is aborted
 */
export async function runDemo(folder: string, onStep: (step: string) => void, signal: AbortSignal): Promise<Demo> {
  const crawlers: Crawler[] = [];
  for (const [name, keyOf] of KEYS) {
    onStep(`walking the site by ${name}`);
    // Lets a signal arrive and the progress line appear.
    await immediately();
    signal.throwIfAborted();
    crawlers.push({ name, ...tally(walk(keyOf)), probes: 0 });
  }
  const files = { crawl: join(folder, 'demo.dustpan'), report: join(folder, 'audit.html') };
  onStep('crawling the site without probing');
  crawlers.push({ name: 'dustpan crawl', ...(await crawlSite(new MemoryFrontier(), 'off', signal)) });
  onStep('crawling the site with probing');
  crawlers.push({
    name: 'dustpan crawl --probe auto',
    ...(await crawlSite(await openSqliteFrontier(files.crawl), 'auto', signal)),
  });
  onStep('auditing the site');
  const chosen = chooseRules([], [], {});
  const { report } = await auditReport({ database: files.crawl, given: {}, chosen, fetching: null }, signal);
  const outputs = new OutputFiles();
  await outputs.complete(async () => writeHtml(report, await reportFiles(outputs, files.report)));
  const { error, warning, info } = report.summary.severities;
  const claims = report.claims
    .filter(({ verdict, reason }) => verdict === 'confirmed' || reason === 'other-text')
    .map(({ kind, host, about, path, verdict }) => ({ kind, host, about, path, verdict }));
  return { pages: PAGES.length, crawlers, claims, audit: { error, warning, info }, files };
}

/** Crawls the site over the network as `dustpan crawl` does, into a new frontier, and closes it. */
async function crawlSite(frontier: Frontier, probe: ProbeMode, signal: AbortSignal): Promise<Omit<Crawler, 'name'>> {
  const site = await startSite();
  const probes: SiteRequest[] = [];
  try {
    const options = { connectTo: site.connectTo, ca: site.ca, traps: false, probe, signal };
    await crawl(site.seed, { ...options, db: frontier, onProbe: (url) => void probes.push(requestOf(url)) }).finish();
    signal.throwIfAborted();
    return { ...tally(without(site.requests, probes)), requests: site.requests.length, probes: probes.length };
  } finally {
    await frontier.close();
    await site.close();
  }
}

function without(requests: readonly SiteRequest[], others: readonly SiteRequest[]): readonly SiteRequest[] {
  const nameOf = ({ scheme, host, target }: SiteRequest): string => `${scheme}://${host}${target}`;
  const left = new Map([...Map.groupBy(others, nameOf)].map(([name, all]) => [name, all.length]));
  return requests.filter((request) => {
    const count = left.get(nameOf(request)) ?? 0;
    left.set(nameOf(request), count - 1);
    return count <= 0;
  });
}
