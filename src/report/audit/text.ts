import type { Finding, Severity } from '../../audit/finding.ts';
import { type FirstStep, firstSteps } from '../../audit/first-steps.ts';
import { groupsOf, type RuleGroup } from '../../audit/groups.ts';
import type { CauseGroup } from '../../audit/rank.ts';
import type { AuditReport } from '../../audit/report.ts';
import { moment } from '../../text/moment.ts';
import { counted, number } from '../../text/number.ts';
import { printable } from '../../text/printable.ts';
import { evidenceWords } from './evidence-words.ts';
import type { AuditFormat } from './format.ts';
import { earlierWords, indexableWords, SEVERAL_CAUSES, SEVERITY_WORDS, severityWords } from './summary-words.ts';
import { trendWords } from './trend-words.ts';

/** How many causes to show for a rule, and how many findings for a cause. The other formats have all of them. */
const MAX_CAUSES = 5;
const MAX_FINDINGS = 2;
const MAX_VALUE = 160;
/** How many items of a list to name. */
const MAX_ITEMS = 4;

/** ANSI: red, yellow, blue, green; bold and dim. */
const COLOURS: Readonly<Record<Severity, string>> = { error: '31', warning: '33', info: '34', pass: '32' };

type Paint = (code: string, text: string) => string;

export const text: AuditFormat = {
  name: 'text',
  summary: 'for people: each rule with its causes and their evidence',
  write: async (report, sink) => {
    const paint: Paint = (code, piece) => (sink.hasColors ? `\x1b[${code}m${piece}\x1b[0m` : piece);
    const steps = firstSteps(report);
    if (steps.length > 1) await sink.write(describeSteps(steps, paint));
    for (const group of groupsOf(report.findings, report.rules)) await sink.write(`${describe(group, paint)}\n`);
    await sink.write(closing(report, paint));
  },
};

function describeSteps(steps: readonly FirstStep[], paint: Paint): string {
  const items = steps.map(
    ({ rule, severity, remedy, cause, url, pages }, at) =>
      `  ${at + 1}. ${paint(COLOURS[severity], printable(remedy))}\n     ${printable(rule)}, ${cause === null ? SEVERAL_CAUSES : shortened(cause)}: ${counted(pages, 'URL')}${url === null ? '' : `, such as ${shortened(url)}`}\n`,
  );
  return `${paint('1', 'do this first')}\n${items.join('')}\n`;
}

function describe({ rule, severity, count, causes }: RuleGroup, paint: Paint): string {
  const lines = [
    `${paint(`1;${COLOURS[severity]}`, SEVERITY_WORDS[severity])}  ${paint('1', printable(rule.title))}  ${printable(rule.id)}, ${counted(count, 'finding')}`,
    ...causes.slice(0, MAX_CAUSES).flatMap((cause) => causeLines(cause, paint)),
  ];
  if (causes.length > MAX_CAUSES) lines.push(paint('2', `  and ${counted(causes.length - MAX_CAUSES, 'more cause')}`));
  return `${[...lines, `  ${paint('32', 'to do')}  ${printable(rule.remedy)}`].join('\n')}\n`;
}

function causeLines({ cause, findings }: CauseGroup, paint: Paint): readonly string[] {
  const shown = findings.slice(0, MAX_FINDINGS).flatMap((finding) => findingLines(finding, paint));
  if (findings.length === 1) return shown;
  const left = findings.length - MAX_FINDINGS;
  return [
    `  ${printable(cause)}  ${counted(findings.length, 'finding')}`,
    ...shown.map((line) => `  ${line}`),
    ...(left > 0 ? [paint('2', `    and ${number(left)} more`)] : []),
  ];
}

function findingLines(finding: Finding, paint: Paint): readonly string[] {
  const { url, message, line } = finding;
  const where = line === null ? '' : `, line ${line}`;
  const facts = evidenceWords(finding, MAX_ITEMS).map(
    ([name, value]) => `    ${paint('2', `${printable(name)}:`)} ${shortened(value)}`,
  );
  return [`  ${printable(url)}${where}`, `    ${printable(message)}`, ...facts];
}

/** The summary of the report in up to three lines: counts, the trend, and the time of the crawl. */
function closing(report: AuditReport, paint: Paint): string {
  const { summary, findings, tool, crawled, history } = report;
  const pages = `${counted(summary.pages, 'page')}, ${indexableWords(summary)}${earlierWords(report)}`;
  const trend = trendWords(history);
  const then = trend === '' ? '' : `All findings: ${trend}.\n`;
  const when = `${then}${crawled === null ? '' : `Crawled ${moment(crawled.to)}.\n`}`;
  if (findings.length === 0) return `${paint('32', 'Nothing to report')} in ${pages}.\n${when}`;
  return `${paint('1', severityWords(summary.severities))} in ${pages}. \`${tool.name} rules ID\` explains a rule.\n${when}`;
}

function shortened(value: string): string {
  const shown = printable(value);
  return shown.length <= MAX_VALUE ? shown : `${shown.slice(0, MAX_VALUE)}…`;
}
