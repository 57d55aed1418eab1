import { describe, expect, test } from 'vitest';
import { normalizeIpv6, parseIpv6 } from '../../src/url/ipv6.ts';

describe('RFC 5952 section 4', () => {
  test.each([
    ['4.1: no leading zeros', '2001:0db8:0001:0000:0002:0003:0004:0005', '2001:db8:1:0:2:3:4:5'],
    ['4.2.1: :: shortens as much as possible', '2001:db8:0:0:0::2:1', '2001:db8::2:1'],
    ['4.2.2: one zero piece is not shortened', '2001:db8::1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
    ['4.2.3: the longest run', '2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
    ['4.2.3: the first of two equal runs', '2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['4.3: lower case', '2001:DB8::ABCD', '2001:db8::abcd'],
    ['a run at the start', '0:0:0:0:0:0:0:1', '::1'],
    ['a run at the end', '1:0:0:0:0:0:0:0', '1::'],
    ['zeros alone', '0:0:0:0:0:0:0:0', '::'],
  ])('%s', (_, text, normal) => {
    expect(normalizeIpv6(text)).toBe(normal);
    expect(normalizeIpv6(normal)).toBe(normal);
  });
});

describe('URL Standard, IPv6 parser', () => {
  test.each([
    ['::ffff:192.0.2.1', [0, 0, 0, 0, 0, 0xffff, 0xc000, 0x201]],
    ['64:ff9b::192.0.2.33', [0x64, 0xff9b, 0, 0, 0, 0, 0xc000, 0x221]],
    ['1:2:3:4:5:6:1.2.3.4', [1, 2, 3, 4, 5, 6, 0x102, 0x304]],
    ['1:2:3:4:5:6:7::', [1, 2, 3, 4, 5, 6, 7, 0]],
    ['::2:3:4:5:6:7:8', [0, 2, 3, 4, 5, 6, 7, 8]],
    ['0000:0000:0000:0000:0000:0000:255.255.255.255', [0, 0, 0, 0, 0, 0, 0xffff, 0xffff]],
  ])('%s', (text, pieces) => {
    expect(parseIpv6(text)).toEqual(pieces);
  });

  test.each([
    ['nothing', ''],
    ['a colon alone', ':'],
    ['a colon at the start', ':1:2:3:4:5:6:7'],
    ['a colon at the end', '1:2:3:4:5:6:7:'],
    ['three colons', '1:::2'],
    [':: twice', '1::2::3'],
    ['too few pieces', '1:2:3:4:5:6:7'],
    ['too many pieces', '1:2:3:4:5:6:7:8:9'],
    [':: for no piece', '1:2:3:4:5:6:7::8'],
    ['a piece of five digits', '::12345'],
    ['a digit that is not hexadecimal', '::g'],
    ['a zone', 'fe80::1%25eth0'],
    ['an IPv4 address alone', '1.2.3.4'],
    ['an IPv4 address that is not last', '1.2.3.4::'],
    ['pieces after an IPv4 address', '::1.2.3.4:5'],
    ['an IPv4 address after seven pieces', '1:2:3:4:5:6:7:1.2.3.4'],
    ['an incomplete IPv4 address', '::1.2.3'],
    ['an IPv4 number with a leading zero', '::01.2.3.4'],
    ['an IPv4 number out of range', '::1.2.3.256'],
  ])('%s: %j is not an address', (_, text) => {
    expect(parseIpv6(text)).toBeNull();
    expect(normalizeIpv6(text)).toBeNull();
  });
});
