import { BlockList, isIPv4 } from 'node:net';
import { parseIpv6 } from '../../src/url/ipv6.ts';

type Range = readonly [network: string, prefix: number];

/**
 * Addresses that no host of the public web has: multicast, and the ranges that are not globally reachable according to
 * https://www.iana.org/assignments/iana-ipv4-special-registry. The few reachable addresses in 192.0.0.0/24 serve PCP
 * and TURN, not the web.
 */
const NOT_PUBLIC_IPV4: readonly Range[] = [
  ['0.0.0.0', 8], // RFC 791 3.2: this network; 0.0.0.0 connects to this machine
  ['10.0.0.0', 8], // RFC 1918: private use
  ['100.64.0.0', 10], // RFC 6598: shared by a provider's customers (CGNAT)
  ['127.0.0.0', 8], // RFC 1122 3.2.1.3: loopback
  ['168.63.129.16', 32], // In no registry: the host of every Azure machine answers it, and nothing else does
  ['169.254.0.0', 16], // RFC 3927: link-local; 169.254.169.254 tells cloud machines their credentials
  ['172.16.0.0', 12], // RFC 1918: private use
  ['192.0.0.0', 24], // RFC 6890 2.1: IETF protocol assignments
  ['192.0.2.0', 24], // RFC 5737: documentation, TEST-NET-1
  ['192.88.99.0', 24], // RFC 7526: relays of 6to4, no longer in use
  ['192.168.0.0', 16], // RFC 1918: private use
  ['198.18.0.0', 15], // RFC 2544: benchmarking
  ['198.51.100.0', 24], // RFC 5737: documentation, TEST-NET-2
  ['203.0.113.0', 24], // RFC 5737: documentation, TEST-NET-3
  ['224.0.0.0', 4], // RFC 5771: multicast
  ['240.0.0.0', 4], // RFC 1112 4: reserved; RFC 919 7: 255.255.255.255, broadcast
];

/**
 * All addresses that IANA has assigned as global unicast. Outside lie loopback `::1` and `::` (RFC 4291 2.5),
 * `64:ff9b:1::/48` (RFC 8215: a network's own NAT64), `100::/64` (RFC 6666: discard), `5f00::/16` (RFC 9602: segment
 * routing), `fc00::/7` (RFC 4193: unique local), `fe80::/10` (RFC 4291 2.5.6: link-local), `fec0::/10` (RFC 3879:
 * site-local), `ff00::/8` (RFC 4291 2.7: multicast), and unassigned ranges.
 */
const GLOBAL_UNICAST: Range = ['2000::', 3]; // RFC 4291 2.4 and https://www.iana.org/assignments/ipv6-address-space

/** Ranges inside it that are not public, from https://www.iana.org/assignments/iana-ipv6-special-registry. */
const NOT_PUBLIC_IPV6: readonly Range[] = [
  // RFC 2928: IETF protocol assignments, including 2001:2::/48 (RFC 5180: benchmarking) and Teredo (RFC 4380,
  // 2001::/32). Teredo is refused whatever IPv4 address it embeds: its relay chooses where a packet ends, and no site
  // is published there. The other reachable addresses are anycast services.
  ['2001::', 23],
  ['2001:db8::', 32], // RFC 3849: documentation
  // RFC 3056, deprecated by RFC 7526: 6to4. Refused whatever address it embeds: the packet goes to a relay, which may
  // be in this machine's own network. A site with such an address has an IPv4 address too.
  ['2002::', 16],
  ['3fff::', 20], // RFC 9637: documentation
];

/** Prefixes whose last 32 bits are the IPv4 address that is finally reached. */
const EMBEDDING: readonly string[] = [
  '0:0:0:0:0:ffff', // RFC 4291 2.5.5.2: IPv4-mapped
  '0:0:0:0:0:0', // RFC 4291 2.5.5.1: IPv4-compatible; `::` and `::1` come out as 0.0.0.0 and 0.0.0.1
  // RFC 6052 2.1: NAT64. On a network without IPv4, the resolver returns these for most of the web (RFC 6147).
  '64:ff9b:0:0:0:0',
];

const notPublicIpv4 = listOf(NOT_PUBLIC_IPV4, 'ipv4');
const notPublicIpv6 = listOf(NOT_PUBLIC_IPV6, 'ipv6');
const globalUnicast = listOf([GLOBAL_UNICAST], 'ipv6');

/**
 * Whether a crawler of the public web must not connect to an address: this machine, its networks, and reserved ranges.
 * Also true for a text that is not an address.
 *
 * @param address from a resolver or a URL, IPv6 without brackets; a zone (`%eth0`, RFC 4007, section 11) is ignored
 */
export function isPrivateAddress(address: string): boolean {
  const [bare = ''] = address.split('%', 1);
  if (isIPv4(bare)) return notPublicIpv4.check(bare);
  const pieces = parseIpv6(bare);
  if (pieces === null) return true;
  const embedded = embeddedIpv4(pieces);
  if (embedded !== null) return notPublicIpv4.check(embedded);
  return !globalUnicast.check(bare, 'ipv6') || notPublicIpv6.check(bare, 'ipv6');
}

/** The embedded IPv4 address in dotted decimal; null if there is none. */
function embeddedIpv4(pieces: readonly number[]): string | null {
  const prefix = pieces.slice(0, 6).map((piece) => piece.toString(16));
  if (!EMBEDDING.includes(prefix.join(':'))) return null;
  return pieces
    .slice(6)
    .flatMap((piece) => [piece >> 8, piece & 0xff])
    .join('.');
}

function listOf(ranges: readonly Range[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
}
