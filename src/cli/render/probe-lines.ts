import type { ProbeReport } from '../../../crawler/probe/probe.ts';
import { evidenceOf } from '../../evidence/claim-evidence.ts';
import { counted, number } from '../../text/number.ts';
import { claimAsJson, describeClaims, explainOpen } from './claim-lines.ts';
import { printableJson, quoted } from './printable.ts';
import { table } from './table.ts';

/** The result of a probe as JSON, one line per claim. */
export function reportAsJson({ claims, evidence }: ProbeReport): readonly string[] {
  const known = evidenceOf(claims, evidence);
  return claims.map((claim) => printableJson(claimAsJson(claim, known)));
}

/** The result of a probe as text: one line per claim, then the number of requests. */
export function describeReport(report: ProbeReport): readonly string[] {
  const { host, failure, claims, evidence } = report;
  const known = evidenceOf(claims, evidence);
  const lines = table(describeClaims(claims, known));
  const nothing = failure === null && claims.length === 0 ? [`${quoted(host)}: found no URLs to compare`] : [];
  return [...describeFailure(report), ...nothing, ...lines, requestLine([report]), ''];
}

/** Why a site was not probed; empty if it was. */
export function describeFailure({ host, failure }: Pick<ProbeReport, 'host' | 'failure'>): readonly string[] {
  return failure === null ? [] : [`${quoted(host)}: not probed: ${explainOpen(failure)}`];
}

/** The number of requests, as a line of text. */
export function requestLine(reports: readonly Pick<ProbeReport, 'requests'>[]): string {
  const { pages, robots } = requestsOf(reports);
  return `${counted(pages + robots, 'request')} (${number(robots)} for robots.txt)`;
}

/** The sum of the requests of all reports. */
export function requestsOf(reports: readonly Pick<ProbeReport, 'requests'>[]): {
  readonly pages: number;
  readonly robots: number;
} {
  return {
    pages: reports.reduce((sum, { requests }) => sum + requests.pages, 0),
    robots: reports.reduce((sum, { requests }) => sum + requests.robots, 0),
  };
}
