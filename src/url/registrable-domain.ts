// The other build of the package has its table in a module of its own, of which rolldown makes four copies.
import { getDomain } from 'tldts/dist/index.cjs.min.js';
import { detached } from '../text/detached.ts';

/** How many hosts to remember. Most URLs follow others of their host. */
const MAX_REMEMBERED = 10_000;
/** The most characters of a domain name (RFC 1035 2.3.4). Longer hosts are not remembered. */
const LONGEST_NAME = 255;
const remembered = new Map<string, string | null>();
/** The last answer. To compare two texts takes far less time than to look one up. */
let latest: { readonly host: string; readonly domain: string | null } = { host: '', domain: null };

/**
 * The registrable domain of a host by the Public Suffix List, including private suffixes such as github.io.
 *
 * @param host in its one spelling
 * @returns null for an IP address, a public suffix, or a name without a public suffix
 */
export function registrableDomain(host: string): string | null {
  if (host !== latest.host) latest = { host, domain: lookUp(host) };
  return latest.domain;
}

function lookUp(host: string): string | null {
  const known = remembered.get(host);
  if (known !== undefined) return known;
  const name = detached(host);
  const domain = getDomain(name, { allowPrivateDomains: true, extractHostname: false, validateHostname: false });
  if (name.length > LONGEST_NAME) return domain;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(name, domain);
  return domain;
}
