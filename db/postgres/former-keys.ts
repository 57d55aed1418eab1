import { jsonValue } from '../../src/stored-fields.ts';
import { LIVES } from './programs.ts';
import type { Send } from './session.ts';
import { type Statement, statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

/*
 * A rekey of many entries is carried out in parts, between which other programs write. Until the last part, the keys keep
 * their epoch, and a key that an entry had before still names it: `former_key` has the digests of such keys. If the program
 * dies before the last part, the former keys stay in use. The next rekey also includes the sites of the unfinished one.
 */

/** What a program learns when it begins to rekey. */
export interface Rekeying {
  /** JSON: the sites where a rekey is not finished; null if there are none. */
  readonly unfinished: string | null;
  /** The number of the transaction. */
  readonly xid: string;
}

/** SQL for the digest that the entry of a key has now. @param digest SQL for the digest of the key */
export function digestNow(digest: string): string {
  return `coalesce((
    SELECT entry.digest FROM former_key JOIN entry ON entry.bucket = former_key.bucket AND entry.id = former_key.entry
    WHERE former_key.bucket = 0 AND former_key.digest = ${digest} AND epoch = (SELECT epoch FROM about)
  ), ${digest})`;
}

/** Makes a plain statement that finds entries by keys, and one that also looks up former keys. The transaction decides. */
export function findingByKey<T>(
  make: (now: (digest: string) => string) => T,
): (transaction: Pick<Transaction, 'mayHaveFormerKeys'>) => T {
  const [plain, withFormerKeys] = [make((digest) => digest), make(digestNow)];
  return ({ mayHaveFormerKeys }) => (mayHaveFormerKeys ? withFormerKeys : plain);
}

/** Keys of earlier epochs name nothing any more. */
export const FORGET_KEYS: Statement<[limit: number], never> = statement(`
  DELETE FROM former_key
  WHERE ctid = ANY (ARRAY(SELECT ctid FROM former_key WHERE epoch < (SELECT epoch FROM about) LIMIT $1))`);

/** Makes this program the only one that rekeys, unless another living one does. */
export const TAKE_REKEYING: Statement<[token: string], Rekeying> = statement(`
  UPDATE about SET rekeyer = $1
  WHERE NOT EXISTS (SELECT 1 FROM program WHERE token = rekeyer AND token <> $1 AND ${LIVES})
  RETURNING unfinished, pg_current_xact_id()::xid::text AS xid`);
export const END_REKEYING: Statement<[token: string], never> = statement(
  'UPDATE about SET rekeyer = NULL WHERE rekeyer = $1',
);
/** Sets the sites of the unfinished rekey; null if there is none. */
export const SET_UNFINISHED: Statement<[sites: string | null], never> = statement('UPDATE about SET unfinished = $1');
const UNFINISHED = statement<[], Pick<Rekeying, 'unfinished'>>('SELECT unfinished FROM about');

/** The sites where a rekey is not finished. */
export async function unfinishedSites(send: Send): Promise<readonly string[]> {
  return sitesIn((await send(UNFINISHED)).rows[0]);
}

/** Reads the sites that `SET_UNFINISHED` noted; none if they are damaged. */
export function sitesIn(row: Pick<Rekeying, 'unfinished'> | undefined): readonly string[] {
  const stored = jsonValue(row?.unfinished ?? null);
  return Array.isArray(stored) ? stored.filter((site) => typeof site === 'string') : [];
}
