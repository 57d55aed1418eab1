import { existsSync } from 'node:fs';
import { Command, Option } from 'commander';
import type { DustpanConfig } from '../../../config/schema.ts';
import type { CrawlReport } from '../../../crawler/session.ts';
import { openFrontier, StoreError } from '../../../db/index.ts';
import { isPostgresAddress, refuseOtherUrl } from '../../../db/postgres/address.ts';
import { FormatError } from '../../lists/error.ts';
import { readUrls } from '../../lists/read-urls.ts';
import { MISSING } from '../../text/file-problem.ts';
import { EXIT, UsageError } from '../io/exit.ts';
import { interruption } from '../io/interruption.ts';
import { openCrawl } from '../io/open-crawl.ts';
import { out, summaryLine } from '../io/output.ts';
import { openInput } from '../io/standard-input.ts';
import { keepHeapSmall } from '../io/v8.ts';
import { defaultDatabase } from '../jobs/default-database.ts';
import { databaseOf, openArchive } from '../jobs/open-archive.ts';
import { type CrawlOrder, checkOrder, runCrawl } from '../jobs/run-crawl.ts';
import {
  addCanonOptions,
  addOtherOptions,
  type CanonFlags,
  loadCanonOptions,
  loadConfiguration,
} from '../options/canon-options.ts';
import { DB_OPTION } from '../options/crawl-argument.ts';
import {
  addCrawlOptions,
  addRenderOptions,
  addScopeOptions,
  addSelectorOptions,
  addWarcOptions,
  type CrawlFlags,
  refuseIdleCrawlOptions,
} from '../options/crawl-options.ts';
import { more } from '../options/list-option.ts';
import { typedSeed, withScheme } from '../options/seeds.ts';
import { age, duration } from '../options/units.ts';
import { describeSummary, pagesOf, summaryAsJson } from '../render/crawl-summary.ts';
import { quoted } from '../render/printable.ts';

interface Flags extends CanonFlags, CrawlFlags {
  readonly db?: string;
  readonly seeds: readonly string[];
  readonly fresh?: true;
  /** Milliseconds; true for the option without an age. */
  readonly recrawl?: number | true;
  readonly join?: true;
  readonly durability: 'normal' | 'full';
  readonly dbWait?: number;
  readonly json?: true;
  readonly fromWarc: readonly string[];
}

export function crawlCommand(): Command {
  const command = new Command('crawl')
    .description('crawl a site, skip URLs known to be duplicates, and report them; an interrupted crawl is resumed')
    .argument('[url...]', 'URLs to start from; none to resume the crawl of --db');
  addScopeOptions(command).addOption(
    new Option(
      '--seeds <file>',
      'also start from the URLs of this list, in any format that dedup reads; - is standard input',
    )
      .argParser(more)
      .default([], 'none'),
  );
  addRenderOptions(addSelectorOptions(command))
    .optionsGroup('Crawl file:')
    .option('--db <file>', DB_OPTION)
    .option('--fresh', 'start over: delete the crawl that is there')
    .addOption(
      new Option(
        '--recrawl [age]',
        'fetch all known pages again, or only those fetched at least this long ago, such as 24h',
      )
        .argParser(age)
        .conflicts('fresh'),
    )
    .addOption(
      new Option('--join', 'share the crawl with other dustpan processes that crawl into the same file').conflicts([
        'fresh',
        'recrawl',
      ]),
    )
    .addOption(
      new Option(
        '--durability <level>',
        'what recorded pages survive: normal, a killed process; full, also a power failure',
      )
        .choices(['normal', 'full'])
        .default('normal'),
    )
    .option('--db-wait <time>', 'how long to wait for a database server that does not answer (default: 2m)', duration);
  addWarcOptions(command);
  addCanonOptions(addCrawlOptions(command));
  return addOtherOptions(command)
    .option('--json', 'print the summary as one JSON object on standard output')
    .action(run);
}

async function run(urls: readonly string[], flags: Flags, command: Command): Promise<void> {
  keepHeapSmall(150);
  const { canon, needs } = await loadCanonOptions(flags);
  refuseIdleCrawlOptions(command, flags);
  const typed = await Promise.all(urls.map(typedSeed));
  const named = [...typed, ...(await seedsOf(flags.seeds, await loadConfiguration(flags))).map(withScheme)];
  const archive = await openArchive(flags.fromWarc, command);
  const seeds = archive === null || named.length > 0 ? named : [archive.seed];
  try {
    await crawlInto({ seeds, flags, canon, needs, archive });
  } finally {
    await archive?.close();
  }
}

async function crawlInto(
  order: Pick<CrawlOrder, 'seeds' | 'canon' | 'needs' | 'archive'> & { flags: Flags },
): Promise<void> {
  const { seeds, flags } = order;
  const [file] = flags.fromWarc;
  if (seeds.length === 0 && flags.seeds.length > 0 && (flags.db === undefined || isMissingFile(flags.db)))
    throw new UsageError(`there is no URL in ${flags.seeds.map(quoted).join(', ')}; give a URL to start from`);
  const database = flags.db ?? (file === undefined ? defaultDatabase(seeds) : databaseOf(file));
  if (seeds.length === 0) await refuseMissing(database, flags);
  await checkOrder({ ...order, database }, flags.fresh === true);
  const ending = new AbortController();
  const frontier = await openCrawl(database, {
    signal: ending.signal,
    fresh: flags.fresh === true,
    join: flags.join === true,
    durability: flags.durability,
    ...(flags.dbWait !== undefined && { dbWait: flags.dbWait }),
  });
  try {
    const signal = interruption('stopping after the running fetches; press Ctrl-C again to stop immediately');
    signal.addEventListener('abort', () => ending.abort());
    const summary = await runCrawl({ ...order, frontier, database, recrawl: recrawlAge(flags) }, signal);
    // Set first: the reader of standard output may be gone.
    process.exitCode = exitCode(signal.aborted, summary.report, pagesOf(summary.stats));
    if (flags.json) out.line(summaryAsJson(summary));
    else for (const line of describeSummary(summary)) summaryLine(line);
    await out.flush();
  } finally {
    await frontier.close();
  }
}

/** A crawl without a URL to start from must be there, and stay: a misspelled name would make a new one. */
async function refuseMissing(database: string, { fresh, sitemap }: Pick<Flags, 'fresh' | 'sitemap'>): Promise<void> {
  if (fresh && sitemap.length === 0) {
    throw new UsageError('--fresh deletes the crawl and where it started; give a URL to start from');
  }
  refuseOtherUrl(database);
  if (isPostgresAddress(database)) await refuseMissingTables(database);
  else if (isMissingFile(database)) throw new UsageError(`${quoted(database)} ${MISSING}, or give a URL to start from`);
}

function isMissingFile(database: string): boolean {
  return !isPostgresAddress(database) && !existsSync(database);
}

async function refuseMissingTables(database: string): Promise<void> {
  try {
    await (await openFrontier(database, { readonly: true })).close();
  } catch (error) {
    // The crawl upgrades these tables.
    if (!(error instanceof StoreError && error.code === 'older-version')) throw error;
  }
}

/** An option that a message about a list advises, and that `crawl` does not have. */
const OPTION_OF_DEDUP = /--(?:input-format|column|field)/;

async function seedsOf(
  files: readonly string[],
  { listFormats }: Pick<DustpanConfig, 'listFormats'>,
): Promise<readonly string[]> {
  const seeds: string[] = [];
  for (const file of files) {
    try {
      for await (const url of readUrls(await openInput(file), listFormats)) seeds.push(url);
    } catch (error) {
      if (!(error instanceof FormatError) || !OPTION_OF_DEDUP.test(error.message)) throw error;
      throw new UsageError(
        `${error.message}; crawl does not have this option: dustpan dedup --json OPTIONS LIST | dustpan crawl --seeds -`,
      );
    }
  }
  return seeds;
}

function recrawlAge({ recrawl }: Flags): number | null {
  if (recrawl === undefined) return null;
  return recrawl === true ? 0 : recrawl;
}

function exitCode(interrupted: boolean, { rejected }: CrawlReport, pages: number): number {
  if (interrupted) return EXIT.interrupted;
  if (pages === 0) return EXIT.nothingCrawled;
  return rejected.length > 0 ? EXIT.findings : EXIT.clean;
}
