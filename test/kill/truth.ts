import type { Entry, FrontierStats } from '../../db/index.ts';
import { openFrontier } from '../../db/index.ts';

/** The records of a finished crawl, without anything that depends on the order of fetches. */
export interface Crawled {
  /** By key. */
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
    return {
      entries: new Map(entries.map((entry) => [entry.key, describeEntry(entry)])),
      pages: new Set(
        entries.filter(({ state, aliasOf }) => state === 'done' && aliasOf === null).map(({ key }) => key),
      ),
      miscounts: miscounts(await frontier.stats(), entries),
    };
  } finally {
    await frontier.close();
  }
}

function describeEntry(entry: Entry): string {
  const spellings = entry.spellings.map(({ url }) => url).toSorted();
  return JSON.stringify({ ...entry, id: null, fetchedAt: null, spellings });
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
