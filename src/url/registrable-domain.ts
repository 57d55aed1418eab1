// The other build of the package has its table in a module of its own, of which rolldown makes four copies.
import { getDomain } from 'tldts/dist/index.cjs.min.js';

/**
 * The registrable domain of a host by the Public Suffix List, including private suffixes such as github.io.
 *
 * @param host in its one spelling
 * @returns null for an IP address, a public suffix, or a name without a public suffix
 */
export function registrableDomain(host: string): string | null {
  return getDomain(host, { allowPrivateDomains: true, extractHostname: false, validateHostname: false });
}
