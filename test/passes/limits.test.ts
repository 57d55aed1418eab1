/** Where a pass must leave a URL alone, and what it does at its edges. */
import { expect, test } from 'vitest';
import { type CanonOptions, compile, type Fact } from '../../src/index.ts';

const all: CanonOptions = { profile: 'changing', toScheme: 'http' };

test.each<[string, CanonOptions, string, string]>([
  ['fold-www: a public suffix is no site', all, 'http://www.com/', 'http://www.com/'],
  ['fold-www: www.com keeps its own www', all, 'http://www.www.www.com/', 'http://www.com/'],
  ['fold-www: nor is a private suffix', all, 'http://www.github.io/', 'http://www.github.io/'],
  ['fold-www: nor a name without a suffix', all, 'http://www.intranet/', 'http://www.intranet/'],
  ['fold-www: www2 is another host', all, 'http://www2.example.com/', 'http://www2.example.com/'],
  ['fold-www: all of them at once', all, 'http://www.www.example.com/', 'http://example.com/'],
  [
    'fold-www: added to registrable domains only',
    { ...all, toWww: 'add' },
    'http://a.example.com/',
    'http://a.example.com/',
  ],
  ['fold-www: not in front of an address', { ...all, toWww: 'add' }, 'http://127.0.0.1/', 'http://127.0.0.1/'],
  ['fold-mobile-host: m.com is no mobile host', all, 'http://m.com/', 'http://m.com/'],
  ['fold-mobile-host: m.com keeps its own m', all, 'http://m.mobile.m.com/', 'http://m.com/'],
  ['fold-mobile-host: also under www, as www.com is another site', all, 'http://www.m.com/', 'http://m.com/'],
  ['fold-mobile-host: under www', all, 'http://www.m.example.com/', 'http://example.com/'],
  ['limit-protocols: a port of its own is another service', all, 'https://example.com:80/', 'https://example.com:80/'],
  ['drop-host-dot: two dots are no root', {}, 'http://1.2.3.4../', 'http://1.2.3.4../'],
  ['remove-dot-segments: above the root there is nothing', {}, 'http://a/../../b/..', 'http://a/'],
  ['remove-dot-segments: dots in names stay', {}, 'http://a/.../..b/.c', 'http://a/.../..b/.c'],
  [
    'drop-session-ids: what would become a dot segment stays',
    {},
    'http://a/b/..;jsessionid=1/c',
    'http://a/b/..;jsessionid=1/c',
  ],
  ['drop-session-ids: a session of the root', {}, 'http://a/;jsessionid=1', 'http://a/'],
  ['drop-session-ids: other parameters of the segment stay', {}, 'http://a/b;x=1;JSESSIONID=2;y', 'http://a/b;x=1;y'],
  [
    'drop-session-ids: a short id in parentheses is an ordinary name',
    {},
    'http://a/wiki/(S(3))/(F(x))',
    'http://a/wiki/(S(3))/(F(x))',
  ],
  ['drop-session-ids: session and sid may be anything', {}, 'http://a/?session=1&sid=2', 'http://a/?session=1&sid=2'],
  [
    'drop-tracking-params: a value that may hold other parameters stays',
    {},
    'http://a/?utm_source=x;p=a.git&gclid=1;2&phpsessid=1;q=2',
    'http://a/?utm_source=x;p=a.git&phpsessid=1;q=2',
  ],
  [
    'drop-tracking-params: nor do lists of yours drop it',
    { params: { drop: ['ref'] } },
    'http://a/?ref=x;p=a.git&ref=1',
    'http://a/?ref=x;p=a.git',
  ],
  [
    'drop-default-params: one of several values stays',
    { facts: [{ kind: 'default-param', host: 'a', value: 'page=1' }] },
    'http://a/?page=1&page=2&x=1',
    'http://a/?page=1&page=2&x=1',
  ],
  [
    'drop-unused-params: a value that may hold other parameters stays',
    { facts: [{ kind: 'param', host: 'a', value: 'sid' }] },
    'http://a/?sid=1;page=2&sid=3',
    'http://a/?sid=1;page=2',
  ],
  [
    'drop-tracking-params: names that sites use stay',
    {},
    'http://a/?ref=1&source=2&page=3',
    'http://a/?ref=1&source=2&page=3',
  ],
  ['drop-tracking-params: empty pieces stay', {}, 'http://a/?&utm_id=1&b', 'http://a/?&b'],
  ['drop-tracking-params: an escaped name is the same name', {}, 'http://a/?utm%5Fid=1&b', 'http://a/?b'],
  ['drop-directory-index: data is no index page', all, 'http://a.com/b/index.json', 'http://a.com/b/index.json'],
  ['add-trailing-slash: not behind a file name', all, 'http://a.com/b.html', 'http://a.com/b.html'],
  ['sort-query: names of one kind keep their order', all, 'http://a.com/?b=2&a&b=1', 'http://a.com/?a&b=2&b=1'],
  ['sort-query: by name, not by value', all, 'http://a.com/?a-=1&a=2', 'http://a.com/?a=2&a-=1'],
  [
    'drop-fragment: what then ends in a space keeps it',
    { noPass: ['encode-unsafe'] },
    'http://a/b #x',
    'http://a/b%20',
  ],
  ['other schemes: only what RFC 3986 allows', all, 'mailto:Ann%7e@EXAMPLE.com?a#x', 'mailto:Ann~@EXAMPLE.com?a#x'],
  ['other schemes: a path is not read as an authority', {}, 'x:/a/..//b', 'x:/.//b'],
  [
    'facts: a path that starts with a backslash is in no part of the site',
    { noPass: ['fix-slashes'], facts: [{ kind: 'case', host: 'a' }] },
    'http://a\\B',
    'http://a\\B',
  ],
  ['file URLs: nor is it with a backslash', { noPass: ['fix-slashes'] }, 'file:/a/../\\', 'file:/./\\'],
])('%s', (_, options, before, after) => {
  expect(compile(options).canonicalize(before)).toBe(after);
});

test('a fact overrides an assumption, and applies to www and apex alike', () => {
  const { canonicalize } = compile({
    assume: ['www'],
    facts: [{ kind: 'www', host: 'www.example.com', value: 'add' }],
  });
  expect(canonicalize('http://example.com/')).toBe('http://www.example.com/');
  expect(canonicalize('http://www.example.com/')).toBe('http://www.example.com/');
  expect(canonicalize('http://www.example.org/')).toBe('http://example.org/');
});

test.each([
  ['/', '/a/'],
  ['/a/', '/a/$'],
  ['/', '/*/$'],
])('a default value in %s does not count in %s, which has another one', (wide, narrow) => {
  const of = (path: string, value: string): Fact => ({ kind: 'default-param', host: 'a', path, value });
  for (const facts of [
    [of(wide, 'sort=asc'), of(narrow, 'sort=desc')],
    [of(narrow, 'sort=desc'), of(wide, 'sort=asc')],
  ]) {
    const { canonicalize } = compile({ facts });
    expect(canonicalize('http://a/a?sort=asc')).toBe('http://a/a?sort=asc');
    expect(canonicalize('http://a/a?sort=desc')).toBe('http://a/a');
    expect(canonicalize('http://a/a/b/c?sort=asc')).toBe(
      narrow === '/a/' ? 'http://a/a/b/c?sort=asc' : 'http://a/a/b/c',
    );
  }
});

test('a fact applies to its port only', () => {
  const { canonicalize } = compile({ facts: [{ kind: 'case', host: 'localhost:8080' }] });
  expect(canonicalize('http://localhost:8080/A')).toBe('http://localhost:8080/a');
  expect(canonicalize('http://localhost/A')).toBe('http://localhost/A');
});
