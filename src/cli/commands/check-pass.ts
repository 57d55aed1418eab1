import { Command } from 'commander';
import { passesIn } from '../../../config/config-file.ts';
import { checkPass, PassLawError } from '../../index.ts';
import { number } from '../../text/number.ts';
import { EXIT, UsageError } from '../io/exit.ts';
import { out } from '../io/output.ts';
import { printable, printableJson, quoted } from '../render/printable.ts';

interface Flags {
  readonly urls: number;
  readonly seed: number;
  readonly json?: true;
}

export function checkPassCommand(): Command {
  return new Command('check-pass')
    .description('check passes of your own: that they never throw, are idempotent, merge consistently and stay fast')
    .argument('<file>', 'a configuration file, or a module that exports passes')
    .option('--urls <count>', 'how many URLs to make', wholeNumber('--urls'), 300_000)
    .option(
      '--seed <number>',
      'the start of the random numbers; the same seed makes the same URLs',
      wholeNumber('--seed'),
      1,
    )
    .option('--json', 'print one object per line: pass, and the counts or the broken law with its counterexample')
    .action(run);
}

function wholeNumber(option: string): (text: string) => number {
  return (text) => {
    if (/^\d{1,9}$/.test(text)) return Number(text);
    throw new UsageError(`${option} ${quoted(text)} is not a whole number; write a number such as 1000`);
  };
}

async function run(file: string, { urls, seed, json }: Flags): Promise<void> {
  const passes = await passesIn(file);
  if (passes.length === 0)
    throw new UsageError(`${quoted(file)} exports no passes; export them, or a configuration with passes`);
  for (const pass of passes) {
    const start = performance.now();
    try {
      const { isClassChecked, ...found } = checkPass(pass, { urls, seed });
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      const parts = Object.entries(found.parts).map(([part, count]) => `${part} ${number(count)}`);
      if (json) out.line(printableJson({ ...found, class: pass.class, isClassChecked }));
      else if (found.changed > 0) {
        out.line(
          `${found.pass}: total, idempotent, refining and linear over ${number(found.urls)} URLs (${seconds} s)`,
        );
        out.line(`  changed ${number(found.changed)}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`);
        out.line(`  class ${pass.class}: ${isClassChecked ? 'changes no more than it may' : 'may change anything'}`);
      } else {
        out.line(`${found.pass}: changed none of ${number(found.urls)} URLs, so nothing was tested`);
        out.line("  add URLs that it changes: examples: [{ before: '…', after: '…' }]");
      }
      if (found.changed === 0) process.exitCode = EXIT.findings;
    } catch (error) {
      if (!(error instanceof PassLawError)) throw error;
      process.exitCode = EXIT.findings;
      const { law, message, counterexample } = error;
      if (json) out.line(printableJson({ pass: pass.name, law, message, counterexample }));
      else out.line(`${law}: ${printable(message)}`);
    }
    await out.flush();
  }
}
