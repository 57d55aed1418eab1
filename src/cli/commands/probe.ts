import { Command, InvalidArgumentError, Option } from 'commander';
import type { LedgerChange } from '../../../crawler/learning/ledger.ts';
import type { ProbeReport } from '../../../crawler/probe/probe.ts';
import { MemoryFrontier } from '../../../db/index.ts';
import { needsWith, type Thresholds } from '../../evidence/thresholds.ts';
import { CLAIM_KINDS, type ClaimKind } from '../../facts/claim-kind.ts';
import { EXIT, UsageError } from '../io/exit.ts';
import { interruption } from '../io/interruption.ts';
import { logLine, out } from '../io/output.ts';
import { probeCrawl } from '../jobs/probe-crawl.ts';
import { probeSites } from '../jobs/probe-sites.ts';
import { addConfigOption, type CanonFlags, loadConfiguration, more } from '../options/canon-options.ts';
import { addProbeOptions, type ProbeFlags } from '../options/probe-options.ts';
import { type ProbeTarget, probeTargets } from '../options/probe-targets.ts';
import { counted, number } from '../render/number.ts';
import { quoted } from '../render/printable.ts';
import { describeReport, reportAsJson, requestLine } from '../render/probe-lines.ts';

interface Flags extends ProbeFlags, Pick<CanonFlags, 'params' | 'config'> {
  readonly db?: string;
  readonly kind: readonly ClaimKind[];
  readonly json?: true;
}

export function probeCommand(): Command {
  const command = new Command('probe')
    .description('ask a site which of its URLs are one page: www, http or https, trailing slashes, index pages …')
    .argument('[url-or-host...]', 'sites, and pages of them to look at')
    .option('--db <file>', 'the sites of a crawl instead, whose file keeps what is found out and makes its keys by it')
    .option('--params <file>', 'lists of tracking parameters that the crawl was given; may be repeated', more)
    .addOption(
      new Option('--kind <kinds>', `only these, with commas: ${CLAIM_KINDS.join(', ')}`)
        .argParser(kinds)
        .default(CLAIM_KINDS, 'all'),
    )
    .option('--json', 'print an object a claim, with its evidence');
  return addConfigOption(addProbeOptions(command)).action(run);
}

function kinds(text: string): readonly ClaimKind[] {
  return text.split(',').map((name) => {
    const kind = CLAIM_KINDS.find((known) => known === name.trim());
    if (kind === undefined) throw new InvalidArgumentError(`Write some of ${CLAIM_KINDS.join(', ')}.`);
    return kind;
  });
}

async function run(named: readonly string[], flags: Flags): Promise<void> {
  if ((named.length === 0) === (flags.db === undefined)) {
    throw new UsageError("name sites, such as example.com, or else a crawl's file: --db FILE");
  }
  const targets = probeTargets(named);
  const needs = needsWith((await loadConfiguration(flags)).evidence ?? {});
  const signal = interruption('stopping: waiting for the request under way, again to stop at once');
  const { reports, note } =
    flags.db === undefined
      ? { reports: await probeNamed(targets, flags, needs, signal), note: null }
      : await probeDatabase(flags.db, flags, needs, signal);
  for (const report of reports) {
    for (const line of flags.json ? reportAsJson(report) : describeReport(report)) out.line(line);
    await out.flush();
  }
  if (flags.json) logLine(requestLine(reports));
  if (note !== null) logLine(note);
  process.exitCode = exitCode(reports, signal.aborted);
}

/** Each site by itself: what is secret is sent to it alone. */
async function probeNamed(
  targets: readonly ProbeTarget[],
  flags: Flags,
  needs: Thresholds,
  signal: AbortSignal,
): Promise<readonly ProbeReport[]> {
  const reports: ProbeReport[] = [];
  for (const target of targets) {
    const own = await probeSites([{ ...target, kinds: flags.kind, domains: null }], {
      flags,
      seeds: target.starts.slice(0, 1).concat(target.pages),
      delay: flags.delay ?? null,
      copies: new MemoryFrontier(),
      needs,
      signal,
    });
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
  return { reports, note: `${quoted(database)}: the evidence is kept; ${describeChange(change)}` };
}

function describeChange(change: LedgerChange | null): string {
  if (change === null) return 'its keys stay as they are';
  const { gained, lost, merged, saved, split } = change;
  const facts = [`${counted(gained.length, 'fact')} more`, ...(lost.length > 0 ? [`${number(lost.length)} less`] : [])];
  const effects = [
    `${number(merged)} of its entries merged (${number(saved)} of them still to be fetched)`,
    ...(split > 0 ? [`${number(split)} split again`] : []),
  ];
  return [...facts, ...effects].join(', ');
}

function exitCode(reports: readonly ProbeReport[], interrupted: boolean): number {
  if (interrupted) return EXIT.interrupted;
  return reports.every(({ failure }) => failure !== null) ? EXIT.nothingCrawled : EXIT.clean;
}
