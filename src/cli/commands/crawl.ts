import { Command, Option } from 'commander';
import type { SessionReport } from '../../../crawler/session.ts';
import { compile } from '../../index.ts';
import { readUrls } from '../../lists/read-urls.ts';
import { openFile, openStream } from '../../lists/source.ts';
import { EXIT } from '../io/exit.ts';
import { keepHeapSmall } from '../io/heap.ts';
import { interruption } from '../io/interruption.ts';
import { openCrawl } from '../io/open-crawl.ts';
import { logLine, out } from '../io/output.ts';
import { defaultDatabase, runCrawl, withScheme } from '../jobs/run-crawl.ts';
import { addCanonOptions, type CanonFlags, loadCanonOptions } from '../options/canon-options.ts';
import { addCrawlOptions, type CrawlFlags } from '../options/crawl-options.ts';
import { duration } from '../options/units.ts';
import { describeSummary, pagesOf, summaryAsJson } from '../render/crawl-summary.ts';

interface Flags extends CanonFlags, CrawlFlags {
  readonly db?: string;
  readonly seeds: readonly string[];
  readonly fresh?: true;
  /** Milliseconds; true where no age is named. */
  readonly recrawl?: number | true;
  readonly join?: true;
  readonly durability: 'normal' | 'full';
  readonly json?: true;
}

export function crawlCommand(): Command {
  const command = new Command('crawl')
    .description('crawl a site, each page once, and say which duplicate URLs were avoided; goes on where it stopped')
    .argument('[url...]', 'where to start; none to go on with --db')
    .option('--db <file>', "the frontier's file (default: the host's name and .dustpan)")
    .addOption(
      new Option(
        '--seeds <file>',
        'start also from the URLs of a list, in any format that dedup reads; - for standard input',
      )
        .argParser((file: string, before: readonly string[]) => [...before, file])
        .default([], 'none'),
    )
    .option('--fresh', 'start over: drops what is in the file')
    .addOption(
      new Option(
        '--recrawl [age]',
        'fetch again what was fetched that long ago, such as 24h; all, where no age is named',
      )
        .argParser(duration)
        .conflicts('fresh'),
    )
    .addOption(
      new Option('--join', 'crawl along with others that crawl into this file, each page once').conflicts([
        'fresh',
        'recrawl',
      ]),
    )
    .addOption(
      new Option(
        '--durability <level>',
        'what the last pages recorded survive: normal a kill, full also a loss of power',
      )
        .choices(['normal', 'full'])
        .default('normal'),
    )
    .option('--json', 'print the summary as one object');
  return addCanonOptions(addCrawlOptions(command)).action(run);
}

async function run(urls: readonly string[], flags: Flags): Promise<void> {
  keepHeapSmall();
  const { canon, needs } = await loadCanonOptions(flags);
  // What makes no sense is refused here, before a frontier is made or dropped.
  compile(canon);
  const seeds = [...urls, ...(await seedsOf(flags.seeds))].map(withScheme);
  const database = flags.db ?? defaultDatabase(seeds);
  const frontier = await openCrawl(database, flags.fresh === true, {
    join: flags.join === true,
    durability: flags.durability,
  });
  try {
    const signal = interruption('stopping: waiting for the fetches under way, again to stop at once');
    const summary = await runCrawl(
      { frontier, database, seeds, flags, canon, needs, recrawl: recrawlAge(flags) },
      signal,
    );
    if (flags.json) out.line(summaryAsJson(summary));
    else for (const line of describeSummary(summary)) logLine(line);
    await out.flush();
    process.exitCode = exitCode(signal.aborted, summary.report, pagesOf(summary.stats));
  } finally {
    await frontier.close();
  }
}

async function seedsOf(files: readonly string[]): Promise<readonly string[]> {
  const seeds: string[] = [];
  for (const file of files) {
    const source = file === '-' ? openStream('standard input', process.stdin) : await openFile(file);
    for await (const url of readUrls(source)) seeds.push(url);
  }
  return seeds;
}

function recrawlAge({ recrawl }: Flags): number | null {
  if (recrawl === undefined) return null;
  return recrawl === true ? 0 : recrawl;
}

function exitCode(interrupted: boolean, { rejected }: SessionReport, pages: number): number {
  if (interrupted) return EXIT.interrupted;
  if (pages === 0) return EXIT.nothingCrawled;
  return rejected.length > 0 ? EXIT.findings : EXIT.clean;
}
