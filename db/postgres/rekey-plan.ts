import type { Key } from '../../src/canon/key.ts';
import { answerLater } from '../rekey/asking.ts';
import { askForPlan } from '../rekey/plan.ts';
import type { ListingOf, PlannedEntry, RekeyPlan, RekeyView, SpellingOf } from '../rekey/view.ts';
import type { EntryId, FoundUrl, RekeyRequest } from '../store.ts';
import { digestOf, keyDigest } from './digest.ts';
import type { Send } from './read.ts';
import { statement } from './statement.ts';

interface Planned extends Omit<PlannedEntry, 'hasPage'> {
  readonly hasPage: boolean;
}

interface Numbered extends SpellingOf {
  readonly number: number;
}

/** A transaction number; what transactions before it wrote is known. Null if nothing is known. */
type Since = string | null;

const MOMENT = statement<[], { readonly xmin: string; readonly generation: number }>(
  'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin, generation FROM about',
);
const SELECT = `
  SELECT entry.id, key, coalesce(url, key) AS url, fetch_url AS "finalUrl", pass, site.name AS site, state, reason,
    entry.depth, hops, source, role, alias_of AS "aliasOf", alias_by AS "aliasBy", found_on AS "foundOn",
    EXISTS (SELECT 1 FROM page WHERE page.bucket = 0 AND page.entry = entry.id) AS "hasPage"
  FROM entry JOIN site ON site.bucket = 0 AND site.id = entry.site`;
const isNews = (table: string): string => `($2::text IS NULL OR age(${table}.xmin) <= age($2::xid))`;
const OF_SITES = statement<[digests: readonly Buffer[], since: Since], Planned>(`
  ${SELECT} WHERE entry.bucket = 0 AND entry.site IN (SELECT id FROM site WHERE bucket = 0 AND digest = ANY ($1))
    AND ${isNews('entry')}`);
const WITH_KEYS = statement<[digests: readonly Buffer[]], Planned>(
  `${SELECT} WHERE entry.bucket = 0 AND entry.digest = ANY ($1)`,
);
const ALIASES = statement<[ids: readonly EntryId[]], { readonly id: EntryId; readonly aliasOf: EntryId }>(`
  WITH RECURSIVE alias AS (
    SELECT id, alias_of FROM entry WHERE bucket = 0 AND id = ANY ($1)
    UNION SELECT entry.id, entry.alias_of FROM alias JOIN entry ON bucket = 0 AND entry.id = alias.alias_of
  )
  SELECT id, alias_of AS "aliasOf" FROM alias WHERE alias_of IS NOT NULL`);
const SPELLINGS = statement<[ids: readonly EntryId[], since: Since], Numbered>(
  `SELECT entry, url, pass, number FROM spelling WHERE bucket = 0 AND entry = ANY ($1) AND ${isNews('spelling')}`,
);
const LISTINGS = statement<[ids: readonly EntryId[]], ListingOf>(
  'SELECT entry, sitemap, url, lastmod FROM listing WHERE bucket = 0 AND entry = ANY ($1)',
);

/**
 * Plans the changes of one `Frontier.rekey`, several times: first while other programs write, then while they wait. Each
 * time it reads only what changed since the time before, so that they do not wait for long.
 */
export class RekeyPlanner {
  readonly #request: RekeyRequest;
  readonly #entries = new Map<EntryId, PlannedEntry>();
  readonly #spellings = new Map<number, Numbered>();
  /** The entries whose spellings are known. */
  readonly #spelled = new Set<EntryId>();
  #since: Since = null;
  #generation = -1;

  constructor(request: RekeyRequest) {
    this.#request = remembering(request);
  }

  /**
   * A plan can be carried out if no other program wrote meanwhile. Any other one only prepares the next.
   */
  async plan(send: Send): Promise<RekeyPlan> {
    const { xmin = null, generation = -1 } = (await send(MOMENT)).rows[0] ?? {};
    if (generation !== this.#generation) this.#forget();
    const plan = await answerLater(askForPlan(this.#request), this.#view(send));
    this.#since = xmin;
    this.#generation = generation;
    return plan;
  }

  #forget(): void {
    this.#since = null;
    this.#entries.clear();
    this.#spellings.clear();
    this.#spelled.clear();
  }

  #view(send: Send): RekeyView<'later'> {
    return {
      entriesOf: async (names) => {
        for (const row of (await send(OF_SITES, names.map(digestOf), this.#since)).rows)
          this.#entries.set(row.id, planned(row));
        return [...this.#entries.values()].sort((a, b) => a.id - b.id);
      },
      entriesWith: async (keys) =>
        keys.length === 0 ? [] : (await send(WITH_KEYS, keys.map(keyDigest))).rows.map(planned),
      aliases: async (ids) => new Map((await send(ALIASES, ids)).rows.map(({ id, aliasOf }) => [id, aliasOf])),
      spellings: async (ids) => this.#spellingsOf(ids, send),
      // A sitemap that is read again loses its listings, so that what was read before says nothing.
      listings: async (ids) => (await send(LISTINGS, ids)).rows,
    };
  }

  async #spellingsOf(ids: readonly EntryId[], send: Send): Promise<readonly SpellingOf[]> {
    const unread = ids.filter((id) => !this.#spelled.has(id));
    const [changed, read] = await Promise.all([
      this.#since === null ? null : send(SPELLINGS, ids, this.#since),
      send(SPELLINGS, unread, null),
    ]);
    for (const id of unread) this.#spelled.add(id);
    for (const row of [...read.rows, ...(changed?.rows ?? [])]) this.#spellings.set(row.number, row);
    return [...this.#spellings.values()].sort((a, b) => a.entry - b.entry || a.number - b.number);
  }
}

function planned(row: Planned): PlannedEntry {
  return { ...row, hasPage: row.hasPage ? 1 : 0 };
}

/** Keeps the answers, because most URLs are asked for each time, most of them by the same entry. */
function remembering({ find, ownKey, ...request }: RekeyRequest): RekeyRequest {
  const found = new Map<object | string, FoundUrl>();
  const keys = new Map<string, Key>();
  return {
    ...request,
    find: (url, at) => {
      const name = 'id' in at ? at : `${at.depth} ${at.hops} ${at.source} ${at.role} ${url}`;
      return remembered(found, name, () => find(url, at));
    },
    ownKey: (url) => remembered(keys, url, () => ownKey(url)),
  };
}

function remembered<Name, T>(values: Map<Name, T>, name: Name, make: () => T): T {
  const known = values.get(name);
  if (known !== undefined) return known;
  const value = make();
  values.set(name, value);
  return value;
}
