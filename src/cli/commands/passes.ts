import { Command } from 'commander';
import { PASS_CLASSES, PASSES, type PassClass } from '../../index.ts';
import { out } from '../io/output.ts';

/** Each class in words. */
export const CLASS_MEANINGS: Readonly<Record<PassClass, string>> = {
  preserving: 'a standard says that both URLs are equivalent, or every client sends the same request for both',
  usual: 'equivalent on nearly every site, but a server can tell the two URLs apart',
  changing: 'by the standards a different URL, which may show the same page',
};

export function passesCommand(): Command {
  return new Command('passes')
    .description('list the passes, with class, required fact, reference and examples')
    .option('--json', 'print one object per line')
    .action(run);
}

async function run(flags: { readonly json?: true }): Promise<void> {
  if (flags.json) {
    for (const { name, class: passClass, needs, summary, reference, examples } of PASSES) {
      out.line(JSON.stringify({ name, class: passClass, needs, summary, reference, examples }));
    }
  } else {
    for (const passClass of PASS_CLASSES) print(passClass);
  }
  await out.flush();
}

function print(passClass: PassClass): void {
  out.line(`${passClass}: ${CLASS_MEANINGS[passClass]}`);
  for (const pass of PASSES.filter((candidate) => candidate.class === passClass)) {
    const need = pass.needs === null ? '' : `  [needs a fact: ${pass.needs}]`;
    out.line(`\n  ${pass.name}${need}`);
    out.line(`    ${pass.summary}`);
    out.line(`    ${pass.reference}`);
    for (const { before, after } of pass.examples) out.line(`    ${JSON.stringify(before).slice(1, -1)} → ${after}`);
  }
  out.line('');
}
