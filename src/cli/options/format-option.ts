import { InvalidArgumentError, Option } from 'commander';
import { didYouMean, quote } from '../../text/wording.ts';

/** The option `--format` for formats that have a name and a description. */
export function formatOption(formats: readonly { readonly name: string; readonly summary: string }[]): Option {
  const lines = formats.map(({ name, summary }) => `\n${name}: ${summary}`);
  return new Option('--format <name>', `format of the report:${lines.join('')}`).argParser((name) => {
    const format = formats.find((each) => each.name === name);
    if (format !== undefined) return format;
    const names = formats.map((each) => each.name);
    throw new InvalidArgumentError(`Unknown format ${quote(name)}${didYouMean(name, names)}.`);
  });
}
