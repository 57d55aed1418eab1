import { Command, InvalidArgumentError, Option } from 'commander';
import type { LedgerChange } from '../../../crawler/learning/ledger.ts';
import type { ProbeReport } from '../../../crawler/probe/probe.ts';
import { MemoryFrontier } from '../../../db/index.ts';
import type { Thresholds } from '../../evidence/thresholds.ts';
import { CLAIM_KINDS, type ClaimKind } from '../../facts/claim-kind.ts';
import { counted, number } from '../../text/number.ts';
import { closing } from '../io/closing.ts';
import { EXIT, UsageError } from '../io/exit.ts';
import { interruption } from '../io/interruption.ts';
import { logLine, noteLine, out } from '../io/output.ts';
import { probeCrawl } from '../jobs/probe-crawl.ts';
import { probeSites } from '../jobs/probe-sites.ts';
import { addOtherOptions, loadThresholds, type UnstoredFlags } from '../options/canon-options.ts';
import { refuseIdleOptions } from '../options/idle-options.ts';
import { more } from '../options/list-option.ts';
import { addProbeOptions, type ProbeFlags } from '../options/probe-options.ts';
import { type ProbeTarget, probeTargets } from '../options/probe-targets.ts';
import { quoted } from '../render/printable.ts';
import { describeFailure, describeReport, reportAsJson, requestLine } from '../render/probe-lines.ts';

interface Flags extends ProbeFlags, UnstoredFlags {
  readonly db?: string;
  readonly kind: readonly ClaimKind[];
  readonly json?: true;
}

export function probeCommand(): Command {
  const command = new Command('probe')
    .description(
      'send requests to find out which URLs of a site show the same page: www, http and https, trailing slashes, index pages …',
    )
    .argument('[url-or-host...]', 'sites to probe, and pages to use as samples')
    .optionsGroup('What to probe:')
    .option(
      '--db <file>',
      'probe the sites of this crawl (file or postgres:// address), store the evidence in it, and update its keys',
    )
    .addOption(
      new Option('--kind <kinds>', `only these kinds of claims, separated by commas: ${CLAIM_KINDS.join(', ')}`)
        .argParser(kinds)
        .default(CLAIM_KINDS, 'all'),
    );
  return addOtherOptions(addProbeOptions(command, '; with --db, that of the crawl'))
    .option('--json', 'print one object per claim, with its evidence')
    .option('--params <file>', 'with --db: the same --params as for the crawl; repeatable', more)
    .action(run);
}

function kinds(text: string): readonly ClaimKind[] {
  return text.split(',').map((name) => {
    const kind = CLAIM_KINDS.find((known) => known === name.trim());
    if (kind === undefined) throw new InvalidArgumentError(`Choose from ${CLAIM_KINDS.join(', ')}.`);
    return kind;
  });
}

async function run(named: readonly string[], flags: Flags, command: Command): Promise<void> {
  if ((named.length === 0) === (flags.db === undefined)) {
    throw new UsageError('give either sites to probe, such as example.com, or a crawl file: --db FILE');
  }
  if (flags.db === undefined) refuseIdleOptions(command, new Set(['params']), 'without --db; remove it');
  const targets = probeTargets(named);
  const needs = await loadThresholds(flags);
  const signal = interruption('stopping after the running request; press Ctrl-C again to stop immediately');
  const { reports, note } =
    flags.db === undefined
      ? { reports: await probeNamed(targets, flags, needs, signal), note: null }
      : await probeDatabase(flags.db, flags, needs, signal);
  for (const report of reports) {
    for (const line of flags.json ? reportAsJson(report) : describeReport(report)) out.line(line);
    await out.flush();
    if (flags.json) for (const line of describeFailure(report)) logLine(line);
  }
  if (flags.json) noteLine(requestLine(reports));
  if (note !== null) noteLine(note);
  process.exitCode = exitCode(reports, signal.aborted);
}

/** Probes one site after the other, so that each gets only its own credentials. */
async function probeNamed(
  targets: readonly ProbeTarget[],
  flags: Flags,
  needs: Thresholds,
  signal: AbortSignal,
): Promise<readonly ProbeReport[]> {
  const reports: ProbeReport[] = [];
  for (const target of targets) {
    // A database in memory, which otherwise stays until garbage is collected.
    const own = await closing(new MemoryFrontier(), (copies) =>
      probeSites([{ ...target, kinds: flags.kind, domains: null }], {
        flags,
        seeds: target.starts.slice(0, 1).concat(target.pages),
        delay: flags.delay ?? null,
        copies,
        needs,
        signal,
      }),
    );
    reports.push(...own);
  }
  return reports;
}

async function probeDatabase(
  database: string,
  flags: Flags,
  needs: Thresholds,
  signal: AbortSignal,
): Promise<{ readonly reports: readonly ProbeReport[]; readonly note: string }> {
  const { reports, change } = await probeCrawl(database, flags, needs, signal);
  return { reports, note: `evidence stored in ${quoted(database)}: ${describeChange(change)}` };
}

function describeChange(change: LedgerChange | null): string {
  if (change === null) return 'no key changed';
  const { gained, lost, merged, saved, split } = change;
  const facts = [
    counted(gained.length, 'new fact'),
    ...(lost.length > 0 ? [`${counted(lost.length, 'fact')} withdrawn`] : []),
  ];
  const effects = [
    `${number(merged)} entries merged (saves ${counted(saved, 'request')})`,
    ...(split > 0 ? [`${number(split)} entries split again`] : []),
  ];
  return [...facts, ...effects].join(', ');
}

function exitCode(reports: readonly ProbeReport[], interrupted: boolean): number {
  if (interrupted) return EXIT.interrupted;
  return reports.every(({ failure }) => failure !== null) ? EXIT.nothingCrawled : EXIT.clean;
}
