import { type Command, Option } from 'commander';
import { addFetchOptions, type FetchFlags } from './fetch-options.ts';
import { count } from './units.ts';

/** The options of every command that probes. */
export interface ProbeFlags extends FetchFlags {
  readonly samples: number;
  readonly budget: number;
}

/**
 * Adds the options for the size of a probe, and those for fetching.
 *
 * @param kept what the help says about the delay of an earlier crawl
 */
export function addProbeOptions(command: Command, kept = ''): Command {
  command
    .addOption(
      new Option('--samples <n>', 'maximum number of pages to compare per kind of claim and section')
        .argParser(count(1))
        .default(5),
    )
    .addOption(
      new Option('--budget <n>', 'maximum number of requests per site, not counting robots.txt')
        .argParser(count(1))
        .default(200),
    );
  return addFetchOptions(command, kept);
}
