/** Covers: src/facts/name-list.ts */
import { describe, expect, test } from 'vitest';
import { type Assumptions, FactTable } from '../../src/facts/facts.ts';
import { FACT_KINDS, NO_FACTS } from '../../src/facts/site-facts.ts';
import { compile } from '../../src/index.ts';

const nothing: Assumptions = { kinds: [], www: 'remove', scheme: 'https', everything: false };

test('a table knows which kinds of facts are known or assumed; lists are an assumption, but add no kind', () => {
  const paramLists = { at: () => () => null };
  const indexNames = new Set(['a.html']);
  expect(new FactTable([], nothing)).toMatchObject({ factKinds: new Set(), assumesNothing: true });
  expect(new FactTable([{ kind: 'case', host: 'a' }], nothing).factKinds).toEqual(new Set(['case']));
  expect(new FactTable([], { ...nothing, kinds: ['www'] }).factKinds).toEqual(new Set(['www']));
  expect(new FactTable([], { ...nothing, everything: true }).factKinds).toEqual(new Set(FACT_KINDS));
  expect(new FactTable([], { ...nothing, paramLists })).toMatchObject({ factKinds: new Set(), assumesNothing: false });
  expect(new FactTable([], { ...nothing, indexNames })).toMatchObject({ factKinds: new Set(), assumesNothing: false });
});

test('lists hold for every site, those with facts included', () => {
  const paramLists = { at: () => () => null };
  const table = new FactTable([{ kind: 'case', host: 'a' }], { ...nothing, paramLists });
  expect(table.of('b')).toEqual({ ...NO_FACTS, paramLists });
  expect(table.of('a')).toEqual({ ...NO_FACTS, paramLists, case: [{ path: '/', value: true }] });
});

test('a fact goes before what is assumed, for the same part of a site and for a smaller one', () => {
  const { canonicalize } = compile({
    assume: ['slash', 'index'],
    facts: [
      { kind: 'slash', host: 'a.com', value: 'remove' },
      { kind: 'index', host: 'a.com', path: '/x/', value: 'home.html' },
    ],
  });
  expect(canonicalize('http://a.com/y/z/')).toBe('http://a.com/y/z');
  expect(canonicalize('http://b.com/y/z')).toBe('http://b.com/y/z/');
  expect(canonicalize('http://a.com/x/home.html')).toBe('http://a.com/x');
  expect(canonicalize('http://a.com/x/index.html')).toBe('http://a.com/x/index.html');
});

test('a fact overrides an assumption also where the URL names its scheme’s own port', () => {
  const { canonicalize } = compile({
    assume: ['index'],
    facts: [{ kind: 'index', host: 'example.com', value: 'home.html' }],
  });
  expect(canonicalize('http://example.com:80/index.html')).toBe('http://example.com/index.html');
});

test('what a fact uncovers is dropped at once, also where the URL names its scheme’s own port', () => {
  const { canonicalize } = compile({ facts: [{ kind: 'slashes', host: 'a.com' }] });
  const session = '(S(lit3py55t21z5v55vlm25s55))';
  expect(canonicalize(`https://a.com//${session}/b`)).toBe('https://a.com/b');
  expect(canonicalize(`https://a.com:443//${session}/b`)).toBe('https://a.com/b');
});

test('a hundred thousand facts of one site take time by their number, not by its square', () => {
  const facts = Array.from({ length: 100_000 }, (_, index) => ({
    kind: 'param' as const,
    host: 'a.com',
    path: `/${index}/`,
    value: 'from',
  }));
  expect(compile({ facts }).canonicalize('http://a.com/99999/?from=1')).toBe('http://a.com/99999/');
});

describe('lists of one’s own', () => {
  test('add to the built-in list, take from it, and go before rules', () => {
    const { canonicalize } = compile({ params: { drop: ['from', 'x_*'], keep: ['utm_id', 'x_y'] } });
    expect(canonicalize('http://a.com/?from&x_z=1&x_y&utm_id=2&utm_source=3&id')).toBe('http://a.com/?x_y&utm_id=2&id');
  });

  test('take the fast path away, which knows the built-in list alone', () => {
    const url = 'https://example.com/a?id=1';
    expect(compile().canonicalize(url)).toBe(url);
    expect(compile({ params: { drop: ['id'] } }).canonicalize(url)).toBe('https://example.com/a');
  });

  test('name index pages in place of the usual ones, in any case', () => {
    const { canonicalize } = compile({ assume: ['index'], indexNames: ['Home.html'] });
    expect(canonicalize('http://a.com/b/HOME.html')).toBe('http://a.com/b/');
    expect(canonicalize('http://a.com/b/index.html')).toBe('http://a.com/b/index.html');
  });

  test.each([
    [{ params: { drop: ['a=b'] } }, 'params.drop[0]: "a=b" is not just a name; write the part before the "="'],
    [{ params: { keep: ['*'] } }, 'params.keep[0]: matches every parameter; write a longer name'],
    [{ indexNames: ['x/y.html'] }, 'indexNames[0]: "x/y.html" is not a file name; write a name such as index.html'],
  ])('%j is refused', (options, message) => {
    expect(() => compile(options)).toThrow(message);
  });
});

describe('profiles of one’s own', () => {
  const profiles = {
    mine: { extends: 'usual', pass: ['drop-fragment'], noPass: ['drop-host-dot'], assume: ['www'], toWww: 'add' },
    plain: {},
  } as const;

  test('are a built-in one with changes', () => {
    const { canonicalize } = compile({ profile: 'mine', profiles });
    expect(canonicalize('http://example.com/?utm_id=1#x')).toBe('http://www.example.com/?utm_id=1');
    expect(canonicalize('http://www.example.com./')).toBe('http://www.example.com./');
    expect(compile({ profile: 'plain', profiles }).passes).toEqual(compile().passes);
  });

  test('what is asked for beside them goes before', () => {
    const { canonicalize } = compile({
      profile: 'mine',
      profiles,
      pass: ['drop-host-dot'],
      noPass: ['drop-fragment'],
      toWww: 'remove',
    });
    expect(canonicalize('http://www.example.com./#x')).toBe('http://example.com/#x');
  });

  test('an unknown one is refused with what there is', () => {
    expect(() => compile({ profile: 'mini', profiles })).toThrow(
      'unknown profile "mini"; did you mean "mine"? (choose from preserving, usual, standard, changing, whatwg, mine, plain)',
    );
    expect(() => compile({ profile: 'toString', profiles })).toThrow('unknown profile "toString"');
    expect(() => compile({ profile: 'a', profiles: { a: { extends: 'mine' } } })).toThrow(
      'unknown profiles.a.extends "mine"; choose from preserving',
    );
  });
});
