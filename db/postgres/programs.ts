import { SILENCE } from '../programs.ts';
import type { Program } from '../store.ts';
import type { Send } from './session.ts';
import { type Statement, statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

const MILLISECONDS = (column: string): string => `extract(epoch FROM ${column})::float8 * 1000`;
/** SQL that tells whether a row of `program` is of a program that uses the crawl now. */
export const LIVES: string = `NOT gone AND seen > clock_timestamp() - interval '${SILENCE} milliseconds'`;

const PROGRAMS = statement<[token: string], Program>(`
  SELECT token AS name, host, process, ${MILLISECONDS('since')} AS since, ${MILLISECONDS('seen')} AS seen, pages,
    (SELECT count(*) FROM entry JOIN run ON run.name = entry.run
      WHERE bucket = 0 AND run IS NOT NULL AND run.program = program.token) AS leases,
    token = $1 AS "isSelf"
  FROM program WHERE ${LIVES} ORDER BY token <> $1, since`);
const IS_SHARED = statement<[token: string], { readonly shared: boolean }>(
  `SELECT EXISTS (SELECT 1 FROM program WHERE token <> $1 AND ${LIVES}) AS shared`,
);
/** A program that uses the crawl. */
export const LIVING: Statement<[], { readonly host: string }> = statement(
  `SELECT host FROM program WHERE ${LIVES} LIMIT 1`,
);
/** A program that works at this moment has locked its row. */
const DROP_SILENT = statement<[token: string]>(`
  WITH silent AS (
    UPDATE program SET gone = true
    WHERE token IN (
      SELECT token FROM program WHERE NOT gone AND token <> $1 AND NOT (${LIVES}) FOR NO KEY UPDATE SKIP LOCKED
    )
    RETURNING token
  )
  DELETE FROM run WHERE program IN (SELECT token FROM silent)`);
/** A program that takes no pages only looks, as an audit does: its row would say when the crawl was looked at. */
const FORGET = statement<[token: string]>(
  'DELETE FROM program WHERE token = $1 AND pages = 0 AND NOT EXISTS (SELECT 1 FROM run WHERE program = $1)',
);
const DROP_RUNS = statement<[tokens: readonly string[]]>('DELETE FROM run WHERE program = ANY ($1)');
const LEAVE = statement<[token: string]>('UPDATE program SET gone = true WHERE token = $1');
/**
 * Pages count from the first of the programs that share the crawl. The counts of those before are added up in one row each.
 * The last of them remains, for when the crawl was last written.
 */
const BEGIN_ANEW = [
  statement<[token: string]>(`
    WITH old AS (DELETE FROM tally WHERE program <> $1 RETURNING kind, name, count)
    INSERT INTO tally AS known (program, kind, name, count)
    SELECT $1, kind, name, sum(count) FROM old GROUP BY kind, name
    ON CONFLICT (program, kind, name) DO UPDATE SET count = known.count + excluded.count`),
  statement<[token: string]>('DELETE FROM run WHERE program <> $1'),
  statement<[token: string]>(
    'DELETE FROM program WHERE token <> $1 AND seen < (SELECT max(seen) FROM program WHERE token <> $1)',
  ),
  statement<[token: string]>('UPDATE program SET pages = 0 WHERE token <> $1'),
] as const;

/** The programs that use the crawl now. */
export async function programsOf(send: Send, token: string): Promise<readonly Program[]> {
  return (await send(PROGRAMS, token)).rows;
}

/** Whether another program uses the crawl. */
export async function isShared(send: Send, token: string): Promise<boolean> {
  return (await send(IS_SHARED, token)).rows[0]?.shared ?? false;
}

/** Takes this program up among those that use the crawl. The transaction must be the only one that writes. */
export async function enter(transaction: Transaction): Promise<void> {
  const { token } = transaction;
  const [row] = await transaction.rows(IS_SHARED, token);
  if (row?.shared !== true) for (const one of BEGIN_ANEW) void transaction.send(one, token);
}

/** Removes programs that are silent. What they hold is no longer anybody's. */
export function dropSilent(transaction: Transaction): void {
  void transaction.send(DROP_SILENT, transaction.token);
}

/** Ends this program's part in the crawl. */
export async function leave(transaction: Transaction): Promise<void> {
  void transaction.send(FORGET, transaction.token);
  void transaction.send(DROP_RUNS, [transaction.token]);
  void transaction.send(LEAVE, transaction.token);
}
