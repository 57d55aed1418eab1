import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { stdin, stdout } from 'node:process';
import { Command, Option } from 'commander';
import { isPostgresAddress } from '../../../db/postgres/address.ts';
import { type GroupSink, groupsInto } from '../../dedup/group-sink.ts';
import { dedupLists, type JobOptions, type Summary } from '../../dedup/job.ts';
import { KEEP_RULES, type KeepRule } from '../../dedup/keep.ts';
import type { UndecidedGroup } from '../../dedup/undecided.ts';
import type { CanonOptions } from '../../index.ts';
import { withoutUndefined } from '../../known-options.ts';
import type { Format as ListFormat } from '../../lists/formats/format.ts';
import { FORMATS } from '../../lists/formats/index.ts';
import { isNamedGzip, NOWHERE, outputTo, unwritable } from '../../lists/output.ts';
import type { Source } from '../../lists/source.ts';
import { counted } from '../../text/number.ts';
import { refuseToOverwriteDatabase } from '../io/databases.ts';
import { EXIT, UsageError } from '../io/exit.ts';
import { InputCopies } from '../io/input-copies.ts';
import { interruption, unlessInterrupted } from '../io/interruption.ts';
import { LazyWorkspace } from '../io/lazy-workspace.ts';
import { noteLine, out } from '../io/output.ts';
import { OutputFiles } from '../io/output-files.ts';
import { openInput } from '../io/standard-input.ts';
import type { ProbedList } from '../jobs/probe-list.ts';
import {
  addCanonOptions,
  addOtherOptions,
  type CanonFlags,
  confirmableKinds,
  type LoadedOptions,
  loadCanonOptions,
  loadConfiguration,
} from '../options/canon-options.ts';
import { formatNamed } from '../options/format-option.ts';
import { refuseIdleOptions } from '../options/idle-options.ts';
import { addProbeOptions, type ProbeFlags } from '../options/probe-options.ts';
import { count, memorySize } from '../options/units.ts';
import { type DedupResult, describeDedup, RejectLog, summaryAsJson } from '../render/dedup-summary.ts';
import { DuplicateLines } from '../render/duplicate-lines.ts';
import { missingLines } from '../render/hint-lines.ts';
import { ReadingProgress } from '../render/reading-progress.ts';

interface Flags extends CanonFlags, ProbeFlags {
  readonly inputFormat?: string;
  readonly column?: string;
  readonly field?: string;
  readonly base?: string;
  readonly clean?: true;
  readonly emit: 'found' | 'canonical' | 'key';
  readonly json?: true;
  readonly keep: KeepRule;
  readonly duplicates?: true;
  readonly check?: true;
  readonly unique?: true;
  readonly count?: true;
  readonly against?: string;
  readonly append?: true;
  readonly output?: string;
  readonly rejects?: string;
  readonly collapseRejects?: true;
  readonly groups?: string;
  readonly undecided?: string;
  readonly memory: number;
  readonly probe?: true;
  readonly maxSites: number;
}

export function dedupCommand(): Command {
  const command = new Command('dedup')
    .description('remove duplicate links from lists, keep their order and format, and report what was merged and why')
    .argument('[file...]', 'lists, which may be gzipped; without any, or for -, standard input')
    .optionsGroup('Output:')
    .option('-o, --output <file>', 'write the complete result to this file instead of standard output')
    .addOption(
      new Option('--keep <rule>', 'which link of a group of duplicates stays').choices(KEEP_RULES).default('first'),
    )
    .addOption(
      new Option(
        '--emit <what>',
        'what to print for a link: the entry as found, its canonical URL, or its key; each keeps a user name and password in the URL',
      )
        .choices(['found', 'canonical', 'key'])
        .default('found'),
    )
    .option('--json', 'print one object per line: url, key, file and line; and the summary as one object')
    .option(
      '--check',
      'print the duplicates within each list, with their lines, and exit with code 1 if there are any; writes no list',
    )
    .option('--unique', 'print only links without duplicates')
    .option('--duplicates', 'print only links with duplicates, one per group')
    .option('--count', 'put the size of its group in front of each link')
    .option('--rejects <file>', 'remove entries that are not URLs, and write them to this file')
    .option('--collapse-rejects', 'remove exact repeats of entries that are not URLs; by default all are kept')
    .option('--groups <file>', 'write each merged group as one object per line: key, kept, members with passes')
    .option('--undecided <file>', 'write the links that would merge if more facts were known, and which facts')
    .optionsGroup('Input:')
    .addOption(
      new Option(
        '--input-format <name>',
        'format of the lists, or the name of one of your configuration (default: detected from content and name)',
      )
        .choices(FORMATS.map(({ name }) => name))
        // Checked when the configuration has been read.
        .argParser((name) => name),
    )
    .option(
      '--column <name>',
      'CSV and TSV: the column with the URLs, by name or by number from 1 (default: found by names and cells)',
    )
    .option('--field <path>', 'JSON lines: the field with the URL, such as page.url')
    .option('--base <url>', 'base URL of relative links; for an access log, the origin of its site')
    .option(
      '--clean',
      'plain lists: read the URLs out of each line, without text and punctuation around them, and print one URL per line',
    )
    .option('--against <file>', 'leave out links that are in this other list')
    .option('--append', 'add the result to the end of the list of --against')
    .addOption(
      new Option('--memory <size>', 'memory to use before data is spilled to a temporary file')
        .argParser(memorySize)
        .default(Math.floor(totalmem() / 4), "a quarter of the machine's memory"),
    );
  addCanonOptions(command)
    .optionsGroup('Probing:')
    .option('--probe', 'ask the sites whether undecided links show the same page, and merge them if so')
    .option(
      '--max-sites <n>',
      'with --probe: probe at most this many sites, those with the most links first',
      count(1),
      100,
    );
  return addOtherOptions(addProbeOptions(command)).action(run);
}

async function run(files: readonly string[], flags: Flags, command: Command): Promise<void> {
  const names = files.length === 0 ? ['-'] : files;
  checkFlags(names, flags);
  if (flags.check) return checkLists(names, flags, command);
  if (flags.append && flags.against !== undefined) await refuseToOverwriteDatabase(flags.against);
  if (!flags.probe) refuseIdleOptions(command, probeOptions(), 'without --probe; add --probe or remove it');
  const { canon, needs } = await loadCanonOptions(flags);
  const confirmable = confirmableKinds(canon);
  if (flags.probe && confirmable.size === 0) {
    throw new UsageError(
      '--probe has no effect without a pass that needs a fact; choose another --profile or remove --probe',
    );
  }
  const formats = await inputFormats(flags);
  const started = performance.now();
  const outputs = new OutputFiles(...names, flags.against, flags.facts, flags.config, ...(flags.params ?? []));
  const inputs = flags.probe ? new InputCopies() : INPUTS;
  const signal = interruption('stopping; no file will be written');
  const readsStdin = [...names, flags.against].includes('-');
  // Otherwise the process would wait for more input.
  if (readsStdin) signal.addEventListener('abort', () => stdin.destroy());
  const rejects = new RejectLog();
  let written: Written | null = null;
  const sweep: Sweep = (job) =>
    sweepLists(names, flags, inputs, signal, async (lists) =>
      job(lists, (written ??= await openOutputs(outputs, flags))),
    );
  const work = async (): Promise<Pick<DedupResult, 'probed'> & Summary> => {
    const probed = flags.probe ? await askSites(sweep, flags, formats, { canon, needs, confirmable }, signal) : null;
    signal.throwIfAborted();
    const summary = await sweep((lists, targets) => ({
      ...plainJob(lists, flags, formats, probed === null ? canon : { ...canon, facts: probed.facts }),
      ...targets,
      keep: flags.keep,
      selected: flags.unique ? 'unique' : flags.duplicates ? 'duplicates' : 'all',
      emitted: flags.json ? 'json' : flags.emit,
      counts: flags.count === true,
      collapsesRejects: flags.collapseRejects === true,
      cite: probed?.cite ?? null,
      onReject: (reject) => rejects.add(reject),
    }));
    signal.throwIfAborted();
    return { ...summary, probed };
  };
  try {
    const done = await unlessInterrupted(signal, () => outputs.complete(work));
    if (done === null) return;
    const result = {
      ...done,
      rejectsFile: flags.rejects ?? null,
      confirmable,
      cleaned: flags.clean === true,
      lists: names.length + (flags.against === undefined ? 0 : 1),
      seconds: (performance.now() - started) / 1000,
    };
    for (const line of flags.json ? [summaryAsJson(result)] : describeDedup(result, rejects)) noteLine(line);
    process.exitCode = done.tally.rejected > 0 ? EXIT.findings : EXIT.clean;
  } finally {
    inputs.close();
    if (readsStdin) stdin.destroy();
  }
}

/** Prints the duplicates within each list. */
async function checkLists(names: readonly string[], flags: Flags, command: Command): Promise<void> {
  refuseIdleOptions(command, new Set([...WRITING, ...probeOptions()]), 'with --check, which writes no list; remove it');
  const { canon } = await loadCanonOptions(flags);
  const formats = await inputFormats(flags);
  const signal = interruption('stopping');
  const groups = new DuplicateLines(out, flags.json ? groupsInto(outputTo(stdout, 'standard output')) : null);
  const check = async (): Promise<void> => {
    let withDuplicates = 0;
    for (const name of names) {
      const before = groups.count;
      const { withoutField, withoutLinks } = await sweepLists([name], flags, INPUTS, signal, async (lists) => ({
        ...plainJob(lists, flags, formats, canon),
        groups,
      }));
      for (const line of missingLines({ withoutField, withoutLinks, lists: names.length })) noteLine(line);
      if (groups.count > before) withDuplicates++;
    }
    await out.flush();
    noteLine(`${counted(groups.count, 'duplicate')} in ${withDuplicates} of ${counted(names.length, 'list')}`);
    process.exitCode = groups.count > 0 ? EXIT.findings : EXIT.clean;
  };
  try {
    await unlessInterrupted(signal, check);
  } finally {
    if (names.includes('-')) stdin.destroy();
  }
}

/** The options of what `--check` does not do. */
const WRITING: readonly string[] = [
  'against',
  'append',
  'collapseRejects',
  'count',
  'duplicates',
  'emit',
  'groups',
  'keep',
  'output',
  'probe',
  'rejects',
  'undecided',
  'unique',
];

/** The lists of one sweep; each is read once. */
type Lists = Pick<JobOptions, 'sources' | 'against'>;
type Written = Pick<JobOptions, 'output' | 'append' | 'rejects' | 'groups' | 'undecided'>;
type Sweeping = Omit<JobOptions, 'workspace' | 'onProgress'>;
type Sweep = (job: (lists: Lists, written: Written) => Sweeping) => Promise<Summary>;

async function openOutputs(outputs: OutputFiles, flags: Flags): Promise<Written> {
  return {
    output: await outputs.main(flags.output),
    append: await outputs.endOf(flags.append ? flags.against : undefined),
    rejects: await outputs.file(flags.rejects),
    groups: await groupsFile(outputs, flags.groups),
    undecided: await outputs.file(flags.undecided),
  };
}

async function groupsFile(outputs: OutputFiles, name: string | undefined): Promise<GroupSink | null> {
  const file = await outputs.file(name);
  return file === null ? null : groupsInto(file);
}

/** Reads the lists for undecided groups, and probes the sites of these groups. */
async function askSites(
  sweep: Sweep,
  flags: Flags,
  formats: InputFormats,
  { canon, needs, confirmable }: Pick<LoadedOptions, 'canon' | 'needs'> & Pick<DedupResult, 'confirmable'>,
  signal: AbortSignal,
): Promise<ProbedList> {
  // Loading the fetcher takes longer than reading most lists.
  const { probeList } = await import('../jobs/probe-list.ts');
  return probeList(
    async (take) => {
      const onUndecided = (group: UndecidedGroup): void => {
        if (group.needs.every((kind) => confirmable.has(kind))) take(group);
      };
      await sweep((lists) => ({ ...plainJob(lists, flags, formats, canon), onUndecided }));
    },
    { given: canon.facts ?? [], flags, maxSites: flags.maxSites, needs, signal },
  );
}

type InputFormats = Pick<JobOptions, 'format' | 'ownFormats'>;

/** @throws {UsageError} for an unknown `--input-format` */
async function inputFormats({ inputFormat, ...flags }: Flags): Promise<InputFormats> {
  const { listFormats: ownFormats = [] } = await loadConfiguration(flags);
  if (inputFormat === undefined) return { format: null, ownFormats };
  return { format: formatNamed<ListFormat>(inputFormat, [...FORMATS, ...ownFormats]), ownFormats };
}

/** Reads the lists once and shows progress. */
async function sweepLists(
  names: readonly string[],
  flags: Flags,
  inputs: Pick<InputCopies, 'open'>,
  signal: AbortSignal,
  job: (lists: Lists) => Promise<Sweeping>,
): Promise<Summary> {
  const sources: Source[] = [];
  for (const name of names) sources.push(await inputs.open(name));
  // The list to append to may not exist yet.
  const { against: known } = flags;
  if (known !== undefined && flags.append)
    await appendFile(known, '').catch((error: unknown) => Promise.reject(unwritable(known, error)));
  const against = flags.against === undefined ? null : await inputs.open(flags.against);
  const workspace = new LazyWorkspace();
  const progress = new ReadingProgress(against === null ? sources : [against, ...sources], 'links');
  try {
    return await dedupLists({
      ...(await job({ sources, against })),
      workspace: workspace.open,
      onProgress: (entries) => {
        progress.entries = entries;
        signal.throwIfAborted();
      },
    });
  } finally {
    progress.stop();
    workspace.close();
  }
}

/** The settings of a sweep that prints nothing. */
function plainJob(lists: Lists, flags: Flags, formats: InputFormats, canon: CanonOptions): Sweeping {
  return {
    ...lists,
    ...formats,
    read: withoutUndefined({ column: flags.column, field: flags.field, base: flags.base }),
    cleans: flags.clean === true,
    canon,
    keep: 'first',
    selected: 'all',
    emitted: 'found',
    counts: false,
    memory: flags.memory,
    output: NOWHERE,
    append: null,
    rejects: null,
    collapsesRejects: false,
    groups: null,
    undecided: null,
    onUndecided: null,
    cite: null,
    onReject: () => {},
  };
}

/** Opens lists for a single sweep, without copies. */
const INPUTS: Pick<InputCopies, 'open' | 'close'> = {
  open: openInput,
  close: () => {},
};

/** The options that have an effect only with `--probe`. */
function probeOptions(): ReadonlySet<string> {
  return new Set(['maxSites', ...addProbeOptions(new Command()).options.map((option) => option.attributeName())]);
}

/** @throws {UsageError} if options contradict each other */
function checkFlags(names: readonly string[], flags: Flags): void {
  const read = [...names, flags.against].filter((name) => name !== undefined);
  if (read.includes('-') && stdin.isTTY) {
    throw new UsageError('no list given; add files as arguments, or pipe in a list: dustpan dedup < urls.txt');
  }
  if (read.some(isPostgresAddress))
    throw new UsageError('dedup reads lists; to use what a crawl knows, give its address by --facts');
  if (read.filter((name) => name === '-').length > 1)
    throw new UsageError('standard input can be read only once; use - once');
  if (flags.unique && flags.duplicates)
    throw new UsageError('--unique and --duplicates together would print nothing; choose one');
  if (flags.append && flags.against === undefined)
    throw new UsageError('--append needs the list to add to; add --against FILE');
  if (flags.append && flags.against === '-')
    throw new UsageError('--append cannot add to standard input; give a file with --against');
  // The contents of an existing list tell whether it is gzipped. A new one is written as plain text.
  if (flags.append && isNamedGzip(flags.against ?? '') && !existsSync(flags.against ?? ''))
    throw new UsageError(`--append would start ${flags.against} as a plain list; give it a name without .gz`);
  if (flags.append && (flags.json || flags.count || flags.emit !== 'found')) {
    throw new UsageError('--append adds entries as found; remove --emit, --json and --count');
  }
  if (flags.clean && flags.inputFormat !== undefined && flags.inputFormat !== 'lines') {
    throw new UsageError(`--clean has no effect on ${flags.inputFormat}: it applies to lists with one URL per line`);
  }
  const outputs = new Set<string>();
  for (const name of [flags.output, flags.rejects, flags.groups, flags.undecided]) {
    if (name === undefined) continue;
    if (outputs.has(path(name))) throw new UsageError(`${name} is given for two outputs; choose a file for each`);
    outputs.add(path(name));
  }
}

function path(name: string | undefined): string {
  return resolve(name ?? '');
}
