import type { Command } from 'commander';
import { UsageError } from '../io/exit.ts';

/**
 * Refuses options that the user gave and that have no effect.
 *
 * @param names the options by the names of their values, such as `maxPages`
 * @param why the rest of the message: when they have no effect, and what to do
 * @throws {UsageError} for the first such option
 */
export function refuseIdleOptions(command: Command, names: ReadonlySet<string>, why: string): void {
  const idle = command.options.find((option) => {
    const name = option.attributeName();
    return names.has(name) && command.getOptionValueSource(name) === 'cli';
  });
  if (idle !== undefined) throw new UsageError(`${idle.long} has no effect ${why}`);
}
