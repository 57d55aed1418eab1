import { stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';
import { stdout } from 'node:process';
import { Command, Option } from 'commander';
import { lastLook, mayGoOn } from '../../../crawler/recrawl/look.ts';
import type { Frontier } from '../../../db/index.ts';
import { isPostgresAddress, refuseOtherUrl } from '../../../db/postgres/address.ts';
import type { AuditReport } from '../../audit/report.ts';
import type { RuleError } from '../../audit/rule-error.ts';
import { AUDIT_FORMATS } from '../../report/audit/index.ts';
import { severityWords } from '../../report/audit/summary-words.ts';
import type { ReportFiles } from '../../report/format.ts';
import { isSuccess } from '../../status-codes.ts';
import { MISSING } from '../../text/file-problem.ts';
import { counted } from '../../text/number.ts';
import { closing } from '../io/closing.ts';
import { refuseToOverwriteDatabase } from '../io/databases.ts';
import { EXIT, UsageError } from '../io/exit.ts';
import { interruption, unlessInterrupted } from '../io/interruption.ts';
import { openCrawl } from '../io/open-crawl.ts';
import { logLine, noteLine } from '../io/output.ts';
import { OutputFiles } from '../io/output-files.ts';
import { reportFiles } from '../io/report-files.ts';
import { hasColors } from '../io/terminal.ts';
import { limitHeapGrowth, optimizeRarely } from '../io/v8.ts';
import { auditCrawl } from '../jobs/audit-crawl.ts';
import { keepAudit, keptAudits, rowOf } from '../jobs/audit-history.ts';
import { type AuditReported, auditReport } from '../jobs/audit-report.ts';
import { type ChosenRules, chooseRules } from '../jobs/audit-rules.ts';
import { type Baseline, readBaseline } from '../jobs/baseline.ts';
import { defaultDatabase } from '../jobs/default-database.ts';
import { databaseOf, isWebArchive, openArchive } from '../jobs/open-archive.ts';
import type { CrawlOrder } from '../jobs/run-crawl.ts';
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
  type CrawlFlags,
  refuseIdleCrawlOptions,
} from '../options/crawl-options.ts';
import { readCrawlSettings } from '../options/crawl-settings.ts';
import { formatNameOption } from '../options/format-option.ts';
import { refuseIdleOptions } from '../options/idle-options.ts';
import { more, repeatable } from '../options/list-option.ts';
import { type ReportOutput, reportOutputs } from '../options/report-outputs.ts';
import { typedSeed } from '../options/seeds.ts';
import { ago } from '../render/ago.ts';
import { describeSummary, pagesOf } from '../render/crawl-summary.ts';
import { commandWord, quoted } from '../render/printable.ts';

interface Flags extends CanonFlags, CrawlFlags {
  readonly db?: string;
  readonly fresh?: true;
  readonly format: string;
  readonly output?: string;
  readonly also: readonly string[];
  readonly failOn: 'error' | 'warning' | 'none';
  readonly baseline?: string;
  readonly diff?: string;
  readonly rule: readonly string[];
  readonly noRule: readonly string[];
  readonly fetch: boolean;
  readonly external?: true;
}

export function auditCommand(): Command {
  const command = new Command('audit')
    .description(
      'report duplicate pages of a site, conflicting canonical URLs and related problems, and how to fix them',
    )
    .argument(
      '[crawl-or-url]',
      'a crawl (file or postgres:// address), or what to crawl first: the URL of a site, or a WARC file in place of the network',
    )
    .optionsGroup('Report:')
    .addOption(formatNameOption(AUDIT_FORMATS).default('text'))
    .option('-o, --output <file>', 'write the complete report to this file instead of standard output')
    .addOption(
      repeatable(
        '--also <format=file>',
        'also write the report in this format to this file, such as sarif=audit.sarif',
        more,
      ),
    )
    .addOption(
      new Option('--fail-on <severity>', 'exit with code 1 if a finding is at least this severe')
        .choices(['error', 'warning', 'none'])
        .default('error'),
    )
    .addOption(repeatable('--rule <id>', 'check only this rule, or this group of rules, such as dup/*', more, 'all'))
    .addOption(repeatable('--no-rule <id>', 'skip this rule, or this group of rules', more))
    .option('--baseline <file>', 'hide the findings of an earlier report (written with --format json or ndjson)')
    .addOption(
      new Option(
        '--diff <file>',
        'hide the findings of an earlier crawl; compares crawled pages only, as --no-fetch does',
      ).conflicts('baseline'),
    )
    .option('--no-fetch', 'do not fetch canonical, alternate and AMP URLs that pages name and the crawl left out')
    .addOption(
      new Option(
        '--external',
        'also check links that leave the crawl, at most 1000 and 100 of one host; obeys robots.txt and the delay',
      ).conflicts(['fetch', 'diff']),
    );
  addRenderOptions(addScopeOptions(command))
    .optionsGroup('Crawl file:')
    .option('--db <file>', DB_OPTION)
    .option('--fresh', 'start over: delete the crawl that is there');
  addCanonOptions(addCrawlOptions(command, 'auto'));
  return addOtherOptions(command).action(run);
}

async function run(target: string | undefined, flags: Flags, command: Command): Promise<void> {
  const config = await loadConfiguration(flags);
  const wanted = reportOutputs(flags, [...AUDIT_FORMATS, ...(config.auditFormats ?? [])]);
  const chosen = chooseRules(flags.rule, flags.noRule, config);
  optimizeRarely();
  limitHeapGrowth(60 * 2 ** 20);
  const signal = interruption('stopping; no report will be written');
  const source = await sourceOf(target, flags);
  if (source.crawl === null) {
    const remedy = `remove it, or crawl first: dustpan audit URL --db ${commandWord(source.database)}`;
    const idle = crawlOnly();
    // Without an argument, it names the crawl.
    if (target !== undefined) idle.add('db');
    refuseIdleOptions(command, idle, `on the audit of a crawl file; ${remedy}`);
  } else refuseIdleCrawlOptions(command, flags);
  for (const { file } of wanted) await refuseToOverwrite(file, flags, source);
  // Checked before the crawl, which may take hours: unreadable baselines and unwritable outputs.
  const outputs = new OutputFiles();
  const done = await unlessInterrupted(signal, () =>
    outputs.complete(async () => {
      const earlier = await earlierAudit(flags, chosen, signal);
      const reports: (ReportOutput & { readonly files: ReportFiles })[] = [];
      for (const one of wanted) reports.push({ ...one, files: await reportFiles(outputs, one.file) });
      const reported = await reportOn(source, { flags, command, chosen, earlier: earlier.baseline }, signal);
      if (reported === null) return null;
      for (const one of reports) await write(reported.report, one, one.files);
      return { ...reported, earlierErrors: earlier.ruleErrors };
    }, signal),
  );
  if (done === null) return;
  const { report, ruleErrors, earlierErrors } = done;
  if (flags.output !== undefined)
    noteLine(`${severityWords(report.summary.severities)}: ${quoted(flags.output)}${otherFormat(flags)}`);
  const own = report.history.at(-1);
  if (own !== undefined && ruleErrors.length === 0) await keepAudit(source.database, own);
  const allErrors = [...earlierErrors, ...ruleErrors];
  for (const { message } of allErrors) logLine(`dustpan: ${message}`);
  if (allErrors.length > 0) process.exitCode = EXIT.usage;
  else process.exitCode = isFailure(report, flags.failOn) ? EXIT.findings : EXIT.clean;
}

/** A file that is named after a format, but got the usual one, was probably meant to have that. */
function otherFormat({ format, output = '' }: Flags): string {
  const named = extname(output).slice(1);
  const isOther = format === 'text' && named !== format && AUDIT_FORMATS.some(({ name }) => name === named);
  return isOther ? `, as text; to write ${named}: --format ${named}` : '';
}

/** The crawl to audit. */
interface Source {
  readonly database: string;
  /** What to crawl first: a URL, or a WARC file in place of the network; null to audit an existing crawl. */
  readonly crawl: { readonly seed: string } | { readonly warc: string } | null;
}

async function sourceOf(given: string | undefined, flags: Flags): Promise<Source> {
  const target = given ?? flags.db;
  if (target === undefined)
    throw new UsageError(
      'nothing to audit; give a crawl file, or the URL of a site: dustpan audit https://example.com/',
    );
  const found = await stat(target).catch(() => null);
  const isFile = found?.isFile() === true;
  if (isFile && (await isWebArchive(target))) {
    return { database: flags.db ?? databaseOf(target), crawl: { warc: target } };
  }
  if (isFile || isPostgresAddress(target)) return { database: target, crawl: null };
  if (given === undefined) refuseOtherUrl(target);
  if (given === undefined || (found === null && /^(?:[./~]|[^:?#]*\.(?:dustpan|db|sqlite)$)/.test(target)))
    throw new UsageError(`${quoted(target)} ${MISSING}, or give a URL to crawl`);
  const seed = await typedSeed(target);
  return { database: flags.db ?? defaultDatabase([seed]), crawl: { seed } };
}

/** The options that have an effect only on a crawl. Those for politeness and requests also apply to an audit of a file. */
function crawlOnly(): Set<string> {
  const command = addCanonOptions(addRenderOptions(addScopeOptions(new Command())));
  const names = command.options.map((option) => option.attributeName());
  return new Set([
    ...names.filter((name) => name !== 'params'),
    'fresh',
    'probe',
    'perHost',
    'retries',
    'maxSimilar',
    'maxEndless',
    'traps',
  ]);
}

async function refuseToOverwrite(
  output: string | undefined,
  { baseline, diff }: Flags,
  { database, crawl }: Source,
): Promise<void> {
  const warc = crawl !== null && 'warc' in crawl ? crawl.warc : undefined;
  const read = [database, warc, baseline, diff].filter((file) => file !== undefined).map((file) => resolve(file));
  if (output === undefined) return;
  if (!read.includes(resolve(output))) return refuseToOverwriteDatabase(output, [database]);
  throw new UsageError(`${quoted(output)} is an input of this report; choose another output file`);
}

interface Earlier {
  /** Null without `--baseline` and `--diff`. */
  readonly baseline: Baseline | null;
  /** The rules that failed on the earlier crawl. */
  readonly ruleErrors: readonly RuleError[];
}

async function earlierAudit(
  { baseline, diff, ...flags }: Flags,
  chosen: ChosenRules,
  signal: AbortSignal,
): Promise<Earlier> {
  if (baseline !== undefined) return { baseline: await readBaseline(baseline), ruleErrors: [] };
  if (diff === undefined) return { baseline: null, ruleErrors: [] };
  return closing(await openCrawl(diff, { readonly: true }), async (frontier) => {
    const settings = await readCrawlSettings(frontier, diff, flags);
    const audited = await auditCrawl({ frontier, settings, ...chosen, fetching: null }, signal);
    const findings = new Map(audited.findings.map(({ fingerprint, rule }) => [fingerprint, rule]));
    const history = [...(await keptAudits(frontier)), rowOf(audited, 'none')].filter((row) => row !== null);
    return { baseline: { findings, history }, ruleErrors: audited.ruleErrors };
  });
}

/** How to report. */
interface Order {
  readonly flags: Flags;
  readonly command: Command;
  readonly chosen: ChosenRules;
  readonly earlier: Baseline | null;
}

/** Null if there is nothing to report; the reason has been printed. */
async function reportOn(
  { database, crawl }: Source,
  { flags, command, chosen, earlier }: Order,
  signal: AbortSignal,
): Promise<AuditReported | null> {
  const isArchive = crawl !== null && 'warc' in crawl;
  const archive = isArchive ? await openArchive([crawl.warc], command) : null;
  const seed = crawl === null ? null : isArchive ? (archive?.seed ?? null) : crawl.seed;
  try {
    if (seed !== null && !(await crawlFirst({ database, seeds: [seed], flags, archive }, signal))) return null;
  } finally {
    await archive?.close();
  }
  // Nothing is fetched for the earlier crawl, so anything fetched now would count as new. An archive asks no server.
  const fetching = flags.fetch && flags.diff === undefined && archive === null ? flags : null;
  const { findings: baseline = null, history = [] } = earlier ?? {};
  const reported = await auditReport({ database, given: flags, chosen, fetching, baseline, history }, signal);
  const { report } = reported;
  if (seed === null && report.crawled !== null) sayAge(report, database);
  sayUnseen(report);
  if (report.summary.pages > 0) return reported;
  // Crawling again would find the same files, such as PDFs.
  const hasFiles = Object.keys(report.summary.statuses).some((status) => isSuccess(Number(status)));
  const remedy = hasFiles
    ? 'start at an HTML page: dustpan crawl URL'
    : `crawl again: dustpan crawl --db ${commandWord(database)} --recrawl`;
  logLine(`dustpan: ${quoted(database)} has no HTML page to audit; ${remedy}`);
  process.exitCode = EXIT.nothingCrawled;
  return null;
}

/** Says how old the crawl is, since the site may have changed. */
function sayAge({ crawled, seeds }: AuditReport, database: string): void {
  const [seed = 'URL'] = seeds;
  const isDefault = seeds.length > 0 && database === defaultDatabase([seed]);
  const command = `dustpan audit ${commandWord(seed)}${isDefault ? '' : ` --db ${commandWord(database)}`}`;
  noteLine(
    `crawled ${ago(Date.parse(crawled?.to ?? ''))}; to crawl again first, with the options of that crawl: ${command}`,
  );
}

/** Says what the audit of a sample cannot know. */
function sayUnseen({ skipped }: AuditReport): void {
  const unseen = skipped.find(({ reason }) => reason === 'sample')?.count ?? 0;
  if (unseen === 0) return;
  noteLine(
    `a sample: ${counted(unseen, 'known URL')} ${unseen === 1 ? 'was' : 'were'} not fetched, so findings about links, duplicates and sitemaps cover the sample only`,
  );
}

/** @returns whether the crawl has pages and was not interrupted */
async function crawlFirst(
  order: Pick<CrawlOrder, 'database' | 'seeds' | 'archive'> & { readonly flags: Flags },
  signal: AbortSignal,
): Promise<boolean> {
  const { database, flags } = order;
  const { canon, needs } = await loadCanonOptions(flags);
  // Takes time and memory to load, and most audits do not crawl.
  const { checkOrder, runCrawl } = await import('../jobs/run-crawl.ts');
  await checkOrder({ ...order, canon }, flags.fresh === true);
  return closing(await openCrawl(database, { fresh: flags.fresh === true, signal }), async (frontier) => {
    const recrawl = await lookAgain(frontier, database);
    const summary = await runCrawl({ ...order, frontier, canon, needs, recrawl }, signal);
    for (const line of describeSummary(summary)) noteLine(line);
    const isEmpty = pagesOf(summary.stats) === 0;
    if (signal.aborted) process.exitCode = EXIT.interrupted;
    else if (isEmpty) process.exitCode = EXIT.nothingCrawled;
    return !signal.aborted && !isEmpty;
  });
}

/** The `recrawl` setting of the session: 0 to check all known pages again, null to continue an interrupted crawl. */
async function lookAgain(frontier: Frontier, database: string): Promise<0 | null> {
  const look = await lastLook(frontier);
  const file = quoted(database);
  if (mayGoOn(look, frontier.now()) && look !== null) {
    noteLine(`continuing an interrupted crawl, started ${ago(look.startedAt)}; --fresh starts over`);
    return null;
  }
  if (look !== null) {
    const when = ago(look.finishedAt ?? look.startedAt);
    noteLine(`${file} was crawled ${when}; checking the site for changes`);
  }
  return 0;
}

async function write(report: AuditReport, { format, file }: ReportOutput, files: ReportFiles): Promise<void> {
  const notes: string[] = [];
  await format.write(report, {
    ...files,
    hasColors: file === undefined && hasColors(stdout),
    note: (line) => void notes.push(line),
  });
  for (const note of notes) noteLine(note);
}

function isFailure({ findings }: AuditReport, failOn: Flags['failOn']): boolean {
  if (failOn === 'none') return false;
  return findings.some(({ severity }) => severity === 'error' || (failOn === 'warning' && severity === 'warning'));
}
