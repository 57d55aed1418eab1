import { describe, expect, test } from 'vitest';
import { citedClaims } from '../../src/evidence/cited-claims.ts';
import type { Claim } from '../../src/evidence/claim.ts';
import { factsOf } from '../../src/evidence/claimed-facts.ts';
import { compile, UrlError } from '../../src/index.ts';
import { claim } from '../evidence/claims.ts';

/** The claims that each pass cites on the way to the key that the claims lead to. */
function cited(url: string, claims: readonly Claim[]): Readonly<Record<string, readonly Claim[]>> {
  const trace = compile({ facts: factsOf(claims, []).facts }).trace(url);
  if (trace instanceof UrlError) throw trace;
  return Object.fromEntries(trace.changes.map((change) => [change.pass, citedClaims(change, claims)]));
}

describe('a change cites the claim that caused it', () => {
  const http = claim('scheme', '/', { target: 'http' });
  test.each([
    ['http://www.example.com/', claim('www', '/', { target: 'remove' }), 'fold-www'],
    ['http://example.com/', claim('www', '/', { target: 'add' }), 'fold-www'],
    ['http://www.example.com:8080/', claim('www', '/', { host: 'example.com:8080' }), 'fold-www'],
    ['https://example.com:443/', http, 'limit-protocols'],
    ['http://127.0.0.1/', claim('ip', '/', { host: '127.0.0.1', about: 'example.com' }), 'ip-to-domain'],
    ['http://example.com/a', claim('slash', '/a/', { target: 'add' }), 'add-trailing-slash'],
    ['http://example.com/a/b.html', claim('index', '/a/', { about: 'b.html' }), 'drop-directory-index'],
    ['http://example.com/a/index.html', claim('index', '/a/'), 'drop-directory-index'],
    ['http://example.com/A', claim('case', '/'), 'lowercase-path'],
    ['http://example.com//a', claim('slashes', '/'), 'merge-slashes'],
    ['http://example.com/?b&a', claim('order', '/'), 'sort-query'],
    ['http://example.com/?sid=1&a', claim('param', '/', { about: 'sid' }), 'drop-unused-params'],
    ['http://example.com/?a=1&b=2', claim('default-param', '/', { about: 'b=2' }), 'drop-default-params'],
  ])('%s', (url, known, pass) => {
    expect(cited(url, [known])[pass]).toEqual([known]);
  });

  test('for the smallest part of the site that contains the URL', () => {
    const claims = ['/', '/a/', '/a/b/', '/c/'].map((path) => claim('slash', path, { target: 'add' }));
    expect(cited('http://example.com/a/x', claims)).toEqual({ 'add-trailing-slash': [claims[1]] });
  });

  test.each([
    ['http://example.com/index.html', claim('index', '/$'), 'drop-directory-index'],
    ['http://example.com/a/index.html', claim('index', '/*/$'), 'drop-directory-index'],
    ['http://example.com/a', claim('slash', '/a/$', { target: 'add' }), 'add-trailing-slash'],
    ['http://example.com/a', claim('slash', '/*/$', { target: 'add' }), 'add-trailing-slash'],
    ['http://example.com/a//b', claim('slashes', '/a/b/$'), 'merge-slashes'],
  ])('also about single pages: %s', (url, known, pass) => {
    const wider = claim(known.kind, '/', { target: known.target });
    expect(cited(url, [wider, known])[pass]).toEqual([known]);
  });

  test('for each dropped parameter, and no other', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((about) => claim('param', '/', { about }));
    const deeper = claim('param', '/x/', { about: 'a' });
    const claims = [a, b, c, deeper].filter((one) => one !== undefined);
    expect(cited('http://example.com/x/?a=1&b&d', claims)).toEqual({ 'drop-unused-params': [deeper, b] });
  });

  test('not for a kept parameter', () => {
    const claims = ['a', 'b'].map((about) => claim('param', '/', { about }));
    const change = { pass: 'drop-unused-params', class: 'changing' } as const;
    const [before, after] = ['http://example.com/?a&b', 'http://example.com/?a'];
    expect(citedClaims({ ...change, before, after }, claims)).toEqual(claims.slice(1));
  });

  test('no claim about another site or part, and none if there is no claim', () => {
    const claims = [
      claim('slash', '/b/', { target: 'add' }),
      claim('slash', '/', { host: 'example.org', target: 'add' }),
      claim('index', '/', { about: 'home.html' }),
    ];
    const change = { class: 'usual', before: 'http://example.com/a', after: 'http://example.com/a/' } as const;
    expect(citedClaims({ ...change, pass: 'add-trailing-slash' }, claims)).toEqual([]);
    expect(citedClaims({ ...change, pass: 'drop-directory-index' }, claims)).toEqual([]);
    expect(citedClaims({ ...change, pass: 'drop-fragment' }, claims)).toEqual([]);
    expect(citedClaims({ ...change, pass: 'default-scheme', before: 'a' }, claims)).toEqual([]);
  });
});
