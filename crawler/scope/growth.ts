import type { Entry, Frontier, Lease } from '../../db/store.ts';
import { numberOrNull, storedFields } from '../../src/stored-fields.ts';
import { registrableDomain } from '../../src/url/registrable-domain.ts';

/** How long a site is crawled that shows no end. */
export interface GrowthOptions {
  /**
   * How many requests a site gets before it is given up if its pages still lead to new URLs. Requests for robots.txt
   * and retries count.
   */
  readonly maxEndless: number;
}

/** A site that was given up as endless. */
export interface EndlessSite {
  /** Its registrable domain; the host with port if it has none. */
  readonly site: string;
  /** The number of requests sent to it, without those for pages that were fetched again. */
  readonly requests: number;
}

/** The counts of a site: its requests, and how many of its last pages led to new URLs. */
interface SiteGrowth {
  requests: number;
  /** How many of these the frontier has not stored yet. */
  unkept: number;
  /** How many of them came before a crawl last ran out of URLs. These no longer count: the site has an end. */
  before: number;
  /** The share of the last pages and redirects that led to a new URL of the site. */
  leading: number;
  isEndless: boolean;
  /** Whether something was skipped for this site in this run, or in an earlier one. */
  isCut: boolean;
}

/**
 * A site is given up if this share of its last pages leads to new URLs. On a real site, few pages list most of the
 * others. Even if pages link to each other at random, ten links each, the share is below 0.3 after 20,000 of 50,000
 * pages.
 */
const LEADING_ON = 0.4;
/** The number of pages that count as the last ones, as a share of the limit. */
const LAST_PAGES = 0.1;
/**
 * The largest depth after the limit, as a share of the limit. Nobody follows that many links, so deeper pages are
 * skipped in any case.
 */
const FAR = 0.06;
/** The share of the limit reserved for requests that are running when a site is given up. */
const KEPT_BACK = 0.01;
/** How many requests pass between two updates of the stored counts. */
const KEPT_EVERY = 500;
/** Sites with fewer requests are not stored. */
const KEPT_FROM = 100;

/**
 * Detects endless sites. On a real site, the longer the crawl, the fewer pages lead to new URLs. A site is given up if
 * it has had its share of requests and two in five of its last pages still lead to new URLs.
 *
 * All hosts of one registrable domain count as one site, so that invented host names gain nothing.
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

  /**
   * Continues with the stored counts of earlier runs and the entries they fetched.
   *
   * @param isRecrawl whether a recrawl begins, and the crawl before ran out of URLs
   */
  async recall(
    frontier: Pick<Frontier, 'getMeta' | 'updateMeta'>,
    entries: AsyncIterable<Entry>,
    isRecrawl: boolean,
  ): Promise<void> {
    const kept = parse(await frontier.getMeta(META));
    for await (const { site, state } of entries) if (state === 'done' || state === 'failed') this.#of(site).requests++;
    for (const [name, { requests, before, leading, isEndless }] of kept) {
      const known = this.#named(name);
      known.requests = Math.max(known.requests, requests);
      known.before = before;
      known.leading = leading;
      if (isEndless && this.#isOverLimit(known)) this.#leave(known);
    }
    if (!isRecrawl) return;
    for (const known of this.#sites.values()) {
      if (!known.isEndless) Object.assign(known, { before: known.requests, leading: 0 });
    }
    await this.keep(frontier, true);
  }

  /**
   * Counts a request.
   *
   * @param site host with port, as in a key
   */
  request(site: string): void {
    this.#asked++;
    const known = this.#of(site);
    known.requests++;
    known.unkept++;
  }

  /**
   * Counts a page or redirect of a site.
   *
   * @param leadsOn whether it led to a new URL of that site
   */
  answered(site: string, leadsOn: boolean): void {
    const known = this.#of(site);
    known.leading += ((leadsOn ? 1 : 0) - known.leading) / this.#lastPages;
  }

  /** Takes the next request out of the count: pages that were fetched before do not make a site grow. */
  ignoreRequest(site: string): void {
    const known = this.#of(site);
    known.requests--;
    known.unkept--;
  }

  /** Whether an entry may be fetched. Named entries and entries fetched before always may. */
  admits({ site, depth, earlier, isNamed }: Pick<Lease, 'site' | 'depth' | 'earlier' | 'isNamed'>): boolean {
    if (isNamed || earlier !== null) return true;
    const known = this.#of(site);
    if (!this.#isOverLimit(known)) return true;
    if (known.leading >= LEADING_ON) this.#leave(known);
    return !known.isEndless && !this.#isTooFar(known, depth);
  }

  /** Whether a URL found now must not be fetched. */
  isEndless(site: string, depth: number): boolean {
    if (!this.#hasEndless && depth <= this.#far) return false;
    const known = this.#of(site);
    return known.isEndless || this.#isTooFar(known, depth);
  }

  /** The sites that were given up. */
  endless(): readonly EndlessSite[] {
    return [...this.#sites].flatMap(([site, { isCut, requests }]) => (isCut ? [{ site, requests }] : []));
  }

  /**
   * Stores the counts for the next run, at intervals or (`isLast`) immediately. Adds to the counts of other programs
   * that share the frontier.
   */
  async keep(frontier: Pick<Frontier, 'updateMeta'>, isLast: boolean): Promise<void> {
    if (!isLast && this.#asked - this.#keptAt < KEPT_EVERY) return;
    this.#keptAt = this.#asked;
    const worthKeeping = [...this.#sites].filter(([, { requests, isEndless }]) => isEndless || requests >= KEPT_FROM);
    if (worthKeeping.length === 0) return;
    await frontier.updateMeta(META, (json) => {
      const all = new Map<string, KeptGrowth>(parse(json));
      for (const [name, known] of worthKeeping) {
        const stored = all.get(name);
        known.requests = Math.max(known.requests, (stored?.requests ?? 0) + known.unkept);
        known.before = Math.max(known.before, stored?.before ?? 0);
        known.unkept = 0;
        const { requests, before, leading, isEndless } = known;
        all.set(name, { requests, before, leading, isEndless });
      }
      return JSON.stringify(Object.fromEntries(all));
    });
  }

  #isOverLimit({ requests, before }: SiteGrowth): boolean {
    return requests - before >= this.#limit;
  }

  #isTooFar(known: SiteGrowth, depth: number): boolean {
    const isTooFar = depth > this.#far && this.#isOverLimit(known);
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
    const fresh = { requests: 0, unkept: 0, before: 0, leading: 0, isEndless: false, isCut: false };
    this.#sites.set(name, fresh);
    return fresh;
  }

  /** Limits memory, because a crawl of the whole web meets many sites. */
  #forgetSmall(): void {
    for (const [name, { requests, isEndless }] of this.#sites) {
      if (!isEndless && requests < KEPT_FROM) this.#sites.delete(name);
    }
  }
}

const META = 'growth';
/** How many sites are remembered before those with few requests are forgotten. */
const MAX_SITES = 50_000;

/** Whether two hosts with ports belong to one site. */
export function isOneSite(a: string, b: string): boolean {
  return a === b || nameOf(a) === nameOf(b);
}

function nameOf(site: string): string {
  return registrableDomain(site.replace(/:\d+$/, '')) ?? site;
}

type KeptGrowth = Omit<SiteGrowth, 'unkept' | 'isCut'>;
type Kept = readonly (readonly [name: string, growth: KeptGrowth])[];

/** Ignores invalid values. */
function parse(json: string | null): Kept {
  return Object.entries(storedFields(json)).flatMap(([name, value]) => {
    const { requests, before, leading, isEndless }: Partial<Record<keyof SiteGrowth, unknown>> = Object(value);
    const isWhole = typeof requests === 'number' && typeof leading === 'number' && typeof isEndless === 'boolean';
    return isWhole ? [[name, { requests, before: numberOrNull(before) ?? 0, leading, isEndless }] as const] : [];
  });
}
