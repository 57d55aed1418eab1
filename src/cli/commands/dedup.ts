import { appendFile } from 'node:fs/promises';
import { stdin, stdout } from 'node:process';
import { Command } from 'commander';
import { groupsInto } from '../../dedup/group-sink.ts';
import { dedupLists, type JobOptions, type Summary } from '../../dedup/job.ts';
import type { UndecidedGroup } from '../../dedup/undecided.ts';
import { withoutUndefined } from '../../known-options.ts';
import type { Format as ListFormat } from '../../lists/formats/format.ts';
import { FORMATS } from '../../lists/formats/index.ts';
import { NOWHERE, outputTo, unwritable } from '../../lists/output.ts';
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
import { confirmableKinds, type LoadedOptions, loadCanonOptions, loadConfiguration } from '../options/canon-options.ts';
import { addDedupOptions, checkDedupFlags, type DedupFlags } from '../options/dedup-options.ts';
import { formatNamed } from '../options/format-option.ts';
import { type DedupResult, describeDedup, RejectLog, summaryAsJson } from '../render/dedup-summary.ts';
import { DuplicateLines } from '../render/duplicate-lines.ts';
import { missingLines } from '../render/hint-lines.ts';
import { ReadingProgress } from '../render/reading-progress.ts';

export function dedupCommand(): Command {
  const command = new Command('dedup')
    .description('remove duplicate links from lists, keep their order and format, and report what was merged and why')
    .argument('[file...]', 'lists, which may be gzipped; without any, or for -, standard input');
  return addDedupOptions(command).action(run);
}

async function run(files: readonly string[], flags: DedupFlags, command: Command): Promise<void> {
  const names = files.length === 0 ? ['-'] : files;
  checkDedupFlags(names, flags, command);
  if (flags.append && flags.against !== undefined) await refuseToOverwriteDatabase(flags.against);
  const loaded = await loadCanonOptions(flags);
  const lists = { names, flags, formats: await inputFormats(flags) };
  try {
    await (flags.check ? checkLists(lists, loaded) : dedup(lists, loaded));
  } finally {
    if ([...names, flags.against].includes('-')) stdin.destroy();
  }
}

/** Prints the duplicates within each list. */
async function checkLists({ names, flags, formats }: Lists, { canon }: LoadedOptions): Promise<void> {
  const signal = interruption('stopping');
  const groups = new DuplicateLines(out, flags.json ? groupsInto(outputTo(stdout, 'standard output')) : null);
  await unlessInterrupted(signal, async () => {
    let withDuplicates = 0;
    for (const name of names) {
      const before = groups.count;
      const reading = { names: [name], flags, formats, inputs: INPUTS, signal };
      const { withoutField, withoutLinks } = await sweepLists(reading, async () => ({ canon, groups }));
      for (const line of missingLines({ withoutField, withoutLinks, lists: names.length })) noteLine(line);
      if (groups.count > before) withDuplicates++;
    }
    await out.flush();
    noteLine(`${counted(groups.count, 'duplicate')} in ${withDuplicates} of ${counted(names.length, 'list')}`);
    process.exitCode = groups.count > 0 ? EXIT.findings : EXIT.clean;
  });
}

async function dedup({ names, flags, formats }: Lists, { canon, needs }: LoadedOptions): Promise<void> {
  const confirmable = confirmableKinds(canon);
  if (flags.probe && confirmable.size === 0) {
    throw new UsageError(
      '--probe has no effect without a pass that needs a fact; choose another --profile or remove --probe',
    );
  }
  const started = performance.now();
  const outputs = new OutputFiles(...names, flags.against, flags.facts, flags.config, ...(flags.params ?? []));
  const inputs = flags.probe ? new InputCopies() : INPUTS;
  const signal = interruption('stopping; no file will be written');
  // Otherwise the process would wait for more input.
  if ([...names, flags.against].includes('-')) signal.addEventListener('abort', () => stdin.destroy());
  const rejects = new RejectLog();
  let written: Written | null = null;
  const sweep: Sweep = (job) =>
    sweepLists({ names, flags, formats, inputs, signal }, async () =>
      job((written ??= await openOutputs(outputs, flags))),
    );
  const work = async (): Promise<Pick<DedupResult, 'probed'> & Summary> => {
    const probed = flags.probe ? await askSites(sweep, flags, { canon, needs, confirmable }, signal) : null;
    signal.throwIfAborted();
    const summary = await sweep((targets) => ({
      canon: probed === null ? canon : { ...canon, facts: probed.facts },
      ...targets,
      keep: flags.keep,
      selected: flags.unique ? 'unique' : flags.duplicates ? 'duplicates' : 'all',
      emitted: flags.json ? 'json' : flags.emit,
      counts: flags.count === true,
      collapsesRejects: flags.collapseRejects === true,
      cite: probed?.cite ?? null,
      onReject: (reject) => rejects.add(reject),
    }));
    return { ...summary, probed };
  };
  try {
    const done = await unlessInterrupted(signal, () => outputs.complete(work, signal));
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
  }
}

type Written = Pick<JobOptions, 'output' | 'append' | 'rejects' | 'groups' | 'undecided'>;
/** What a sweep is for. By default it prints nothing. */
type Purpose = Pick<JobOptions, 'canon'> & Partial<JobOptions>;
type Sweep = (purpose: (written: Written) => Purpose) => Promise<Summary>;

async function openOutputs(outputs: OutputFiles, flags: DedupFlags): Promise<Written> {
  return {
    output: await outputs.main(flags.output),
    append: await outputs.endOf(flags.append ? flags.against : undefined),
    rejects: await outputs.file(flags.rejects),
    groups: await outputs.file(flags.groups).then((file) => file && groupsInto(file)),
    undecided: await outputs.file(flags.undecided),
  };
}

/** Reads the lists for undecided groups, and probes the sites of these groups. */
async function askSites(
  sweep: Sweep,
  flags: DedupFlags,
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
      await sweep(() => ({ canon, onUndecided }));
    },
    { given: canon.facts ?? [], flags, maxSites: flags.maxSites, needs, signal },
  );
}

type InputFormats = Pick<JobOptions, 'format' | 'ownFormats'>;

/** @throws {UsageError} for an unknown `--input-format` */
async function inputFormats({ inputFormat, ...flags }: DedupFlags): Promise<InputFormats> {
  const { listFormats: ownFormats = [] } = await loadConfiguration(flags);
  if (inputFormat === undefined) return { format: null, ownFormats };
  return { format: formatNamed<ListFormat>(inputFormat, [...FORMATS, ...ownFormats]), ownFormats };
}

/** The lists, and their options. */
interface Lists {
  readonly names: readonly string[];
  readonly flags: DedupFlags;
  readonly formats: InputFormats;
}

/** Lists, and how to read them. */
interface Reading extends Lists {
  readonly inputs: Pick<InputCopies, 'open'>;
  readonly signal: AbortSignal;
}

/** Reads the lists once and shows progress. */
async function sweepLists(
  { names, flags, formats, inputs, signal }: Reading,
  purpose: () => Promise<Purpose>,
): Promise<Summary> {
  const sources: Source[] = [];
  for (const name of names) sources.push(await inputs.open(name));
  // The list to append to may not exist yet.
  const { against: known } = flags;
  if (known !== undefined && flags.append)
    await appendFile(known, '').catch((error: unknown) => Promise.reject(unwritable(known, error)));
  const against = known === undefined ? null : await inputs.open(known);
  const workspace = new LazyWorkspace();
  const progress = new ReadingProgress(against === null ? sources : [against, ...sources], 'links');
  try {
    return await dedupLists({
      ...PRINTS_NOTHING,
      ...formats,
      read: withoutUndefined({ column: flags.column, field: flags.field, base: flags.base }),
      cleans: flags.clean === true,
      memory: flags.memory,
      ...(await purpose()),
      sources,
      against,
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

const PRINTS_NOTHING = {
  keep: 'first',
  selected: 'all',
  emitted: 'found',
  counts: false,
  output: NOWHERE,
  append: null,
  rejects: null,
  collapsesRejects: false,
  groups: null,
  undecided: null,
  onUndecided: null,
  cite: null,
  onReject: () => {},
} as const;

/** Opens lists for a single sweep, without copies. */
const INPUTS: Pick<InputCopies, 'open' | 'close'> = { open: openInput, close: () => {} };
