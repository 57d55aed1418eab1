import type { Finding } from '../../audit/finding.ts';
import { groupsOf, type RuleGroup } from '../../audit/groups.ts';
import type { CauseGroup } from '../../audit/rank.ts';
import { moment } from '../../text/moment.ts';
import { counted, number } from '../../text/number.ts';
import { printable } from '../../text/printable.ts';
import type { AuditFormat } from './format.ts';
import { earlierWords, indexableWords, SEVERITY_WORDS, severityWords } from './summary-words.ts';
import { trendWords } from './trend-words.ts';

/** How many causes to show for a rule, and how many URLs for a cause. */
const MAX_CAUSES = 5;
const MAX_URLS = 3;
const MAX_URL = 300;
/** A comment on a pull request holds 65,536 characters. */
const MAX_SECTIONS = 60_000;

export const markdown: AuditFormat = {
  name: 'markdown',
  summary: 'a summary for a pull request or a wiki: each rule with its causes and some of their URLs',
  write: async (report, sink) => {
    const { summary, findings, rules, crawled, history } = report;
    await sink.write(
      `## Canonical URLs: ${severityWords(summary.severities)}\n\n${counted(summary.pages, 'page')}, ${indexableWords(summary)}${earlierWords(report)}.`,
    );
    if (crawled !== null) await sink.write(` Crawled ${moment(crawled.to)}.`);
    const trend = trendWords(history);
    if (trend !== '') await sink.write(`\n\nAll findings: ${trend}.`);
    await sink.write('\n');
    await writeSections(groupsOf(findings, rules), sink.write);
    if (findings.length === 0) await sink.write('\nNothing to report.\n');
  },
};

/** Writes as many whole sections as fit. */
async function writeSections(groups: readonly RuleGroup[], write: (text: string) => Promise<void>): Promise<void> {
  let room = MAX_SECTIONS;
  for (const [index, group] of groups.entries()) {
    const section = sectionOf(group);
    room -= section.length;
    if (room < 0) {
      const left = groups.slice(index).reduce((sum, { count }) => sum + count, 0);
      await write(
        `\nLeft out: ${counted(left, 'more finding')} of ${counted(groups.length - index, 'rule')}. The other formats have all of them.\n`,
      );
      return;
    }
    await write(section);
  }
}

function sectionOf({ rule, severity, count, causes }: RuleGroup): string {
  const shown = causes.slice(0, MAX_CAUSES).map(causeOf).join('');
  const left = causes.length > MAX_CAUSES ? `- and ${counted(causes.length - MAX_CAUSES, 'more cause')}\n` : '';
  return `\n### ${SEVERITY_WORDS[severity]}: ${escape(rule.title)} (${number(count)})\n\n${code(rule.id)}: ${escape(rule.condition)} ${escape(rule.remedy)}\n\n${shown}${left}`;
}

function causeOf({ cause, findings }: CauseGroup): string {
  const urls = findings
    .slice(0, MAX_URLS)
    .map((finding) => `  - ${code(finding.url)} ${escape(finding.message)}${others(finding)}\n`);
  const left = findings.length > MAX_URLS ? `  - and ${number(findings.length - MAX_URLS)} more\n` : '';
  return `- ${code(cause)}: ${number(findings.length)}\n${urls.join('')}${left}`;
}

/** The other pages of a finding about duplicates. */
function others({ rule, evidence }: Finding): string {
  if (!rule.startsWith('dup/')) return '';
  const named = Array.isArray(evidence['others']) ? evidence['others'] : [evidence['leader']];
  const urls = named.filter((one) => typeof one === 'string').slice(0, MAX_URLS);
  return urls.length === 0 ? '' : `: ${urls.map(code).join(', ')}`;
}

/**
 * Escapes the special characters of Markdown and HTML. Adds a zero-width space after `@` and `#`: GitHub looks for
 * mentions and issue numbers in the rendered page.
 */
function escape(text: string): string {
  return printable(text)
    .replace(/[\\`*_{}[\]<>#+!|~&@$]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/&#(?:35|64);/g, '$&&#8203;');
}

/** An inline code span, where only a backtick is special. */
function code(text: string): string {
  const shown = printable(text.length <= MAX_URL ? text : `${text.slice(0, MAX_URL)}…`).replaceAll('`', '%60');
  return `\` ${shown} \``;
}
