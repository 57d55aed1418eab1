import type { Entry, EntryState, FrontierStats } from '../store.ts';

/** The kinds of counts. `open` counts queued and leased entries by depth, `page` the pages that each program read. */
export type TallyKind = 'state' | 'duplicate' | 'alias' | 'skipped' | 'failed' | 'role' | 'open' | 'page';

/** A count as a store keeps it. */
export interface Tally {
  readonly kind: TallyKind;
  readonly name: string;
  readonly count: number;
}

/** An entry in its site's queue, or with its result. */
export type Standing =
  | { readonly state: 'queued' | 'leased'; readonly depth: number }
  | (Pick<Entry, 'state' | 'depth' | 'reason' | 'role'> & Partial<Pick<Entry, 'aliasBy'>>);

/** The changes that one transaction makes to the tallies and to the sites' queues. A store writes them all together. */
export class Changes {
  readonly #tallies = new Map<TallyKind, Map<string, number>>();
  readonly #sites = new Map<string, boolean>();

  count(kind: TallyKind, name: string, by = 1): void {
    const tallies = this.#tallies.get(kind) ?? new Map<string, number>();
    this.#tallies.set(kind, tallies.set(name, (tallies.get(name) ?? 0) + by));
  }

  /** Records a new entry (`before` is null), one that leaves the site (`after` is null), or a change of an entry. */
  moved(site: string, before: Standing | null, after: Standing | null): void {
    if (before !== null) this.#place(site, before, -1);
    if (after !== null) this.#place(site, after, 1);
  }

  /** Counts an entry that is now done, or no longer done (`by` is -1). */
  countDone({ aliasBy = null, role }: Partial<Pick<Entry, 'aliasBy'>> & Pick<Entry, 'role'>, by: 1 | -1): void {
    if (aliasBy !== null) this.count('alias', aliasBy, by);
    if (role === 'sitemap' && (aliasBy === null || aliasBy === 'canonical')) this.count('role', role, by);
  }

  /** Records that the queue of a site changed. */
  changed(site: string): void {
    if (!this.#sites.has(site)) this.#sites.set(site, false);
  }

  /** Records that the site had its turn. */
  turned(site: string): void {
    // Deleting it first puts it behind all sites that had their turn before.
    this.#sites.delete(site);
    this.#sites.set(site, true);
  }

  /** The counts to add, without those that are 0. */
  tallies(): readonly Tally[] {
    return [...this.#tallies].flatMap(([kind, counts]) =>
      [...counts].flatMap(([name, count]) => (count === 0 ? [] : [{ kind, name, count }])),
    );
  }

  /** The sites whose queue changed, and whether they had their turn. Those that had are in that order. */
  get sites(): ReadonlyMap<string, boolean> {
    return this.#sites;
  }

  #place(site: string, standing: Standing, by: 1 | -1): void {
    const { state, depth } = standing;
    this.count('state', state, by);
    if (state === 'queued' || state === 'leased') this.count('open', String(depth), by);
    else if (state === 'done') this.countDone(standing, by);
    else if ('reason' in standing) this.count(state, standing.reason ?? '', by);
    if (state === 'queued') this.changed(site);
  }
}

/** The counts over a whole frontier. @param nextAt when the next entry may be fetched; null if none waits */
export function statsFrom(tallies: Iterable<Tally>, nextAt: number | null): FrontierStats {
  const byKind = Map.groupBy(tallies, ({ kind }) => kind);
  const counts = (kind: TallyKind): Record<string, number> =>
    Object.fromEntries((byKind.get(kind) ?? []).map(({ name, count }) => [name, count]));
  const states: Record<EntryState, number> = { queued: 0, leased: 0, done: 0, failed: 0, skipped: 0 };
  return {
    states: { ...states, ...counts('state') },
    duplicates: counts('duplicate'),
    aliases: { redirect: 0, canonical: 0, equivalence: 0, ...counts('alias') },
    skipped: counts('skipped'),
    failed: counts('failed'),
    sitemaps: counts('role')['sitemap'] ?? 0,
    nextAt,
  };
}
