import { Command } from 'commander';
import { differingParams } from '../../canon/compare.ts';
import { type Comparison, compare, compile, UrlError } from '../../index.ts';
import { orNull } from '../../url/error.ts';
import { EXIT, UsageError } from '../io/exit.ts';
import { out } from '../io/output.ts';
import { addCanonOptions, addOtherOptions, type CanonFlags, loadCanonOptions } from '../options/canon-options.ts';
import { citableClaimsFrom } from '../options/facts-source.ts';
import { citations, withEvidence } from '../render/citation.ts';
import { quoted } from '../render/printable.ts';

export function compareCommand(): Command {
  const command = new Command('compare')
    .description('tell whether two URLs have the same canonical URL, and by which passes')
    .argument('<url>', 'a URL')
    .argument('<other-url>', 'the URL to compare it with')
    .option('--json', 'print an object: same, class, passes');
  return addOtherOptions(addCanonOptions(command)).action(run);
}

async function run(a: string, b: string, flags: CanonFlags & { readonly json?: true }): Promise<void> {
  const { profile, canon, factsFile } = await loadCanonOptions(flags);
  const comparison = compare(a, b, canon);
  const { trace } = compile(canon);
  if (comparison instanceof UrlError) {
    const invalid = trace(a) instanceof UrlError ? a : b;
    throw new UsageError(`${quoted(invalid)}: ${comparison.message} (${comparison.code})`);
  }
  const citable = await citableClaimsFrom(factsFile);
  const changes = [a, b]
    .flatMap((url) => orNull(trace(url))?.changes ?? [])
    .filter(({ pass }) => comparison.passes.includes(pass));
  if (flags.json) {
    const evidence = changes.map((change) => withEvidence(change, citable)).filter((change) => 'evidence' in change);
    out.line(JSON.stringify({ ...comparison, ...(evidence.length > 0 && { changes: evidence }) }));
  } else {
    const params = comparison.class === null ? differingParams(a, b, canon) : [];
    out.line(describe(comparison, profile, canon.noPass ?? [], params));
    const lines = changes.flatMap((change) => citations(change, citable).map((cited) => `  ${change.pass}: ${cited}`));
    for (const line of new Set(lines)) out.line(line);
  }
  await out.flush();
  if (!comparison.same) process.exitCode = EXIT.findings;
}

function describe(
  { same, class: passClass, passes }: Comparison,
  profile: string,
  noPass: readonly string[],
  params: readonly string[],
): string {
  const verdict = `${same ? 'the same canonical URL' : 'different canonical URLs'} under the profile ${profile}`;
  if (passClass === 'identical') return `${verdict}: identical text`;
  if (passClass === null) {
    const named = `the ${params.length === 1 ? 'parameter' : 'parameters'} ${params.map(quoted).join(', ')}`;
    const unless = params.length === 0 ? '' : ` without a fact that the site ignores ${named}`;
    return `${verdict}: no pass makes them equal${unless}`;
  }
  const off = same ? [] : passes.filter((pass) => noPass.includes(pass));
  const note = off.length === 0 ? '' : `; switched off: ${off.join(', ')}`;
  return `${verdict}; ${same ? 'made' : 'would be made'} equal by ${passes.join(', ')} (class ${passClass})${note}`;
}
