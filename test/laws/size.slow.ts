/** Long input of every shape: a URL or a typed error, never a throw. */
import { describe, expect, test } from 'vitest';
import { compile, parseUrl, resolve, serialize, UrlError } from '../../src/index.ts';

const SHAPES: Readonly<Record<string, (length: number) => string>> = {
  'a long path': (length) => `http://a.com/${'a'.repeat(length)}`,
  slashes: (length) => `http://a.com/${'/'.repeat(length)}`,
  backslashes: (length) => `http://a.com/${'\\'.repeat(length)}`,
  'dot segments': (length) => `http://a.com/${'a/../'.repeat(length / 5)}`,
  'escapes of letters': (length) => `http://a.com/${'%41'.repeat(length / 3)}`,
  'lone percent signs': (length) => `http://a.com/${'%4%31'.repeat(length / 5)}`,
  'tracking parameters': (length) => `http://a.com/?${'utm_a=1&b&'.repeat(length / 10)}`,
  'unsorted parameters': (length) => `http://a.com/?${'b&a&'.repeat(length / 4)}`,
  'session ids': (length) => `http://a.com/${';jsessionid=1'.repeat(length / 13)}`,
  'cookieless sessions': (length) => `http://a.com${'/(S(lit3py55t21z5v55vlm25s55))'.repeat(length / 30)}`,
  'values with semicolons': (length) => `http://a.com/?utm_x=${';a'.repeat(length / 2)}`,
  'open parentheses': (length) => `http://a.com/(${'S('.repeat(length / 2)}`,
  tabs: (length) => `ht${'\t'.repeat(length)}tp://a/`,
  spaces: (length) => `${' '.repeat(length)}http://a/#${' '.repeat(length)}`,
  'lone surrogates': (length) => `http://a.com/${'\ud800'.repeat(length)}`,
  'a long label': (length) => `http://${'a'.repeat(length)}/`,
  'many labels': (length) => `http://${'a.'.repeat(length / 2)}com/`,
  'many www': (length) => `http://${'www.'.repeat(length / 4)}example.com/`,
  'many www and nothing else': (length) => `http://${'www.'.repeat(length / 4)}./`,
  'many mobile labels': (length) => `http://${'m.www.'.repeat(length / 6)}example.com/`,
  'a number for a host': (length) => `http://${'1'.repeat(length)}/`,
  'numbers for labels': (length) => `http://${'1.'.repeat(length / 2)}1/`,
  'an escaped host': (length) => `http://${'%41'.repeat(length / 3)}/`,
  'an international label': (length) => `http://${'ü'.repeat(length)}/`,
  'at signs': (length) => `http://${'@'.repeat(length)}a/`,
  colons: (length) => `http://[${':'.repeat(length)}]/`,
  'zeros in a port': (length) => `http://a:${'0'.repeat(length)}80/`,
  'a long scheme': (length) => `${'a'.repeat(length)}:x`,
  'no scheme': (length) => 'a'.repeat(length),
  'an opaque path': (length) => `mailto:${'%41 '.repeat(length / 4)}`,
  NUL: (length) => '\0'.repeat(length),
};

const PROFILES = ['standard', 'changing', 'whatwg'];

describe.each(Object.entries(SHAPES))('%s', (_, shape) => {
  test('a megabyte', () => {
    const input = shape(1_000_000);
    for (const profile of PROFILES) {
      const { canonicalize } = compile({ profile });
      const url = canonicalize(input);
      expect(url instanceof UrlError || canonicalize(url) === url).toBe(true);
    }
    const parsed = parseUrl(input);
    expect(parsed instanceof UrlError || serialize(parsed) === input).toBe(true);
    expect(['string', 'object']).toContain(typeof resolve(input, 'http://a/b'));
  });
});

test('ten megabytes', () => {
  const { canonicalize } = compile();
  for (const name of ['a long path', 'dot segments', 'escapes of letters', 'tabs', 'many labels', 'no scheme']) {
    const url = canonicalize(SHAPES[name]?.(10_000_000) ?? '');
    expect(url instanceof UrlError || url.startsWith('http://a')).toBe(true);
  }
});
