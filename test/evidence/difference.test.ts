import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { factOf } from '../../src/evidence/claimed-facts.ts';
import { defaultOf, difference, mergedDifferences } from '../../src/evidence/difference.ts';
import { ASSUMABLE_FACTS, compile, UrlError } from '../../src/index.ts';
import { lawRuns } from '../law-runs.ts';
import { webUrl } from '../laws/urls.ts';

const numRuns = lawRuns(1000);
const standard = compile();

/** The kind, the host and what it is about, and the form of the second. */
function shown(url: string, page: string): string | null {
  const found = difference(url, page);
  return found && [found.kind, found.host, found.about, found.form].filter((part) => part !== null).join(' ');
}

describe('the difference of two URLs', () => {
  it.each([
    ['http://example.com/a', 'http://www.example.com/a', 'www example.com add'],
    ['http://www.example.com:8080/a', 'http://example.com:8080/a', 'www example.com:8080 remove'],
    ['http://example.com/a', 'https://example.com/a', 'scheme example.com https'],
    ['http://example.com/a', 'http://example.com/a/', 'slash example.com add'],
    ['http://example.com/a/?q=1', 'http://example.com/a?q=1', 'slash example.com remove'],
    ['http://example.com/a/index.html', 'http://example.com/a/', 'index example.com index.html'],
    ['http://example.com/', 'http://example.com/default.aspx', 'index example.com default.aspx'],
    ['http://example.com/a/', 'http://example.com/a/Index.html', 'index example.com Index.html'],
    ['http://www.example.com:81/a', 'http://www.example.com:81/a/', 'slash www.example.com:81 add'],
    ['http://example.com/A', 'http://example.com/a', 'case example.com'],
    ['http://example.com/Index.html', 'http://example.com/index.html', 'case example.com'],
    ['http://example.com/a//b', 'http://example.com/a/b', 'slashes example.com'],
    ['http://example.com/?b=1&a=2', 'http://example.com/?a=2&b=1', 'order example.com'],
    ['http://example.com/?a=1&b=2', 'http://example.com/?a=1', 'param example.com b'],
    ['http://example.com/?a=1&b=2', 'http://example.com/?a=1&b=3', 'param example.com b'],
    ['http://example.com/', 'http://example.com/?a', 'param example.com a'],
    ['http://example.com/?x=1&x=2', 'http://example.com/?x=2&x=1', 'param example.com x'],
    ['http://192.0.2.1:81/a', 'http://example.com:81/a', 'ip 192.0.2.1:81 example.com'],
  ])('%s and %s: %s', (url, page, expected) => {
    expect(shown(url, page)).toBe(expected);
  });

  it.each([
    ['one key', 'http://example.com/a?utm_source=x', 'HTTP://EXAMPLE.com:80/a'],
    ['two kinds', 'http://www.example.com/', 'https://example.com/'],
    ['two kinds in one path', 'http://example.com/A', 'http://example.com/a/'],
    ['an index page and the slash of its folder', 'http://example.com/a/index.html', 'http://example.com/a'],
    ['two index pages', 'http://example.com/index.html', 'http://example.com/index.php'],
    ['two parameters', 'http://example.com/?a=1&b=2', 'http://example.com/'],
    ['a parameter that may hold others', 'http://example.com/?sid=1;page=2', 'http://example.com/'],
    ['other paths', 'http://example.com/a', 'http://example.com/b'],
    ['other hosts', 'http://example.com/', 'http://example.org/'],
    ['www twice', 'http://www.www.example.com/', 'http://www.example.com/'],
    ['another scheme at a port', 'http://example.com:81/', 'https://example.com:81/'],
    ['other ports', 'http://example.com:81/', 'http://example.com:82/'],
    ['other fragments', 'http://example.com/#!a', 'http://example.com/#!b'],
    ['other schemes', 'ftp://example.com/a', 'ftp://example.com/a/'],
    ['a file name and a slash', 'http://example.com/a.html', 'http://example.com/a.html/'],
    ['no URL', 'http://[', 'http://example.com/'],
  ])('is none: %s', (_, url, page) => {
    expect(difference(url, page)).toBeNull();
  });

  it.each([
    ['http://www.example.com/A/?x=1', 'http://example.com/a', ['www', 'slash', 'case', 'param x']],
    [
      'https://example.com/a?b=1&a=2&x=1',
      'http://example.com/a?a=2&b=1&y=3',
      ['scheme', 'param x', 'param y', 'order'],
    ],
    ['http://example.com/a//Index.html', 'http://example.com/a', ['slash', 'index Index.html', 'slashes']],
    ['http://www.example.com/a/', 'http://www.example.com/a', ['slash']],
    ['http://user@example.com/a', 'http://example.com/a/', []],
    ['http://example.com/b', 'http://example.com/a?x=1', ['param x']],
  ])('that facts merged, %s and %s: %j', (url, page, expected) => {
    const found = mergedDifferences(url, page, 'http://example.com/a');
    expect(found.map(({ kind, about }) => [kind, about].filter(Boolean).join(' '))).toEqual(expected);
    expect(new Set(found.map(({ host, path }) => host + path.replace(/\/$/, ''))).size).toBeLessThan(2);
    expect(found.every(({ host }) => host === 'example.com')).toBe(true);
  });

  it('in one parameter that only one has may be its default', () => {
    const found = difference('http://example.com/?sort=asc', 'http://example.com/');
    expect(found && defaultOf(found)).toEqual({ kind: 'default-param', host: 'example.com', about: 'sort=asc' });
    for (const other of ['http://example.com/?sort=desc', 'http://example.com/?sort=asc&sort=asc']) {
      const both = difference('http://example.com/?sort=asc', other);
      expect(both && defaultOf(both)).toBeNull();
    }
    const bare = difference('http://example.com/?print', 'http://example.com/');
    expect(bare && defaultOf(bare)).toBeNull();
  });
});

const host = fc.constantFrom(
  'example.com',
  'www.example.com',
  'www.com',
  'localhost',
  '192.0.2.1',
  'a.b:8080',
  'www.a.b:8080',
);
const PATHS = '/ // /a /a/ /A /A/ /a// //a /a//b /a/b /a/b.c /a/index.html /a/Index.html /index.php /a/./b /%61'.split(
  ' ',
);
const path = fc.constantFrom(...PATHS);
const query = fc
  .array(fc.constantFrom('a=1', 'a=2', 'a', 'b=1', 'b=', '', '%41=1', '=1', 'c', 'a=1;b=2'), { maxLength: 4 })
  .map((params) => (params.length === 0 ? '' : `?${params.join('&')}`));
const parts = fc.tuple(fc.constantFrom('http', 'https'), host, path, query);
const near = parts.map(urlOf);
/** Two URLs of which one part is not the same. */
const oneApart = fc
  .tuple(parts, parts, fc.nat(3))
  .map(([a, b, at]) => [urlOf(a), urlOf(a.with(at, b[at] ?? ''))] as const);
const pair = fc.oneof(oneApart, fc.tuple(near, near), fc.tuple(webUrl, webUrl));

function urlOf([scheme, at, where, what]: readonly string[]): string {
  return `${scheme}://${at}${where}${what}`;
}

test('the fact that a difference is about makes the two one, and they were not', () => {
  let found = 0;
  const property = fc.property(pair, ([a, b]) => {
    const between = difference(a, b);
    if (between === null) return;
    found++;
    expect(standard.key(a)).not.toEqual(standard.key(b));
    const known = compile({ facts: [factOf({ ...between, path: '/', target: between.form })] });
    expect(known.key(a)).toEqual(known.key(b));
    const byDefault = defaultOf(between);
    if (byDefault === null) return;
    const informed = compile({ facts: [factOf({ ...byDefault, path: '/', target: null })] });
    expect(informed.key(a)).toEqual(informed.key(b));
  });
  fc.assert(property, { numRuns });
  expect(found).toBeGreaterThan(numRuns / 20);
});

test('the difference is the same the other way round, the form aside', () => {
  const property = fc.property(pair, ([a, b]) => {
    const [there, back] = [difference(a, b), difference(b, a)];
    expect(there === null).toBe(back === null);
    if (there === null || back === null) return;
    expect([back.kind, back.host, back.about]).toEqual([there.kind, there.host, there.about]);
    expect(back.form === null).toBe(there.form === null);
    if (there.form !== null) expect(back.form).not.toBe(there.form);
  });
  fc.assert(property, { numRuns });
});

test('a URL does not differ from itself, nor from one of its key', () => {
  const property = fc.property(fc.oneof(near, webUrl), (url) => {
    expect(difference(url, url)).toBeNull();
    const key = standard.key(url);
    if (!(key instanceof UrlError)) expect(difference(url, key)).toBeNull();
  });
  fc.assert(property, { numRuns });
});

test('what one assumption alone makes one differs by that kind', () => {
  const assuming = ASSUMABLE_FACTS.map((kind) => ({ kind, canonicalizer: compile({ assume: [kind] }) }));
  let found = 0;
  const property = fc.property(pair, ([a, b]) => {
    const plain = [standard.key(a), standard.key(b)];
    if (plain.some((key) => key instanceof UrlError) || plain[0] === plain[1]) return;
    const kinds = assuming.filter(({ canonicalizer: { key } }) => key(a) === key(b)).map(({ kind }) => kind);
    // Assuming takes away every www., and makes index pages of one folder one; a fact is about one of each. No fact is
    // about the default port of the other scheme.
    if (
      kinds.length !== 1 ||
      kinds[0] === 'index' ||
      plain.some((key) => !(key instanceof UrlError) && /www\.www\.|:(?:80|443)(?:[/?#]|$)/.test(key))
    )
      return;
    found++;
    expect(difference(a, b)?.kind).toBe(kinds[0]);
  });
  fc.assert(property, { numRuns });
  expect(found).toBeGreaterThan(numRuns / 40);
});
