import type { Claim } from '../facts/claim.ts';
import type { Evidence } from '../facts/evidence.ts';
import { printable, printableJson } from './printable.ts';

/** A claim as a line for people. */
export function describeClaim(claim: Claim, evidence: readonly Evidence[]): string {
  const { verdict, kind, host, path, about, target, samples, contradictions, source, reason } = claim;
  const subject = [kind, about, `${host}${path}`].filter((part) => part !== null).join(' ');
  const form = target === null ? '' : ` (${target})`;
  const why = [reason, source === null ? null : `by ${source}`, `${samples} for, ${contradictions} against`];
  const [example] = evidence;
  const seen = example === undefined || example.url === null ? [] : [`${example.url} ${example.seen}`];
  return printable(`${verdict}  ${subject}${form}  ${[...why, ...seen].filter((part) => part !== null).join('; ')}`);
}

/** A claim as an object of NDJSON. */
export function claimAsJson(claim: Claim, evidence: readonly Evidence[]): string {
  const { kind, host, path, verdict, target, source, samples, ...rest } = claim;
  return printableJson({
    kind,
    scope: `${host}${path}`,
    verdict,
    target,
    source,
    samples,
    evidence,
    host,
    path,
    ...rest,
  });
}
