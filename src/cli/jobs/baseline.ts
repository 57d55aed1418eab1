import { readFile } from 'node:fs/promises';
import type { HistoryRow } from '../../audit/history.ts';
import { jsonValue } from '../../stored-fields.ts';
import { fileProblem, TOO_LARGE } from '../../text/file-problem.ts';
import { jsonParts } from '../../text/json-parts.ts';
import { unpacked } from '../../text/unpacked.ts';
import { withoutCredentials } from '../../url/credentials.ts';
import { UsageError } from '../io/exit.ts';
import { quoted } from '../render/printable.ts';
import { rowsIn } from './audit-history.ts';

/** The most bytes that a packed report may unpack to. That of a million pages has 1.2 GB. */
const MAX_BYTES = 2 ** 31;

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
  const bytes = await readUnpacked(file).catch((error: unknown) => {
    const problem = fileProblem(error);
    const other = problem.startsWith(TOO_LARGE) ? ', or the earlier crawl: --diff CRAWL' : '';
    throw new UsageError(`${quoted(file)} ${problem}${other} (--baseline)`);
  });
  const baseline = baselineIn(bytes);
  if (baseline !== null) return baseline;
  throw new UsageError(
    `${quoted(file)} is not a report in JSON; write one with dustpan audit CRAWL --format json -o REPORT`,
  );
}

async function readUnpacked(file: string): Promise<Buffer> {
  return unpacked(await readFile(file), MAX_BYTES);
}

/** The findings of a JSON report or of NDJSON, whose report without findings is an empty file. Null if there is anything else. */
function baselineIn(bytes: Buffer): Baseline | null {
  const findings = new Map<string, string>();
  const history: unknown[] = [];
  for (const { list, lists, bytes: part } of jsonParts(bytes)) {
    if (list === 'history') history.push(valueOf(part));
    if (list === null ? lists.has('findings') : list !== 'findings') continue;
    const pair = pairOf(valueOf(part));
    if (pair === null) return null;
    findings.set(...pair);
  }
  return { findings, history: rowsIn(history) };
}

const DECODER = new TextDecoder();

function valueOf(json: Uint8Array): unknown {
  return jsonValue(DECODER.decode(json));
}

function pairOf(finding: unknown): readonly [print: string, rule: string] | null {
  const { fingerprint, rule }: { readonly fingerprint?: unknown; readonly rule?: unknown } = Object(finding);
  return typeof fingerprint === 'string' && typeof rule === 'string'
    ? [withoutCredentials(fingerprint), withoutCredentials(rule)]
    : null;
}
