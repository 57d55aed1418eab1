import { Command } from 'commander';
import { PASS_CLASSES, PASSES, type PassClass } from '../../index.ts';
import { out } from '../io/output.ts';

const CLASS_MEANINGS: Readonly<Record<PassClass, string>> = {
  preserving: 'the standards say that the two are equivalent, or every client sends the same request',
  usual: 'equivalent nearly always, though no standard says so',
  changing: 'another URL, which may name the same resource',
};

export function passesCommand(): Command {
  return new Command('passes')
    .description('list every pass with its class, what it needs, its reference and an example')
    .option('--json', 'print an object a line')
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
