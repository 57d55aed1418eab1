import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { stdout } from 'node:process';
import { Command, InvalidArgumentError, Option } from 'commander';
import { openSqliteFrontier } from '../../../db/index.ts';
import type { AuditReport } from '../../audit/report.ts';
import type { Rule } from '../../audit/rule.ts';
import { RULES } from '../../audit/rules/index.ts';
import { encodeBytes } from '../../dedup/text.ts';
import type { AuditFormat } from '../../report/audit/format.ts';
import { AUDIT_FORMATS } from '../../report/audit/index.ts';
import { didYouMean, quote } from '../../wording.ts';
import { type Audited, auditCrawl } from '../audit-crawl.ts';
import { auditReport } from '../audit-report.ts';
import { type AuditSettings, readAuditSettings } from '../audit-settings.ts';
import { readBaseline } from '../baseline.ts';
import { addCanonOptions, type CanonFlags, loadCanonOptions } from '../canon-options.ts';
import { addCrawlOptions, type CrawlFlags } from '../crawl-options.ts';
import { type CrawlSettings, readCrawlSettings } from '../crawl-settings.ts';
import { describeSummary } from '../crawl-summary.ts';
import { DedupOutputs } from '../dedup-outputs.ts';
import { EXIT, UsageError } from '../exit.ts';
import { interruption } from '../interruption.ts';
import { say } from '../output.ts';
import { printable } from '../printable.ts';
import { defaultDatabase, runCrawl, withScheme } from '../run-crawl.ts';

interface Flags extends CanonFlags, CrawlFlags {
  readonly db?: string;
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
    .option('--baseline <file>', 'leave out findings that an earlier audit (--format json) has')
    .addOption(
      new Option('--diff <db>', 'leave out findings that an earlier crawl has, and count those it had').conflicts(
        'baseline',
      ),
    )
    .addOption(
      new Option('--rule <id>', 'only this rule, or group such as dup/*; may be repeated')
        .argParser(more)
        .default([], 'all'),
    )
    .addOption(noRule())
    .option('--no-fetch', 'do not fetch what pages name and the crawl did not fetch');
  return addCanonOptions(addCrawlOptions(command)).action(run);
}

/** commander takes `--no-x` for the denial of `--x`; here both are lists of their own. */
function noRule(): Option {
  const option = new Option('--no-rule <id>', 'all rules but this, or this group; may be repeated')
    .argParser(more)
    .default([], 'none');
  option.negate = false;
  return option;
}

function more(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

function formatNamed(name: string): AuditFormat {
  const format = AUDIT_FORMATS.find((each) => each.name === name);
  if (format !== undefined) return format;
  const names = AUDIT_FORMATS.map((each) => each.name);
  throw new InvalidArgumentError(`There is no format ${quote(name)}${didYouMean(name, names)}.`);
}

async function run(target: string, flags: Flags): Promise<void> {
  const settings = await settingsFrom(flags);
  const signal = interruption('stopping; no report was written');
  const database = await databaseOf(target, flags, signal);
  if (database === null) return;
  if (flags.output !== undefined && resolve(flags.output) === resolve(database)) {
    throw new UsageError(`${flags.output} is the crawl that is read; name another file to write to`);
  }
  const baseline = flags.baseline === undefined ? null : await readBaseline(flags.baseline);
  const earlier = flags.diff === undefined ? baseline : await fingerprintsOf(flags.diff, flags, settings, signal);
  const fetching = flags.fetch ? flags : null;
  const report = await auditReport(
    { database, given: flags, settings, fetching, baseline: earlier, createdAt: new Date() },
    signal,
  );
  if (signal.aborted) process.exitCode = EXIT.interrupted;
  else if (report.summary.pages === 0) {
    say(
      `dustpan: ${printable(database)} has no page to look at; crawl on with dustpan crawl --db ${printable(database)}`,
    );
    process.exitCode = EXIT.nothingCrawled;
  } else {
    await write(report, flags);
    process.exitCode = isFailure(report, flags.failOn) ? EXIT.findings : EXIT.clean;
  }
}

async function settingsFrom(flags: Flags): Promise<AuditSettings> {
  for (const pattern of [...flags.rule, ...flags.noRule]) checkPattern(pattern);
  const { rules, severities } = await readAuditSettings(flags);
  const isWanted = ({ id }: Rule): boolean =>
    (flags.rule.length === 0 || flags.rule.some((pattern) => matches(id, pattern))) &&
    !flags.noRule.some((pattern) => matches(id, pattern));
  return { rules: rules.filter(isWanted), severities };
}

/** `dup/www`, `dup/*` or `dup`. */
function matches(id: string, pattern: string): boolean {
  return id === pattern || id.startsWith(`${pattern.replace(/\/\*?$/, '')}/`);
}

function checkPattern(pattern: string): void {
  if (RULES.some(({ id }) => matches(id, pattern))) return;
  const names = RULES.map(({ id }) => id);
  throw new UsageError(`there is no rule ${quote(pattern)}${didYouMean(pattern, names)}`);
}

/** The crawl to look at; a site is crawled first. Null where that was stopped. */
async function databaseOf(target: string, flags: Flags, signal: AbortSignal): Promise<string | null> {
  const isFile = await stat(target).then(
    (found) => found.isFile(),
    () => false,
  );
  if (isFile) return target;
  if (target.endsWith('.dustpan'))
    throw new UsageError(`${target} does not exist; name a crawl's file, or a URL to crawl`);
  const { canon, needs } = await loadCanonOptions(flags);
  const seeds = [withScheme(target)];
  const database = flags.db ?? defaultDatabase(seeds);
  const frontier = await openSqliteFrontier(database);
  try {
    const summary = await runCrawl({ frontier, database, seeds, flags, canon, needs, recrawl: null }, signal);
    for (const line of describeSummary(summary)) say(line);
    say('');
  } finally {
    await frontier.close();
  }
  if (!signal.aborted) return database;
  process.exitCode = EXIT.interrupted;
  return null;
}

async function fingerprintsOf(
  database: string,
  flags: Flags,
  settings: AuditSettings,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const frontier = await openSqliteFrontier(database, { readonly: true });
  try {
    const crawl: CrawlSettings = await readCrawlSettings(frontier, database, flags);
    const { findings }: Audited = await auditCrawl({ frontier, settings: crawl, ...settings, fetching: null }, signal);
    return new Set(findings.map(({ fingerprint }) => fingerprint));
  } finally {
    await frontier.close();
  }
}

async function write(report: AuditReport, { format, output: path }: Flags): Promise<void> {
  const outputs = new DedupOutputs();
  try {
    const output = await outputs.main(path);
    let pending = 0;
    await format.write(report, {
      hasColours: path === undefined && stdout.isTTY && !process.env['NO_COLOR'],
      write: async (text) => {
        output.text(encodeBytes(text));
        pending += text.length;
        if (pending < FLUSHED) return;
        pending = 0;
        await output.flush();
      },
    });
    await outputs.close();
  } catch (error) {
    await outputs.discard();
    throw error;
  }
}

/** Characters after which it is waited for a slow reader. */
const FLUSHED = 1 << 17;

function isFailure({ findings }: AuditReport, failOn: Flags['failOn']): boolean {
  if (failOn === 'none') return false;
  return findings.some(({ severity }) => severity === 'error' || (failOn === 'warning' && severity === 'warning'));
}
