import type { ScopeReason } from '../../db/reasons.ts';
import type { Entry } from '../../db/store.ts';
import { registrableDomainOf } from '../../src/audit/site/address.ts';
import type { Canonicalizer } from '../../src/canon/canonicalizer.ts';
import type { Key } from '../../src/canon/key.ts';
import { wwwPair } from '../../src/facts/facts.ts';
import { type OptionNames, refuseUnknownOptions } from '../../src/known-options.ts';
import { didYouMean } from '../../src/text/wording.ts';
import { UrlError } from '../../src/url/error.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { hostWithPort, type ParsedUrl, resourceOf } from '../../src/url/parsed-url.ts';
import { compileGlob } from './glob.ts';
import { Sample } from './sample.ts';
import { SeenKeys } from './seen-keys.ts';
import { type TrapOptions, Traps } from './traps.ts';

/** The kinds of scope, see `ScopeKind`. */
export const SCOPES = ['host', 'domain', 'prefix', 'any'] as const;

/**
 * How far from the seeds a crawl goes:
 * - `host`: the seeds' hosts, with and without `www.`
 * - `domain`: the seeds' registrable domains
 * - `prefix`: the seeds' hosts, below the seeds' folders
 * - `any`: everywhere
 */
export type ScopeKind = (typeof SCOPES)[number];

/** Which URLs a crawl fetches. */
export interface ScopeOptions {
  /** How far from the seeds the crawl goes. */
  readonly kind: ScopeKind;
  /**
   * Globs, one of which must match if there are any. A glob that starts with a slash is matched against path and query,
   * any other against the whole URL.
   */
  readonly include: readonly string[];
  /** Globs that must not match. They are matched like those of `include`. */
  readonly exclude: readonly string[];
  /** The largest number of links from a seed; null for no limit. */
  readonly maxDepth: number | null;
  /** The limits for crawler traps; null to follow them without limit. */
  readonly traps: TrapOptions | null;
  /** The most pages of one folder that differ only in their names and parameter values. Default: no limit. */
  readonly sample?: number;
}

const OPTIONS: OptionNames<ScopeOptions> = {
  kind: true,
  include: true,
  exclude: true,
  maxDepth: true,
  traps: true,
  sample: true,
};
const TRAPS: OptionNames<TrapOptions> = { maxSimilar: true, maxEndless: true };

/** The keys of those of a crawl's URLs that are valid, for its scope. */
export function validKeys(urls: readonly string[], keyOf: Canonicalizer['key']): readonly Key[] {
  return urls.map((url) => keyOf(url)).filter((key): key is Key => !(key instanceof UrlError));
}

/** Decides which URLs a crawl fetches. */
export class Scope {
  readonly #options: ScopeOptions;
  /** What a URL must share with the seeds: sites, domains, or sites with their folders. */
  readonly #seeds: ReadonlyMap<string, readonly string[]>;
  readonly #include: readonly GlobMatcher[];
  readonly #exclude: readonly GlobMatcher[];
  readonly #traps: Traps | null;
  readonly #sample: Sample | null;
  /** Which keys were counted; null if nothing is. */
  readonly #seen: SeenKeys | null;

  /**
   * @param seeds canonical URLs
   * @throws {UnknownOptionError} if an option does not exist
   * @throws {TypeError} if `kind` is not one of {@link SCOPES}
   * @throws {GlobError} if a glob is too large
   */
  constructor(seeds: readonly string[], options: ScopeOptions) {
    refuseUnknownOptions(options, OPTIONS, 'of Scope');
    if (!SCOPES.includes(options.kind))
      throw new TypeError(`the kind of Scope does not exist${didYouMean(options.kind, SCOPES)}`);
    if (options.traps !== null) refuseUnknownOptions(options.traps, TRAPS, 'in traps of Scope');
    this.#options = options;
    const parsed = seeds.map(parseUrl).filter((seed): seed is ParsedUrl => !(seed instanceof UrlError));
    const groups = Map.groupBy(parsed, options.kind === 'domain' ? registrableDomainOf : hostWithoutWww);
    this.#seeds = new Map([...groups].map(([name, group]) => [name, [...new Set(group.map(folderOf))]]));
    this.#include = options.include.map(globMatcher);
    this.#exclude = options.exclude.map(globMatcher);
    this.#traps = options.traps === null ? null : new Traps(options.traps);
    this.#sample = options.sample === undefined ? null : new Sample(options.sample);
    this.#seen = this.#traps === null && this.#sample === null ? null : new SeenKeys();
  }

  /**
   * Checks a URL, apart from its depth.
   *
   * @param text a canonical URL
   * @param url the same URL, parsed
   */
  look(
    text: string,
    url: ParsedUrl | UrlError,
  ): {
    /** The reason not to fetch it, or null. */
    readonly skip: ScopeReason | null;
    /** Whether it may be fetched and was not seen before. */
    readonly isNew: boolean;
  } {
    const skip = this.#limit(text, url);
    if (skip !== null || this.#seen === null || url instanceof UrlError) return { skip, isNew: false };
    const isNew = this.#seen.add(text);
    const reason = this.#count(url, isNew);
    return { skip: reason, isNew: isNew && reason === null };
  }

  #count(url: ParsedUrl, isNew: boolean): ScopeReason | null {
    const reason = this.#traps?.look(url, isNew) ?? null;
    return reason === null && this.#sample?.isOver(url, isNew) ? 'sample' : reason;
  }

  #limit(text: string, url: ParsedUrl | UrlError): ScopeReason | null {
    if (!/^https?:/.test(text)) return 'scheme';
    if (url instanceof UrlError || !this.#isInside(url)) return 'scope';
    if (this.#include.length > 0 && !this.#include.some((matches) => matches(text, url))) return 'not-included';
    if (this.#exclude.some((matches) => matches(text, url))) return 'excluded';
    return null;
  }

  /** Counts the URLs of an earlier crawl, because limits hold for total counts. */
  async recall(entries: AsyncIterable<Pick<Entry, 'key' | 'state'>>): Promise<void> {
    if (this.#seen === null) return;
    for await (const { key, state } of entries) {
      const url = state === 'skipped' ? null : parseUrl(key);
      if (url !== null && !(url instanceof UrlError)) this.#count(url, this.#seen.add(key));
    }
  }

  /** Whether the depth exceeds the limit. */
  isTooDeep(depth: number): boolean {
    return this.#options.maxDepth !== null && depth > this.#options.maxDepth;
  }

  #isInside(url: ParsedUrl): boolean {
    switch (this.#options.kind) {
      case 'any':
        return true;
      case 'host':
        return this.#seeds.has(hostWithoutWww(url));
      case 'domain':
        return this.#seeds.has(registrableDomainOf(url));
      case 'prefix':
        return this.#seeds.get(hostWithoutWww(url))?.some((folder) => url.path.startsWith(folder)) ?? false;
    }
  }
}

/** The host without `www.`, with the port unless it is the default of the scheme. */
function hostWithoutWww(url: ParsedUrl): string {
  return wwwPair(hostWithPort(url))[0];
}

function folderOf({ path }: ParsedUrl): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

type GlobMatcher = (text: string, url: ParsedUrl) => boolean;

function globMatcher(glob: string): GlobMatcher {
  const matches = compileGlob(glob);
  if (!glob.startsWith('/')) return matches;
  return (_, url) => matches(resourceOf(url));
}
