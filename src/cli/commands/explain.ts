import { Command } from 'commander';
import { compile, type Pass, type Trace, UrlError } from '../../index.ts';
import { passNamed } from '../../passes/index.ts';
import { UsageError } from '../io/exit.ts';
import { out } from '../io/output.ts';
import type { CitableClaims } from '../jobs/citable-claims.ts';
import { addCanonOptions, addOtherOptions, type CanonFlags, loadCanonOptions } from '../options/canon-options.ts';
import { citableClaimsFrom } from '../options/facts-source.ts';
import { citations, withEvidence } from '../render/citation.ts';
import { printable, quoted } from '../render/printable.ts';
import { table } from '../render/table.ts';

export function explainCommand(): Command {
  const command = new Command('explain')
    .description('show how a URL becomes canonical: one pass per line, with its class and the standard it follows')
    .argument('<url>', 'the URL')
    .option('--json', 'print the trace as one object');
  return addOtherOptions(addCanonOptions(command)).action(run);
}

async function run(url: string, flags: CanonFlags & { readonly json?: true }): Promise<void> {
  const { canon, factsFile } = await loadCanonOptions(flags);
  const { trace: traceOf, passes } = compile(canon);
  const trace = traceOf(url);
  if (trace instanceof UrlError) throw new UsageError(`${quoted(url)}: ${trace.message} (${trace.code})`);
  const citable = await citableClaimsFrom(factsFile);
  if (flags.json) {
    out.line(JSON.stringify({ ...trace, changes: trace.changes.map((change) => withEvidence(change, citable)) }));
  } else {
    print(trace, citable);
    hint(compile({ ...canon, profile: 'changing' }).trace(trace.url), passes);
  }
  await out.flush();
}

function print(trace: Trace, citable: CitableClaims): void {
  out.line(printable(trace.input));
  const rows = trace.changes.map((change) => [
    change.class,
    change.pass,
    printable(change.after),
    referenceOf(change.pass),
  ]);
  for (const [index, line] of table(rows).entries()) {
    out.line(`  ${line}`);
    const change = trace.changes[index];
    for (const cited of change === undefined ? [] : citations(change, citable)) out.line(`    ${cited}`);
  }
  out.line(rows.length === 0 ? 'is already canonical' : printable(trace.url));
}

/** Prints the changes that passes would make if facts about the site allowed them, or if they ran at all. */
function hint(loose: Trace | UrlError, running: readonly Pass[]): void {
  if (loose instanceof UrlError || loose.changes.length === 0) return;
  const needFactsOnly = loose.changes.every((change) => running.some(({ name }) => name === change.pass));
  out.line('');
  out.line(needFactsOnly ? 'if evidence confirms it, or with --assume:' : 'with --profile changing or --pass:');
  const rows = loose.changes.map((change) => [change.class, change.pass, printable(change.after), needOf(change.pass)]);
  for (const line of table(rows)) out.line(`  ${line}`);
}

function referenceOf(name: string): string {
  return passNamed(name)?.reference ?? (name === 'default-scheme' ? '--default-scheme' : 'a custom pass');
}

function needOf(name: string): string {
  const needs = passNamed(name)?.needs;
  return needs ? `needs: ${needs}` : '';
}
