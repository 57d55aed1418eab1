/** Covers: src/lists/formats/{access-log,cdx,log-line}.ts, src/lists/reading/rejected.ts */
import { describe, expect, test } from 'vitest';
import { readStretches, readText, urlsOf } from './reading.ts';

describe('cdx', () => {
  test('the header defines the column of the original URL and the separator', () => {
    expect(urlsOf('cdx', ' CDX N b a m\ncom,a)/ 2020 http://a/ text/html\n')).toEqual(['http://a/']);
    expect(urlsOf('cdx', ' CDX a b\r\nhttp://a/ 2020\r\n')).toEqual(['http://a/']);
    expect(urlsOf('cdx', '\tCDX\tN\ta\nk k\thttp://a/ b\n')).toEqual(['http://a/ b']);
    expect(urlsOf('cdx', ',CDX,N,a\nk,http://a/\n')).toEqual(['http://a/']);
  });

  test('without a header the third column has the URL', () => {
    expect(urlsOf('cdx', 'com,a)/ 2020 http://a/ x\nshort\n\nk 2020 - x\n')).toEqual(['http://a/']);
  });

  test('a header without a column for the URL is an error', () => {
    expect(() => readText('cdx', ' CDX N b\n')).toThrow(/no column a .*it has N, b/);
  });
});

describe('cdxj', () => {
  test('the JSON has the URL; headers are not entries', () => {
    const text =
      '!meta {"a":1}\n@x\n CDX N\ncom,a)/{ 2020 {"url":"http://b/"}\nx 1 {"a":1}\ncom,a)/ 2020 {"url": "http://a/"}\n';
    expect(urlsOf('cdxj', text)).toEqual(['http://b/', 'x 1 {"a":1}', 'http://a/']);
  });
});

const log = (request: string, before = '1.2.3.4 - -', after = '200 1'): string =>
  `${before} [17/May/2015:10:05:03 +0000] "${request}" ${after}\n`;

const BASE = { base: 'https://a.example/' };

describe('access-log', () => {
  test.each([
    ['GET /a?b HTTP/1.1', 'https://a.example/a?b'],
    ['GET //a/../b HTTP/1.1', 'https://a.example//a/../b'],
    ['GET /a b HTTP/1.1', 'https://a.example/a%20b'],
    ['GET /a', 'https://a.example/a'],
    ['GET /\\"a\\" HTTP/1.1', 'https://a.example/"a"'],
    ['GET /\\xc3\\xa9 HTTP/1.1', 'https://a.example/é'],
    ['GET /\\xe9\\x0a HTTP/1.1', 'https://a.example/%E9%0A'],
    ['GET /a\\\\ HTTP/1.1', 'https://a.example/a\\'],
    ['GET http://b.example/a HTTP/1.1', 'http://b.example/a'],
    ['CONNECT a.example:443 HTTP/1.1', null],
    ['OPTIONS * HTTP/1.1', null],
    ['-', null],
    ['', null],
    ['\\x16\\x03\\x01 /x HTTP/1.1', null],
    ['GET a HTTP/1.1', null],
  ])('%s goes to %s', (request, url) => {
    expect(readText('access-log', log(request), BASE)).toEqual([{ bytes: log(request), url, line: 1 }]);
  });

  test('combined, with quotes in the user agent', () => {
    expect(
      urlsOf('access-log', log('GET /a HTTP/1.1', '::1:80 - a b', '200 - "http://r/\\"" "x \\" y"'), BASE),
    ).toEqual(['https://a.example/a']);
  });

  test.each([
    ['a.example:80', 'http://a.example/x'],
    ['a.example:443', 'https://a.example/x'],
    ['a.example:8080', 'http://a.example:8080/x'],
    ['[::1]:80', 'http://[::1]/x'],
  ])('vhost_combined: a request to %s', (host, url) => {
    expect(urlsOf('access-log', log('GET /x HTTP/1.1', `${host} 1.2.3.4 - -`), { base: 'http://no/' })).toEqual([url]);
  });

  test('the site is the origin of the base', () => {
    expect(urlsOf('access-log', log('GET /x HTTP/1.1'), { base: 'https://a.example:81/p?q#f' })).toEqual([
      'https://a.example:81/x',
    ]);
    expect(() => readText('access-log', '', { base: 'a.example' })).toThrow(/is not an origin/);
  });

  test('a path needs a base, unless the line names its site', () => {
    expect(() => readText('access-log', log('GET /x HTTP/1.1'))).toThrow(
      'the access log does not name its site; name it with --base, such as dedup LOG --base https://example.com --emit canonical',
    );
    const named = [log('GET /x HTTP/1.1', 'a.example:443 1.2.3.4 - -'), log('GET http://b.example/ HTTP/1.1')];
    expect(urlsOf('access-log', [...named, log('OPTIONS * HTTP/1.1')].join(''))).toEqual([
      'https://a.example/x',
      'http://b.example/',
    ]);
  });

  test('other lines are not entries', () => {
    expect(
      readStretches('access-log', ['x\n', '"GET /x HTTP/1.1"\n', '1 [17/May/2015:1] "GET /\\']).map((p) => p.url),
    ).toEqual([null, null, null]);
  });
});
