import { type CauseGroup, groupsOf, type RuleGroup } from '../../audit/groups.ts';
import { printable } from '../../printable.ts';
import type { AuditFormat } from './format.ts';

/** A comment on a pull request holds 65,536 characters. */
const MAX_CAUSES = 5;
const MAX_URLS = 3;

export const markdown: AuditFormat = {
  name: 'markdown',
  summary: 'a summary for a pull request or a wiki: each rule with its causes and some URLs of each',
  write: async ({ summary, findings, fixed, rules }, sink) => {
    const { error, warning, info } = summary.severities;
    await sink.write(
      `## Canonical URLs: ${error} errors, ${warning} warnings, ${info} remarks\n\n${summary.pages} pages, ${summary.indexable} of them may be shown by search engines.`,
    );
    if (fixed.length > 0) await sink.write(` ${fixed.length} findings of the baseline are fixed.`);
    await sink.write('\n');
    for (const group of groupsOf(findings, rules)) await sink.write(sectionOf(group));
    if (findings.length === 0) await sink.write('\nNothing was found.\n');
  },
};

function sectionOf({ rule, severity, count, causes }: RuleGroup): string {
  const shown = causes.slice(0, MAX_CAUSES).map(causeOf).join('');
  const left = causes.length > MAX_CAUSES ? `- and ${causes.length - MAX_CAUSES} more causes\n` : '';
  return `\n### ${severity}: ${escape(rule.title)} (${count})\n\n\`${rule.id}\`: ${escape(rule.condition)} ${escape(rule.remedy)}\n\n${shown}${left}`;
}

function causeOf({ cause, findings }: CauseGroup): string {
  const urls = findings.slice(0, MAX_URLS).map(({ url, message }) => `  - ${code(url)} ${escape(message)}\n`);
  const left = findings.length > MAX_URLS ? `  - and ${findings.length - MAX_URLS} more\n` : '';
  return `- ${code(cause)}: ${findings.length}\n${urls.join('')}${left}`;
}

/** Text in which no character means something to Markdown or HTML. */
function escape(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]<>#+!|~&@]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** As code, where only backticks and, in tables, bars would. */
function code(text: string): string {
  return `\`${printable(text).replaceAll('`', '%60')}\``;
}
