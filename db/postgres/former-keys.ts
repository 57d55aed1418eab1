import { LIVES } from './programs.ts';
import type { Send } from './session.ts';
import { type Statement, statement } from './statement.ts';
import type { Transaction } from './transaction.ts';

/*
 * A rekey of many entries is carried out in parts, between which other programs write. Until the last part, the keys keep
 * their epoch, and a key that an entry had before still names it: `former_key` has the digests of such keys. If the program
 * dies in between, this stays so until the next rekey, which also decides about the entries that have a former key.
 */

/** SQL for the digest that the entry of a key has now. @param digest SQL for the digest of the key */
export function digestNow(digest: string): string {
  return `coalesce((
    SELECT entry.digest FROM former_key JOIN entry ON entry.bucket = former_key.bucket AND entry.id = former_key.entry
    WHERE former_key.bucket = 0 AND former_key.digest = ${digest} AND epoch = (SELECT epoch FROM about)
  ), ${digest})`;
}

/** Makes a statement that finds entries by keys: one for when no key is a former one, and one for when some may be. */
export function findingByKey<T>(
  make: (now: (digest: string) => string) => T,
): (transaction: Pick<Transaction, 'rekeyer'>) => T {
  const [plain, withFormerKeys] = [make((digest) => digest), make(digestNow)];
  return ({ rekeyer }) => (rekeyer === null ? plain : withFormerKeys);
}

/** Keys of earlier epochs name nothing any more. */
export const FORGET_KEYS: Statement<[], never> = statement(
  'DELETE FROM former_key WHERE epoch < (SELECT epoch FROM about)',
);
const SITES = statement<[], { readonly name: string }>(`
  SELECT DISTINCT name FROM former_key
  JOIN entry ON entry.bucket = former_key.bucket AND entry.id = former_key.entry
  JOIN site ON site.bucket = entry.bucket AND site.id = entry.site
  WHERE former_key.epoch = (SELECT epoch FROM about)`);

/** The sites of entries with former keys. */
export async function unfinishedSites(send: Send): Promise<readonly string[]> {
  return (await send(SITES)).rows.map(({ name }) => name);
}

/** Makes this program the only one that rekeys, unless another living one does. */
export const TAKE_REKEYING: Statement<[token: string], never> = statement(`
  UPDATE about SET rekeyer = $1
  WHERE NOT EXISTS (SELECT 1 FROM program WHERE token = rekeyer AND token <> $1 AND ${LIVES})`);
/** Ends it, with nobody (an empty name) as the one that rekeys if that is not finished. */
export const END_REKEYING: Statement<[token: string, next: '' | null], never> = statement(
  'UPDATE about SET rekeyer = $2 WHERE rekeyer = $1',
);
