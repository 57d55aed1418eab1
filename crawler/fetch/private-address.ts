import { BlockList, isIPv4 } from 'node:net';
import { parseIpv6 } from '../../src/url/ipv6.ts';

type Range = readonly [network: string, prefix: number];

/**
 * What no host of the public web has: the ranges of https://www.iana.org/assignments/iana-ipv4-special-registry that are
 * not globally reachable, and multicast. The few reachable addresses within 192.0.0.0/24 are of PCP and TURN, not of the web.
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
 * All that IANA has assigned as global unicast. What lies outside is loopback `::1` and `::` (RFC 4291 2.5),
 * `64:ff9b:1::/48` (RFC 8215: a network's own NAT64), `100::/64` (RFC 6666: discard), `5f00::/16` (RFC 9602: segment
 * routing), `fc00::/7` (RFC 4193: unique local), `fe80::/10` (RFC 4291 2.5.6: link-local), `fec0::/10` (RFC 3879:
 * site-local), `ff00::/8` (RFC 4291 2.7: multicast), and ranges that are not assigned at all.
 */
const GLOBAL_UNICAST: Range = ['2000::', 3]; // RFC 4291 2.4 and https://www.iana.org/assignments/ipv6-address-space

/** What lies inside it and is not public, of https://www.iana.org/assignments/iana-ipv6-special-registry. */
const NOT_PUBLIC_IPV6: readonly Range[] = [
  // RFC 2928: IETF protocol assignments, 2001:2::/48 (RFC 5180: benchmarking) and Teredo (RFC 4380, 2001::/32) among
  // them. Teredo is refused whatever IPv4 address it embeds: the tunnel's server and the client behind a NAT are two,
  // where it ends is the relay's choice, and no site is published there. Nor in the reachable rest: anycast services.
  ['2001::', 23],
  ['2001:db8::', 32], // RFC 3849: documentation
  // RFC 3056, given up by RFC 7526: 6to4. Refused whatever it embeds: the packet goes to a relay, which may well be
  // this machine's own network; a site that still has such an address has an IPv4 one beside it.
  ['2002::', 16],
  ['3fff::', 20], // RFC 9637: documentation
];

/** Prefixes whose last 32 bits are an IPv4 address that is reached in the end. */
const EMBEDDING: readonly string[] = [
  '0:0:0:0:0:ffff', // RFC 4291 2.5.5.2: IPv4-mapped
  '0:0:0:0:0:0', // RFC 4291 2.5.5.1: IPv4-compatible; `::` and `::1` come out as 0.0.0.0 and 0.0.0.1
  // RFC 6052 2.1: NAT64. On a network without IPv4 the resolver gives these for most of the web (RFC 6147).
  '64:ff9b:0:0:0:0',
];

const notPublicIpv4 = listOf(NOT_PUBLIC_IPV4, 'ipv4');
const notPublicIpv6 = listOf(NOT_PUBLIC_IPV6, 'ipv6');
const globalUnicast = listOf([GLOBAL_UNICAST], 'ipv6');

/**
 * Whether an address is none that a crawler of the public web has any business with: this machine, its networks, and
 * what is reserved. So is a text that is no address: who cannot read it must not connect to it.
 *
 * @param address as resolvers give it or as it stands in a URL, IPv6 without brackets; a zone (`%eth0`, RFC 4007 11) is left aside
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

/** The IPv4 address within, in dotted decimal; null for an address that is IPv6 all through. */
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
