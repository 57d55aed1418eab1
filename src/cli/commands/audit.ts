import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { stdout } from 'node:process';
import { Command, InvalidArgumentError, Option } from 'commander';
import { clock } from '../../../crawler/clock.ts';
import { lastLook, mayGoOn } from '../../../crawler/recrawl/look.ts';
import { type Frontier, openSqliteFrontier } from '../../../db/index.ts';
import type { AuditReport } from '../../audit/report.ts';
import { compile } from '../../index.ts';
import type { AuditFormat } from '../../report/audit/format.ts';
import { AUDIT_FORMATS } from '../../report/audit/index.ts';
import type { ReportFiles } from '../../report/format.ts';
import { didYouMean, quote } from '../../text/wording.ts';
import { refuseToOverwriteDatabase } from '../io/databases.ts';
import { DedupOutputs } from '../io/dedup-outputs.ts';
import { EXIT, UsageError } from '../io/exit.ts';
import { interruption } from '../io/interruption.ts';
import { openCrawl } from '../io/open-crawl.ts';
import { logLine } from '../io/output.ts';
import { reportFiles } from '../io/report-files.ts';
import { auditCrawl } from '../jobs/audit-crawl.ts';
import { auditReport } from '../jobs/audit-report.ts';
import { type ChosenRules, chooseRules } from '../jobs/audit-rules.ts';
import { readBaseline } from '../jobs/baseline.ts';
import { defaultDatabase, runCrawl, withScheme } from '../jobs/run-crawl.ts';
import {
  addCanonOptions,
  type CanonFlags,
  loadCanonOptions,
  loadConfiguration,
  more,
} from '../options/canon-options.ts';
import { addCrawlOptions, type CrawlFlags } from '../options/crawl-options.ts';
import { readCrawlSettings } from '../options/crawl-settings.ts';
import { ago } from '../render/ago.ts';
import { describeSummary, pagesOf } from '../render/crawl-summary.ts';
import { quoted } from '../render/printable.ts';

interface Flags extends CanonFlags, CrawlFlags {
  readonly db?: string;
  readonly fresh?: true;
  readonly format: AuditFormat;
  readonly output?: string;
  readonly failOn: 'error' | 'warning' | 'none';
  readonly baseline?: string;
  readonly diff?: string;
  readonly rule: readonly string[];
  readonly noRule: readonly string[];
  readonly fetch: boolean;
}

export function auditCommand(): Command {
  const command = new Command('audit')
    .description('say which URLs of a site compete, what their canonical signals say, and what to change')
    .argument('<db-or-url>', "a crawl's file, or a site to crawl first")
    .option('--db <file>', "where to crawl to (default: the host's name and .dustpan)")
    .option('--fresh', 'crawl the site anew: drops what is in the file')
    .addOption(
      new Option('--format <name>', AUDIT_FORMATS.map(({ name, summary }) => `\n${name}: ${summary}`).join(''))
        .argParser(formatNamed)
        .default(AUDIT_FORMATS[0], 'text'),
    )
    .option('-o, --output <file>', 'write there, when all is done, instead of to standard output')
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 where there is a finding that grave')
        .choices(['error', 'warning', 'none'])
        .default('error'),
    )
    .option('--baseline <file>', 'leave out findings that an earlier audit has (--format json or ndjson)')
    .addOption(
      new Option(
        '--diff <db>',
        'leave out findings that an earlier crawl has; of both, only what was crawled counts',
      ).conflicts('baseline'),
    )
    .addOption(
      new Option('--rule <id>', 'only this rule, or group such as dup/*; may be repeated')
        .argParser(more)
        .default([], 'all'),
    )
    .addOption(noRule())
    .option('--no-fetch', 'do not fetch what pages name and the crawl did not fetch');
  return addCanonOptions(addCrawlOptions(command, 'auto')).action(run);
}

/** commander takes `--no-x` for the denial of `--x`; here both are lists of their own. */
function noRule(): Option {
  const option = new Option('--no-rule <id>', 'all rules but this, or this group; may be repeated')
    .argParser(more)
    .default([], 'none');
  option.negate = false;
  return option;
}

function formatNamed(name: string): AuditFormat {
  const format = AUDIT_FORMATS.find((each) => each.name === name);
  if (format !== undefined) return format;
  const names = AUDIT_FORMATS.map((each) => each.name);
  throw new InvalidArgumentError(`There is no format ${quote(name)}${didYouMean(name, names)}.`);
}

async function run(target: string, flags: Flags): Promise<void> {
  const { audit: configured } = await loadConfiguration(flags);
  const chosen = chooseRules(flags.rule, flags.noRule, configured?.severities);
  const signal = interruption('stopping; no report is written');
  const source = await sourceOf(target, flags);
  await refuseToOverwrite(flags, source);
  // Before the crawl, which may take hours: what makes no sense, and what cannot be written.
  const outputs = new DedupOutputs();
  try {
    const earlier = await earlierFindings(flags, chosen, signal);
    const files = await reportFiles(outputs, flags.output);
    const report = await reportOn(source, flags, chosen, earlier, signal);
    if (report === null) {
      await outputs.discard();
      return;
    }
    await write(report, flags, files);
    await outputs.close();
    process.exitCode = isFailure(report, flags.failOn) ? EXIT.findings : EXIT.clean;
  } catch (error) {
    await outputs.discard();
    if (!signal.aborted) throw error;
    process.exitCode = EXIT.interrupted;
  }
}

/** The crawl to look at. */
interface Source {
  readonly database: string;
  /** Where to crawl from first; null where there is a crawl. */
  readonly seed: string | null;
}

async function sourceOf(target: string, flags: Flags): Promise<Source> {
  const isFile = await stat(target).then(
    (found) => found.isFile(),
    () => false,
  );
  if (isFile) return { database: target, seed: null };
  if (/^(?:[./~]|[^:?#]*\.(?:dustpan|db|sqlite)$)/.test(target))
    throw new UsageError(`${quoted(target)} is no file; name a crawl's file, or a URL to crawl`);
  const seed = withScheme(target);
  return { database: flags.db ?? defaultDatabase([seed]), seed };
}

async function refuseToOverwrite({ output, baseline, diff }: Flags, { database }: Source): Promise<void> {
  const read = [database, baseline, diff].filter((file) => file !== undefined).map((file) => resolve(file));
  if (output === undefined) return;
  if (!read.includes(resolve(output))) return refuseToOverwriteDatabase(output, [database]);
  throw new UsageError(`${quoted(output)} is read for the report; name another file to write to`);
}

/** The findings that are to be left out, with their rules; null where nobody asked for that. */
async function earlierFindings(
  { baseline, diff, ...flags }: Flags,
  chosen: ChosenRules,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string> | null> {
  if (baseline !== undefined) return readBaseline(baseline);
  if (diff === undefined) return null;
  const frontier = await openSqliteFrontier(diff, { readonly: true });
  try {
    const settings = await readCrawlSettings(frontier, diff, flags);
    const { findings } = await auditCrawl({ frontier, settings, ...chosen, fetching: null }, signal);
    return new Map(findings.map(({ fingerprint, rule }) => [fingerprint, rule]));
  } finally {
    await frontier.close();
  }
}

/** Null where there is nothing to report, which was said. */
async function reportOn(
  { database, seed }: Source,
  flags: Flags,
  chosen: ChosenRules,
  earlier: ReadonlyMap<string, string> | null,
  signal: AbortSignal,
): Promise<AuditReport | null> {
  if (seed !== null && !(await crawlFirst(database, seed, flags, signal))) return null;
  // An earlier crawl is looked at as it was: what is fetched now would be new in each page that names it.
  const fetching = flags.fetch && flags.diff === undefined ? flags : null;
  const report = await auditReport(
    { database, given: flags, chosen, fetching, baseline: earlier, createdAt: new Date() },
    signal,
  );
  if (seed === null && report.crawled !== null) sayAge(report, database);
  if (report.summary.pages > 0) return report;
  logLine(`dustpan: ${quoted(database)} has no page to look at; go on with dustpan crawl --db ${quoted(database)}`);
  process.exitCode = EXIT.nothingCrawled;
  return null;
}

/** A file is looked at as it is, which may be another than the site is by now. */
function sayAge({ crawled, seeds }: AuditReport, database: string): void {
  const [seed = 'URL'] = seeds;
  const isDefault = seeds.length > 0 && database === defaultDatabase([seed]);
  const command = `dustpan audit ${quoted(seed)}${isDefault ? '' : ` --db ${quoted(database)}`}`;
  logLine(`crawled ${ago(Date.parse(crawled?.to ?? ''))}; ${command} looks at the site of now`);
}

/** Whether there is something to look at now. */
async function crawlFirst(database: string, seed: string, flags: Flags, signal: AbortSignal): Promise<boolean> {
  const { canon, needs } = await loadCanonOptions(flags);
  compile(canon);
  const frontier = await openCrawl(database, flags.fresh === true);
  try {
    const recrawl = await lookAgain(frontier, database);
    const summary = await runCrawl({ frontier, database, seeds: [seed], flags, canon, needs, recrawl }, signal);
    for (const line of describeSummary(summary)) logLine(line);
    const isEmpty = pagesOf(summary.stats) === 0;
    if (signal.aborted) process.exitCode = EXIT.interrupted;
    else if (isEmpty) process.exitCode = EXIT.nothingCrawled;
    return !signal.aborted && !isEmpty;
  } finally {
    await frontier.close();
  }
}

/** Whether a site is asked again for what is known of it, which it is unless the last look was stopped; as in a session. */
async function lookAgain(frontier: Frontier, database: string): Promise<0 | null> {
  const look = await lastLook(frontier);
  const file = quoted(database);
  if (mayGoOn(look, clock()) && look !== null) {
    logLine(`going on with a look at the site that was stopped; it began ${ago(look.startedAt)}, --fresh starts over`);
    return null;
  }
  if (look !== null) {
    const when = ago(look.finishedAt ?? look.startedAt);
    logLine(`${file} was crawled ${when}: asking the site again, for what has changed`);
  }
  return 0;
}

async function write(report: AuditReport, { format, output }: Flags, files: ReportFiles): Promise<void> {
  const notes: string[] = [];
  await format.write(report, {
    ...files,
    hasColours: output === undefined && stdout.isTTY && !process.env['NO_COLOR'],
    note: (line) => void notes.push(line),
  });
  for (const note of notes) logLine(note);
}

function isFailure({ findings }: AuditReport, failOn: Flags['failOn']): boolean {
  if (failOn === 'none') return false;
  return findings.some(({ severity }) => severity === 'error' || (failOn === 'warning' && severity === 'warning'));
}
