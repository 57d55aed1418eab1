import type { Database } from 'better-sqlite3';
import type { Earlier, EntryId, Lease, LeaseRequest, SiteQueue } from '../store.ts';
import type { FileChanges } from './changes.ts';
import { LEVEL, Queries } from './queries.ts';
import type { Writers } from './writer.ts';

type Held = Pick<Lease, 'id' | 'site' | 'depth'>;

interface Site extends Pick<SiteQueue, 'name' | 'delay' | 'nextAt'> {
  readonly turn: number;
}

interface Turn extends Site {
  /** How many more leases it may get. */
  free: number;
}

interface Taken extends Omit<Lease, 'delay' | 'earlier' | 'isNamed'>, Earlier {
  readonly fetchedAt: number | null;
  readonly isNamed: 0 | 1;
}

/** SQL that tells whether a row of `entry` is named (`Lease.isNamed`). */
export const isNamed =
  "role = 'sitemap' OR source = 'seed' OR EXISTS (SELECT 1 FROM listing WHERE listing.entry = entry.id)";

const selectSite = 'SELECT name, turn, delay, next_at AS nextAt FROM site';

/** Leases entries and takes leases back. */
export class LeaseQueries extends Queries {
  readonly #writers: Writers;
  readonly #one = this.db.prepare<[EntryId], Held>(
    'SELECT id, site, depth FROM entry WHERE id = ? AND run IS NOT NULL',
  );
  readonly #giveBack = this.db.prepare<[EntryId]>(`UPDATE entry SET state = 'queued', run = NULL WHERE id = ?`);
  readonly #wake = this.db.prepare<[now: number], Pick<Held, 'site'>>(
    'UPDATE entry SET not_before = NULL WHERE not_before <= ? RETURNING site',
  );
  readonly #level = this.db.prepare<[], number | null>(LEVEL).pluck();
  readonly #holders = this.db.prepare<[], { site: string; leases: number }>(
    'SELECT site, count(*) AS leases FROM entry WHERE run IS NOT NULL GROUP BY site',
  );
  readonly #sites = this.db.prepare<[limit: number], Site>(
    `${selectSite} WHERE depth IS NOT NULL AND next_at = 0 ORDER BY turn LIMIT (SELECT ?)`,
  );
  readonly #dueSites = this.db.prepare<[now: number, limit: number], Site>(`
    ${selectSite} WHERE depth IS NOT NULL AND next_at > 0 AND next_at <= (SELECT ?) ORDER BY next_at LIMIT (SELECT ?)`);
  readonly #sitesOfLevel = this.db.prepare<[depth: number, now: number, limit: number], Site>(`
    ${selectSite} WHERE depth = (SELECT ?) AND next_at <= (SELECT ?) ORDER BY turn LIMIT (SELECT ?)`);
  readonly #take = this.db.prepare<[run: string, site: string, deepest: number], Taken>(`
    UPDATE entry SET state = 'leased', run = ?
    WHERE id = (
      SELECT id FROM entry
      WHERE site = (SELECT ?) AND state = 'queued' AND not_before IS NULL AND depth <= ?
      ORDER BY depth, id LIMIT 1
    )
    RETURNING id, key, coalesce(fetch, url, key) AS url, site, depth, hops, attempts, role,
      iif(first_failure IS NOT NULL AND digest IS NULL, NULL, fetched_at) AS fetchedAt, status, digest, (${isNamed}) AS isNamed,
      (SELECT etag FROM page WHERE page.entry = id) AS etag,
      (SELECT last_modified FROM page WHERE page.entry = id) AS lastModified`);
  readonly #setNext = this.db.prepare<[at: number, site: string]>('UPDATE site SET next_at = ? WHERE name = ?');

  constructor(db: Database, writers: Writers) {
    super(db);
    this.#writers = writers;
  }

  /** Makes retries ready whose time has come. Write the changes before `lease`, which reads the sites' queues. */
  wake(now: number, changes: FileChanges): void {
    for (const { site } of this.#wake.all(now)) changes.changed(site);
  }

  /** Implements `Frontier.lease`, after `wake`. */
  lease(request: LeaseRequest, changes: FileChanges): readonly Lease[] {
    const { run, level } = request;
    this.#writers.note(run);
    const holders = this.#holders.all();
    const limit = this.#limit(request, holders);
    const depth = level ? (this.#level.get() ?? 0) : Number.MAX_SAFE_INTEGER;
    const leases: Lease[] = [];
    let turns = this.#turns(
      { ...request, limit },
      depth,
      new Map(holders.map(({ site, leases: held }) => [site, held])),
    );
    while (turns.length > 0 && leases.length < limit) {
      turns = turns.filter((turn) => {
        const hasTurn = turn.free > 0 && leases.length < limit;
        const taken = hasTurn ? this.#take.get(run, turn.name, depth) : undefined;
        if (taken === undefined) return false;
        const delay = Math.max(turn.delay, request.delay);
        const lease = toLease(taken, delay);
        leases.push(lease);
        turn.free--;
        if (delay > 0 || turn.nextAt > 0) this.#setNext.run(delay === 0 ? 0 : request.now + delay, turn.name);
        changes.moved(lease.site, { state: 'queued', depth: lease.depth }, { state: 'leased', depth: lease.depth });
        changes.turned(lease.site);
        return true;
      });
    }
    return leases;
  }

  /** The most leases that the limits of the request allow. */
  #limit({ limit, total }: LeaseRequest, holders: readonly { leases: number }[]): number {
    if (total === null) return limit;
    const held = holders.reduce((sum, { leases }) => sum + leases, 0);
    return Math.min(limit, Math.max(0, total - this.#writers.pages() - held));
  }

  /**
   * The sites whose turn it is, in order. Only sites that hold leases may have none free, so reading that many more is
   * enough, and as many as are left out.
   */
  #turns(
    { limit, perSite, ahead, delay, now, level, except }: LeaseRequest,
    depth: number,
    held: ReadonlyMap<string, number>,
  ): Turn[] {
    const most = limit + held.size;
    const wanted = (sites: readonly Site[]): readonly Site[] =>
      sites.filter(({ name }) => !except.includes(name)).slice(0, most);
    const read = most + except.length;
    const sites = level
      ? wanted(this.#sitesOfLevel.all(depth, now, read))
      : [...wanted(this.#sites.all(read)), ...wanted(this.#dueSites.all(now, read))].sort((a, b) => a.turn - b.turn);
    return sites
      .map((site) => {
        const leases = held.get(site.name) ?? 0;
        const waits = Math.max(site.delay, delay) > 0;
        return { ...site, free: waits ? Math.min(1, perSite - leases) : perSite * ahead - leases };
      })
      .filter(({ free }) => free > 0);
  }

  /** Implements `Frontier.release`. */
  release(ids: readonly EntryId[] | undefined, changes: FileChanges): number {
    const releasable = this.#writers.releasable();
    const asked = ids === undefined ? null : new Set(ids);
    return this.#giveBackAll(asked === null ? releasable : releasable.filter((id) => asked.has(id)), changes);
  }

  /** Gives back the leases of programs that are gone. */
  takeBack(changes: FileChanges): void {
    this.#writers.dropGone();
    this.#giveBackAll(this.#writers.abandoned(), changes);
  }

  #giveBackAll(ids: readonly EntryId[], changes: FileChanges): number {
    const held = ids.flatMap((id) => this.#one.get(id) ?? []);
    for (const { id, site, depth } of held) {
      this.#giveBack.run(id);
      changes.moved(site, { state: 'leased', depth }, { state: 'queued', depth });
    }
    return held.length;
  }
}

function toLease({ fetchedAt, status, etag, lastModified, digest, ...taken }: Taken, delay: number): Lease {
  const lease = { ...taken, isNamed: taken.isNamed === 1 };
  return { ...lease, delay, earlier: fetchedAt === null ? null : { status, etag, lastModified, digest } };
}
