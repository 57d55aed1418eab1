import { type Command, Option } from 'commander';
import { addFetchOptions, type FetchFlags } from './fetch-options.ts';
import { count } from './units.ts';

/** What the options of every command that probes hold. */
export interface ProbeFlags extends FetchFlags {
  readonly samples: number;
  readonly budget: number;
}

/** Adds the options that say how much a probe asks, and how to fetch. */
export function addProbeOptions(command: Command): Command {
  command
    .addOption(new Option('--samples <n>', 'most pages for each kind and section').argParser(count(1)).default(5))
    .addOption(
      new Option('--budget <n>', 'most requests to a site, beside its robots.txt').argParser(count(1)).default(200),
    );
  return addFetchOptions(command);
}
