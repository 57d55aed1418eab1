import type { Finding } from '../../audit/finding.ts';
import type { RuleText } from '../../audit/rule.ts';
import { escapeMarkup } from '../../text/escape-markup.ts';
import { printable } from '../../text/printable.ts';
import { evidenceWords } from './evidence-words.ts';
import type { AuditFormat } from './format.ts';

export const junit: AuditFormat = {
  name: 'junit',
  summary: 'JUnit XML for CI servers: one suite per rule, one failed case per error or warning',
  write: async ({ rules: all, findings }, sink) => {
    const rules = all.filter(({ severity }) => severity !== 'pass');
    const byRule = Map.groupBy(findings, ({ rule }) => rule);
    const failures = findings.filter(isFailure).length;
    const tests = findings.length + rules.filter(({ id }) => !byRule.has(id)).length;
    await sink.write(
      `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="dustpan audit" tests="${tests}" failures="${failures}" errors="0">\n`,
    );
    for (const rule of rules) await writeSuite(rule, byRule.get(rule.id) ?? [], sink.write);
    await sink.write('</testsuites>\n');
  },
};

async function writeSuite(
  { id, title, remedy }: RuleText,
  findings: readonly Finding[],
  write: (text: string) => Promise<void>,
): Promise<void> {
  const failures = findings.filter(isFailure).length;
  await write(
    `  <testsuite name="${escape(id)}" tests="${Math.max(findings.length, 1)}" failures="${failures}" errors="0">\n`,
  );
  if (findings.length === 0)
    await write(`    <testcase classname="${escape(id)}" name="${escape(`not found: ${title}`)}"/>\n`);
  for (const finding of findings) {
    const start = `    <testcase classname="${escape(id)}" name="${escape(finding.url)}"`;
    const details = [finding.message, ...evidenceWords(finding).map(([name, value]) => `${name}: ${value}`), remedy]
      .map(escape)
      .join('\n');
    if (!isFailure(finding)) await write(`${start}/>\n`);
    else {
      await write(
        `${start}>\n      <failure type="${finding.severity}" message="${escape(finding.message)}">${details}</failure>\n    </testcase>\n`,
      );
    }
  }
  await write('  </testsuite>\n');
}

function isFailure({ severity }: Finding): boolean {
  return severity === 'error' || severity === 'warning';
}

/** XML 1.0 cannot represent control characters and noncharacters. */
function escape(text: string): string {
  return escapeMarkup(printable(text).replace(/[\ufffe\uffff]/g, '\ufffd'));
}
