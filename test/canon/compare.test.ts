import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differingParams } from '../../src/canon/compare.ts';
import {
  ASSUMABLE_FACTS,
  type CanonOptions,
  type Comparison,
  compare,
  compile,
  PASSES,
  UrlError,
} from '../../src/index.ts';
import { lawRuns } from '../law-runs.ts';
import { webUrl } from '../laws/urls.ts';

describe('the parameters that tell two URLs apart', () => {
  test.each([
    ['http://h/a?sid=1', 'http://h/a?sid=2', ['sid']],
    ['http://h.example/a?v=1&si=x', 'https://www.h.example/a/?v=1', ['si']],
    ['http://h/a?a=1&b=2', 'http://h/a?b=1&a=2', ['a', 'b']],
    ['http://h/a?p=1&p=1', 'http://h/a?p=1', ['p']],
    ['http://h/a?b=1&a=1', 'http://h/a?a=1&b=1&utm_source=x#top', []],
    ['http://h/a?a=1', 'http://h/b?a=2', []],
    ['http://h/a?a=1&&b=1', 'http://h/a?a=1&b=1', []],
    ['http://h/a?a=1', 'http://h:x/', []],
  ])('%s and %s: %j', (a, b, names) => {
    expect(differingParams(a, b, { noPass: ['drop-tracking-params'] })).toEqual(names);
    if (names.length === 0) return;
    const facts = ['h', 'h.example'].flatMap((host) => names.map((value) => ({ kind: 'param' as const, host, value })));
    expect(compare(a, b, { facts, profile: 'changing' })).toMatchObject({ same: true });
  });
});

describe('two URLs', () => {
  test.each<[string, string, CanonOptions, Comparison]>([
    ['http://h/', 'http://h/', {}, { same: true, class: 'identical', passes: [] }],
    [
      'http://h/a',
      'HTTP://h/%61',
      {},
      { same: true, class: 'preserving', passes: ['lowercase-scheme', 'decode-unreserved'] },
    ],
    ['http://h/a', 'http://h./a', {}, { same: true, class: 'usual', passes: ['drop-host-dot'] }],
    ['http://h/a', 'http://h/a#b', {}, { same: true, class: 'changing', passes: ['drop-fragment'] }],
    ['http://h/a', 'http://h/a#b', { profile: 'usual' }, { same: false, class: 'changing', passes: ['drop-fragment'] }],
    ['http://h.example/a', 'http://www.h.example/a', {}, { same: false, class: 'changing', passes: ['fold-www'] }],
    [
      'http://h.example/a',
      'http://www.h.example/a',
      { facts: [{ kind: 'www', host: 'h.example', value: 'add' }] },
      { same: true, class: 'changing', passes: ['fold-www'] },
    ],
    [
      'http://h/a#b',
      'http://h/a',
      { noPass: ['drop-fragment'] },
      { same: false, class: 'changing', passes: ['drop-fragment'] },
    ],
    ['http://h/a#b', 'http://h/c', { noPass: ['drop-fragment'] }, { same: false, class: null, passes: [] }],
    [
      'http://h/é',
      'http://h/%C3%A9#b',
      { noPass: ['encode-unsafe'] },
      { same: true, class: 'changing', passes: ['encode-unsafe', 'drop-fragment'] },
    ],
    [
      'http://é.example/',
      'http://%C3%A9.example/',
      { noPass: ['lowercase-host'] },
      { same: true, class: 'preserving', passes: ['encode-unsafe'] },
    ],
    [
      'http://h/a b',
      'http://h/a%20b',
      { noPass: ['encode-unsafe'] },
      { same: false, class: 'preserving', passes: ['encode-unsafe'] },
    ],
    ['http://h/a', 'http://h/b', {}, { same: false, class: null, passes: [] }],
    // Without drop-session-ids, lowercase-path would do it.
    [
      'http://h/a/(S(lit3py55t21z5v55vlm25s55))',
      'http://h/a/(s(lit3py55t21z5v55vlm25s55))',
      { assume: ['case'] },
      { same: true, class: 'changing', passes: ['drop-session-ids'] },
    ],
    [
      'h.example/a',
      'https://h.example/%61',
      { defaultScheme: 'https' },
      { same: true, class: 'changing', passes: ['default-scheme', 'decode-unreserved'] },
    ],
    [
      'h.example/a',
      'h.example/%61',
      { defaultScheme: 'https' },
      { same: true, class: 'preserving', passes: ['decode-unreserved'] },
    ],
  ])('%s and %s with %j', (a, b, options, comparison) => {
    expect(compare(a, b, options)).toEqual(comparison);
    expect(compare(b, a, options)).toEqual(comparison);
  });

  test('a pass that changes both in the same way is not needed', () => {
    expect(compare('http://h/a?b=2&a=1#x', 'http://h/a?b=2&a=1')).toMatchObject({ passes: ['drop-fragment'] });
  });

  test('the named passes are enough', () => {
    const names = PASSES.map((pass) => pass.name);
    const property = fc.property(webUrl, fc.subarray(names), fc.subarray([...ASSUMABLE_FACTS]), (a, noPass, assume) => {
      const b = compile({ profile: 'changing', noPass }).canonicalize(a);
      if (b instanceof UrlError) return;
      const comparison = compare(a, b, { assume });
      if (comparison instanceof UrlError || comparison.class === null) return;
      const others = names.filter((name) => !comparison.passes.includes(name));
      const { canonicalize } = compile({ profile: 'changing', assume, noPass: others });
      expect(canonicalize(a)).toBe(canonicalize(b));
    });
    fc.assert(property, { numRuns: lawRuns(100) });
  });

  test('an invalid URL gives the error of the first', () => {
    expect(compare('http://[', 'x')).toMatchObject({ code: 'host-invalid-ipv6' });
    expect(compare('http://h/', 'x')).toBeInstanceOf(UrlError);
  });
});
