import { answerLater } from '../rekey/asking.ts';
import { Components } from '../rekey/components.ts';
import { askForPlan, countsOf } from '../rekey/plan.ts';
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

interface Alias {
  readonly id: EntryId;
  readonly aliasOf: EntryId;
}

/** A transaction number; what transactions before it wrote is known. Null if nothing is known. */
type Since = string | null;

const MOMENT = statement<[], { readonly xmin: string; readonly generation: number }>(
  'SELECT pg_snapshot_xmin(pg_current_snapshot())::xid::text AS xmin, generation FROM about',
);
const SELECT = `
  SELECT entry.id, key, coalesce(url, key) AS url, fetch_url AS "finalUrl", pass, site.name AS site, state, reason,
    entry.depth, hops, source, role, alias_of AS "aliasOf", alias_by AS "aliasBy", found_on AS "foundOn",
    EXISTS (SELECT 1 FROM page WHERE page.bucket = 0 AND page.entry = entry.id) AS "hasPage"
  FROM entry JOIN site ON site.bucket = entry.bucket AND site.id = entry.site`;
const isNews = (table: string): string => `($2::text IS NULL OR age(${table}.xmin) <= age($2::xid))`;
const OF_SITES = statement<[digests: readonly Buffer[], since: Since], Planned>(`
  ${SELECT} WHERE entry.bucket = 0 AND entry.site IN (SELECT id FROM site WHERE bucket = 0 AND digest = ANY ($1))
    AND ${isNews('entry')}`);
const WITH_KEYS = statement<[digests: readonly Buffer[]], Planned>(
  `${SELECT} WHERE entry.bucket = 0 AND entry.digest = ANY ($1)`,
);
const ALIASES = statement<[ids: readonly EntryId[]], Alias>(`
  WITH RECURSIVE alias AS (
    SELECT id, alias_of FROM entry WHERE bucket = 0 AND id = ANY ($1)
    UNION SELECT entry.id, entry.alias_of FROM alias JOIN entry ON bucket = 0 AND entry.id = alias.alias_of
  )
  SELECT id, alias_of AS "aliasOf" FROM alias WHERE alias_of IS NOT NULL ORDER BY id`);
const SPELLINGS = statement<[ids: readonly EntryId[], since: Since], Numbered>(
  `SELECT entry, url, pass, number FROM spelling WHERE bucket = 0 AND entry = ANY ($1) AND ${isNews('spelling')}`,
);
const LISTINGS = statement<[ids: readonly EntryId[]], ListingOf>(
  'SELECT entry, sitemap, url, lastmod FROM listing WHERE bucket = 0 AND entry = ANY ($1) ORDER BY entry, sitemap, url',
);

/** What a plan was made from. */
interface Known {
  readonly generation: number;
  readonly since: string;
  readonly entries: Map<EntryId, PlannedEntry>;
  readonly spellings: Map<number, Numbered>;
  readonly listings: readonly ListingOf[];
  /** What identifies the keys that were asked for. */
  readonly keys: readonly Buffer[];
  /** The entries of other sites that entries are aliases of. */
  readonly targets: readonly EntryId[];
  /** What those are aliases of, and so on. */
  readonly aliases: readonly Alias[];
  readonly components: Components;
  readonly plan: RekeyPlan;
}

/**
 * Plans the changes of one `Frontier.rekey`, twice: first while other programs write, then while they wait. The second
 * time it reads what changed since, and plans again only what that may concern, so that they do not wait for long.
 */
export class RekeyPlanner {
  readonly #request: RekeyRequest;
  #known: Known | null = null;

  constructor(request: RekeyRequest) {
    this.#request = remembering(request);
  }

  /** A plan can be carried out if no other program wrote meanwhile. Any other one only prepares the next. */
  async plan(send: Send): Promise<RekeyPlan> {
    const [moment] = (await send(MOMENT)).rows;
    const { xmin, generation } = moment ?? { xmin: '0', generation: 0 };
    const known = this.#known;
    // What fails halfway has changed a part of it.
    this.#known = null;
    const plan = known?.generation === generation ? await this.#again(known, send) : null;
    return plan ?? this.#first({ since: xmin, generation }, send);
  }

  async #first(moment: Pick<Known, 'since' | 'generation'>, send: Send): Promise<RekeyPlan> {
    const entries = new Map<EntryId, PlannedEntry>();
    const spellings = new Map<number, Numbered>();
    const keys: Buffer[] = [];
    let listings: readonly ListingOf[] = [];
    let targets: readonly EntryId[] = [];
    let aliases: readonly Alias[] = [];
    const learned = (rows: readonly Planned[]): readonly PlannedEntry[] => {
      for (const row of rows) entries.set(row.id, planned(row));
      return rows.map(({ id }) => entries.get(id)).filter((entry) => entry !== undefined);
    };
    const view: RekeyView<'later'> = {
      entriesOf: async (names) =>
        [...learned((await send(OF_SITES, names.map(digestOf), null)).rows)].sort((a, b) => a.id - b.id),
      entriesWith: async (wanted) => {
        const digests = wanted.map(keyDigest);
        keys.push(...digests);
        return digests.length === 0 ? [] : learned((await send(WITH_KEYS, digests)).rows);
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
    const plan = await answerLater(askForPlan(this.#request), view);
    const components = new Components(this.#request);
    for (const entry of entries.values()) components.add(entry);
    for (const { id, aliasOf } of aliases) components.link(id, aliasOf);
    this.#known = { ...moment, entries, spellings, listings, keys, targets, aliases, components, plan };
    return plan;
  }

  /** Plans again what has changed; null if that is not enough. */
  async #again(known: Known, send: Send): Promise<RekeyPlan | null> {
    const { entries, spellings, since, keys, targets, aliases, components } = known;
    const [ofSites, withKeys, chains] = await Promise.all([
      send(OF_SITES, this.#request.sites.map(digestOf), since),
      keys.length === 0 ? { rows: [] } : send(WITH_KEYS, keys),
      send(ALIASES, targets),
    ]);
    const news = new Set<EntryId>();
    for (const row of [...ofSites.rows, ...withKeys.rows].map(planned)) {
      const before = entries.get(row.id);
      if (before !== undefined && isSame(before, row)) continue;
      news.add(row.id);
      entries.set(row.id, row);
      components.add(row);
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
    const plan = merged(known.plan, touched, part);
    this.#known = { ...known, listings: listed.rows, plan };
    return plan;
  }
}

/** The part of an earlier plan that stays, with a new plan of the entries that were touched since. */
function merged(earlier: RekeyPlan, touched: ReadonlySet<EntryId>, part: RekeyPlan): RekeyPlan {
  const changes = [...earlier.changes.filter(({ before }) => !touched.has(before.id)), ...part.changes];
  changes.sort((a, b) => a.before.id - b.before.id);
  const moved = [...movesOf(earlier).filter(([{ entry }]) => !touched.has(entry)), ...movesOf(part)];
  moved.sort(([a], [b]) => Number('sitemap' in a) - Number('sitemap' in b) || a.entry - b.entry);
  const spellings = moved.flatMap(([one]) => ('sitemap' in one ? [] : [one]));
  const listings = moved.flatMap(([one]) => ('sitemap' in one ? [one] : []));
  return { changes, spellings, listings, found: moved.map(([, found]) => found), counts: countsOf(changes) };
}

/** What moves, each with the URL to add: first the spellings, then the listings. */
function movesOf({
  spellings,
  listings,
  found,
}: RekeyPlan): (readonly [SpellingOf | ListingOf, RekeyPlan['found'][number]])[] {
  return [...spellings, ...listings].flatMap((one, at) => {
    const to = found[at];
    return to === undefined ? [] : [[one, to] as const];
  });
}

/** The entries whose listings are not the same. Both lists are in order. */
function differing(earlier: readonly ListingOf[], later: readonly ListingOf[]): readonly EntryId[] {
  const textOf = ({ entry, sitemap, url, lastmod }: ListingOf): string => `${entry} ${sitemap} ${lastmod} ${url}`;
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
  'foundOn',
  'hasPage',
];

function planned(row: Planned): PlannedEntry {
  return { ...row, hasPage: row.hasPage ? 1 : 0 };
}

function inOrder(spellings: Iterable<Numbered>): Numbered[] {
  return [...spellings].sort((a, b) => a.entry - b.entry || a.number - b.number);
}

function mapOf(aliases: readonly Alias[]): ReadonlyMap<EntryId, EntryId> {
  return new Map(aliases.map(({ id, aliasOf }) => [id, aliasOf]));
}

/** Remembers the answers of `find`, because most URLs are asked for each time, most of them by the same entry. */
function remembering({ find, ...request }: RekeyRequest): RekeyRequest {
  const known = new Map<object | string, FoundUrl>();
  return {
    ...request,
    find: (url, at) => {
      const name = 'id' in at ? at : `${at.depth} ${at.hops} ${at.source} ${at.role} ${url}`;
      const remembered = known.get(name);
      if (remembered !== undefined) return remembered;
      const found = find(url, at);
      known.set(name, found);
      return found;
    },
  };
}
