import type { AuditReport, Finding } from 'dustpan/audit';

/** The findings of a report that another one does not have. A fingerprint is the same in every crawl. */
export function newIn(report: AuditReport, other: AuditReport): readonly Finding[] {
  const known = new Set(other.findings.map(({ fingerprint }) => fingerprint));
  return report.findings.filter(({ fingerprint }) => !known.has(fingerprint));
}

/** A page in Markdown: the findings by day, the latest day first, and what changed since the last night. */
export function trendPage(
  { seeds, history }: AuditReport,
  found: readonly Finding[],
  fixed: readonly Finding[],
): string {
  // Of several audits of a day, the last one counts.
  const days = [...new Map(history.map((row) => [row.crawled.slice(0, 10), row]))].toReversed();
  const most = Math.max(1, ...days.map(([, { severities }]) => severities.error + severities.warning));
  const rows = days.map(
    ([
      day,
      {
        pages,
        severities: { error, warning, info },
      },
    ]) => {
      const bar = '█'.repeat(Math.ceil((20 * (error + warning)) / most));
      return `| ${day} | ${pages} | ${error} | ${warning} | ${info} | ${bar} |`;
    },
  );
  return `# Audit of ${seeds.map(code).join(', ')}

| day | pages | errors | warnings | notices | errors and warnings |
|---|--:|--:|--:|--:|:--|
${rows.join('\n')}

## New since the last night: ${found.length}

${list(found)}
## Fixed since the last night: ${fixed.length}

${list(fixed)}`;
}

function list(findings: readonly Finding[]): string {
  return findings
    .map(({ severity, rule, url, message }) => `- ${severity} [${rule}]: ${code(url)} ${message}\n`)
    .join('');
}

/** A URL of the site as code, so that none of it is read as Markdown. */
function code(url: string): string {
  return `\`${url.replaceAll('`', '%60')}\``;
}
