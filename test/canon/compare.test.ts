import { describe, expect, test } from 'vitest';
import { type CanonOptions, type Comparison, compare, UrlError } from '../../src/index.ts';

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
  ])('%s and %s with %j', (a, b, options, comparison) => {
    expect(compare(a, b, options)).toEqual(comparison);
    expect(compare(b, a, options)).toEqual(comparison);
  });

  test('a pass that changes both in the same way is not needed', () => {
    expect(compare('http://h/a?b=2&a=1#x', 'http://h/a?b=2&a=1')).toMatchObject({ passes: ['drop-fragment'] });
  });

  test('an invalid URL gives the error of the first', () => {
    expect(compare('http://[', 'x')).toMatchObject({ code: 'host-invalid-ipv6' });
    expect(compare('http://h/', 'x')).toBeInstanceOf(UrlError);
  });
});
