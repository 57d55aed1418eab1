import { stdin } from 'node:process';
import { Command, Option } from 'commander';
import type { LogCounts } from '../../../crawler/evidence/access-log.ts';
import type { Candidate } from '../../../crawler/evidence/candidates.ts';
import { passiveEvidence } from '../../../crawler/evidence/passive.ts';
import type { Frontier } from '../../../db/index.ts';
import { compile } from '../../canon/canonicalizer.ts';
import type { Claim } from '../../evidence/claim.ts';
import { evidenceOf } from '../../evidence/claim-evidence.ts';
import { factsOf } from '../../evidence/claimed-facts.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { judgeAgain } from '../../evidence/judge-again.ts';
import type { Thresholds } from '../../evidence/thresholds.ts';
import { subjectKey } from '../../evidence/verdict.ts';
import type { Fact } from '../../facts/facts.ts';
import type { Output } from '../../lists/output.ts';
import { counted, number } from '../../text/number.ts';
import { closing } from '../io/closing.ts';
import { isDatabase } from '../io/databases.ts';
import { EXIT, UsageError } from '../io/exit.ts';
import { interruption, unlessInterrupted } from '../io/interruption.ts';
import { openForChange } from '../io/open-crawl.ts';
import { noteLine, out } from '../io/output.ts';
import { OutputFiles } from '../io/output-files.ts';
import {
  type ArchiveLearning,
  archiveEvidence,
  describeReading,
  learnFromArchives,
  type SiteLesson,
} from '../jobs/learn-archives.ts';
import { readLogs } from '../jobs/read-logs.ts';
import { addConfigOption, type ConfigFlags, loadThresholds } from '../options/canon-options.ts';
import { CRAWL_ARGUMENT } from '../options/crawl-argument.ts';
import { refuseIdleOptions } from '../options/idle-options.ts';
import { duration, memorySize } from '../options/units.ts';
import { claimLines, scopeOf } from '../render/claim-lines.ts';
import { factsFile } from '../render/facts-file.ts';
import { printable, quoted } from '../render/printable.ts';

const DAY = 24 * 60 * 60 * 1000;

interface Flags extends ConfigFlags {
  readonly cdx?: readonly string[];
  readonly warc?: readonly string[];
  readonly window: number;
  readonly memory: number;
  readonly log?: readonly string[];
  readonly host?: string;
  readonly facts?: string;
  readonly json?: true;
}

/** The evidence of one run. */
interface Lesson {
  readonly evidence: readonly Evidence[];
  /** Claims that only a probe could decide. */
  readonly candidates: readonly Candidate[];
  readonly notes: readonly string[];
  /** The claims of the crawl. */
  readonly before?: readonly Claim[];
}

export function learnCommand(): Command {
  const command = new Command('learn')
    .description(
      'learn which URLs are duplicates from a finished crawl, from web archives or from access logs, without requests',
    )
    .argument('[crawl]', `${CRAWL_ARGUMENT}; stores the evidence found, with --cdx and --warc also that of archives`)
    .option(
      '--cdx <file...>',
      'learn from indexes of web archives (CDX, CDXJ; may be gzipped; - is standard input); sorted ones take little memory',
    )
    .option('--warc <file...>', 'learn from the records of web archives (WARC; may be packed with gzip or Zstandard)')
    .addOption(
      new Option(
        '--window <duration>',
        'with --cdx and --warc: compare captures that are at most so far apart, such as 12h; a number alone is seconds',
      )
        .argParser(duration)
        .default(30 * DAY, '30d'),
    )
    .addOption(
      new Option('--memory <size>', 'with --cdx and --warc: memory to use for captures')
        .argParser(memorySize)
        .default(512 * 1024 ** 2, '512M'),
    )
    .option(
      '--log <file...>',
      'learn from access logs (common, combined, vhost_combined; may be gzipped; - is standard input); weak evidence',
    )
    .option('--host <host>', 'the site of the log, if the log does not name it, such as example.com')
    .option('--facts <file>', 'write the confirmed claims to a facts file')
    .option('--json', 'print one object per claim, with its evidence');
  return addConfigOption(command).action(run);
}

async function run(database: string | undefined, flags: Flags, command: Command): Promise<void> {
  const sources = [database ?? flags.cdx ?? flags.warc, flags.log].filter((source) => source !== undefined);
  if (sources.length > 1)
    throw new UsageError('--log stands alone; learn from the crawl or the archives by another command');
  if (sources.length === 0) {
    throw new UsageError(
      'give a crawl file, archives or logs: dustpan learn --log access.log --host example.com; dustpan learn --cdx index.cdx.gz',
    );
  }
  if (flags.log === undefined) refuseIdleOptions(command, new Set(['host']), 'without --log; add it or remove --host');
  const { cdx = [], warc = [], log = [] } = flags;
  if ([...cdx, ...log].filter((name) => name === '-').length > 1)
    throw new UsageError('standard input can be read only once; use - once');
  const outputs = new OutputFiles(database, ...cdx, ...warc, ...log, flags.config);
  const signal = interruption('stopping');
  // Otherwise the process would wait for more input.
  if ([...cdx, ...log].includes('-')) signal.addEventListener('abort', () => stdin.destroy());
  const learning = archiveLearning(flags, command, signal);
  await unlessInterrupted(signal, () =>
    outputs.complete(async () => learn({ database, learning, flags, signal }, await outputs.file(flags.facts))),
  );
}

/** What to learn from. */
interface Lessons {
  /** A crawl. */
  readonly database: string | undefined;
  /** Archives; null for none. */
  readonly learning: ArchiveLearning | null;
  readonly flags: Flags;
  readonly signal: AbortSignal;
}

/** @param output for the facts; null not to write them */
async function learn(lessons: Lessons, output: Output | null): Promise<void> {
  const { database, learning, flags } = lessons;
  const needs = await loadThresholds(flags);
  await refuseCrawlFiles(flags);
  if (database === undefined && learning !== null) return learnAll(learning, needs, flags, output);
  const { evidence, candidates, notes, before = [] } = await lesson(lessons);
  const claims = judgeAgain(evidence, needs, before);
  for (const line of claimLines(claims, evidenceOf(claims, evidence), flags.json === true)) out.line(line);
  await out.flush();
  for (const line of undecided(candidates, claims, needs)) noteLine(line);
  writeFacts(output, flags.facts, factsOf(claims, []).facts);
  for (const note of notes) noteLine(note);
  if (database !== undefined && claims.some(({ verdict }) => verdict === 'confirmed')) {
    noteLine('the next crawl into this file uses the confirmed claims');
  }
}

/** Refuses a crawl file behind an option that takes several files, which takes it for one of them. */
async function refuseCrawlFiles({ cdx = [], warc = [], log = [] }: Flags): Promise<void> {
  for (const [option, files] of Object.entries({ '--cdx': cdx, '--warc': warc, '--log': log })) {
    for (const file of files) {
      if (await isDatabase(file)) throw new UsageError(`${quoted(file)} is a crawl file; put it before ${option}`);
    }
  }
}

/** @returns null without archives */
function archiveLearning(
  { cdx = [], warc = [], window, memory }: Flags,
  command: Command,
  signal: AbortSignal,
): ArchiveLearning | null {
  if (cdx.length + warc.length === 0) {
    refuseIdleOptions(command, new Set(['window', 'memory']), 'without --cdx or --warc; add one or remove it');
    return null;
  }
  if (warc.includes('-')) throw new UsageError('--warc reads files; name them');
  return { files: { cdx, warc }, window, memory, signal };
}

/** Learns about all sites of archives. */
async function learnAll(
  learning: ArchiveLearning,
  needs: Thresholds,
  { facts, json }: Flags,
  output: Output | null,
): Promise<void> {
  const learned = await learnFromArchives(learning, needs, json === true);
  try {
    for (const block of learned.claims.blocks()) {
      out.bytes(block);
      await out.flush();
    }
    writeFacts(output, facts, learned.facts);
  } finally {
    learned.close();
  }
  for (const line of describeReading(learned.counts)) noteLine(line);
  const { confirmed, refuted, undecided: open } = learned;
  noteLine(`${counted(confirmed, 'claim')} confirmed, ${number(refuted)} refuted, ${number(open)} undecided`);
  if (learned.counts.unreadable > 0) process.exitCode = EXIT.findings;
}

async function lesson({ database, learning, flags: { log = [], host }, signal }: Lessons): Promise<Lesson> {
  if (database === undefined) return fromLogs(log, host ?? null, signal);
  const frontier = await openForChange(database, { signal });
  return closing(frontier, () => fromCrawl(frontier, learning, signal));
}

async function fromCrawl(frontier: Frontier, learning: ArchiveLearning | null, signal: AbortSignal): Promise<Lesson> {
  const archives = learning === null ? null : await archiveEvidence(frontier, learning);
  const before = await frontier.claims();
  const { facts } = factsOf(before, []);
  const claimed = facts.length === 0 ? null : compile({ facts });
  const { evidence, candidates, isPartial } = await passiveEvidence(frontier, signal, claimed);
  signal.throwIfAborted();
  if (archives !== null && archives.counts.unreadable > 0) process.exitCode = EXIT.findings;
  await frontier.addEvidence([...evidence, ...(archives?.evidence ?? [])]);
  const all = await frontier.evidence();
  const notes = [
    ...(archives === null ? [] : [...describeReading(archives.counts), ...otherSites(archives)]),
    `found ${counted(evidence.length, 'piece')} of evidence in the crawl${inArchives(archives?.evidence)}, ${number(all.length)} in total`,
    ...(isPartial ? ['the crawl is large; only part of its entries was read'] : []),
  ];
  return { evidence: all, candidates, notes, before };
}

/** Says that the archives are of other sites than the crawl, which may be a wrong file. */
function otherSites({ counts, sites }: SiteLesson): readonly string[] {
  if (counts.used > 0 || sites.length === 0) return [];
  const names = sites.slice(0, MAX_SITES).map(quoted).join(', ');
  const more = sites.length > MAX_SITES ? ` and ${number(sites.length - MAX_SITES)} more` : '';
  return [`no capture shows a page of this crawl's ${sites.length === 1 ? 'site' : 'sites'} (${names}${more})`];
}

const MAX_SITES = 3;

function inArchives(evidence: readonly Evidence[] | undefined): string {
  return evidence === undefined ? '' : ` and ${number(evidence.length)} in the archives`;
}

async function fromLogs(files: readonly string[], host: string | null, signal: AbortSignal): Promise<Lesson> {
  const { evidence, counts } = await readLogs(files, host, signal);
  const notes = [describeCounts(counts), ...(evidence.length === 0 ? [NO_EVIDENCE] : [])];
  return { evidence, candidates: [], notes };
}

const NO_EVIDENCE =
  'found no evidence: no two of the URLs differ only in what may make no difference, such as a slash at the end, and have answers to compare; a longer log may show more, or `dustpan crawl --probe auto`';

function describeCounts({ lines, requests, unreadable, passedOver }: LogCounts): string {
  const parts = [
    `read ${counted(lines, 'line')}, used ${counted(requests - passedOver, 'request')}`,
    ...(unreadable > 0 ? [`skipped ${counted(unreadable, 'line')} in an unknown format`] : []),
    ...(passedOver > 0 ? [`skipped ${counted(passedOver, 'request')} because of too many or too long URLs`] : []),
  ];
  return parts.join('; ');
}

/** Claims that a probe could decide; the most gain first. */
function undecided(candidates: readonly Candidate[], claims: readonly Claim[], needs: Thresholds): readonly string[] {
  const decided = new Set(claims.filter(({ verdict }) => verdict !== 'undecided').map(subjectKey));
  return candidates
    .filter((candidate) => !decided.has(subjectKey(candidate)))
    .slice(0, MAX_SHOWN)
    .map((candidate) => {
      const { kind, pairs } = candidate;
      const { content = 0, deep } = needs[kind];
      const where = deep > 0 ? `, ${deep} of them below the home page` : '';
      const seen = `${counted(pairs, 'pair')} of URLs found`;
      const scope = scopeOf({ ...candidate, path: '/' });
      return printable(
        `candidate  ${kind}  ${scope}  ${seen}; a probe would compare ${counted(content, 'pair')}${where}`,
      );
    });
}

const MAX_SHOWN = 20;

function writeFacts(output: Output | null, file: string | undefined, facts: readonly Fact[]): void {
  if (output === null || file === undefined) return;
  output.text(factsFile(facts));
  noteLine(`wrote ${counted(facts.length, 'fact')} to ${quoted(file)}`);
}
