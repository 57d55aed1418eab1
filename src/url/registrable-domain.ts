import { getDomain } from 'tldts';

/**
 * The host's registrable domain by the Public Suffix List, private suffixes such as github.io included.
 *
 * @param host in its one spelling
 * @returns null for an address, a public suffix, or a name without one
 */
export function registrableDomain(host: string): string | null {
  return getDomain(host, { allowPrivateDomains: true, extractHostname: false, validateHostname: false });
}
