import { VERDICTS } from '../../evidence/claim.ts';
import { counted, number } from '../../text/number.ts';
import type { ProbedList } from '../jobs/probe-list.ts';
import { claimAsJson, describeClaims } from './claim-lines.ts';
import { describeFailure, requestLine, requestsOf } from './probe-lines.ts';
import { table } from './table.ts';

/** Maximum number of claims and of failed sites shown; `--json` prints all. */
const MAX_SHOWN = 50;

/** The result of `dedup --probe` as text: the requests, one line per claim, and the sites that were not probed. */
export function describeProbed({ claims, evidence, reports, sitesLeft, isPartial }: ProbedList): readonly string[] {
  if (reports.length === 0) return [];
  const byVerdict = VERDICTS.flatMap((verdict) => claims.filter((claim) => claim.verdict === verdict));
  const rows = describeClaims(byVerdict, evidence);
  const confirmed = rows.filter(([, , verdict]) => verdict === 'confirmed').length;
  const failures = reports.flatMap(describeFailure);
  return [
    `probed ${counted(reports.length, 'site')} with ${requestLine(reports)}, ${number(confirmed)} of ${number(rows.length)} claims confirmed${rows.length === 0 ? '' : ':'}`,
    ...table(rows.slice(0, MAX_SHOWN)).map((line) => `  ${line}`),
    ...moreThan(rows.length, 'claims'),
    ...failures.slice(0, MAX_SHOWN).map((line) => `  ${line}`),
    ...moreThan(failures.length, 'sites that could not be probed'),
    ...(sitesLeft > 0
      ? [`  ${isPartial ? 'at least ' : ''}${counted(sitesLeft, 'site')} more not probed; raise --max-sites`]
      : []),
  ];
}

/** The result of `dedup --probe` for JSON. */
export function probedAsJson({ claims, evidence, reports, sitesLeft }: ProbedList): object {
  const { pages, robots } = requestsOf(reports);
  return {
    sites: reports.length,
    sitesLeft,
    requests: pages,
    robotsRequests: robots,
    failed: reports.flatMap(({ host, failure }) => (failure === null ? [] : [{ host, reason: failure }])),
    claims: claims.map((claim) => claimAsJson(claim, evidence)),
  };
}

function moreThan(count: number, what: string): readonly string[] {
  return count > MAX_SHOWN ? [`  … and ${number(count - MAX_SHOWN)} more ${what}; --json prints all`] : [];
}
