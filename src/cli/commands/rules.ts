import { Command } from 'commander';
import type { CustomRule, ExamplePage, RuleExamples } from '../../audit/rule.ts';
import { out } from '../io/output.ts';
import { allRules, rulesNamed } from '../jobs/audit-rules.ts';
import { addConfigOption, type ConfigFlags, loadConfiguration } from '../options/canon-options.ts';
import { printableJson } from '../render/printable.ts';
import { table } from '../render/table.ts';

export function rulesCommand(): Command {
  const command = new Command('rules')
    .description(
      'list the rules of an audit, those of your configuration included, or explain one of them: why it matters and how to fix it',
    )
    .argument('[id]', 'a rule to explain, such as canonical/missing, or a group to list, such as canonical')
    .option('--json', 'print one object per line');
  return addConfigOption(command).action(run);
}

async function run(id: string | undefined, { json, ...flags }: ConfigFlags & { readonly json?: true }): Promise<void> {
  const all = allRules(await loadConfiguration(flags));
  const rules = id === undefined ? all : rulesNamed(id, all);
  if (json) for (const rule of rules.map(asData)) out.line(printableJson(rule));
  else if (rules.some((rule) => rule.id === id)) for (const line of rules.flatMap(explain)) out.line(line);
  else for (const line of list(rules)) out.line(line);
  await out.flush();
}

function list(rules: readonly CustomRule[]): readonly string[] {
  return table(rules.map(({ id, severity, title }) => [id, severity, title]));
}

function asData({ id, severity, title, condition, why, remedy, reference, examples }: CustomRule): object {
  return { id, severity, title, condition, why, remedy, reference, ...(examples && { examples }) };
}

function explain({ id, severity, title, condition, why, remedy, reference, examples }: CustomRule): readonly string[] {
  return [
    `${id}  ${severity}`,
    title,
    '',
    ...table([
      ['when', condition],
      ['why', why],
      ['fix', remedy],
      ['see', reference],
    ]),
    ...(examples === undefined ? [] : explainExamples(examples)),
  ];
}

function explainExamples({ bad, good }: RuleExamples): readonly string[] {
  return [
    '',
    'a site with this finding:',
    ...bad.flatMap(pageLines),
    '',
    'the same site without it:',
    ...good.flatMap(pageLines),
  ];
}

function pageLines({ url, status = 200, headers = {}, body = '', rendered }: ExamplePage): readonly string[] {
  return [
    `  ${url}  ${status}`,
    ...Object.entries(headers).map(([name, value]) => `    ${name}: ${value}`),
    ...linesOf(body),
    ...(rendered === undefined ? [] : ['  in the browser:', ...linesOf(rendered)]),
  ];
}

function linesOf(body: string): readonly string[] {
  return body
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `    ${line}`);
}
