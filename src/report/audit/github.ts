import { groupsOf } from '../../audit/groups.ts';
import { number } from '../../text/number.ts';
import { printable } from '../../text/printable.ts';
import { evidenceLine } from './evidence-words.ts';
import type { AuditFormat } from './format.ts';

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice', pass: 'notice' } as const;

/** https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
export const github: AuditFormat = {
  name: 'github',
  summary: 'annotations for GitHub Actions: one per rule and root cause; GitHub shows ten of each severity',
  write: async ({ findings, rules }, sink) => {
    for (const { rule, severity, causes } of groupsOf(findings, rules)) {
      for (const { cause, findings: own } of causes) {
        const [first] = own;
        const more = own.length === 1 ? '' : ` and ${number(own.length - 1)} more like it (${cause})`;
        const evidence = first === undefined ? '' : evidenceLine(first);
        const text = `${first?.url ?? cause} ${first?.message ?? ''}${more}. ${rule.remedy}${evidence}`;
        await sink.write(`::${COMMANDS[severity]} title=${property(`${rule.id}: ${rule.title}`)}::${data(text)}\n`);
      }
    }
  },
};

function data(text: string): string {
  return printable(text).replaceAll('%', '%25');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
