import { constants } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import type { HistoryRow } from '../../audit/history.ts';
import { jsonValue } from '../../stored-fields.ts';
import { fileProblem } from '../../text/file-problem.ts';
import { unpacked } from '../../text/unpacked.ts';
import { withoutCredentials } from '../../url/credentials.ts';
import { UsageError } from '../io/exit.ts';
import { commandWord, quoted } from '../render/printable.ts';
import { rowsIn } from './audit-history.ts';

/** What an audit compares its findings with. */
export interface Baseline {
  /** The rules of the findings to hide, by fingerprint. */
  readonly findings: ReadonlyMap<string, string>;
  /** The earlier audit and those before it, as far as known. */
  readonly history: readonly HistoryRow[];
}

/**
 * Reads an earlier audit.
 *
 * @param file a report written by `audit --format json` or `ndjson`
 * @throws {UsageError} if the file cannot be read or is not such a report
 */
export async function readBaseline(file: string): Promise<Baseline> {
  const text = await readUnpacked(file).catch((error: unknown) => {
    throw new UsageError(`${quoted(file)} ${fileProblem(error)} (--baseline)`);
  });
  const whole = jsonValue(text);
  const findings = findingsIn(whole === null ? linesOf(text) : listOf(whole));
  if (findings !== null) return { findings, history: rowsIn(Object(whole)['history']) };
  throw new UsageError(
    `${quoted(file)} is not a report in JSON; write one with dustpan audit FILE --format json -o ${commandWord(file)}`,
  );
}

async function readUnpacked(file: string): Promise<string> {
  return (await unpacked(await readFile(file), constants.MAX_STRING_LENGTH)).toString('utf8');
}

function findingsIn(findings: readonly unknown[] | null): ReadonlyMap<string, string> | null {
  const pairs = findings?.map(pairOf) ?? [null];
  return pairs.every((pair) => pair !== null) ? new Map(pairs) : null;
}

/** The lines of NDJSON; a report without findings is an empty file. */
function linesOf(text: string): readonly unknown[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(jsonValue);
}

/** The findings of a JSON report; a single line of NDJSON is itself a finding. */
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
