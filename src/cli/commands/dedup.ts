import { appendFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { stdin } from 'node:process';
import { Command, InvalidArgumentError, Option } from 'commander';
import { SqliteWorkspace } from '../../../db/workspace.ts';
import { dedupLists, type JobOptions, type Summary } from '../../dedup/job.ts';
import { KEEP_RULES, type KeepRule } from '../../dedup/keep.ts';
import type { Workspace } from '../../dedup/workspace.ts';
import type { CanonOptions } from '../../index.ts';
import { FORMATS, formatNamed } from '../../lists/formats/index.ts';
import { NOWHERE } from '../../lists/output.ts';
import { openFile, openStream, type Source } from '../../lists/source.ts';
import { refuseToOverwriteDatabase } from '../io/databases.ts';
import { DedupOutputs } from '../io/dedup-outputs.ts';
import { EXIT, UsageError } from '../io/exit.ts';
import { InputCopies } from '../io/input-copies.ts';
import { interruption } from '../io/interruption.ts';
import { logLine } from '../io/output.ts';
import type { ProbedList } from '../jobs/probe-list.ts';
import { addCanonOptions, type CanonFlags, type LoadedOptions, loadCanonOptions } from '../options/canon-options.ts';
import { addProbeOptions, type ProbeFlags } from '../options/probe-options.ts';
import { count, size } from '../options/units.ts';
import { DedupProgress } from '../render/dedup-progress.ts';
import { describeDedup, RejectLog, summaryAsJson } from '../render/dedup-summary.ts';

interface Flags extends CanonFlags, ProbeFlags {
  readonly inputFormat?: string;
  readonly column?: string;
  readonly field?: string;
  readonly base?: string;
  readonly emit: 'found' | 'canonical' | 'key';
  readonly json?: true;
  readonly keep: KeepRule;
  readonly duplicates?: true;
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
    .description('print a list of links with one of each, in its own order and format, and say what was merged and why')
    .argument('[file...]', 'lists, perhaps gzipped; - or none for standard input')
    .addOption(
      new Option(
        '--input-format <name>',
        'the format of the lists, which is otherwise told by content and name',
      ).choices(FORMATS.map(({ name }) => name)),
    )
    .option('--column <name>', 'CSV and TSV: the column of the URLs, by name or by number from 1')
    .option('--field <path>', 'JSON lines: the field of the URL, such as page.url')
    .option('--base <url>', 'what relative links are resolved against; for an access log the origin of its site')
    .addOption(new Option('--keep <rule>', 'which of several stays, in its place').choices(KEEP_RULES).default('first'))
    .addOption(
      new Option('--emit <what>', 'what is printed of an entry: itself, or a line with its canonical URL or its key')
        .choices(['found', 'canonical', 'key'])
        .default('found'),
    )
    .option('--json', 'print an object a line: url, key, file and line; the summary as one object')
    .option('--unique', 'only entries that have no duplicate')
    .option('--duplicates', 'only entries that have duplicates, one of each')
    .option('--count', 'put the number of its duplicates and itself in front of each')
    .option('--against <file>', 'leave out what that list has')
    .option('--append', 'add what is printed to the end of that list')
    .option('-o, --output <file>', 'write there, when all is done, instead of to standard output')
    .option('--rejects <file>', 'take out what is no URL, and write it there')
    .option('--collapse-rejects', 'of what is no URL drop exact repeats, which are otherwise kept')
    .option('--groups <file>', 'write what was merged there, an object a line: key, kept, members with passes')
    .option('--undecided <file>', 'write there what would be one if more were known, an object a line')
    .addOption(
      new Option('--memory <size>', 'what is known of the lists may take so much, the rest goes to a temporary file')
        .argParser(memorySize)
        .default(Math.floor(totalmem() / 4), "a quarter of the machine's"),
    );
  command
    .option('--probe', 'ask the sites of links that one more fact would make one, and merge what they confirm')
    .addOption(
      new Option('--max-sites <n>', 'with --probe: most sites that are asked, those of the most links first')
        .argParser(count(1))
        .default(100),
    );
  return addProbeOptions(addCanonOptions(command)).action(run);
}

/** Less would be spent on tables that are empty. */
const LEAST_MEMORY = 1 << 20;

function memorySize(text: string): number {
  const bytes = size(text);
  if (bytes < LEAST_MEMORY) throw new InvalidArgumentError('Allow 1M at least.');
  return bytes;
}

async function run(files: readonly string[], flags: Flags, command: Command): Promise<void> {
  const names = files.length === 0 ? ['-'] : files;
  checkFlags(names, flags);
  if (flags.append && flags.against !== undefined) await refuseToOverwriteDatabase(flags.against);
  if (!flags.probe) refuseIdleOptions(command);
  const { canon, needs } = await loadCanonOptions(flags);
  const started = performance.now();
  const outputs = new DedupOutputs();
  const inputs = flags.probe ? new InputCopies() : INPUTS;
  const signal = interruption(
    flags.append ? `stopping; what was added to ${flags.against} stays there` : 'stopping; no file was written',
  );
  const readsStdin = [...names, flags.against].includes('-');
  // Otherwise it would wait for more input before it ends.
  if (readsStdin) signal.addEventListener('abort', () => stdin.destroy());
  const rejects = new RejectLog();
  let written: Written | null = null;
  const sweep: Sweep = (job) =>
    sweepLists(names, flags, inputs, signal, async (lists) =>
      job(lists, (written ??= await openOutputs(outputs, flags))),
    );
  try {
    const probed = flags.probe ? await askSites(sweep, flags, { canon, needs }, signal) : null;
    signal.throwIfAborted();
    const summary = await sweep((lists, targets) => ({
      ...plainJob(lists, flags, probed === null ? canon : { ...canon, facts: probed.facts }),
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
    await outputs.close();
    const rejectsFile = flags.rejects ?? null;
    const result = { ...summary, probed, rejectsFile, seconds: (performance.now() - started) / 1000 };
    for (const line of flags.json ? [summaryAsJson(result)] : describeDedup(result, rejects)) logLine(line);
    process.exitCode = summary.tally.rejected > 0 ? EXIT.findings : EXIT.clean;
  } catch (error) {
    await outputs.discard();
    if (!signal.aborted) throw error;
    process.exitCode = EXIT.interrupted;
  } finally {
    inputs.close();
    if (readsStdin) stdin.destroy();
  }
}

/** The lists of one sweep, to be read once. */
type Lists = Pick<JobOptions, 'sources' | 'against'>;
type Written = Pick<JobOptions, 'output' | 'append' | 'rejects' | 'groups' | 'undecided'>;
type Sweeping = Omit<JobOptions, 'workspace' | 'onProgress'>;
type Sweep = (job: (lists: Lists, written: Written) => Sweeping) => Promise<Summary>;

async function openOutputs(outputs: DedupOutputs, flags: Flags): Promise<Written> {
  return {
    output: await outputs.main(flags.output),
    append: await outputs.endOf(flags.append ? flags.against : undefined),
    rejects: await outputs.file(flags.rejects),
    groups: await outputs.file(flags.groups),
    undecided: await outputs.file(flags.undecided),
  };
}

/** Reads the lists for what more facts would make one, and asks its sites for them. */
async function askSites(
  sweep: Sweep,
  flags: Flags,
  { canon, needs }: Pick<LoadedOptions, 'canon' | 'needs'>,
  signal: AbortSignal,
): Promise<ProbedList> {
  // What fetches takes longer to load than most lists take to read.
  const { probeList } = await import('../jobs/probe-list.ts');
  return probeList(
    async (take) => {
      await sweep((lists) => ({ ...plainJob(lists, flags, canon), onUndecided: take }));
    },
    { given: canon.facts ?? [], flags, maxSites: flags.maxSites, needs, signal },
  );
}

/** Reads the lists once, showing how far it is. */
async function sweepLists(
  names: readonly string[],
  flags: Flags,
  inputs: Pick<InputCopies, 'open'>,
  signal: AbortSignal,
  job: (lists: Lists) => Promise<Sweeping>,
): Promise<Summary> {
  const sources: Source[] = [];
  for (const name of names) sources.push(await inputs.open(name));
  // A list that is added to need not be there yet.
  if (flags.against !== undefined && flags.append) await appendFile(flags.against, '');
  const against = flags.against === undefined ? null : await inputs.open(flags.against);
  const workspace = new LazyWorkspace();
  const progress = new DedupProgress(against === null ? sources : [against, ...sources]);
  try {
    return await dedupLists({
      ...(await job({ sources, against })),
      workspace: () => workspace.open(),
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

/** A sweep that prints nothing. */
function plainJob(lists: Lists, flags: Flags, canon: CanonOptions): Sweeping {
  return {
    ...lists,
    format: flags.inputFormat === undefined ? null : (formatNamed(flags.inputFormat) ?? null),
    read: {
      ...(flags.column !== undefined && { column: flags.column }),
      ...(flags.field !== undefined && { field: flags.field }),
      ...(flags.base !== undefined && { base: flags.base }),
    },
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

/** Lists that are read once. */
const INPUTS: Pick<InputCopies, 'open' | 'close'> = {
  open: async (name) => (name === '-' ? openStream('standard input', stdin) : openFile(name)),
  close: () => {},
};

/** Opened by the first who needs it. */
class LazyWorkspace {
  #opened: Workspace | null = null;

  open(): Workspace {
    this.#opened ??= new SqliteWorkspace();
    return this.#opened;
  }

  close(): void {
    this.#opened?.close();
  }
}

/** @throws {UsageError} for an option that does nothing without `--probe` */
function refuseIdleOptions(command: Command): void {
  const known = new Set(probeOptions().map((option) => option.attributeName()));
  const idle = command.options.find(
    (option) => known.has(option.attributeName()) && command.getOptionValueSource(option.attributeName()) === 'cli',
  );
  if (idle !== undefined)
    throw new UsageError(`${idle.long} says how to ask sites, which only --probe does; add --probe`);
}

/** The options that are of use with `--probe` alone. */
function probeOptions(): readonly Option[] {
  return [new Option('--max-sites'), ...addProbeOptions(new Command()).options];
}

/** @throws {UsageError} where the options do not go together */
function checkFlags(names: readonly string[], flags: Flags): void {
  const read = [...names, flags.against].filter((name) => name !== undefined);
  if (read.includes('-') && stdin.isTTY) {
    throw new UsageError('no list given; name files, or pipe a list in: dustpan dedup < urls.txt');
  }
  if (read.filter((name) => name === '-').length > 1) throw new UsageError('standard input can be read only once');
  if (flags.unique && flags.duplicates) throw new UsageError('--unique and --duplicates leave nothing; choose one');
  if (flags.append && flags.against === undefined)
    throw new UsageError('--append adds to the list of --against; name it');
  if (flags.append && flags.against === '-')
    throw new UsageError('--append cannot add to standard input; name a file with --against');
  if (flags.append && (flags.json || flags.count || flags.emit !== 'found')) {
    throw new UsageError('--append adds entries as they were found: leave out --emit, --json and --count');
  }
  const inputs = new Set(read.filter((name) => name !== '-').map(path));
  const outputs = new Set<string>();
  for (const name of [flags.output, flags.rejects, flags.groups, flags.undecided]) {
    if (name === undefined) continue;
    if (inputs.has(path(name))) throw new UsageError(`${name} is a list that is read; name another file to write to`);
    if (outputs.has(path(name))) throw new UsageError(`${name} is written to twice; name a file for each`);
    outputs.add(path(name));
  }
}

function path(name: string | undefined): string {
  return resolve(name ?? '');
}
