import { Command, Option } from 'commander';
import { type Canonicalizer, compile, surt, UrlError } from '../../index.ts';
import { EXIT } from '../io/exit.ts';
import { hintAtFile, inputLines } from '../io/input.ts';
import { logLine, out } from '../io/output.ts';
import { addCanonOptions, addOtherOptions, type CanonFlags, loadCanonOptions } from '../options/canon-options.ts';
import { shorten } from '../render/printable.ts';
import { withFlags } from '../render/with-flags.ts';

interface Flags extends CanonFlags {
  readonly json?: true;
  readonly keyOnly?: true;
  readonly format: 'url' | 'surt';
}

export function canonCommand(): Command {
  const command = new Command('canon')
    .description('print the canonical URL of each URL, one per line, in order')
    .argument('[url...]', 'URLs; without any, or with -, the lines of standard input')
    .option('--json', 'print one object per line: input, url and the change made by each pass')
    .option('--key-only', 'print keys, which stay ASCII even if passes are switched off')
    .addOption(
      new Option(
        '--format <format>',
        'url, or surt: host labels in reverse order, so that sorting keeps sites together',
      )
        .choices(['url', 'surt'])
        .default('url'),
    );
  return addOtherOptions(addCanonOptions(command)).action(run);
}

async function run(urls: readonly string[], flags: Flags): Promise<void> {
  const { canon } = await loadCanonOptions(flags);
  const canonicalizer = compile(canon);
  const format = formatter(canonicalizer, flags);
  let number = 0;
  for await (const lines of inputLines(urls)) {
    for (const input of lines) {
      number++;
      const result = format(input);
      if (result.error !== null) reject(number, input, result.error);
      out.line(result.text);
    }
    await out.flush();
  }
  if (process.exitCode === EXIT.findings) hintAtFile(urls);
}

interface Formatted {
  readonly text: string;
  readonly error: UrlError | null;
}

function formatter(canonicalizer: Canonicalizer, flags: Flags): (input: string) => Formatted {
  if (flags.json) return (input) => asJson(canonicalizer, input, flags.format);
  const make = flags.keyOnly ? canonicalizer.key : canonicalizer.canonicalize;
  const isTurned = flags.format === 'surt';
  return (input) => {
    const made = make(input);
    const url = isTurned && !(made instanceof UrlError) ? surt(made) : made;
    return url instanceof UrlError ? { text: '', error: url } : { text: url, error: null };
  };
}

function asJson(canonicalizer: Canonicalizer, input: string, format: Flags['format']): Formatted {
  const trace = canonicalizer.trace(input);
  if (!(trace instanceof UrlError)) {
    const more = format === 'surt' ? { surt: surt(trace.url) } : {};
    return { text: JSON.stringify({ ...trace, ...more }), error: null };
  }
  const { code, message, position } = trace;
  return { text: JSON.stringify({ input, error: { code, message: withFlags(message), position } }), error: trace };
}

function reject(number: number, input: string, error: UrlError): void {
  process.exitCode = EXIT.findings;
  logLine(`line ${number}: ${error.message} (${error.code} at ${error.position}): ${shorten(input)}`);
}
