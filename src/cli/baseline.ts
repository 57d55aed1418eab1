import { readFile } from 'node:fs/promises';
import { UsageError } from './exit.ts';
import { printable } from './printable.ts';

/**
 * The fingerprints of the findings of an earlier audit.
 *
 * @param file what `audit --format json` or `ndjson` has written
 * @throws {UsageError} where it cannot be read, or is none
 */
export async function readBaseline(file: string): Promise<ReadonlySet<string>> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`cannot read the baseline ${file}: ${printable(String(error))}; check --baseline`);
  });
  const prints = fingerprintsIn(text);
  if (prints !== null) return prints;
  throw new UsageError(
    `${file} is no baseline; write one with dustpan audit DB --format json -o ${file}, and commit it`,
  );
}

function fingerprintsIn(text: string): ReadonlySet<string> | null {
  const whole = parsed(text);
  const findings =
    whole === null
      ? text
          .split('\n')
          .filter((line) => line !== '')
          .map(parsed)
      : findingsOf(whole);
  const prints = findings?.map(fingerprintOf) ?? [null];
  return prints.every((print) => print !== null) ? new Set(prints) : null;
}

/** Of a report its findings; a single line of NDJSON is a finding itself. */
function findingsOf(whole: unknown): readonly unknown[] | null {
  if (fingerprintOf(whole) !== null) return [whole];
  const findings: unknown = Object(whole)['findings'];
  return Array.isArray(findings) ? findings : null;
}

function fingerprintOf(finding: unknown): string | null {
  const print: unknown = Object(finding)['fingerprint'];
  return typeof print === 'string' ? print : null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
