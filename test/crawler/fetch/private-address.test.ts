import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPrivateAddress } from '../../../crawler/fetch/private-address.ts';

const F = 'ffff:ffff:ffff:ffff:ffff:ffff';

describe('a range is private from its first address to its last, and not beyond', () => {
  // The address before the range, its first, its last, and the address after; null if another row makes the neighbour
  // private.
  test.each([
    ['this network', null, '0.0.0.0', '0.255.255.255', '1.0.0.0'],
    ['private use, 10/8', '9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
    ['shared', '100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
    ['loopback', '126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
    ['the host of Azure machines', '168.63.129.15', '168.63.129.16', '168.63.129.16', '168.63.129.17'],
    ['link-local', '169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
    ['private use, 172.16/12', '172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
    ['protocol assignments', '191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
    ['TEST-NET-1', '192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
    ['relays of 6to4', '192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
    ['private use, 192.168/16', '192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
    ['benchmarking', '198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
    ['TEST-NET-2', '198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
    ['TEST-NET-3', '203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
    ['multicast', '223.255.255.255', '224.0.0.0', '239.255.255.255', null],
    ['reserved and broadcast', null, '240.0.0.0', '255.255.255.255', null],
    ['all below global unicast', null, '1::', `1fff:ffff:${F}`, '2000::'],
    ['IETF protocol assignments', `2000:ffff:${F}`, '2001::', `2001:1ff:${F}`, '2001:200::'],
    ['documentation, 2001:db8::/32', `2001:db7:${F}`, '2001:db8::', `2001:db8:${F}`, '2001:db9::'],
    ['6to4', `2001:ffff:${F}`, '2002::', `2002:ffff:${F}`, '2003::'],
    ['documentation, 3fff::/20', `3ffe:ffff:${F}`, '3fff::', `3fff:fff:${F}`, '3fff:1000::'],
    ['all above global unicast', `3fff:ffff:${F}`, '4000::', `ffff:ffff:${F}`, null],
    ['all below NAT64', null, '1::', `64:ff9a:${F}`, '64:ff9b::1.0.0.0'],
    ['all above NAT64', '64:ff9b::223.255.255.255', '64:ff9b::1:0:0', `64:ff9b:${F}`, null],
  ])('%s', (_, before, first, last, after) => {
    expect([first, last].map(isPrivateAddress)).toEqual([true, true]);
    const neighbours = [before, after].filter((address) => address !== null);
    expect(neighbours.filter(isPrivateAddress)).toEqual([]);
  });
});

test.each([
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['loopback in full', '0:0:0:0:0:0:0:1'],
  ['IPv4-translated (RFC 2765), whatever it embeds', '::ffff:0:8.8.8.8'],
  ['NAT64 of a network of its own', '64:ff9b:1::8.8.8.8'],
  ['discard', '100::1'],
  ['Teredo, whatever it embeds', '2001:0:808:808:0:ffff:f7f7:f7f7'],
  ['6to4, whatever it embeds', '2002:808:808::1'],
  ['segment routing', '5f00::1'],
  ['unique local', 'fc00::'],
  ['the metadata of a cloud', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['upper case', 'FE80::A'],
  ['loopback with a zone', '::ffff:127.0.0.1%lo'],
])('%s is private: %s', (_, address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each(['8.8.8.8', '2606:4700:4700::1111', '2606:4700::1%eth0', '64:ff9b::8.8.8.8', '64:ff9b::808:808'])(
  '%s is public',
  (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  },
);

test.each(['', 'localhost', '127.1', '2130706433', '0x7f.0.0.1', '8.8.8.8.8', '08.8.8.8', ':::', '[::1]', '8.8.8.8 '])(
  'what is no address is not public: %j',
  (text) => {
    expect(isPrivateAddress(text)).toBe(true);
  },
);

test('an IPv4 address is judged the same in every IPv6 form that embeds it', () => {
  const interesting = fc.constantFrom(0, 1, 10, 100, 127, 168, 169, 172, 192, 198, 203, 224, 255);
  const byte = fc.oneof(interesting, fc.nat({ max: 255 }));
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte, byte), (bytes) => {
      const dotted = bytes.join('.');
      const [a, b, c, d] = bytes;
      const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
      const forms = [
        `::ffff:${dotted}`,
        `::${dotted}`,
        `64:ff9b::${dotted}`,
        `64:FF9B:0:0:0:0:${dotted}`,
        `::ffff:${hex}`,
        `0:0:0:0:0:FFFF:${hex}`,
        `0:0:0:0:0:0:${hex}`,
        `64:ff9b::${hex}`,
        `::ffff:${hex}%1`,
      ];
      expect(new Set(forms.map(isPrivateAddress))).toEqual(new Set([isPrivateAddress(dotted)]));
    }),
    { numRuns: 2000 },
  );
});
