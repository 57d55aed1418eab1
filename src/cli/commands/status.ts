import { Command } from 'commander';
import type { Frontier, FrontierStats, Program, SiteQueue } from '../../../db/index.ts';
import { isoTime } from '../../text/moment.ts';
import { counted, number } from '../../text/number.ts';
import { closing } from '../io/closing.ts';
import { openCrawl } from '../io/open-crawl.ts';
import { out } from '../io/output.ts';
import { CRAWL_ARGUMENT } from '../options/crawl-argument.ts';
import { pagesOf } from '../render/crawl-summary.ts';
import { printable, printableJson, quoted } from '../render/printable.ts';
import { span } from '../render/quantities.ts';
import { table } from '../render/table.ts';

/** The most programs and sites in text, and in JSON. */
const MOST_SHOWN = 10;
const MOST_IN_JSON = 1000;

export function statusCommand(): Command {
  return new Command('status')
    .description('show how a crawl goes: its programs, its entries by state, and the sites with the longest queues')
    .argument('<crawl>', CRAWL_ARGUMENT)
    .option('--json', `print one object, with up to ${MOST_IN_JSON} programs and sites`)
    .action(run);
}

async function run(database: string, { json }: { readonly json?: true }): Promise<void> {
  await closing(await openCrawl(database, { readonly: true }), async (frontier) => {
    const status = await read(frontier, json ? MOST_IN_JSON : MOST_SHOWN);
    const crawl = quoted(database);
    if (json) out.line(printableJson({ crawl, ...asJson(status) }));
    else for (const line of [crawl, ...linesOf(status)]) out.line(line);
    await out.flush();
  });
}

interface ProgramStatus extends Program {
  /** Of the pages that all programs have read, from 0 to 1. */
  readonly share: number;
  /** Pages per second since it began. */
  readonly rate: number;
}

interface SiteStatus extends SiteQueue {
  /** How long its queue takes at the least, in milliseconds; null if the site has no delay of its own and need not wait. */
  readonly left: number | null;
}

interface Status {
  readonly now: number;
  readonly stats: FrontierStats;
  readonly programs: readonly ProgramStatus[];
  /** Programs left out because there are too many. */
  readonly more: number;
  readonly sites: readonly SiteStatus[];
}

async function read(frontier: Frontier, most: number): Promise<Status> {
  const now = frontier.now();
  const [stats, programs, sites] = [await frontier.stats(), await frontier.programs(), await frontier.sites(most)];
  const pages = programs.reduce((sum, program) => sum + program.pages, 0);
  return {
    now,
    stats,
    programs: programs.slice(0, most).map((program) => ({
      ...program,
      share: pages === 0 ? 0 : program.pages / pages,
      rate: (program.pages * 1000) / Math.max(now - program.since, 1),
    })),
    more: Math.max(0, programs.length - most),
    sites: sites.map((site) => ({ ...site, left: leftOf(site, now) })),
  };
}

function leftOf({ queued, delay, nextAt }: SiteQueue, now: number): number | null {
  const wait = queued === 0 ? 0 : nextAt - now;
  if (delay === 0 && wait <= 0) return null;
  return Math.max(queued * delay, wait + (queued - 1) * delay);
}

function asJson({ now, stats, programs, sites }: Status): object {
  return {
    at: isoTime(now),
    pages: pagesOf(stats),
    states: stats.states,
    programs: programs.map(({ name, host, process, since, seen, pages, leases, share, rate }) => ({
      name,
      host,
      process,
      since: isoTime(since),
      lastHeard: isoTime(seen),
      pages,
      share: rounded(share),
      pagesPerSecond: rounded(rate),
      leases,
    })),
    sites: sites.map(({ name, queued, leased, delay, nextAt, left }) => ({
      site: name,
      queued,
      leased,
      delaySeconds: delay === 0 ? null : delay / 1000,
      nextAt: nextAt === 0 ? null : isoTime(nextAt),
      secondsLeft: left === null ? null : rounded(left / 1000),
    })),
  };
}

function linesOf({ now, stats, programs, more, sites }: Status): readonly string[] {
  const states = Object.entries(stats.states).map(([state, count]) => `${number(count)} ${state}`);
  return [
    `${counted(pagesOf(stats), 'page')}; entries: ${states.join(', ')}`,
    '',
    ...(programs.length === 0 ? ['no program uses it now'] : programLines(programs, now)),
    ...(more === 0 ? [] : [`… and ${counted(more, 'program')} more`]),
    ...(sites.length === 0 ? [] : ['', ...siteLines(sites)]),
  ];
}

function programLines(programs: readonly ProgramStatus[], now: number): readonly string[] {
  const rows = programs.map(({ host, process, since, seen, pages, leases, share, rate }) => [
    printable(host),
    process === null ? '–' : String(process),
    `${span(now - since)} ago`,
    number(pages),
    `${Math.round(share * 100)}%`,
    rate.toFixed(1),
    number(leases),
    `${span(Math.max(0, now - seen))} ago`,
  ]);
  return table([['program on', 'process', 'began', 'pages', 'share', 'pages/s', 'leases', 'last heard'], ...rows]);
}

function siteLines(sites: readonly SiteStatus[]): readonly string[] {
  const rows = sites.map(({ name, queued, leased, delay, left }) => [
    printable(name),
    number(queued),
    number(leased),
    delay === 0 ? '–' : span(delay),
    left === null ? '–' : span(left),
  ]);
  return table([['longest queues', 'queued', 'leased', 'delay', 'still takes'], ...rows]);
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
