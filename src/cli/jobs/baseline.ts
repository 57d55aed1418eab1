import { readFile } from 'node:fs/promises';
import { withoutCredentials } from '../../url/credentials.ts';
import { UsageError } from '../io/exit.ts';
import { quoted } from '../render/printable.ts';

/**
 * The findings of an earlier audit: their rules, by fingerprint.
 *
 * @param file what `audit --format json` or `ndjson` has written
 * @throws {UsageError} where it cannot be read, or is none
 */
export async function readBaseline(file: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`cannot read the baseline ${quoted(file)}: ${quoted(String(error))}; check --baseline`);
  });
  const findings = findingsIn(text);
  if (findings !== null) return findings;
  throw new UsageError(
    `${quoted(file)} is no baseline; write one with dustpan audit DB --format json -o ${quoted(file)}, and commit it`,
  );
}

function findingsIn(text: string): ReadonlyMap<string, string> | null {
  const whole = parsed(text);
  const findings = whole === null ? linesOf(text) : listOf(whole);
  const pairs = findings?.map(pairOf) ?? [null];
  return pairs.every((pair) => pair !== null) ? new Map(pairs) : null;
}

/** An audit that found nothing is an empty file of NDJSON. */
function linesOf(text: string): readonly unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(parsed);
}

/** Of a report its findings; a single line of NDJSON is a finding itself. */
function listOf(whole: unknown): readonly unknown[] | null {
  if (pairOf(whole) !== null) return [whole];
  const findings: unknown = Object(whole)['findings'];
  return Array.isArray(findings) ? findings : null;
}

function pairOf(finding: unknown): readonly [print: string, rule: string] | null {
  const { fingerprint, rule }: { readonly fingerprint?: unknown; readonly rule?: unknown } = Object(finding);
  return typeof fingerprint === 'string' && typeof rule === 'string'
    ? [withoutCredentials(fingerprint), withoutCredentials(rule)]
    : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
