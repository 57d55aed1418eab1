import { InvalidArgumentError, Option } from 'commander';
import { didYouMean, quote } from '../../text/wording.ts';
import { UsageError } from '../io/exit.ts';

interface Named {
  readonly name: string;
  readonly summary: string;
}

/** The option `--format` for formats that have a name and a description. */
export function formatOption(formats: readonly Named[]): Option {
  return formatNameOption(formats).argParser((name) => {
    const format = formats.find((each) => each.name === name);
    if (format !== undefined) return format;
    const names = formats.map((each) => each.name);
    throw new InvalidArgumentError(`Unknown format ${quote(name)}${didYouMean(name, names)}.`);
  });
}

/** The option `--format` whose value is a name, because the configuration may have more formats: see `formatNamed`. */
export function formatNameOption(formats: readonly Named[]): Option {
  const lines = formats.map(({ name, summary }) => `\n${name}: ${summary}`);
  return new Option('--format <name>', `format of the report:${lines.join('')}`);
}

/**
 * The format of that name.
 *
 * @throws {UsageError} if there is none
 */
export function formatNamed<T extends { readonly name: string }>(name: string, formats: readonly T[]): T {
  const format = formats.find((each) => each.name === name);
  if (format !== undefined) return format;
  const names = formats.map((each) => each.name);
  throw new UsageError(`unknown format ${quote(name)}${didYouMean(name, names)}`);
}
