import { describe, expect, test } from 'vitest';
import { endsInNumber, isDottedDecimal, parseIpv4 } from '../../src/url/ipv4.ts';

describe('URL Standard, ends-in-a-number checker', () => {
  test.each(['0', '1.2.3.4', 'a.1', 'a.09', 'a.0x', 'a.0XfF', 'a.1.'])('%j ends in a number', (host) => {
    expect(endsInNumber(host)).toBe(true);
  });

  test.each(['', '.', 'a', '1.a', 'a.1x', 'a.0xg', 'a.-1', '1..', 'a.x1'])('%j does not', (host) => {
    expect(endsInNumber(host)).toBe(false);
  });
});

test.each([
  ['0.0.0.0', true],
  ['255.255.255.255', true],
  ['249.250.199.200', true],
  ['256.0.0.0', false],
  ['1.2.3.260', false],
  ['01.2.3.4', false],
  ['1.2.3', false],
  ['1.2.3.4.', false],
  ['1.2.3.4.5', false],
  ['0x1.2.3.4', false],
  ['1a2a3a4', false],
])('%s is four decimal numbers without leading zeros: %s', (text, is) => {
  expect(isDottedDecimal(text)).toBe(is);
});

describe('URL Standard, IPv4 parser', () => {
  test.each([
    ['4294967295', '255.255.255.255'],
    ['0xffffffff', '255.255.255.255'],
    ['037777777777', '255.255.255.255'],
    ['255.16777215', '255.255.255.255'],
    ['1.2.65535', '1.2.255.255'],
    ['1.2.3.0377', '1.2.3.255'],
    ['1.0x2.03.4.', '1.2.3.4'],
    ['0x.0', '0.0.0.0'],
  ])('the last number fills the rest: %s is %s', (host, address) => {
    expect(parseIpv4(host)).toBe(address);
  });

  test.each([
    '4294967296',
    '255.16777216',
    '1.2.65536',
    '1.2.3.256',
    '256.1',
    '1.256.3.4',
    '1.2.3.4.5',
    '1.2.3.4..',
    '1..2',
    '.1',
    '08',
    '0xg',
    '1e3',
    '-1',
    '',
    '9'.repeat(400),
  ])('%j is out of range or not an address', (host) => {
    expect(parseIpv4(host)).toBeNull();
  });
});
