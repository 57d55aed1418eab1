import { describe, expect, test } from 'vitest';
import { parseUrl, UrlError } from '../../src/index.ts';

describe('URL Standard, special schemes', () => {
  test.each([
    ['http:\\\\a\\b', { separator: ':\\\\', host: 'a', path: '\\b' }],
    ['https:a', { separator: ':', host: 'a', path: '' }],
    ['http:////a//b', { separator: ':////', host: 'a', path: '//b' }],
    ['http://u:p:q@x@h/', { userinfo: 'u:p:q@x', host: 'h' }],
    ['http://[::1]:80/', { host: '[::1]', port: '80' }],
    ['http://h:/', { host: 'h', port: '' }],
    ['http://h?q#f?x#y', { path: '', query: 'q', fragment: 'f?x#y' }],
    ['http://h/#', { path: '/', query: null, fragment: '' }],
    [
      ' h\tttp:/\n/a\t:8\n0/\t ',
      { leading: ' ', scheme: 'h\tttp', separator: ':/\n/', host: 'a\t', port: '8\n0', path: '/', trailing: '\t ' },
    ],
    ['file:///c:/x', { host: '', path: '/c:/x' }],
    ['file://C:/x', { host: '', path: 'C:/x' }],
    ['file:x', { separator: ':', host: '', path: 'x' }],
  ])('%j', (input, parts) => {
    expect(parseUrl(input)).toMatchObject(parts);
  });
});

describe('RFC 3986, other schemes', () => {
  test.each([
    ['mailto:a@b?subject=x', { host: null, path: 'a@b', query: 'subject=x' }],
    ['x://H:1/p', { host: 'H', port: '1', path: '/p' }],
    ['x:///p', { host: '', path: '/p' }],
    ['x:/p//q', { host: null, path: '/p//q' }],
    ['x://h\\p', null],
    ['urn:isbn:1', { host: null, path: 'isbn:1' }],
  ])('%j', (input, parts) => {
    if (parts === null) expect(parseUrl(input)).toBeInstanceOf(UrlError);
    else expect(parseUrl(input)).toMatchObject(parts);
  });
});

test.each(['?x', '/a', '\\a', './a', '#a', ' \t?x'])('%j needs more than a scheme to be a URL', (input) => {
  expect(parseUrl(input)).toMatchObject({ code: 'no-scheme', message: 'the URL is relative; write the whole URL' });
});

test.each(['"https://a.example/"', '<https://a.example/>', '(https://a.example/)', '“https://a.example/”'])(
  'the message about %s names the character before the scheme',
  (input) => {
    const message = 'a quote or bracket precedes the URL; write the URL alone';
    expect(parseUrl(input)).toMatchObject({ code: 'no-scheme', message });
  },
);

describe('an invalid URL gives a code and a position', () => {
  test.each([
    ['', 'empty', 0],
    [' \n ', 'empty', 0],
    ['//a/b', 'no-scheme', 0],
    ['1a:b', 'no-scheme', 0],
    ['a b:c', 'no-scheme', 0],
    ['http://', 'no-host', 7],
    ['http:///?x', 'no-host', 8],
    ['http://u@/', 'no-host', 9],
    ['http://:80/', 'no-host', 7],
    ['x://:80', 'no-host', 4],
    ['  http://h:99999/', 'port-out-of-range', 11],
    ['http://h:65536/', 'port-out-of-range', 9],
    ['http://h:8\ta/', 'port-invalid', 9],
    ['http://h:-1/', 'port-invalid', 9],
    ['http://a b/', 'host-invalid-code-point', 7],
    ['http://a%2Fb/', 'host-invalid-code-point', 7],
    ['http://\u00ad/', 'host-invalid-domain', 7],
    ['http://\ud800/', 'host-invalid-domain', 7],
    ['http://%ff/', 'host-invalid-domain', 7],
    ['http://xn--a\u00e9/', 'host-invalid-domain', 7],
    ['http://256.256.256.256/', 'host-invalid-ipv4', 7],
    ['http://1.2.3.4.5/', 'host-invalid-ipv4', 7],
    ['http://a.0x/', 'host-invalid-ipv4', 7],
    ['http://[::1', 'host-invalid-ipv6', 7],
    ['http://[1:2]/', 'host-invalid-ipv6', 7],
    ['http://[::1%25eth0]/', 'host-invalid-ipv6', 7],
  ])('%j is %s at %i', (input, code, position) => {
    const error = parseUrl(input);
    expect(error).toBeInstanceOf(UrlError);
    expect(error).toMatchObject({ code, position });
  });

  test('a label of a megabyte is rejected without running Punycode', () => {
    expect(parseUrl(`http://${'ü'.repeat(1_000_000)}/`)).toMatchObject({ code: 'host-invalid-domain' });
  });
});
