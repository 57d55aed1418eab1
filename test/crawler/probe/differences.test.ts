import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areVariants, assumableDifference, isSame } from '../../../crawler/probe/differences.ts';
import { otherForm, otherIndex, paramsOf, withoutParam } from '../../../crawler/probe/forms.ts';
import { formPair, plansFor } from '../../../crawler/probe/plans.ts';
import { rotate } from '../../../crawler/probe/samples.ts';
import type { ClaimKind } from '../../../src/facts/claim-kind.ts';

function kindBetween(a: string, b: string): ClaimKind | null {
  return assumableDifference(a, b)?.kind ?? null;
}

describe('the assumable difference of two URLs', () => {
  test.each([
    ['www', 'http://www.example.com/a', 'http://example.com/a'],
    ['www', 'http://www.example.com:8080/a', 'http://example.com:8080/a'],
    ['scheme', 'https://example.com/a', 'http://example.com/a'],
    ['scheme', 'https://example.com/a', 'http://example.com:80/a'],
    ['slash', 'http://example.com/a/', 'http://example.com/a'],
    ['index', 'http://example.com/a/index.html', 'http://example.com/a/'],
    ['case', 'http://example.com/A', 'http://example.com/a'],
    ['slashes', 'http://example.com//a', 'http://example.com/a'],
    ['order', 'http://example.com/?b=1&a=2', 'http://example.com/?a=2&b=1'],
    [null, 'http://example.com/a#b', 'http://EXAMPLE.com/a'],
    [null, 'http://www.example.com/a', 'https://example.com/a'],
    [null, 'http://example.com/a/', 'http://www.example.com/a'],
    [null, 'http://example.com/a.html/', 'http://example.com/a.html'],
    [null, 'https://example.com:8080/a', 'http://example.com:8080/a'],
    [null, 'http://www.com/', 'http://com/'],
    [null, 'http://example.com/a', 'http://example.com/b'],
    [null, 'http://example.com/a?b=1', 'http://example.com/a'],
    [null, 'http://192.0.2.1/a', 'http://example.com/a'],
    [null, 'http://example.com/Index.html', 'http://example.com/index.html'],
    [null, 'http://example.com/index.html', 'http://example.com/index.php'],
    [null, 'http://localhost/a', 'http://www.localhost/a'],
    [null, 'http://example.com/a', 'no URL'],
  ] as const)('%s: %s %s', (kind, a, b) => {
    expect([kindBetween(a, b), kindBetween(b, a)]).toEqual([kind, kind]);
  });

  test('is null for two equal URLs and for unrelated ones', () => {
    const path = fc.array(fc.constantFrom('a', 'B', '', 'index.html', 'c.d'), { maxLength: 4 });
    const url = fc
      .tuple(
        fc.constantFrom('http', 'https'),
        fc.constantFrom('', 'www.'),
        path,
        fc.constantFrom('', '?a=1&b=2', '?b=2&a=1'),
      )
      .map(([scheme, www, segments, query]) => `${scheme}://${www}example.com/${segments.join('/')}${query}`);
    fc.assert(
      fc.property(url, url, (a, b) => {
        const kind = kindBetween(a, b);
        expect(kindBetween(b, a)).toBe(kind);
        if (kind === null) return;
        expect(isSame(a, b)).toBe(false);
        expect(areVariants(a, b)).toBe(true);
      }),
    );
  });

  test('is the kind of the pair between a page and its tried form', () => {
    const kinds = fc.constantFrom('www', 'scheme', 'slash', 'case', 'slashes', 'order');
    fc.assert(
      fc.property(kinds, fc.webUrl({ withQueryParameters: true }), (kind, page) => {
        const pair = formPair(kind, page);
        if (pair === null) return;
        expect(kindBetween(pair.tried, page)).toBe(kind);
        expect(pair.canonicalizer.key(pair.tried)).toBe(pair.canonicalizer.key(page));
      }),
    );
  });
});

describe('the other form', () => {
  test.each([
    ['www', 'http://example.com/a?b', 'http://www.example.com/a?b'],
    ['www', 'http://www.example.com/', 'http://example.com/'],
    ['scheme', 'http://example.com/', 'https://example.com/'],
    ['scheme', 'http://example.com:8080/', null],
    ['slash', 'http://example.com/a', 'http://example.com/a/'],
    ['slash', 'http://example.com/a/b/', 'http://example.com/a/b'],
    ['slash', 'http://example.com/', null],
    ['case', 'http://example.com/a%2fb', 'http://example.com/A%2fB'],
    ['case', 'http://example.com/About/us', 'http://example.com/about/us'],
    ['case', 'http://example.com/1%2F2', null],
    ['slashes', 'http://example.com/a/b', 'http://example.com/a//b'],
    ['slashes', 'http://example.com/a/b/', 'http://example.com/a//b/'],
    ['slashes', 'http://example.com/a', 'http://example.com//a'],
    ['slashes', 'http://example.com/', null],
    ['order', 'http://example.com/?a=1&b=2&a=3', 'http://example.com/?b=2&a=1&a=3'],
    ['order', 'http://example.com/?a=1&a=2', null],
    ['order', 'http://example.com/', null],
  ] as const)('%s of %s is %s', (kind, url, other) => {
    expect(otherForm(kind, url)).toBe(other);
  });

  test('of an index page is its folder, and of a folder its index page', () => {
    expect(otherIndex('index.html', 'http://example.com/a/')).toBe('http://example.com/a/index.html');
    expect(otherIndex('index.html', 'http://example.com/a/index.html')).toBe('http://example.com/a/');
    expect(otherIndex('index.html', 'http://example.com/a/myindex.html')).toBeNull();
  });

  test('of a parameter is the URL without it', () => {
    const url = 'http://example.com/l?a=1&sort=b&a=2&%61=3';
    expect(withoutParam(url, 'a')).toBe('http://example.com/l?sort=b');
    expect(withoutParam('http://example.com/l?a=1', 'a')).toBe('http://example.com/l');
    expect(withoutParam(url, 'z')).toBeNull();
    expect(paramsOf(url).map(({ param }) => param)).toEqual(['a=1', 'sort=b', 'a=2', 'a=3']);
  });
});

describe('samples', () => {
  const at = (path: string): string => `http://example.com${path}`;

  test('sections in turn, deep pages first', () => {
    const pages = ['/', '/a/x', '/a/y/z', '/a/w', '/b/x', '/c'].map(at);
    expect(rotate(pages)).toEqual(['/', '/a/y/z', '/b/x', '/c', '/a/x', '/a/w'].map(at));
  });

  test('folders of a section in turn', () => {
    const pages = ['/en/a/1', '/en/a/2', '/en/a/3', '/en/b/1', '/en/b/2', '/de/a/1'].map(at);
    const ordered = ['/en/a/1', '/de/a/1', '/en/b/1', '/en/a/2', '/en/b/2', '/en/a/3'].map(at);
    expect(rotate(pages)).toEqual(ordered);
  });

  test('each page once', () => {
    const paths = fc.uniqueArray(fc.webPath(), { maxLength: 30 });
    fc.assert(
      fc.property(paths, (all) => {
        const pages = all.map(at);
        expect(rotate(pages).toSorted()).toEqual(pages.toSorted());
      }),
    );
  });

  test('a parameter with several values is tried with each of them', () => {
    const pages = ['/a?p=1', '/b?p=1', '/c?p=1', '/d?p=2', '/e?p=1&q=1', '/f?q=1'].map(at);
    const [param] = plansFor('param', at('/'), pages);
    expect(param?.subject).toEqual({ kind: 'param', host: 'example.com', about: 'p' });
    expect(param?.pairs.slice(0, 2).map(({ page }) => page)).toEqual([at('/a?p=1'), at('/d?p=2')]);
    const [single] = plansFor('default-param', at('/'), pages);
    expect(single?.subject).toEqual({ kind: 'default-param', host: 'example.com', about: 'q=1' });
  });

  test('a parameter whose value may hold others is left alone', () => {
    expect(plansFor('param', at('/'), ['/a?sid=1;page=2', '/a?sid=2;page=3'].map(at))).toEqual([]);
    const [param] = plansFor('param', at('/'), ['/a?sid=1&sid=2;page=3', '/a?sid=3'].map(at));
    expect(param?.pairs.map(({ tried }) => tried)).toEqual(['/a?sid=2;page=3', '/a'].map(at));
  });
});
