import type { X509Certificate } from 'node:crypto';
import { wireUrl } from '../src/canon/wire-url.ts';
import { UrlError } from '../src/url/error.ts';
import { Fetcher, type FetcherOptions } from './fetch/fetcher.ts';
import type { RequestHeader } from './fetch/headers.ts';
import { parseTarget } from './fetch/target.ts';

/**
 * The fetcher for what a user has named: secret headers go to the seeds' origins only, and the seeds' hosts are reached
 * at private addresses of their own.
 *
 * @param seeds as the user wrote them, with user names if they have any; what is no URL is passed over
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

/** How addresses are asked beside ordinary fetches. */
export interface AddressAccess {
  /**
   * The certificate that an address presents at a port to who names no host; null where there is none to be had.
   *
   * @param address IPv6 with or without brackets
   */
  readonly certificateAt: (address: string, port: number, signal: AbortSignal) => Promise<X509Certificate | null>;
  /** A fetcher that asks for every host at that address. Whoever opens it closes it. */
  readonly fetcherAt: (address: string) => Fetcher;
}

/**
 * Access to addresses by the rules of `fetcher`, which is for `seeds`. Nothing secret is sent: the address may be one that
 * a page has named, and what is asked there under a seed's name is not asked of that seed.
 */
export function addressAccess(fetcher: Fetcher, seeds: readonly string[], options: FetcherOptions): AddressAccess {
  const headers = (options.headers ?? []).filter((field) => !isSecret(field));
  return {
    certificateAt: (...host) => fetcher.certificateAt(...host),
    fetcherAt: (address) => new Fetcher({ ...options, headers, at: address, seeds: wireUrls(seeds) }),
  };
}

/** The product token that a user agent starts with (RFC 9309 2.2.1); `*` where it starts with none. */
export function productTokenOf(userAgent: string): string {
  return /^[A-Za-z_-]+/.exec(userAgent)?.[0] ?? '*';
}

/** What is secret goes to the seeds' own origins, over http or https, and to no other; user names in seeds are of their origin alone. */
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
    byOrigin.set(target.origin, [...(byOrigin.get(target.origin) ?? secret), ...own]);
    const overTls = target.origin.replace(/^http:/, 'https:');
    if (!byOrigin.has(overTls)) byOrigin.set(overTls, secret);
  }
  return byOrigin;
}

/** Whether a header is for those alone whom the user has named. */
export function isSecret([name]: RequestHeader): boolean {
  return /^(?:authorization|cookie|proxy-authorization)$/i.test(name);
}
