import { Command } from 'commander';
import { definePass, PASS_CLASSES, PASSES, type Pass, type PassClass } from '../../index.ts';
import { out } from '../io/output.ts';
import { addConfigOption, type ConfigFlags, loadConfiguration } from '../options/canon-options.ts';

/** Each class in words. */
export const CLASS_MEANINGS: Readonly<Record<PassClass, string>> = {
  preserving: 'a standard says that both URLs are equivalent, or every client sends the same request for both',
  usual: 'equivalent on nearly every site, but a server can tell the two URLs apart',
  changing: 'by the standards a different URL, which may show the same page',
};

export function passesCommand(): Command {
  const command = new Command('passes')
    .description('list the passes, also those of the configuration, with class, required fact, reference and examples')
    .option('--json', 'print one object per line');
  return addConfigOption(command).action(run);
}

async function run({ json, ...flags }: ConfigFlags & { readonly json?: true }): Promise<void> {
  const passes = [...PASSES, ...((await loadConfiguration(flags)).passes ?? []).map((pass) => definePass(pass))];
  if (json) {
    for (const { name, class: passClass, needs, summary, reference, examples } of passes) {
      out.line(JSON.stringify({ name, class: passClass, needs, summary, reference, examples }));
    }
  } else {
    for (const passClass of PASS_CLASSES) print(passClass, passes);
  }
  await out.flush();
}

function print(passClass: PassClass, passes: readonly Pass[]): void {
  out.line(`${passClass}: ${CLASS_MEANINGS[passClass]}`);
  for (const pass of passes.filter((candidate) => candidate.class === passClass)) {
    const need = pass.needs === null ? '' : `  [needs a fact: ${pass.needs}]`;
    out.line(`\n  ${pass.name}${need}`);
    out.line(`    ${pass.summary}`);
    out.line(`    ${pass.reference}`);
    for (const { before, after } of pass.examples) out.line(`    ${JSON.stringify(before).slice(1, -1)} → ${after}`);
  }
  out.line('');
}
