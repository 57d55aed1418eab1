import type { Database, Statement } from 'better-sqlite3';
import type { EntryId, Lease, LeaseRequest } from '../store.ts';
import type { Changes } from './changes.ts';

interface Held {
  readonly id: EntryId;
  readonly site: string;
  readonly depth: number;
}

interface Turn {
  readonly site: string;
  /** Leases that it may still get. */
  free: number;
}

export class Lessor {
  readonly #expired: Statement<[now: number], Held>;
  readonly #all: Statement<[], Held>;
  readonly #one: Statement<[EntryId], Held>;
  readonly #giveBack: Statement<[EntryId]>;
  readonly #wake: Statement<[now: number], Held>;
  readonly #level: Statement<[], number | null>;
  readonly #holders: Statement<[], { site: string; leases: number }>;
  readonly #sites: Statement<[limit: number], string>;
  readonly #sitesOfLevel: Statement<[depth: number, limit: number], string>;
  readonly #take: Statement<[run: string, until: number, site: string, deepest: number], Lease>;

  /** `= (SELECT ?)`: SQLite plans a statement anew, at many times its cost, whenever a value that its ORDER BY may depend on is bound. */
  constructor(db: Database) {
    this.#expired = db.prepare('SELECT id, site, depth FROM entry WHERE until < ?');
    this.#all = db.prepare('SELECT id, site, depth FROM entry WHERE until IS NOT NULL');
    this.#one = db.prepare('SELECT id, site, depth FROM entry WHERE id = ? AND until IS NOT NULL');
    this.#giveBack = db.prepare(`UPDATE entry SET state = 'queued', run = NULL, until = NULL WHERE id = ?`);
    this.#wake = db.prepare('UPDATE entry SET not_before = NULL WHERE not_before <= ? RETURNING id, site, depth');
    this.#level = db
      .prepare<[], number | null>(`SELECT min(CAST(name AS INTEGER)) FROM tally WHERE kind = 'open' AND count > 0`)
      .pluck();
    this.#holders = db.prepare('SELECT site, count(*) AS leases FROM entry WHERE until IS NOT NULL GROUP BY site');
    this.#sites = db
      .prepare<[number], string>('SELECT name FROM site WHERE depth IS NOT NULL ORDER BY turn LIMIT (SELECT ?)')
      .pluck();
    this.#sitesOfLevel = db
      .prepare<[number, number], string>(
        'SELECT name FROM site WHERE depth = (SELECT ?) ORDER BY turn LIMIT (SELECT ?)',
      )
      .pluck();
    this.#take = db.prepare(`
      UPDATE entry SET state = 'leased', run = ?, until = ?
      WHERE id = (
        SELECT id FROM entry
        WHERE site = (SELECT ?) AND state = 'queued' AND not_before IS NULL AND depth <= ?
        ORDER BY depth, id LIMIT 1
      )
      RETURNING id, key, coalesce(fetch, url, key) AS url, site, depth, hops, attempts`);
  }

  /** Gives expired leases back and makes retries whose time has come ready: the sites' queues must be written before `lease` reads them. */
  prepare(now: number, changes: Changes): void {
    this.#free(this.#expired.all(now), changes);
    for (const { site, depth } of this.#wake.all(now)) {
      const place = { state: 'queued', depth } as const;
      changes.moved(site, place, place);
    }
  }

  lease(request: LeaseRequest, changes: Changes): readonly Lease[] {
    const { run, limit, until, level } = request;
    const depth = level ? (this.#level.get() ?? 0) : Number.MAX_SAFE_INTEGER;
    const leases: Lease[] = [];
    let turns = this.#turns(request, depth);
    while (turns.length > 0 && leases.length < limit) {
      turns = turns.filter((turn) => {
        const hasTurn = turn.free > 0 && leases.length < limit;
        const lease = hasTurn ? this.#take.get(run, until, turn.site, depth) : undefined;
        if (lease === undefined) return false;
        leases.push(lease);
        turn.free--;
        changes.moved(lease.site, { state: 'queued', depth: lease.depth }, { state: 'leased', depth: lease.depth });
        changes.turned(lease.site);
        return true;
      });
    }
    return leases;
  }

  /** The sites whose turn it is, in order. Only those that hold leases may have none free, so reading on by their number is enough. */
  #turns({ limit, perSite, level }: LeaseRequest, depth: number): Turn[] {
    const held = new Map(this.#holders.all().map(({ site, leases }) => [site, leases]));
    const most = limit + held.size;
    const sites = level ? this.#sitesOfLevel.all(depth, most) : this.#sites.all(most);
    return sites.map((site) => ({ site, free: perSite - (held.get(site) ?? 0) })).filter(({ free }) => free > 0);
  }

  release(ids: readonly EntryId[] | undefined, changes: Changes): number {
    const held = ids === undefined ? this.#all.all() : [...new Set(ids)].flatMap((id) => this.#one.get(id) ?? []);
    this.#free(held, changes);
    return held.length;
  }

  #free(held: readonly Held[], changes: Changes): void {
    for (const { id, site, depth } of held) {
      this.#giveBack.run(id);
      changes.moved(site, { state: 'leased', depth }, { state: 'queued', depth });
    }
  }
}
