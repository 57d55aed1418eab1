import { type SkipReason, UNFOLLOWED, type UrlSource } from '../db/reasons.ts';
import type { FoundUrl, Role } from '../db/store.ts';
import type { Canonicalizer } from '../src/canon/canonicalizer.ts';
import type { Key } from '../src/canon/key.ts';
import { detached } from '../src/text/detached.ts';
import { startWithoutCredentials, withoutUserinfo } from '../src/url/credentials.ts';
import { orNull, UrlError } from '../src/url/error.ts';
import { parseUrl } from '../src/url/parse.ts';
import { hostWithPort, type ParsedUrl } from '../src/url/parsed-url.ts';
import { OPAQUE_PATH, percentEncode } from '../src/url/percent.ts';
import { MAX_HOPS, MAX_URL_LENGTH } from './limits.ts';
import type { Growth } from './scope/growth.ts';
import type { Scope } from './scope/scope.ts';

/** The scheme of the keys of strings without a key. */
const INVALID = 'invalid:';
/** How many characters are recorded of a string that is not a valid URL or is too long. */
const MAX_RECORDED_LENGTH = 1000;

/**
 * Turns URLs as found into the form that the frontier records: key, site, skip reason, and the pass to attribute a
 * duplicate to.
 */
export class Discovery {
  #canonicalizer: Canonicalizer;
  readonly #scope: Scope;
  readonly #growth: Growth | null;
  /** Remembered because pages of a site link to the same URLs again and again. */
  #known = new Map<string, KnownUrl>();
  /** Remembered because pages also link to many fragments of one URL. */
  #places = new Map<Key, Place>();
  /** How many more characters may be remembered. */
  #room = MAX_REMEMBERED;
  /** Whether the URL being examined is new. */
  #isNew = false;

  /**
   * @param canonicalizer makes the keys
   * @param scope decides which URLs to fetch
   * @param growth detects endless sites; null to follow them without limit
   */
  constructor(canonicalizer: Canonicalizer, scope: Scope, growth: Growth | null = null) {
    this.#canonicalizer = canonicalizer;
    this.#scope = scope;
    this.#growth = growth;
  }

  /** A discovery with the same limits that makes keys with another canonicalizer. */
  with(canonicalizer: Canonicalizer): Discovery {
    return new Discovery(canonicalizer, this.#scope, this.#growth);
  }

  /** Makes keys with another canonicalizer from now on. */
  adopt(canonicalizer: Canonicalizer): void {
    this.#canonicalizer = canonicalizer;
    this.#forget();
  }

  #forget(): void {
    this.#known = new Map();
    this.#places = new Map();
    this.#room = MAX_REMEMBERED;
  }

  /**
   * Examines a URL as found.
   *
   * @param url an absolute URL. Any other string is returned with a skip reason.
   * @param on where and how it was found
   * @returns the URL without user name and password, which are never recorded
   */
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

  /** Examines a seed or a sitemap that the user names. */
  start(url: string, role: Role = 'page'): DiscoveredUrl {
    return this.found(url, { depth: 0, source: 'seed', role });
  }

  /** Makes the key of a URL again that was found before the keys changed. */
  again(found: FoundUrl): FoundUrl {
    // The key of a string that is not a URL depends on nothing else.
    if (found.key.startsWith(INVALID)) return found;
    const again = this.found(found.url, found);
    return again.skip === null && UNFOLLOWED.has(found.skip) ? { ...again, skip: found.skip } : again;
  }

  /** The key that {@link found} would give a recorded URL; null if it is not a valid URL. */
  keyOf(url: string): Key | null {
    return this.#known.get(url)?.key ?? orNull(this.#canonicalizer.key(url));
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
    // User names and passwords never enter a store. The bare URL may be a different page, so it is not fetched.
    if (bare !== url) return { ...this.#examine(bare), skip: 'credentials' };
    const found = this.#canonicalizer.keyAndPass(url);
    if (found instanceof UrlError) return unusable(url, found.code);
    const { key } = found;
    const bareKey = withoutUserinfo(key);
    // Adding a missing scheme can turn a part of the URL into a user name.
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

/** A URL as found, and whether it is new to the crawl and may be fetched. */
export type DiscoveredUrl = FoundUrl & { readonly isNew: boolean };

/** How a URL was found. A sitemap itself has the role `sitemap`. */
export interface Circumstances extends Pick<FoundUrl, 'depth' | 'source'> {
  /** The number of consecutive redirects that led here. Default: 0. */
  readonly hops?: number;
  /** The kind of document expected. Default: a page. */
  readonly role?: Role;
  /** The date of the last change, as a sitemap states it. Default: null. */
  readonly lastmod?: string | null;
}

/** The place of a sitemap does not limit the crawl: a sitemap outside the scope may list URLs inside it. */
function effectiveSkipReason(reason: SkipReason | null, source: UrlSource, role: Role): SkipReason | null {
  const excused =
    role === 'sitemap'
      ? SITEMAP_REASONS
      : source === 'seed'
        ? SEED_REASONS
        : source === 'sitemap'
          ? COUNT_REASONS
          : null;
  return reason !== null && excused?.has(reason) ? null : reason;
}

const SITEMAP_REASONS: ReadonlySet<SkipReason> = new Set<SkipReason>([
  'scope',
  'not-included',
  'excluded',
  'endless',
  'sample',
]);
const COUNT_REASONS: ReadonlySet<SkipReason> = new Set<SkipReason>(['calendar', 'combinations', 'similar', 'endless']);

const SEED_REASONS: ReadonlySet<SkipReason> = new Set<SkipReason>([...COUNT_REASONS, 'sample']);

/** The properties of a URL that do not depend on where it was found. */
type KnownUrl = Pick<FoundUrl, 'url' | 'key' | 'site' | 'pass' | 'skip'>;

/** The properties shared by all URLs of a key. */
type Place = Pick<KnownUrl, 'site' | 'skip'>;

/** How many characters of URLs are remembered with their keys: about 30,000 URLs, in a dozen megabytes. */
const MAX_REMEMBERED = 4_000_000;
/** What a URL takes in addition to its own text, counted in characters. */
const LEAST_SIZE = 75;

/** The host with port: the unit of politeness. Empty for an error or a URL without host. */
export function siteOf(url: ParsedUrl | UrlError): string {
  return url instanceof UrlError ? '' : hostWithPort(url);
}

/** A string without a key is recorded under a key of its own, so that it is kept, and kept only once. */
function unusable(url: string, reason: SkipReason): KnownUrl {
  const kept = startWithoutCredentials(url, MAX_RECORDED_LENGTH);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- ASCII, and with a scheme that no page uses
  const key = `${INVALID}${percentEncode(kept, OPAQUE_PATH)}` as Key;
  return { url: kept, key, site: '', pass: null, skip: reason };
}
