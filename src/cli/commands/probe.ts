import { Command, InvalidArgumentError, Option } from 'commander';
import { isLoopback } from '../../../crawler/loopback.ts';
import { POLITE_DELAY } from '../../../crawler/pause.ts';
import { type ProbeReport, probe } from '../../../crawler/probe/probe.ts';
import { fetcherFor, productTokenOf } from '../../../crawler/seed-fetcher.ts';
import { MemoryFrontier } from '../../../db/index.ts';
import { evidenceOf } from '../../facts/claim-evidence.ts';
import { CLAIM_KINDS, type ClaimKind } from '../../facts/evidence.ts';
import { type Needs, needsWith } from '../../facts/needs.ts';
import { parseUrl, UrlError } from '../../index.ts';
import { addConfigOption, type ConfigFlags, loadConfiguration } from '../canon-options.ts';
import { claimAsJson, describeClaim, explainOpen } from '../claim-lines.ts';
import { addFetchOptions, type FetchFlags, fetcherOptions } from '../crawl-options.ts';
import { EXIT } from '../exit.ts';
import { interruption } from '../interruption.ts';
import { number } from '../number.ts';
import { out, say } from '../output.ts';
import { printable, printableJson } from '../printable.ts';
import { type ProbeTarget, probeTargets } from '../probe-targets.ts';
import { ProgressLine } from '../progress.ts';
import { table } from '../table.ts';
import { count } from '../units.ts';

interface Flags extends FetchFlags, ConfigFlags {
  readonly kind: readonly ClaimKind[];
  readonly samples: number;
  readonly budget: number;
  readonly json?: true;
}

export function probeCommand(): Command {
  const command = new Command('probe')
    .description('ask a site which of its URLs are one page: www, http or https, trailing slashes, index pages …')
    .argument('<url-or-host...>', 'sites, and pages of them to look at')
    .addOption(
      new Option('--kind <kinds>', `only these, with commas: ${CLAIM_KINDS.join(', ')}`)
        .argParser(kinds)
        .default(CLAIM_KINDS, 'all'),
    )
    .addOption(new Option('--samples <n>', 'most pages for each kind and section').argParser(count(1)).default(5))
    .addOption(
      new Option('--budget <n>', 'most requests to a site, beside its robots.txt').argParser(count(1)).default(80),
    )
    .option('--json', 'print an object a claim, with its evidence');
  return addConfigOption(addFetchOptions(command)).action(run);
}

function kinds(text: string): readonly ClaimKind[] {
  return text.split(',').map((name) => {
    const kind = CLAIM_KINDS.find((known) => known === name.trim());
    if (kind === undefined) throw new InvalidArgumentError(`Write some of ${CLAIM_KINDS.join(', ')}.`);
    return kind;
  });
}

async function run(named: readonly string[], flags: Flags): Promise<void> {
  const targets = probeTargets(named);
  const needs = needsWith((await loadConfiguration(flags)).evidence ?? {});
  const signal = interruption('stopping: waiting for the request under way, again to stop at once');
  let requests = 0;
  let latest = '';
  const progress = new ProgressLine(() => Promise.resolve(`${requests} requests · ${printable(latest)}`));
  const onRequest = (url: string): void => {
    requests++;
    latest = url;
  };
  const reports: ProbeReport[] = [];
  try {
    for (const target of targets) {
      if (signal.aborted) break;
      reports.push(await probeOne(target, flags, needs, signal, onRequest));
    }
  } finally {
    progress.stop();
  }
  for (const report of reports) {
    for (const line of flags.json ? asJson(report) : asText(report)) out.line(line);
  }
  await out.flush();
  if (flags.json) say(requestLine(reports));
  process.exitCode = exitCode(reports, signal.aborted);
}

async function probeOne(
  target: ProbeTarget,
  flags: Flags,
  needs: Needs,
  signal: AbortSignal,
  onRequest: (url: string) => void,
): Promise<ProbeReport> {
  const fetcher = fetcherFor(target.starts.slice(0, 1).concat(target.pages), fetcherOptions(flags));
  try {
    return await probe({
      ...target,
      fetcher,
      robots: flags.robots ? { copies: new MemoryFrontier(), productToken: productTokenOf(flags.userAgent) } : null,
      delay: flags.delay ?? defaultDelay(target, flags),
      needs,
      kinds: flags.kind,
      samples: flags.samples,
      budget: flags.budget,
      signal,
      onRequest,
    });
  } finally {
    await fetcher.close();
  }
}

function defaultDelay({ starts }: ProbeTarget, { connectTo }: Flags): number {
  const hosts = starts.map((url) => parseUrl(url)).map((url) => (url instanceof UrlError ? '' : (url.asciiHost ?? '')));
  return hosts.every((host) => isLoopback(host, connectTo)) ? 0 : POLITE_DELAY;
}

function asJson({ claims, evidence }: ProbeReport): readonly string[] {
  const known = evidenceOf(claims, evidence);
  return claims.map((claim) => printableJson(claimAsJson(claim, known.get(claim) ?? [])));
}

function asText(report: ProbeReport): readonly string[] {
  const { host, failure, claims, evidence } = report;
  const known = evidenceOf(claims, evidence);
  const lines = table(claims.map((claim) => describeClaim(claim, known.get(claim) ?? [])));
  const failed = failure === null ? [] : [`${printable(host)}: not probed: ${explainOpen(failure)}`];
  const nothing = failure === null && claims.length === 0 ? [`${printable(host)}: nothing to probe was found`] : [];
  return [...failed, ...nothing, ...lines, requestLine([report]), ''];
}

function requestLine(reports: readonly ProbeReport[]): string {
  const pages = reports.reduce((sum, { requests }) => sum + requests.pages, 0);
  const robots = reports.reduce((sum, { requests }) => sum + requests.robots, 0);
  return `${number(pages + robots)} requests (${number(robots)} to robots.txt)`;
}

function exitCode(reports: readonly ProbeReport[], interrupted: boolean): number {
  if (interrupted) return EXIT.interrupted;
  return reports.every(({ failure }) => failure !== null) ? EXIT.nothingCrawled : EXIT.clean;
}
