import { expect, test } from 'vitest';
import { groupsOf } from '../../../src/audit/groups.ts';
import { printable } from '../../../src/text/printable.ts';
import { hostileReport } from '../html/hostile-report.ts';
import { smallReport } from './small-report.ts';
import { written } from './written.ts';

/** A workflow command, as the runner reads it from a line of a step's output. */
interface WorkflowCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly message: string;
}

/** By the runner's own rules: `::name key=value,key=value::message`, with escapes for what separates the parts. */
function read(line: string): WorkflowCommand {
  const [, head = '', message = ''] = /^::([^:]+(?:%3A[^:]*)*)::(.*)$/s.exec(line) ?? [];
  const space = head.indexOf(' ');
  const properties = head
    .slice(space + 1)
    .split(',')
    .map((pair) => [pair.slice(0, pair.indexOf('=')), unescaped(pair.slice(pair.indexOf('=') + 1))]);
  return { name: head.slice(0, space), properties: Object.fromEntries(properties), message: unescaped(message) };
}

function unescaped(text: string): string {
  const marks: Readonly<Record<string, string>> = { '%0D': '\r', '%0A': '\n', '%3A': ':', '%2C': ',', '%25': '%' };
  return text.replace(/%(?:0D|0A|3A|2C|25)/g, (mark) => marks[mark] ?? mark);
}

test.each([
  ['a small report', smallReport()],
  ['a hostile report', hostileReport()],
])('%s has one annotation for each rule and root cause, the gravest first', async (_, report) => {
  const commands = (await written('github', report)).trimEnd().split('\n').map(read);
  const groups = groupsOf(report.findings, report.rules);
  expect(commands.map(({ properties }) => properties)).toEqual(
    groups.flatMap(({ rule, causes }) => causes.map(() => ({ title: printable(`${rule.id}: ${rule.title}`) }))),
  );
  const order = ['error', 'warning', 'notice'];
  const ranks = commands.map(({ name }) => order.indexOf(name));
  expect(ranks).not.toContain(-1);
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
});

test('an annotation says where, what and how to mend it', async () => {
  const [first] = (await written('github', smallReport())).split('\n').map(read);
  expect(first).toEqual({
    name: 'error',
    properties: { title: 'target/error: canonical URL cannot be fetched' },
    message: expect.stringMatching(
      /^https:\/\/www\.brooms\.example\/shop\/mop names a canonical URL that answers with status 404\. \S/,
    ),
  });
});
