import type { Entry, Frontier, Lease } from '../../db/store.ts';
import { registrableDomain } from '../../src/url/registrable-domain.ts';

/** How much of a site is followed that gives no sign of an end. */
export interface GrowthOptions {
  /** Requests to a site after which it is left if its pages still lead on; those to robots.txt and retries count. */
  readonly maxEndless: number;
}

/** A site that was left. */
export interface EndlessSite {
  /** Its registrable domain; host and port where it has none. */
  readonly site: string;
  readonly requests: number;
}

/** What is known of a site: how often it was asked, and how many of its last pages led to new URLs. */
interface SiteGrowth {
  requests: number;
  /** Of these, how many the frontier does not know of. */
  unkept: number;
  /** Share of the last pages and redirects that led to a new URL of the site. */
  leading: number;
  isEndless: boolean;
  /** Whether something was left of it in this run, or all in an earlier one. */
  isCut: boolean;
}

/**
 * A site is left where as many of its last pages lead on. On a real site most pages are listed by a few; where pages name
 * each other at random, it is below 0.3 after 20,000 of 50,000 pages with ten links each.
 */
const LEADING_ON = 0.4;
/** Pages that count as the last ones, as a share of the limit. */
const LAST_PAGES = 0.1;
/** Links from a seed, as a share of the limit. Nobody clicks that often: beyond the limit, pages so far away are left in any case. */
const FAR = 0.06;
/** Share of the limit that is kept back for what is under way when a site is left. */
const KEPT_BACK = 0.01;
/** Requests after which the counts are kept in the frontier. */
const KEPT_EVERY = 500;
/** Requests below which a site is not worth keeping. */
const KEPT_FROM = 100;

/**
 * Knows which sites go on without end. A real site runs out: the longer it is crawled, the fewer of its pages lead to
 * URLs that are new. A site that had its share of requests is left where two in five of its last pages still lead on.
 *
 * Hosts of one registrable domain are one site here, so that nobody gets further by making up hosts.
 */
export class Growth {
  readonly #limit: number;
  readonly #lastPages: number;
  readonly #far: number;
  readonly #sites = new Map<string, SiteGrowth>();
  #hasEndless = false;
  #asked = 0;
  #keptAt = 0;

  constructor({ maxEndless }: GrowthOptions) {
    this.#limit = Math.max(1, maxEndless - Math.ceil(maxEndless * KEPT_BACK));
    this.#lastPages = Math.max(1, maxEndless * LAST_PAGES);
    this.#far = Math.ceil(maxEndless * FAR);
  }

  /** Goes on from what earlier runs have kept, and from the entries that they fetched. */
  async recall(frontier: Pick<Frontier, 'getMeta'>, entries: AsyncIterable<Entry>): Promise<void> {
    const kept = parse(await frontier.getMeta(META));
    for await (const { site, state } of entries) if (state === 'done' || state === 'failed') this.#of(site).requests++;
    for (const [name, { requests, leading, isEndless }] of kept) {
      const known = this.#named(name);
      known.requests = Math.max(known.requests, requests);
      known.leading = leading;
      if (isEndless && known.requests >= this.#limit) this.#leave(known);
    }
  }

  /** Counts a request. @param site host and port, as in a key */
  request(site: string): void {
    this.#asked++;
    const known = this.#of(site);
    known.requests++;
    known.unkept++;
  }

  /** Counts a page or redirect of a site. @param leadsOn whether it led to a new URL of that site */
  answered(site: string, leadsOn: boolean): void {
    const known = this.#of(site);
    known.leading += ((leadsOn ? 1 : 0) - known.leading) / this.#lastPages;
  }

  /** Whether an entry may be asked for. What somebody named may, and what was fetched before may be fetched again. */
  admits({ site, depth, earlier, isNamed }: Pick<Lease, 'site' | 'depth' | 'earlier' | 'isNamed'>): boolean {
    if (isNamed || earlier !== null) return true;
    const known = this.#of(site);
    if (known.requests < this.#limit) return true;
    if (known.leading >= LEADING_ON) this.#leave(known);
    return !known.isEndless && !this.#isTooFar(known, depth);
  }

  /** Whether a URL that is found is not to be fetched. */
  isEndless(site: string, depth: number): boolean {
    if (!this.#hasEndless && depth <= this.#far) return false;
    const known = this.#of(site);
    return known.isEndless || this.#isTooFar(known, depth);
  }

  /** The sites that were left. */
  endless(): readonly EndlessSite[] {
    return [...this.#sites].flatMap(([site, { isCut, requests }]) => (isCut ? [{ site, requests }] : []));
  }

  /** Keeps the counts for the next run, from time to time or at once. Programs that share the frontier add theirs. */
  async keep(frontier: Pick<Frontier, 'updateMeta'>, isLast: boolean): Promise<void> {
    if (!isLast && this.#asked - this.#keptAt < KEPT_EVERY) return;
    this.#keptAt = this.#asked;
    const worthKeeping = [...this.#sites].filter(([, { requests, isEndless }]) => isEndless || requests >= KEPT_FROM);
    if (worthKeeping.length === 0) return;
    await frontier.updateMeta(META, (before) => {
      const all = new Map<string, KeptGrowth>(parse(before));
      for (const [name, known] of worthKeeping) {
        known.requests = Math.max(known.requests, (all.get(name)?.requests ?? 0) + known.unkept);
        known.unkept = 0;
        const { requests, leading, isEndless } = known;
        all.set(name, { requests, leading, isEndless });
      }
      return JSON.stringify(Object.fromEntries(all));
    });
  }

  #isTooFar(known: SiteGrowth, depth: number): boolean {
    const isTooFar = depth > this.#far && known.requests >= this.#limit;
    known.isCut ||= isTooFar;
    return isTooFar;
  }

  #leave(known: SiteGrowth): void {
    known.isEndless = true;
    known.isCut = true;
    this.#hasEndless = true;
  }

  #of(site: string): SiteGrowth {
    return this.#named(nameOf(site));
  }

  #named(name: string): SiteGrowth {
    const known = this.#sites.get(name);
    if (known !== undefined) return known;
    if (this.#sites.size >= MAX_SITES) this.#forgetSmall();
    const fresh = { requests: 0, unkept: 0, leading: 0, isEndless: false, isCut: false };
    this.#sites.set(name, fresh);
    return fresh;
  }

  /** A crawl of the whole web meets sites without end, too. */
  #forgetSmall(): void {
    for (const [name, { requests, isEndless }] of this.#sites) {
      if (!isEndless && requests < KEPT_FROM) this.#sites.delete(name);
    }
  }
}

const META = 'growth';
/** Sites that are remembered whatever there was of them. */
const MAX_SITES = 50_000;

/** Whether two hosts, with their ports, belong to one site. */
export function isOneSite(a: string, b: string): boolean {
  return a === b || nameOf(a) === nameOf(b);
}

function nameOf(site: string): string {
  return registrableDomain(site.replace(/:\d+$/, '')) ?? site;
}

type KeptGrowth = Omit<SiteGrowth, 'unkept' | 'isCut'>;
type Kept = readonly (readonly [name: string, growth: KeptGrowth])[];

/** A damaged database may hold anything: what makes no sense was not kept. */
function parse(json: string | null): Kept {
  try {
    return Object.entries(Object(JSON.parse(json ?? '{}'))).flatMap(([name, value]) => {
      const { requests, leading, isEndless }: Partial<Record<keyof SiteGrowth, unknown>> = Object(value);
      const isWhole = typeof requests === 'number' && typeof leading === 'number' && typeof isEndless === 'boolean';
      return isWhole ? [[name, { requests, leading, isEndless }] as const] : [];
    });
  } catch {
    return [];
  }
}
