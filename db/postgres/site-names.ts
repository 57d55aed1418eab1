import { type Digest, digestOf } from './digest.ts';
import { bulk } from './statement.ts';
import { type Transaction, TURNS_PER_CALL } from './transaction.ts';

interface NewSite {
  readonly name: string;
  readonly digest: Digest;
  /** The site whose delay and wait it gets; null for none. */
  readonly like: string | null;
}

const INSERT = bulk<NewSite>(
  { name: 'text', digest: 'bytea', like: 'text' },
  (rows) => `
    INSERT INTO site (name, digest, turn, delay, next_at)
    SELECT row.name, row.digest, (SELECT nextval('turn_number')) * ${TURNS_PER_CALL} + row.ordinal,
      coalesce(other.delay, 0), coalesce(other.next_at, 0)
    FROM ${rows} LEFT JOIN site AS other ON other.bucket = row.bucket AND other.digest = substring(sha256(convert_to(row."like", 'UTF8')) FOR 16)
    WHERE NOT EXISTS (SELECT 1 FROM site AS known WHERE known.bucket = row.bucket AND known.digest = row.digest)
    ORDER BY row.digest
    ON CONFLICT DO NOTHING`,
);
const FIND = bulk<{ readonly digest: Digest }, { readonly name: string; readonly id: number }>(
  { digest: 'bytea' },
  (rows) => `SELECT name, id FROM ${rows} JOIN site ON site.bucket = row.bucket AND site.digest = row.digest`,
);

/** How many sites are remembered with their numbers. */
const MAX_REMEMBERED = 50_000;

/** The numbers of sites, which never change. */
export class SiteNames {
  #numbers = new Map<string, number>();

  /**
   * The numbers of sites, which are made if they are new.
   *
   * @param like for each site, the site whose delay it gets if it is new; null for none
   */
  async numbers(
    transaction: Transaction,
    sites: ReadonlyMap<string, string | null>,
  ): Promise<ReadonlyMap<string, number>> {
    const unknown = [...sites].filter(([name]) => !this.#numbers.has(name));
    const found = new Map<string, number>();
    if (unknown.length > 0) {
      const rows = unknown.map(([name, like]): NewSite => ({ name, digest: digestOf(name), like }));
      void transaction.sendAll(INSERT, rows);
      for (const { name, id } of (await transaction.sendAll(FIND, rows)).rows) found.set(name, id);
    }
    for (const name of sites.keys()) {
      const known = this.#numbers.get(name);
      if (known !== undefined) found.set(name, known);
    }
    transaction.onCommit(() => this.learn(found));
    return found;
  }

  /** Remembers the numbers of sites that a statement returned. */
  learn(numbers: ReadonlyMap<string, number>): void {
    if (this.#numbers.size + numbers.size > MAX_REMEMBERED) this.#numbers = new Map();
    for (const [name, id] of numbers) this.#numbers.set(name, id);
  }
}
