import type { Key } from '../../src/canon/key.ts';
import type { StoredSpelling } from '../plan/other-spelling.ts';
import type { StoredListing } from '../plan/stored-entry.ts';
import { answerLater } from '../rekey/asking.ts';
import { Components } from '../rekey/components.ts';
import { askForPlan, countsOf, memberOf, movesOf, sortMoves } from '../rekey/plan.ts';
import type { PlannedEntry, RekeyChange, RekeyPlan, RekeyView } from '../rekey/view.ts';
import type { EntryId, RekeyRequest } from '../store.ts';
import { type Digest, digestOf, keyDigest } from './digest.ts';
import type { Send } from './session.ts';
import { statement } from './statement.ts';

interface Numbered extends StoredSpelling {
  readonly number: number;
}

interface Alias {
  readonly id: EntryId;
  readonly aliasOf: EntryId;
}

/** The number of a transaction. */
export type Xid = string;

/** All that was written before this transaction is known. Null if nothing is known. */
export type Since = Xid | null;

const MOMENT = statement<[], { readonly xmin: string; readonly generation: number }>(
  'SELECT pg_snapshot_xmin(pg_current_snapshot())::xid::text AS xmin, generation FROM about',
);
const SELECT = `
  SELECT entry.id, key, coalesce(url, key) AS url, fetch_url AS "finalUrl", first_failure AS "firstFailure", pass, site.name AS site, state, reason,
    entry.depth, hops, source, role, alias_of AS "aliasOf", alias_by AS "aliasBy", location, found_on AS "foundOn",
    EXISTS (SELECT 1 FROM page WHERE page.bucket = 0 AND page.entry = entry.id)::int AS "hasPage"
  FROM entry JOIN site ON site.bucket = entry.bucket AND site.id = entry.site`;
const isNews = (table: string): string => `($2::text IS NULL OR age(${table}.xmin) <= age($2::xid))`;
const OF_SITES = statement<[digests: readonly Digest[], since: Since, own: readonly Xid[]], PlannedEntry>(`
  ${SELECT} WHERE entry.bucket = 0 AND entry.site IN (SELECT id FROM site WHERE bucket = 0 AND digest = ANY ($1))
    AND ${isNews('entry')} AND entry.xmin <> ALL ($3::xid[])`);
const WITH_KEYS = statement<[digests: readonly Digest[]], PlannedEntry>(
  `${SELECT} WHERE entry.bucket = 0 AND entry.digest = ANY ($1)`,
);
const ALIASES = statement<[ids: readonly EntryId[]], Alias>(`
  WITH RECURSIVE alias AS (
    SELECT id, alias_of FROM entry WHERE bucket = 0 AND id = ANY ($1)
    UNION SELECT entry.id, entry.alias_of FROM alias JOIN entry ON bucket = 0 AND entry.id = alias.alias_of
  )
  SELECT id, alias_of AS "aliasOf" FROM alias WHERE alias_of IS NOT NULL ORDER BY id`);
const SPELLINGS = statement<[ids: readonly EntryId[], since: Since], Numbered>(
  `SELECT entry, url, pass, mark, number FROM spelling WHERE bucket = 0 AND entry = ANY ($1) AND ${isNews('spelling')}`,
);
const LISTINGS = statement<[ids: readonly EntryId[]], StoredListing>(
  'SELECT entry, sitemap, url, lastmod FROM listing WHERE bucket = 0 AND entry = ANY ($1) ORDER BY entry, sitemap, url',
);

type PlanWithoutCounts = Omit<RekeyPlan, 'counts'>;

/** What a plan was made from. */
interface Known {
  readonly generation: number;
  readonly since: Xid;
  readonly entries: Map<EntryId, PlannedEntry>;
  readonly spellings: Map<number, Numbered>;
  readonly listings: readonly StoredListing[];
  /** The keys that were asked for, with what identifies them. */
  readonly keys: Map<Key, Digest>;
  /** The entries of other sites that entries are aliases of. */
  readonly targets: readonly EntryId[];
  /** What those are aliases of, and so on. */
  readonly aliases: readonly Alias[];
  readonly components: Components;
  readonly plan: PlanWithoutCounts;
  /** The entries of the plan whose changes early parts wrote. */
  readonly done: Set<EntryId>;
  /** The sites that early parts moved entries to. */
  readonly sites: Set<string>;
  /** The transactions of the early parts. */
  readonly transactions: readonly Xid[];
}

/**
 * Plans the changes of one `Frontier.rekey`, twice: first while other programs write, then while they wait. In between, most
 * of the changes may be written in early parts. The second time it reads what changed since, and plans again only what that
 * may concern, so that the others do not wait for long.
 */
export class RekeyPlanner {
  readonly #request: RekeyRequest;
  #known: Known | null = null;
  /** All changes that early parts wrote, for the counts. */
  readonly #early: RekeyChange[] = [];
  /** The first plan knows all that was written before this transaction; null if the server must tell one. */
  #since: Since;

  /** @param since a transaction that began when no other was writing to the crawl. Default: the server tells one */
  constructor(request: RekeyRequest, since: Since = null) {
    this.#request = request;
    this.#since = since;
  }

  /** Whether entries may get other keys. */
  get changesKeys(): boolean {
    return this.#request.sites.length > 0;
  }

  /** The changes that are left, in order of discovery. */
  get changes(): readonly RekeyChange[] {
    return this.#known?.plan.changes ?? [];
  }

  /**
   * Splits the changes into parts that can be written before the last transaction. Entries that stop being aliases come
   * first, so that the parts make no circles of aliases.
   *
   * @param size the most changes in a part; a plan with no more than that has no parts
   */
  earlyParts(size: number): readonly (readonly RekeyChange[])[] {
    if (this.changes.length <= size) return [];
    const ordered = this.changes.toSorted(
      (a, b) => Number(a.after.aliasOf !== null) - Number(b.after.aliasOf !== null),
    );
    return Array.from({ length: Math.ceil(ordered.length / size) }, (_, n) => ordered.slice(n * size, (n + 1) * size));
  }

  /** All that was written before this transaction is known; null if there is no plan. */
  get since(): Since {
    return this.#known?.since ?? null;
  }

  /** The sites whose entries may have new keys if the rekey stops halfway. */
  sites(): readonly string[] {
    return [...new Set([...this.#request.sites, ...this.changes.map(({ after }) => after.site)])];
  }

  /** What identifies a key. */
  keyDigest(key: Key): Digest {
    return this.#known?.keys.get(key) ?? keyDigest(key);
  }

  /** Plans from the beginning if other programs changed too much for a second plan. Returns whether it did. */
  async refresh(send: Send): Promise<boolean> {
    const [moment] = (await send(MOMENT)).rows;
    if (moment?.generation === this.#known?.generation) return false;
    await this.plan(send);
    return true;
  }

  /** Notes changes that an early part wrote. Its transaction raised the generation by one. */
  wroteEarly(changes: readonly RekeyChange[], transaction: Xid): void {
    this.#early.push(...changes);
    const known = this.#known;
    if (known === null) return;
    for (const { before, after } of changes) {
      known.entries.set(after.id, after);
      known.done.add(after.id);
      known.sites.add(after.site);
      // No other entry can have a key that this one has.
      if (after.key !== before.key) known.keys.delete(after.key);
    }
    const transactions = [...known.transactions, transaction];
    this.#known = { ...known, generation: known.generation + 1, transactions };
  }

  /** A plan can be carried out if no other program wrote meanwhile. Any other one only prepares the next. */
  async plan(send: Send): Promise<RekeyPlan> {
    const [moment] = (await send(MOMENT)).rows;
    const { xmin, generation } = moment ?? { xmin: '0', generation: 0 };
    const known = this.#known;
    // What fails halfway has changed a part of it.
    this.#known = null;
    const plan = known?.generation === generation ? await this.#again(known, send) : null;
    const made = plan ?? (await this.#first({ since: this.#since ?? xmin, generation }, send));
    this.#since = null;
    return { ...made, counts: countsOf([...this.#early, ...made.changes]) };
  }

  async #first(moment: Pick<Known, 'since' | 'generation'>, send: Send): Promise<PlanWithoutCounts> {
    const entries = new Map<EntryId, PlannedEntry>();
    const spellings = new Map<number, Numbered>();
    const keys = new Map<Key, Digest>();
    let listings: readonly StoredListing[] = [];
    let targets: readonly EntryId[] = [];
    let aliases: readonly Alias[] = [];
    const learned = (rows: readonly PlannedEntry[]): readonly PlannedEntry[] => {
      for (const row of rows) entries.set(row.id, row);
      return rows;
    };
    const view: RekeyView<'later'> = {
      entriesOf: async (names) =>
        learned((await send(OF_SITES, names.map(digestOf), null, [])).rows.sort((a, b) => a.id - b.id)),
      entriesWith: async (wanted) => {
        const digests = wanted.map(keyDigest);
        for (const [at, key] of wanted.entries()) keys.set(key, digests[at] ?? keyDigest(key));
        return learned((await send(WITH_KEYS, digests)).rows);
      },
      aliases: async (ids) => {
        targets = ids;
        aliases = (await send(ALIASES, ids)).rows;
        return mapOf(aliases);
      },
      spellings: async (ids) => {
        for (const row of (await send(SPELLINGS, ids, null)).rows) spellings.set(row.number, row);
        return inOrder(spellings.values());
      },
      listings: async (ids) => (listings = (await send(LISTINGS, ids)).rows),
    };
    const { members, ...plan } = await answerLater(askForPlan(this.#request), view);
    const components = new Components();
    for (const member of members.values()) components.add(member);
    for (const { id, aliasOf } of aliases) components.link(id, aliasOf);
    this.#known = {
      ...moment,
      entries,
      spellings,
      listings,
      keys,
      targets,
      aliases,
      components,
      plan,
      done: new Set(),
      sites: new Set(),
      transactions: [],
    };
    return plan;
  }

  /** Plans again what has changed; null if that is not enough. */
  async #again(known: Known, send: Send): Promise<PlanWithoutCounts | null> {
    const { entries, spellings, since, keys, targets, aliases, components, done, transactions } = known;
    const own = new Set(this.#request.sites);
    const sites = new Set([...own, ...known.sites]);
    const [ofSites, withKeys, chains] = await Promise.all([
      send(OF_SITES, [...sites].map(digestOf), since, transactions),
      keys.size === 0 ? { rows: [] } : send(WITH_KEYS, [...keys.values()]),
      send(ALIASES, targets),
    ]);
    const news = new Set<EntryId>();
    const members = ofSites.rows.filter(({ id, site }) => own.has(site) || entries.has(id));
    for (const row of [...members, ...withKeys.rows]) {
      const before = entries.get(row.id);
      if (before !== undefined && isSame(before, row)) continue;
      news.add(row.id);
      entries.set(row.id, row);
      components.add(memberOf(row, this.#request));
    }
    const ids = [...entries.keys()];
    const [spelled, listed] = await Promise.all([send(SPELLINGS, ids, since), send(LISTINGS, ids)]);
    for (const row of spelled.rows) spellings.set(row.number, row);
    for (const { entry } of spelled.rows) news.add(entry);
    for (const entry of differing(known.listings, listed.rows)) news.add(entry);
    const touched = components.around(news);
    let isEnough = JSON.stringify(chains.rows) === JSON.stringify(aliases);
    const part = await answerLater(askForPlan(this.#request), {
      entriesOf: async () => [...touched].flatMap((id) => entries.get(id) ?? []).sort((a, b) => a.id - b.id),
      entriesWith: async (wanted) => {
        if (wanted.length > 0) isEnough &&= (await send(WITH_KEYS, wanted.map(keyDigest))).rows.length === 0;
        return [];
      },
      aliases: async (others) => {
        const { rows } = await send(ALIASES, others);
        isEnough &&= rows.every(({ aliasOf }) => !entries.has(aliasOf) || touched.has(aliasOf));
        return mapOf(rows);
      },
      spellings: async () => inOrder([...spellings.values()].filter(({ entry }) => touched.has(entry))),
      listings: async () => listed.rows.filter(({ entry }) => touched.has(entry)),
    });
    if (!isEnough) return null;
    const plan = merged(known.plan, touched, part, done);
    this.#known = { ...known, listings: listed.rows, plan, done: new Set() };
    return plan;
  }
}

/**
 * The part of an earlier plan that stays, with a new plan of the entries that were touched since.
 *
 * @param done the entries whose changes are written
 */
function merged(
  earlier: PlanWithoutCounts,
  touched: ReadonlySet<EntryId>,
  part: PlanWithoutCounts,
  done: ReadonlySet<EntryId>,
): PlanWithoutCounts {
  const left = earlier.changes.filter(({ before: { id } }) => !touched.has(id) && !done.has(id));
  const changes = [...left, ...part.changes];
  changes.sort((a, b) => a.before.id - b.before.id);
  const moved = [...movesOf(earlier).filter(([{ entry }]) => !touched.has(entry)), ...movesOf(part)];
  sortMoves(moved);
  const spellings = moved.flatMap(([one]) => ('sitemap' in one ? [] : [one]));
  const listings = moved.flatMap(([one]) => ('sitemap' in one ? [one] : []));
  return { changes, spellings, listings, found: moved.map(([, found]) => found) };
}

/** The entries whose listings are not the same. Both lists are in order. */
function differing(earlier: readonly StoredListing[], later: readonly StoredListing[]): readonly EntryId[] {
  const textOf = ({ entry, sitemap, url, lastmod }: StoredListing): string => `${entry} ${sitemap} ${lastmod} ${url}`;
  const [old, now] = [
    new Map(earlier.map((one) => [textOf(one), one])),
    new Map(later.map((one) => [textOf(one), one])),
  ];
  return [...old, ...now].flatMap(([text, { entry }]) => (old.has(text) && now.has(text) ? [] : [entry]));
}

function isSame(a: PlannedEntry, b: PlannedEntry): boolean {
  for (const name of COLUMNS) if (a[name] !== b[name]) return false;
  return true;
}

const COLUMNS: readonly (keyof PlannedEntry)[] = [
  'key',
  'url',
  'finalUrl',
  'firstFailure',
  'pass',
  'site',
  'state',
  'reason',
  'depth',
  'hops',
  'source',
  'role',
  'aliasOf',
  'aliasBy',
  'location',
  'foundOn',
  'hasPage',
];

function inOrder(spellings: Iterable<Numbered>): Numbered[] {
  return [...spellings].sort((a, b) => a.entry - b.entry || a.number - b.number);
}

function mapOf(aliases: readonly Alias[]): ReadonlyMap<EntryId, EntryId> {
  return new Map(aliases.map(({ id, aliasOf }) => [id, aliasOf]));
}
