import type { Finding, Severity } from '../../audit/finding.ts';
import type { RuleText } from '../../audit/rule.ts';
import { printableJson } from '../../text/printable.ts';
import type { AuditFormat } from './format.ts';
import { placeOf } from './place.ts';

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note', pass: 'none' };

/**
 * What GitHub's code scanning shows of a file: it cuts off more results and locations, and rejects a file with 25,000
 * results. https://docs.github.com/code-security/reference/code-scanning/sarif-files/troubleshoot-sarif-uploads
 */
const MAX_RESULTS = 5000;
const MAX_LOCATIONS = 100;

/** https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export const sarif: AuditFormat = {
  name: 'sarif',
  summary: 'SARIF 2.1.0 for code scanning; URLs are paths that start with the host',
  write: async ({ tool, rules, findings }, sink) => {
    const driver = {
      name: tool.name,
      semanticVersion: tool.version,
      rules: rules.map(ruleOf),
    };
    const left = Math.max(findings.length - MAX_RESULTS, 0);
    const cut = `the ${MAX_RESULTS} gravest of ${findings.length} findings are written, because code scanning shows no more`;
    if (left > 0) sink.note(`${cut}; the format json has all`);
    await sink.write(
      `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":${printableJson(driver)}},"columnKind":"utf16CodeUnits","results":[`,
    );
    const indexes = new Map(rules.map(({ id }, index) => [id, index]));
    let separator = '\n';
    for (const finding of findings.slice(0, MAX_RESULTS)) {
      await sink.write(separator + printableJson(resultOf(finding, indexes.get(finding.rule) ?? -1)));
      separator = ',\n';
    }
    const invocation = {
      executionSuccessful: true,
      ...(left > 0 && { toolExecutionNotifications: [{ level: 'warning', message: { text: cut } }] }),
    };
    await sink.write(`\n],"invocations":[${printableJson(invocation)}]}]}\n`);
  },
};

function ruleOf({ id, severity, title, condition, why, remedy, reference }: RuleText): object {
  const isLink = /^https?:/.test(reference);
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: condition },
    help: { text: `${why} ${remedy}${isLink ? '' : ` (${reference})`}` },
    ...(isLink && { helpUri: reference }),
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function resultOf(finding: Finding, ruleIndex: number): object {
  const { rule, severity, url, message, line, column, related, fingerprint, evidence, cause, page } = finding;
  return {
    ruleId: rule,
    ...(ruleIndex >= 0 && { ruleIndex }),
    level: LEVELS[severity],
    message: { text: `${url} ${message}` },
    locations: [locationOf(url, regionOf(line, column))],
    ...(related.length > 0 && {
      relatedLocations: related.slice(0, MAX_LOCATIONS).map((one) => locationOf(one)),
    }),
    // GitHub identifies findings by primaryLocationLineHash, which it cannot compute without the file.
    partialFingerprints: { 'dustpan/v1': fingerprint, primaryLocationLineHash: `${fingerprint}:1` },
    properties: { url, cause, evidence, page },
  };
}

/** GitHub hides results without a line: findings about a whole page get line 1. */
function regionOf(line: number | null, column: number | null): object {
  return { startLine: line ?? 1, ...(column !== null && { startColumn: column }) };
}

function locationOf(url: string, region?: object): object {
  return { physicalLocation: { artifactLocation: { uri: placeOf(url) }, ...(region && { region }) } };
}
