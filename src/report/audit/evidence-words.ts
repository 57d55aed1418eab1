import type { EvidenceValue, Finding } from '../../audit/finding.ts';
import { number } from '../../text/number.ts';

/**
 * The evidence of a finding as readable names and values, then the related URLs that it does not name. Leaves out null
 * values.
 *
 * @param most how many items of a list to name
 */
export function evidenceWords(
  { url, evidence, related }: Finding,
  most: number = Number.POSITIVE_INFINITY,
): readonly (readonly [name: string, value: string])[] {
  const words = Object.entries(evidence).flatMap(([name, value]) =>
    value === null ? [] : [[evidenceName(name), textOf(name, value, most)] as const],
  );
  const named = new Set([url, ...Object.values(evidence).flat()]);
  const others = related.filter((one) => !named.has(one));
  return others.length === 0 ? words : [...words, ['related', listed(others, most)]];
}

/** The same in one line, such as ` (found on: https://…; status code: 404)`; empty without evidence. */
export function evidenceLine(finding: Finding): string {
  const line = evidenceWords(finding)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');
  return line === '' ? '' : ` (${line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line})`;
}

const MAX_LINE = 500;

/** Fields whose names say too little to people. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['leader', 'preferred URL'],
  ['leaderReason', 'preferred because'],
  ['class', 'class of the pass'],
  ['evidence', 'known from'],
  ['settled', 'resolved by the site'],
  ['hops', 'redirects'],
  ['length', 'URLs in the loop'],
  ['canonicalOf', 'pages that name it as canonical'],
  ['statuses', 'status codes'],
  ['end', 'leads to'],
  ['shared', 'also the same on these pages'],
]);

/** Fields that are shares, from 0 to 1. */
const SHARES: ReadonlySet<string> = new Set(['similarity', 'contained', 'share']);

/** The name of a field as people read it: `leader` is `preferred URL`, `finalUrl` is `final URL`. */
export function evidenceName(name: string): string {
  const given = NAMES.get(name);
  if (given !== undefined) return given;
  const words = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.replace(/\burl\b/, 'URL');
}

function listed(items: readonly string[], most: number): string {
  if (items.length === 0) return 'none';
  const left = items.length - most;
  return [...items.slice(0, most), ...(left > 0 ? [`and ${number(left)} more`] : [])].join('  ');
}

function textOf(name: string, value: Exclude<EvidenceValue, null>, most: number): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return listed(value, most);
  return typeof value === 'number' && SHARES.has(name) ? `${Math.round(value * 100)} %` : String(value);
}
