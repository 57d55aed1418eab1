import { Command } from 'commander';
import type { ExamplePage, Rule } from '../../audit/rule.ts';
import { RULES } from '../../audit/rules/index.ts';
import { didYouMean, quote } from '../../wording.ts';
import { UsageError } from '../exit.ts';
import { out } from '../output.ts';
import { printableJson } from '../printable.ts';
import { table } from '../table.ts';

export function rulesCommand(): Command {
  return new Command('rules')
    .description('what an audit looks for; with a name, why, and what to do')
    .argument('[id]', 'such as canonical/missing')
    .option('--json', 'an object a line')
    .action(run);
}

async function run(id: string | undefined, { json }: { readonly json?: true }): Promise<void> {
  const rules = id === undefined ? RULES : [find(id)];
  if (json) for (const rule of rules) out.line(printableJson(asData(rule)));
  else if (id === undefined) for (const line of table(rules.map(rowOf))) out.line(line);
  else for (const line of rules.flatMap(explain)) out.line(line);
  await out.flush();
}

function find(id: string): Rule {
  const rule = RULES.find((each) => each.id === id);
  if (rule !== undefined) return rule;
  const names = RULES.map((each) => each.id);
  throw new UsageError(`there is no rule ${quote(id)}${didYouMean(id, names)}`);
}

function rowOf({ id, severity, title }: Rule): readonly string[] {
  return [id, severity, title];
}

function asData({ id, severity, title, condition, why, remedy, reference, examples }: Rule): object {
  return { id, severity, title, condition, why, remedy, reference, examples };
}

function explain({ id, severity, title, condition, why, remedy, reference, examples }: Rule): readonly string[] {
  return [
    `${id}  ${severity}`,
    title,
    '',
    ...table([
      ['when', condition],
      ['why', why],
      ['to do', remedy],
      ['see', reference],
    ]),
    '',
    'found here:',
    ...examples.bad.flatMap(pageLines),
    '',
    'and not here:',
    ...examples.good.flatMap(pageLines),
  ];
}

function pageLines({ url, status = 200, headers = {}, body = '' }: ExamplePage): readonly string[] {
  return [
    `  ${url}  ${status}`,
    ...Object.entries(headers).map(([name, value]) => `    ${name}: ${value}`),
    ...body
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => `    ${line}`),
  ];
}
