import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KEEP_RULES } from '../../src/dedup.ts';
import type { Fact } from '../../src/facts/facts.ts';
import { ASSUMABLE_FACTS, compile, PROFILES } from '../../src/index.ts';
import {
  EMPTY,
  FragmentProblem,
  factsProblem,
  linkTo,
  optionsOf,
  readFragment,
  type State,
  VIEWS,
} from '../../src/playground/state.ts';

const FACTS: readonly Fact[] = [
  { kind: 'www', host: 'example.com', value: 'remove' },
  { kind: 'slash', host: 'example.com', path: '/docs/', value: 'add' },
  { kind: 'case', host: 'localhost:8080' },
  { kind: 'mobile', host: 'm.example.com', value: 'example.com' },
  { kind: 'default-param', host: 'example.com', path: '/a/$', value: 'sort=a%20b' },
];

const anyText = fc.string({ unit: 'binary' }).map((text) => text.toWellFormed().replaceAll(/[@\uff20\ufe6b]/g, ''));

const anyState: fc.Arbitrary<State> = fc.record({
  view: fc.constantFrom(...VIEWS),
  urls: anyText.filter((text) => !text.includes('\n')),
  a: anyText,
  b: anyText,
  profile: fc.constantFrom(...PROFILES.map(({ name }) => name)),
  scheme: fc.constantFrom('', 'http', 'https'),
  assume: fc.subarray([...ASSUMABLE_FACTS]),
  toWww: fc.constantFrom('add', 'remove'),
  toScheme: fc.constantFrom('http', 'https'),
  facts: fc.subarray([...FACTS]),
  keep: fc.constantFrom(...KEEP_RULES),
});

describe('the address of the page', () => {
  test('carries everything that the page shows', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(readFragment(linkTo(state).fragment)).toEqual(state);
      }),
    );
  });

  test('is short for the empty page, and no address is the empty page', () => {
    expect(linkTo(EMPTY).fragment).toBe('#v=1');
    expect(readFragment('')).toEqual(EMPTY);
    expect(readFragment('#')).toEqual(EMPTY);
  });

  test('can be read and written by people', () => {
    const state = readFragment('#v=1&urls=http://example.com/&fact=slash example.com/docs/ add&assume=www scheme');
    expect(state).toEqual({ ...EMPTY, urls: 'http://example.com/', facts: [FACTS[1]], assume: ['www', 'scheme'] });
  });

  test.each([
    'http://ann:secret@example.com/',
    'ann:secret@example.com/a',
    'first http://ann:secret@example.com/ last',
    'http:\\\\ann:secret@example.com/',
    'http://ann:secret%40example.com/',
    'https://a.example/\nhttps://ann:secret@b.example/\nhttps://c.example/',
  ])('leaves out user names and passwords: %j', (text) => {
    for (const part of [{ urls: text }, { a: text }, { b: text }]) {
      const { fragment, leftOut } = linkTo({ ...EMPTY, ...part });
      expect(decodeURIComponent(fragment)).not.toMatch(/secret|ann/);
      expect(leftOut).toEqual(['credentials']);
    }
  });

  test('keeps addresses of people, which have no password', () => {
    expect(linkTo({ ...EMPTY, a: 'mailto:ann@example.com' }).leftOut).toEqual([]);
  });

  test('keeps the other lines of a list with a password', () => {
    const state = readFragment(linkTo({ ...EMPTY, urls: 'http://a/\nhttp://u:p@b/\nhttp://c/' }).fragment);
    expect(state).toMatchObject({ urls: 'http://a/\nhttp://b/\nhttp://c/' });
  });

  test('leaves out a list that is too long for a link', () => {
    const long = linkTo({ ...EMPTY, urls: 'http://a/\n'.repeat(1000), profile: 'usual' });
    expect(long).toEqual({ fragment: '#v=1&profile=usual', leftOut: ['list'] });
  });

  test.each([
    ['#garbage', 'names no version'],
    ['#%%%00&<script>', 'names no version'],
    ['#v=2&urls=x', 'version 2'],
    ['#v=1&unknown=1', 'is not a setting'],
    ['#v=1&__proto__=1', 'is not a setting'],
    ['#v=1&toString=1', 'is not a setting'],
    ['#v=1&a=1&a=2', 'there twice'],
    ['#v=1&view=other', 'view does not exist'],
    ['#v=1&profile=loose', 'profile is not one of preserving, usual, standard, changing, whatwg'],
    ['#v=1&scheme=javascript', 'scheme is neither'],
    ['#v=1&keep=best', 'unknown value'],
    ['#v=1&assume=www,scheme', 'assumes other facts'],
    ['#v=1&fact=', 'not a kind of fact'],
    ['#v=1&fact=www example.com', 'is missing'],
    ['#v=1&fact=www EXAMPLE.com add', 'not in canonical form'],
    ['#v=1&fact=www a.example add&fact=www a.example remove', 'contradicts the fact 1'],
    [`#v=1${'&fact=case a.example'.repeat(201)}`, 'more than 200 facts'],
    [`#v=1&urls=${'x'.repeat(300_000)}`, 'too long'],
  ])('that is not one of this page is a problem in one line: %.40s', (fragment, expected) => {
    const found = readFragment(fragment);

    expect(found).toBeInstanceOf(FragmentProblem);
    if (!(found instanceof FragmentProblem)) return;
    expect(found.message).toContain(expected);
    expect(found.message.length).toBeLessThan(500);
    expect(found.message).not.toContain('\n');
  });

  test('never makes the page fail, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, name) => {
        for (const fragment of [text, `#v=1&${text}`, `#v=1&fact=${text}`, `#v=1&${name}=${text}`]) {
          const state = readFragment(fragment);
          if (!(state instanceof FragmentProblem)) compile(optionsOf(state));
        }
      }),
    );
  });
});

test('a state canonicalizes as the library does with its options', () => {
  const state: State = { ...EMPTY, profile: 'usual', scheme: 'https', assume: ['www'], toWww: 'add', facts: [] };
  expect(compile(optionsOf(state)).canonicalize('example.com#a')).toBe('https://www.example.com/#a');
  expect(compile(optionsOf(EMPTY)).canonicalize('http://example.com/?utm_source=x#a')).toBe('http://example.com/');
});

test('a problem of facts names the fact', () => {
  expect(factsProblem(FACTS)).toBeNull();
  expect(factsProblem([{ kind: 'www', host: 'a/b', value: 'add' }])).toMatch(/^the fact “www a\/b add”: its host: /);
});
