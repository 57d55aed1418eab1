import { Command } from 'commander';
import { type Comparison, compare, UrlError } from '../../index.ts';
import { addCanonOptions, type CanonFlags, loadCanonOptions } from '../canon-options.ts';
import { EXIT, UsageError } from '../exit.ts';
import { out } from '../output.ts';

export function compareCommand(): Command {
  const command = new Command('compare')
    .description('say whether two URLs are one, at which class, and by which passes; exit 0 if they are, 1 if not')
    .argument('<a>', 'a URL')
    .argument('<b>', 'another');
  return addCanonOptions(command).option('--json', 'print an object: same, class, passes').action(run);
}

async function run(a: string, b: string, flags: CanonFlags & { readonly json?: true }): Promise<void> {
  const { profile, canon } = await loadCanonOptions(flags);
  const comparison = compare(a, b, canon);
  if (comparison instanceof UrlError) throw new UsageError(`${comparison.message} (${comparison.code})`);
  out.line(flags.json ? JSON.stringify(comparison) : describe(comparison, profile));
  await out.flush();
  if (!comparison.same) process.exitCode = EXIT.findings;
}

function describe({ same, class: passClass, passes }: Comparison, profile: string): string {
  const verdict = same ? `one URL under the profile ${profile}` : `two URLs under the profile ${profile}`;
  if (passClass === 'identical') return `${verdict}: the same text`;
  if (passClass === null) return `${verdict}: no pass makes them one`;
  return `${verdict}; what makes them one is ${passClass}: ${passes.join(', ')}`;
}
