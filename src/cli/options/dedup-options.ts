import { existsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { stdin } from 'node:process';
import { Command, Option } from 'commander';
import { isPostgresAddress } from '../../../db/postgres/address.ts';
import { KEEP_RULES, type KeepRule } from '../../dedup/keep.ts';
import { FORMATS } from '../../lists/formats/index.ts';
import { isNamedGzip } from '../../lists/output.ts';
import { UsageError } from '../io/exit.ts';
import { addCanonOptions, addOtherOptions, type CanonFlags } from './canon-options.ts';
import { refuseIdleOptions } from './idle-options.ts';
import { addProbeOptions, type ProbeFlags } from './probe-options.ts';
import { count, memorySize } from './units.ts';

/** The options of `dustpan dedup`. */
export interface DedupFlags extends CanonFlags, ProbeFlags {
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

/** Adds the options of `dustpan dedup`. */
export function addDedupOptions(command: Command): Command {
  command
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
  return addOtherOptions(addProbeOptions(command));
}

/** The options of what `--check` does not do. */
const WRITING: readonly (keyof DedupFlags)[] = [
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

/**
 * Refuses options that contradict each other or have no effect.
 *
 * @param names the lists as given
 * @throws {UsageError} for the first such option
 */
export function checkDedupFlags(names: readonly string[], flags: DedupFlags, command: Command): void {
  const mistake = mistakeIn(names, flags);
  if (mistake !== null) throw new UsageError(mistake);
  const probing = ['maxSites', ...addProbeOptions(new Command()).options.map((option) => option.attributeName())];
  if (flags.check)
    refuseIdleOptions(command, new Set([...WRITING, ...probing]), 'with --check, which writes no list; remove it');
  else if (!flags.probe) refuseIdleOptions(command, new Set(probing), 'without --probe; add --probe or remove it');
}

/** The message about the first combination of options that makes no sense; null if there is none. */
function mistakeIn(names: readonly string[], flags: DedupFlags): string | null {
  const { against, append, clean, inputFormat } = flags;
  const read = [...names, against].filter((name) => name !== undefined);
  if (read.includes('-') && stdin.isTTY)
    return 'no list given; add files as arguments, or pipe in a list: dustpan dedup < urls.txt';
  if (read.some(isPostgresAddress)) return 'dedup reads lists; to use what a crawl knows, give its address by --facts';
  if (read.filter((name) => name === '-').length > 1) return 'standard input can be read only once; use - once';
  if (flags.unique && flags.duplicates) return '--unique and --duplicates together would print nothing; choose one';
  if (append && against === undefined) return '--append needs the list to add to; add --against FILE';
  if (append && against === '-') return '--append cannot add to standard input; give a file with --against';
  // The contents of an existing list tell whether it is gzipped. A new one is written as plain text.
  if (append && isNamedGzip(against ?? '') && !existsSync(against ?? ''))
    return `--append would start ${against} as a plain list; give it a name without .gz`;
  if (append && (flags.json || flags.count || flags.emit !== 'found'))
    return '--append adds entries as found; remove --emit, --json and --count';
  if (clean && inputFormat !== undefined && inputFormat !== 'lines')
    return `--clean has no effect on ${inputFormat}: it applies to lists with one URL per line`;
  const outputs = [flags.output, flags.rejects, flags.groups, flags.undecided].filter((name) => name !== undefined);
  const paths = outputs.map((name) => resolve(name));
  const twice = outputs.find((_, at) => paths.indexOf(paths[at] ?? '') < at);
  return twice === undefined ? null : `${twice} is given for two outputs; choose a file for each`;
}
