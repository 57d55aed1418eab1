import type { X509Certificate } from 'node:crypto';
import { wireUrl } from '../src/canon/wire-url.ts';
import { UrlError } from '../src/url/error.ts';
import { type CustomFetch, GuardedFetch } from './fetch/custom-fetch.ts';
import { Fetcher, type FetcherOptions } from './fetch/fetcher.ts';
import { HeaderTable, type RequestHeader, requestHeaders, withHeaders } from './fetch/headers.ts';
import { parseTarget } from './fetch/target.ts';

/** What a crawl fetches with. */
export interface CrawlFetcher {
  readonly fetcher: Pick<Fetcher, 'fetch' | 'share'>;
  /** How to ask IP addresses directly; null if the fetcher cannot. */
  readonly addresses: AddressAccess | null;
  /** Closes the connections that the crawl opened. */
  readonly close: () => Promise<void>;
}

/**
 * The fetcher for a crawl from these seeds: the built-in one, or the program's.
 *
 * @param seeds as the user wrote them
 * @param own the program's own fetch, which the program closes; null for the built-in fetcher
 */
export function crawlFetcher(seeds: readonly string[], options: FetcherOptions, own: CustomFetch | null): CrawlFetcher {
  if (own === null) {
    const fetcher = fetcherFor(seeds, options);
    return { fetcher, addresses: addressAccess(fetcher, seeds, options), close: () => fetcher.close() };
  }
  const { userAgent, headers = [], ...limits } = options;
  const open = headers.filter((field) => !isSecret(field));
  const table = new HeaderTable(requestHeaders(userAgent, open), secretHeaders(seeds, headers));
  return { fetcher: new GuardedFetch(own, table, limits), addresses: null, close: () => Promise.resolve() };
}

/**
 * The fetcher for a crawl from these seeds. It sends secret headers only to the seeds' origins and cookies only to their
 * sites, and it allows private addresses only for the seeds' hosts.
 *
 * @param seeds as the user wrote them, possibly with user names; strings that are not URLs are ignored
 */
export function fetcherFor(seeds: readonly string[], options: FetcherOptions): Fetcher {
  const headers = options.headers ?? [];
  return new Fetcher({
    ...options,
    headers: headers.filter((field) => !isSecret(field)),
    headersByOrigin: secretHeaders(seeds, headers),
    seeds: wireUrls(seeds),
  });
}

function wireUrls(seeds: readonly string[]): readonly string[] {
  return seeds.map(wireUrl).filter((url): url is string => !(url instanceof UrlError));
}

/** How to ask IP addresses directly. */
export interface AddressAccess {
  /**
   * Returns the certificate that an address presents at a port to a client that names no host; null if there is none.
   *
   * @param address IPv6 with or without brackets
   */
  readonly certificateAt: (address: string, port: number, signal: AbortSignal) => Promise<X509Certificate | null>;
  /** A fetcher that connects to that address for every host. The caller must close it. */
  readonly fetcherAt: (address: string) => Fetcher;
}

/**
 * Access to addresses under the rules of `fetcher`, which belongs to `seeds`. It sends no secrets, because a page may
 * have named the address.
 */
export function addressAccess(fetcher: Fetcher, seeds: readonly string[], options: FetcherOptions): AddressAccess {
  // What an address answers is not a capture of the URL.
  const { recorder: _, ...open } = withoutSecrets(options);
  return {
    certificateAt: (...host) => fetcher.certificateAt(...host),
    fetcherAt: (address) => new Fetcher({ ...open, at: address, seeds: wireUrls(seeds) }),
  };
}

/**
 * Sends secret headers only to the seeds' own origins, by http or https. The user name of a seed is sent only to its
 * own origin.
 */
function secretHeaders(
  seeds: readonly string[],
  headers: readonly RequestHeader[],
): ReadonlyMap<string, readonly RequestHeader[]> {
  const secret = headers.filter(isSecret);
  const byOrigin = new Map<string, readonly RequestHeader[]>();
  for (const seed of seeds) {
    const sent = wireUrl(seed);
    const target = sent instanceof UrlError ? null : parseTarget(sent);
    if (target === null || 'kind' in target) continue;
    const own: readonly RequestHeader[] =
      target.authorization === null ? [] : [['authorization', target.authorization]];
    byOrigin.set(target.origin, withHeaders(byOrigin.get(target.origin) ?? secret, own));
    const overTls = target.origin.replace(/^http:/, 'https:');
    if (!byOrigin.has(overTls)) byOrigin.set(overTls, secret);
  }
  return byOrigin;
}

/** The options without what only the seeds' sites may see. */
export function withoutSecrets(options: FetcherOptions): FetcherOptions {
  const { cookies: _, clientCertificate: __, headers = [], ...open } = options;
  return { ...open, headers: headers.filter((field) => !isSecret(field)) };
}

/** Whether a site can recognize the requests as those of one visitor. Then what it answers may depend on earlier requests. */
export function isRecognizable({ cookies, clientCertificate, headers = [] }: Partial<FetcherOptions>): boolean {
  return cookies !== undefined || clientCertificate !== undefined || headers.some(isSecret);
}

/** Whether a header is secret and may be sent only to hosts that the user has named. */
export function isSecret([name]: RequestHeader): boolean {
  return /^(?:authorization|cookie|proxy-authorization)$/i.test(name);
}
