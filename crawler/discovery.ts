import type { FoundUrl, Role } from '../db/store.ts';
import type { Canonicalizer } from '../src/canon/canonicalizer.ts';
import type { Key } from '../src/canon/key.ts';
import { startWithoutCredentials, withoutUserinfo } from '../src/url/credentials.ts';
import { UrlError } from '../src/url/error.ts';
import { parseUrl } from '../src/url/parse.ts';
import { hostWithPort, type ParsedUrl } from '../src/url/parsed-url.ts';
import { OPAQUE_PATH, percentEncode } from '../src/url/percent.ts';
import { MAX_HOPS, MAX_URL_LENGTH } from './limits.ts';
import type { Growth } from './scope/growth.ts';
import type { Scope, SkipReason } from './scope/scope.ts';

/** What is kept of a string that is no URL, or too long for one. */
const MAX_RECORDED_LENGTH = 1000;

/** Turns URLs as found into what the frontier records: key, site, whether to fetch, and which pass gets the credit. */
export class Discovery {
  #canonicalizer: Canonicalizer;
  readonly #scope: Scope;
  readonly #growth: Growth | null;
  /** Pages of a site link to the same URLs again and again. */
  #known = new Map<string, KnownUrl>();
  /** They also name many fragments of one. */
  #places = new Map<Key, Place>();
  /** Characters that may be remembered beside those that are. */
  #room = MAX_REMEMBERED;
  /** Whether the URL that is looked at is new. */
  #isNew = false;

  /** @param growth null where sites are followed without end */
  constructor(canonicalizer: Canonicalizer, scope: Scope, growth: Growth | null = null) {
    this.#canonicalizer = canonicalizer;
    this.#scope = scope;
    this.#growth = growth;
  }

  /** Makes keys in another way from now on. */
  adopt(canonicalizer: Canonicalizer): void {
    this.#canonicalizer = canonicalizer;
    this.#forget();
  }

  #forget(): void {
    this.#known = new Map();
    this.#places = new Map();
    this.#room = MAX_REMEMBERED;
  }

  /** @param url absolute, or what stood there instead: a string that is no URL is recorded as skipped. */
  found(url: string, { depth, hops = 0, source, role = 'page', lastmod: date = null }: Circumstances): DiscoveredUrl {
    this.#isNew = false;
    const known = this.#known.get(url) ?? this.#learn(url);
    const { key, site, pass } = known;
    const reason = known.skip ?? (this.#growth?.isEndless(site, depth) ? 'endless' : null);
    const lastmod = date === null ? null : startWithoutCredentials(date, MAX_RECORDED_LENGTH);
    const skip =
      effectiveSkipReason(reason, source, role) ??
      (hops > MAX_HOPS ? 'too-many-redirects' : this.#scope.isTooDeep(depth) ? 'depth' : null);
    const isNew = this.#isNew && skip === null;
    return { url: known.url, key, site, pass, skip, depth, hops, source, role, lastmod, isNew };
  }

  #learn(url: string): KnownUrl {
    const text = detached(url);
    const known = this.#examine(text);
    if (this.#room < text.length) this.#forget();
    this.#room -= text.length + LEAST_SIZE;
    this.#known.set(text, known);
    return known;
  }

  #examine(url: string): KnownUrl {
    if (url.length > MAX_URL_LENGTH) return unusable(url, 'too-long');
    const bare = withoutUserinfo(url);
    // Names and passwords never enter a store; whether the URL is one without them, nobody has said.
    if (bare !== url) return { ...this.#examine(bare), skip: 'credentials' };
    const found = this.#canonicalizer.keyAndPass(url);
    if (found instanceof UrlError) return unusable(url, found.code);
    const { key } = found;
    const bareKey = withoutUserinfo(key);
    // A scheme that is added in front makes a user name of what was none.
    if (bareKey !== key) return { ...this.#examine(bareKey), skip: 'credentials' };
    const pass = key === url ? null : (found.pass?.name ?? null);
    return { url, key, pass, ...this.#placeOf(key) };
  }

  #placeOf(key: Key): Place {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const parsed = parseUrl(key);
    const { skip, isNew } = this.#scope.look(key, parsed);
    this.#isNew = isNew;
    const place = { site: siteOf(parsed), skip };
    this.#places.set(key, place);
    return place;
  }
}

/** A URL as found, and whether the crawl meets it for the first time and may fetch it. */
export type DiscoveredUrl = FoundUrl & { readonly isNew: boolean };

/** How a URL was found; for a sitemap itself the role `sitemap`. */
export interface Circumstances extends Pick<FoundUrl, 'depth' | 'source'> {
  /** Redirects followed in a row; none unless said. */
  readonly hops?: number;
  /** A page unless said. */
  readonly role?: Role;
  readonly lastmod?: string | null;
}

/** Where a sitemap lies says nothing of where the crawl may go; what it lists, somebody means to be there. */
function effectiveSkipReason(reason: string | null, source: string, role: Role): string | null {
  const excused =
    role === 'sitemap' ? SITEMAP_REASONS : source === 'sitemap' || source === 'seed' ? COUNT_REASONS : null;
  return excused?.has(reason ?? '') ? null : reason;
}

const SITEMAP_REASONS: ReadonlySet<string> = new Set<SkipReason>(['scope', 'not-included', 'excluded', 'endless']);
const COUNT_REASONS: ReadonlySet<string> = new Set<SkipReason>(['calendar', 'combinations', 'similar', 'endless']);

/** What is true of a URL wherever it is found. */
type KnownUrl = Pick<FoundUrl, 'url' | 'key' | 'site' | 'pass' | 'skip'>;

/** What is true of all URLs of a key. */
type Place = Pick<KnownUrl, 'site' | 'skip'>;

/** Characters of the URLs whose keys are remembered: 13,000 of the usual length, in some five megabytes. */
const MAX_REMEMBERED = 1_500_000;
/** What a URL takes beside its own text, counted in characters. */
const LEAST_SIZE = 75;

/** The same text: a part of a page is a reference to all of it in the engines of Node 22 and 24, which would stay in memory. */
function detached(text: string): string {
  return ` ${text}`.slice(1);
}

/** Host and port, for politeness. */
export function siteOf(url: ParsedUrl | UrlError): string {
  return url instanceof UrlError ? '' : hostWithPort(url);
}

/** A string that no key can be made of is recorded under a key of its own, so that it is not lost and not recorded twice. */
function unusable(url: string, reason: string): KnownUrl {
  const kept = startWithoutCredentials(url, MAX_RECORDED_LENGTH);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ASCII, and of a scheme that no page uses
  const key = `invalid:${percentEncode(kept, OPAQUE_PATH)}` as Key;
  return { url: kept, key, site: '', pass: null, skip: reason };
}
