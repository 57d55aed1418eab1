import { describe, expect, test } from 'vitest';
import { authorityOf, type Environment, ProxyError, parseProxy, proxyChoice } from '../../../crawler/fetch/proxy.ts';

test.each([
  ['http://p.example', { protocol: 'http', host: 'p.example', port: 80, credentials: null }],
  ['p.example:3128', { protocol: 'http', host: 'p.example', port: 3128, credentials: null }],
  ['https://p.example/', { protocol: 'https', host: 'p.example', port: 443, credentials: null }],
  ['socks5://[::1]:9', { protocol: 'socks5', host: '::1', port: 9, credentials: null }],
  ['socks5h://p', { protocol: 'socks5h', host: 'p', port: 1080, credentials: null }],
  ['http://a%40b:p%3aw@p', { protocol: 'http', host: 'p', port: 80, credentials: { user: 'a@b', password: 'p:w' } }],
  ['http://ann@p', { protocol: 'http', host: 'p', port: 80, credentials: { user: 'ann', password: '' } }],
])('the proxy %s is read', (text, proxy) => {
  expect(parseProxy(text, 'x')).toEqual(proxy);
});

test.each(['', 'ftp://s3cret:x@p', 'http://', 'http://ann:s3cret@p/path', 'http://ann:s3cret%@p', 'socks4://s3cret'])(
  'the proxy %j is refused without repeating it',
  (text) => {
    expect(() => parseProxy(text, '--proxy')).toThrow(ProxyError);
    expect(() => parseProxy(text, '--proxy')).not.toThrow(/s3cret/);
  },
);

test('a name or password is refused that SOCKS cannot send', () => {
  expect(() => parseProxy(`socks5://ann:${'é'.repeat(128)}@p`, '--proxy')).toThrow(ProxyError);
});

function chosen(environment: Environment, url: string, reached?: string): string | null {
  const { protocol, hostname, port } = new URL(url);
  const proxy = proxyChoice(environment)?.(
    protocol,
    hostname,
    Number(port) || (protocol === 'https:' ? 443 : 80),
    reached ?? hostname,
  );
  return proxy === null || proxy === undefined ? null : authorityOf(proxy);
}

describe('an environment', () => {
  test.each<[string, Environment, string, string | null]>([
    ['names none', {}, 'http://a.example', null],
    ['names an empty one', { http_proxy: '' }, 'http://a.example', null],
    ['has one for http', { HTTP_PROXY: 'p' }, 'http://a.example', 'p:80'],
    ['has one for http, which https does not use', { HTTP_PROXY: 'p' }, 'https://a.example', null],
    ['has one for https', { HTTPS_PROXY: 'p:1' }, 'https://a.example', 'p:1'],
    ['has one for all', { ALL_PROXY: 'socks5://p' }, 'https://a.example', 'p:1080'],
    ['prefers small letters', { http_proxy: 'q', HTTP_PROXY: 'p' }, 'http://a.example', 'q:80'],
    ['prefers the own one of a scheme', { all_proxy: 'q', https_proxy: 'p' }, 'https://a.example', 'p:80'],
    ['is that of a CGI program', { HTTP_PROXY: 'p', REQUEST_METHOD: 'GET' }, 'http://a.example', null],
  ])('%s', (_, environment, url, proxy) => {
    expect(chosen(environment, url)).toBe(proxy);
  });

  test.each(['http://localhost', 'http://a.localhost', 'http://127.9.9.9:8', 'http://[::1]:8'])(
    'is not used for %s, which is this machine',
    (url) => {
      expect(chosen({ ALL_PROXY: 'p' }, url)).toBeNull();
    },
  );

  test('is not used for what a rule connects to this machine', () => {
    expect(chosen({ ALL_PROXY: 'p' }, 'http://a.example', '127.0.0.1')).toBeNull();
  });

  test.each<[string, string, boolean]>([
    ['a.example', 'http://a.example', false],
    ['a.example', 'http://b.A.example', false],
    ['a.example', 'http://ba.example', true],
    ['.a.example', 'http://b.a.example', false],
    ['*.a.example', 'http://b.a.example', false],
    ['x, a.example', 'http://a.example.', false],
    ['x a.example:8080', 'http://a.example:8080', false],
    ['a.example:8080', 'http://a.example', true],
    ['*', 'http://a.example', false],
    ['10.0.0.0/8', 'http://10.2.3.4', false],
    ['10.0.0.0/8', 'http://11.2.3.4', true],
    ['10.0.0.0/33', 'http://10.2.3.4', true],
    ['10.0.0.0/8', 'http://a.example', true],
    ['fd00::/8', 'http://[fd12::1]', false],
    ['fd00::1', 'http://[fd00::1]', false],
    ['[fd00::1]:80', 'http://[fd00::1]', false],
    ['0.1', 'http://10.0.0.1', true],
  ])('with NO_PROXY=%s uses one for %s: %j', (list, url, isUsed) => {
    expect(chosen({ ALL_PROXY: 'p', NO_PROXY: list }, url)).toBe(isUsed ? 'p:80' : null);
    expect(chosen({ ALL_PROXY: 'p', no_proxy: list, NO_PROXY: 'other' }, url)).toBe(isUsed ? 'p:80' : null);
  });

  test('with one that is not valid names the variable, not its value', () => {
    expect(() => proxyChoice({ https_proxy: 's3cret://ann:s3cret@p' })).toThrow(
      /^the environment variable https_proxy is/,
    );
    expect(() => proxyChoice({ https_proxy: 's3cret://ann:s3cret@p' })).not.toThrow(/s3cret/);
  });
});

test('a named proxy is used for every URL', () => {
  const choose = proxyChoice(new URL('http://p:1'));
  expect([choose?.('http:', 'localhost', 80, 'localhost')?.port, choose?.('https:', 'a', 443, 'a')?.port]).toEqual([
    1, 1,
  ]);
});
