import type { Entry, Frontier, FrontierStats } from '../../db/index.ts';
import { openFrontier } from '../../db/index.ts';

/** The records of a finished crawl, without anything that depends on the order of fetches. */
export interface Crawled {
  /** By key, each with its links. */
  readonly entries: ReadonlyMap<string, string>;
  /** Fetched pages that are not aliases, by key. */
  readonly pages: ReadonlySet<string>;
  /** Counts that contradict the entries. */
  readonly miscounts: readonly string[];
}

export async function readCrawl(database: string): Promise<Crawled> {
  const frontier = await openFrontier(database, { readonly: true });
  try {
    const entries = await Array.fromAsync(frontier.entries());
    const links = await linksIn(frontier, entries);
    return {
      entries: new Map(entries.map((entry) => [entry.key, describeEntry(entry, links.get(entry.id) ?? [])])),
      pages: new Set(
        entries.filter(({ state, aliasOf }) => state === 'done' && aliasOf === null).map(({ key }) => key),
      ),
      miscounts: miscounts(await frontier.stats(), entries),
    };
  } finally {
    await frontier.close();
  }
}

/** The URLs that each entry links to or names, as written, by the entry's number. */
async function linksIn(frontier: Frontier, entries: readonly Entry[]): Promise<ReadonlyMap<number, readonly string[]>> {
  const urls = new Map(entries.map(({ id, url }) => [id, url]));
  const links = new Map<number, readonly string[]>();
  for await (const { from, to, named } of frontier.links())
    links.set(
      from,
      [...to, ...named].map(({ id, url }) => url ?? urls.get(id) ?? `the entry ${id}`),
    );
  return links;
}

function describeEntry(entry: Entry, links: readonly string[]): string {
  const spellings = entry.spellings.map(({ url }) => url).toSorted();
  return JSON.stringify({ ...entry, id: null, fetchedAt: null, spellings, links });
}

/** The counts are stored separately from the entries, so they are counted again here. */
function miscounts({ states, aliases, duplicates }: FrontierStats, entries: readonly Entry[]): readonly string[] {
  const counted = {
    ...count(entries.map(({ state }) => state)),
    ...count(entries.filter(({ state }) => state === 'done').map(({ aliasBy }) => aliasBy)),
    ...count(entries.flatMap(({ spellings }) => spellings.map(({ pass }) => pass))),
  };
  const told: Readonly<Record<string, number>> = { ...states, ...aliases, ...duplicates };
  const names = new Set([...Object.keys(counted), ...Object.keys(told)]);
  return [...names]
    .filter((name) => (told[name] ?? 0) !== (counted[name] ?? 0))
    .map((name) => `${name}: ${told[name] ?? 0} by the counts, ${counted[name] ?? 0} entries`);
}

function count(names: readonly (string | null)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) if (name !== null) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
