import { describe, expect, test } from 'vitest';
import { ConnectToError, parseConnectTo, route, standInLocation } from '../../../crawler/fetch/connect-to.ts';

function routed(rules: readonly string[], host: string, port: number): string {
  const endpoint = route(rules.map(parseConnectTo), host, port);
  return `${endpoint.host} ${endpoint.port}`;
}

describe('a rule applies as curl applies it', () => {
  test.each([
    ['example.com:443:127.0.0.1:8443', '127.0.0.1 8443'],
    ['EXAMPLE.com:443:127.0.0.1:8443', '127.0.0.1 8443'],
    [':443:127.0.0.1:8443', '127.0.0.1 8443'],
    ['example.com::127.0.0.1:8443', '127.0.0.1 8443'],
    ['::127.0.0.1:8443', '127.0.0.1 8443'],
    ['example.com:443::8443', 'example.com 8443'],
    ['example.com:443:127.0.0.1:', '127.0.0.1 443'],
    ['example.com:443:127.0.0.1', '127.0.0.1 443'],
    ['example.com:443:staging.example:8443', 'staging.example 8443'],
    ['example.com:443:[::1]:8443', '::1 8443'],
    ['example.com:443:[fe80::1%eth0]:8443', 'fe80::1%eth0 8443'],
    [':::', 'example.com 443'],
    ['example.com:80:127.0.0.1:8443', 'example.com 443'],
    ['www.example.com:443:127.0.0.1:8443', 'example.com 443'],
    ['xample.com:443:127.0.0.1:8443', 'example.com 443'],
  ])('%s', (rule, endpoint) => {
    expect(routed([rule], 'example.com', 443)).toBe(endpoint);
  });

  test('to a host in brackets, with or without them', () => {
    const rule = '[2001:DB8::1]:80:[::1]:8080';
    expect(routed([rule], '[2001:db8::1]', 80)).toBe('::1 8080');
    expect(routed([rule], '2001:db8::1', 80)).toBe('::1 8080');
  });

  test('the first that matches wins', () => {
    const rules = ['a.example:80:127.0.0.1:1', ':80:127.0.0.1:2', '::127.0.0.1:3'];
    expect(routed(rules, 'a.example', 80)).toBe('127.0.0.1 1');
    expect(routed(rules, 'b.example', 80)).toBe('127.0.0.1 2');
    expect(routed(rules, 'b.example', 81)).toBe('127.0.0.1 3');
  });

  test('a rule that names no new host or port is ignored', () => {
    expect(routed(['a.example:80::', '::127.0.0.1:1'], 'a.example', 80)).toBe('127.0.0.1 1');
  });

  test('says whether a rule names the host, or the URL does', () => {
    const rules = ['a.example:80:127.0.0.1:', ':81::8081'].map(parseConnectTo);
    expect(route(rules, 'a.example', 80)).toMatchObject({ host: '127.0.0.1', isNamed: true });
    expect(route(rules, 'a.example', 81)).toMatchObject({ host: 'a.example', port: 8081, isNamed: false });
    expect(route(rules, '127.0.0.1', 82)).toMatchObject({ host: '127.0.0.1', isNamed: false });
  });

  test('without a rule nothing changes', () => {
    expect(routed([], 'example.com', 443)).toBe('example.com 443');
    expect(routed([], '[::1]', 443)).toBe('::1 443');
  });
});

describe('a redirect of a stand-in server', () => {
  const rules = ['a.example:80:127.0.0.1:8080', ':443:127.0.0.1:8443'].map(parseConnectTo);
  test.each([
    ['http://a.example:8080/x?y#z', 'a.example', 80, 'http://a.example/x?y#z'],
    ['HTTP://A.example:8080', 'a.example', 80, 'HTTP://A.example'],
    ['https://b.example:8443/x', 'b.example', 443, 'https://b.example/x'],
    ['https://[::1]:8443/x', '::1', 443, 'https://[::1]/x'],
    ['http://b.example:8443/x', 'b.example', 443, 'http://b.example:443/x'],
    ['http://a.example:8081/x', 'a.example', 80, 'http://a.example:8081/x'],
    ['http://b.example:8080/x', 'a.example', 80, 'http://b.example:8080/x'],
    ['http://user@a.example:8080/x', 'a.example', 80, 'http://user@a.example:8080/x'],
    ['//a.example:8080/x', 'a.example', 80, '//a.example:8080/x'],
    ['/x', 'a.example', 80, '/x'],
  ])('%s of %s:%d leads to %4$s', (location, host, port, expected) => {
    expect(standInLocation(rules, location, host, port)).toBe(expected);
  });

  test.each(['a.example', '[2001:db8::1]'])('of %s stays unchanged if a rule names that port', (host) => {
    const own = [`${host}:80:127.0.0.1:8080`, `${host}:8080:127.0.0.1:9090`].map(parseConnectTo);
    expect(standInLocation(own, `http://${host}:8080/x`, host, 80)).toBe(`http://${host}:8080/x`);
  });
});

describe('an invalid rule is refused with advice', () => {
  test.each([
    '',
    'example.com',
    'example.com:443',
    'example.com:https:127.0.0.1:8443',
    'example.com:443:127.0.0.1:x',
    'example.com:443:127.0.0.1:0',
    'example.com:443:127.0.0.1:65536',
    'example.com:-1:127.0.0.1:80',
    'example.com:443:127.0.0.1:80:90',
    'example.com:443:::1:80',
    'example.com:443:[::1:80',
    'a b:443:127.0.0.1:80',
    'example.com:443:[host]:80',
    'example.com:443:127.0.0.1:80\n',
  ])('%j', (text) => {
    expect(() => parseConnectTo(text)).toThrow(ConnectToError);
    expect(() => parseConnectTo(text)).toThrow(/write HOST:PORT:ADDR:PORT/);
  });
});
