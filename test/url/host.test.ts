import { describe, expect, test } from 'vitest';
import { parseOpaqueHost, parseSpecialHost } from '../../src/url/host.ts';

describe('URL Standard, host parser', () => {
  test.each([
    ['EXAMPLE.com', 'example.com'],
    ['ex%41mple.com', 'example.com'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['b%C3%BCcher.example', 'xn--bcher-kva.example'],
    ['straße.de', 'xn--strae-oqa.de'],
    ['ｅｘａｍｐｌｅ．com', 'example.com'],
    ['a。b', 'a.b'],
    ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
    ['xn--a', 'xn--a'],
    ['a..b', 'a..b'],
    ['.', '.'],
    ['a"b{c}`', 'a"b{c}`'],
  ])('domain %j is %s', (text, host) => {
    expect(parseSpecialHost(text)).toEqual({ host });
  });

  test.each([
    ['127.1', '127.0.0.1'],
    ['0x7f.0.0.1', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0x', '0.0.0.0'],
    ['1.2.3.4.', '1.2.3.4'],
    ['255.255.65535', '255.255.255.255'],
    ['１２７.1', '127.0.0.1'],
    ['0', '0.0.0.0'],
    ['1.2.3.4..', '1.2.3.4..'],
  ])('IPv4 %j is %s', (text, host) => {
    expect(parseSpecialHost(text)).toEqual({ host });
  });

  test.each(['4294967296', '256.1', '1.256.1', '1.2.3.256', '08', '1.2.3.4.5', '1..2', 'a.1', '0x1g.1', '1.2.3.08'])(
    '%j ends in a number and is no address',
    (text) => {
      expect(parseSpecialHost(text)).toEqual({ error: 'host-invalid-ipv4' });
    },
  );

  test.each([
    ['[0:0:0:0:0:0:0:1]', '[::1]'],
    ['[2001:DB8:0:0:1:0:0:1]', '[2001:db8::1:0:0:1]'],
    ['[1:0:0:2:0:0:0:3]', '[1:0:0:2::3]'],
    ['[1:2:3:4:5:6:7::]', '[1:2:3:4:5:6:7:0]'],
    ['[::ffff:1.2.3.4]', '[::ffff:102:304]'],
    ['[::]', '[::]'],
  ])('IPv6 %j is %s', (text, host) => {
    expect(parseSpecialHost(text)).toEqual({ host });
  });

  test.each([
    '[]',
    '[:]',
    '[1:2:3:4:5:6:7:8:9]',
    '[1::2::3]',
    '[::1.2.3]',
    '[::01.2.3.4]',
    '[12345::]',
    '[::1.2.3.256]',
    '[1.2.3.4::]',
    '[::1',
  ])('%j is no IPv6 address', (text) => {
    expect(parseSpecialHost(text)).toEqual({ error: 'host-invalid-ipv6' });
  });
});

test('RFC 3986 6.2.2: the host of a non-special scheme is lowercased and loses needless escapes', () => {
  expect(parseOpaqueHost('EX%41mple%2fé')).toEqual({ host: 'example%2F%C3%A9' });
  expect(parseOpaqueHost('')).toEqual({ host: '' });
  expect(parseOpaqueHost('a b')).toEqual({ error: 'host-invalid-code-point' });
});
