import type { Finding, Severity } from '../../audit/finding.ts';
import { printable, printableJson } from '../../text/printable.ts';
import { evidenceLine } from './evidence-words.ts';
import type { AuditFormat } from './format.ts';
import { placeOf } from './place.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = {
  error: 'major',
  warning: 'minor',
  info: 'info',
  pass: 'info',
};

/** https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format */
export const gitlab: AuditFormat = {
  name: 'gitlab',
  summary: 'a code quality report for GitLab; URLs are paths that start with the host',
  write: async ({ findings }, sink) => {
    // GitLab needs fingerprints that are unique. A rule may find several things on one page.
    const times = new Map<string, number>();
    let separator = '[\n';
    for (const finding of findings) {
      const { fingerprint } = finding;
      const time = (times.get(fingerprint) ?? 0) + 1;
      times.set(fingerprint, time);
      await sink.write(
        separator + printableJson(issueOf(finding, time === 1 ? fingerprint : `${fingerprint}-${time}`)),
      );
      separator = ',\n';
    }
    await sink.write(findings.length === 0 ? '[]\n' : '\n]\n');
  },
};

function issueOf(finding: Finding, fingerprint: string): object {
  const { rule, severity, url, message, line } = finding;
  return {
    description: printable(`${url} ${message}${evidenceLine(finding)}`),
    check_name: rule,
    fingerprint,
    severity: SEVERITIES[severity],
    location: { path: placeOf(url), lines: { begin: line ?? 1 } },
  };
}
