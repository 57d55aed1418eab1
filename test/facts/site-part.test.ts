import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compile } from '../../src/canon/canonicalizer.ts';
import type { Fact } from '../../src/facts/facts.ts';
import { factAt, paramsAt, type Scoped } from '../../src/facts/site-facts.ts';
import { areaOf, holds, narrowness, partAround, partNamed, placeOf } from '../../src/facts/site-part.ts';

describe('a part of a site', () => {
  test.each([
    ['/', ['/', '/a/', '/a/b/'], []],
    ['/a/', ['/a/', '/a/b/'], ['/', '/ab/']],
    ['/a/$', ['/a/'], ['/', '/a/b/', '/b/']],
    ['/$', ['/'], ['/a/']],
    ['/*/$', ['/a/', '/b/'], ['/', '/a/b/']],
  ])('%s', (part, inside, outside) => {
    expect(inside.filter((place) => !holds(part, place))).toEqual([]);
    expect(outside.filter((place) => holds(part, place))).toEqual([]);
  });

  const parts = ['/', '/a/', '/a/b/', '/a/$', '/a/b/$', '/$', '/*/$', '/b/'];
  const places = ['/', '/a/', '/a/b/', '/a/b/c/', '/b/', '/c/'];

  test('partAround returns the smallest part that contains a place, or null', () => {
    const named = new Set(parts);
    expect(places.map((place) => partAround(place, named))).toEqual(['/$', '/a/$', '/a/b/$', '/a/b/', '/*/$', '/*/$']);
    expect(partAround('/a/', new Set(['/b/']))).toBeNull();
  });

  test('from narrow to wide: a single page, the top pages, a section, the whole site', () => {
    expect(parts.toSorted((a, b) => narrowness(a) - narrowness(b)).slice(0, -3)).toEqual([
      '/',
      '/a/',
      '/b/',
      '/a/b/',
      '/*/$',
    ]);
  });

  test('a user names a section with or without a final slash, and a single page with a dollar sign', () => {
    expect(partNamed('slash', '/docs/$')).toBe('/docs/$');
    expect(partNamed('slash', '/docs')).toBe('/docs/');
    expect(partNamed('www', '/docs/$')).toBe('/');
  });
});

test('the place of a page leaves out what the kind is about: the index file, letter case or repeated slashes', () => {
  expect(placeOf('index', '/a/index.html')).toBe('/a/');
  expect(placeOf('index', '/a/')).toBe('/a/');
  expect(placeOf('case', '/A/%2Fb')).toBe('/a/%2Fb/');
  expect(placeOf('slashes', '/a//b')).toBe('/a/b/');
  expect(placeOf('slash', '/A//b')).toBe('/A//b/');
  expect(placeOf('www', '/A//b')).toBe('/');
});

test('areas are the home page, the pages directly below the root, and sections', () => {
  expect(['/', '', '/a', '/a/', '/a/b', '/a/b/c'].map(areaOf)).toEqual(['/$', '/$', '/*/$', '/*/$', '/a/', '/a/']);
});

describe('facts about parts', () => {
  const scope = fc.constantFrom('/', '/a/', '/a/b/', '/a/$', '/$', '/*/$', '/b/', '/c/$', '/d/', '/e/', '/f/', '/g/');
  const anyPath = fc.constantFrom('/', '/a', '/a/', '/a/b', '/a/b/c', '/b', '/b/x', '/c', '/c/d', '/g/h', '/z');
  const place = (text: string): string => (text.endsWith('/') ? text : `${text}/`);

  test('looking a fact up gives the same fact as reading all of them', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ path: scope, value: fc.nat(3) }), { maxLength: 30 }), anyPath, (facts, at) => {
        const around = facts.filter((fact) => holds(fact.path, place(at)));
        const most = Math.max(...around.map((fact) => narrowness(fact.path)));
        const best: Scoped<number> | undefined = around.find((fact) => narrowness(fact.path) === most);
        expect(factAt(facts, at)?.value).toBe(best?.value);
      }),
    );
  });

  test('of several facts about a parameter, the last one with the narrowest scope applies', () => {
    const param = fc.constantFrom('a', 'a=1', 'a=2', 'b', 'b=1');
    fc.assert(
      fc.property(fc.array(fc.record({ path: scope, value: param }), { maxLength: 30 }), anyPath, (facts, at) => {
        const around = facts.filter(({ path, value }) => holds(path, place(at)) && value.startsWith('a'));
        const most = Math.max(...around.map(({ path }) => narrowness(path)));
        const last = around.findLast(({ path }) => narrowness(path) === most);
        expect(paramsAt(facts, at)('a')).toBe(last?.value);
      }),
    );
  });

  test.each([
    ['about parameters', (n: number) => ({ path: '/', value: `p${n}=1` })],
    ['about sections', (n: number) => ({ path: `/s${n}/`, value: 'p=1' })],
    ['about folders of one section', (n: number) => ({ path: `/a/${n}/`, value: 'p=1' })],
    ['about single pages', (n: number) => ({ path: `/a/p${n}/$`, value: 'p=1' })],
  ])('with many facts %s, a look-up reads only the one that it finds', (_, factOf) => {
    let reads = 0;
    const facts = Array.from({ length: 1000 }, (__, n): Scoped<string> => {
      const { path, value } = factOf(n);
      return {
        get path() {
          reads++;
          return path;
        },
        value,
      };
    });
    const lookUp = (n: number): void => {
      const { path, value } = factOf(n);
      const at = path.replace(/\/\$$/, '');
      expect(paramsAt(facts, at)(value.replace(/=.*/, ''))).toBe(value);
      expect(factAt(facts, at)).not.toBeNull();
    };
    lookUp(0);
    reads = 0;
    for (let n = 0; n < 1000; n++) lookUp(n);
    expect(reads).toBeLessThanOrEqual(2 * 1000);
  });

  test('in a path of many folders, only those as deep as the facts are looked up', () => {
    const facts = [
      { path: '/a/b/', value: 'x' },
      { path: '/*/$', value: 'y' },
    ];
    expect(factAt(facts, `/a/b/${'c/'.repeat(500_000)}`)?.value).toBe('x');
    expect(factAt(facts, '/'.repeat(500_000))).toBeNull();
  });

  test.each([
    ['/docs/$', ['/docs', '/docs/'], ['/docs/a', '/', '/other']],
    ['/*/$', ['/docs', '/other/'], ['/docs/a']],
  ])('slash in %s', (path, changed, kept) => {
    const fact: Fact = { kind: 'slash', host: 'example.com', path, value: 'add' };
    const { key } = compile({ facts: [fact] });
    const keyOf = (at: string): unknown => key(`http://example.com${at}`);
    for (const at of changed) expect(keyOf(at)).toBe(`http://example.com${at.replace(/\/?$/, '/')}`);
    for (const at of kept) expect(keyOf(at)).toBe(`http://example.com${at}`);
  });

  test('case and slashes apply to a section in any spelling of its name', () => {
    const { key } = compile({
      facts: [
        { kind: 'case', host: 'example.com', path: '/Docs/' },
        { kind: 'slashes', host: 'example.com', path: '/shop/' },
      ],
    });
    expect(key('http://example.com/DOCS/A')).toBe('http://example.com/docs/a');
    expect(key('http://example.com/Blog/A')).toBe('http://example.com/Blog/A');
    expect(key('http://example.com//shop//a')).toBe('http://example.com/shop/a');
    expect(key('http://example.com//blog//a')).toBe('http://example.com//blog//a');
  });
});
