import type { Command } from 'commander';
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
    .option('--samples <n>', 'maximum number of pages to compare per kind of claim and section', count(1), 5)
    .option('--budget <n>', 'maximum number of requests per site, not counting robots.txt', count(1), 200);
  return addFetchOptions(command, kept);
}
