import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseNoVarySearch } from '../../../crawler/page/no-vary-search.ts';
import { lawRuns } from '../../law-runs.ts';

describe('No-Vary-Search', () => {
  it.each([
    ['params', { params: 'all', except: [], keyOrder: false }],
    ['params=?1, except=("id" "q")', { params: 'all', except: ['id', 'q'], keyOrder: false }],
    ['params=("utm_source" "a\\"b\\\\")', { params: ['utm_source', 'a"b\\'], except: [], keyOrder: false }],
    ['key-order', { params: [], except: [], keyOrder: true }],
    ['key-order=?1;x, params=( "a";y=1  "b" );z="1"', { params: ['a', 'b'], except: [], keyOrder: true }],
    ['other=token, params=("a"), more=1.5', { params: ['a'], except: [], keyOrder: false }],
    ['params, params=("a")', { params: ['a'], except: [], keyOrder: false }],
    ['params=()', { params: [], except: [], keyOrder: false }],
  ])('reads %s', (text, expected) => {
    expect(parseNoVarySearch(text)).toEqual(expected);
  });

  it.each([
    '',
    'params=?0',
    'params=?0, key-order=?0',
    'params=1',
    'params=token',
    'params="a"',
    'params=("a" b)',
    'params=("a"',
    'params=("a""b")',
    'params=("a\\x")',
    'except=("a")',
    'params=("a"), except=("b")',
    'params, except',
    'params, except=token',
    'key-order=1',
    'params,',
    'params key-order',
    'Params',
    'params;',
    'params=("ä")',
    `params=(${'"a" '.repeat(2000)})`,
  ])('ignores %s', (text) => {
    expect(parseNoVarySearch(text)).toBeNull();
  });

  it('combines the fields of a response', () => {
    expect(parseNoVarySearch(['key-order', 'params=("a")'])).toEqual({ params: ['a'], except: [], keyOrder: true });
    expect(parseNoVarySearch([])).toBeNull();
  });

  it('keeps a limited number of names', () => {
    const names = Array.from({ length: 100 }, (_, n) => `"a${n}"`).join(' ');
    expect(parseNoVarySearch(`params=(${names})`)?.params).toHaveLength(64);
  });
});

test('accepts any text, in linear time', () => {
  const piece = fc.constantFrom(
    'params',
    'except',
    'key-order',
    '=',
    '(',
    ')',
    '"a"',
    '"',
    '\\',
    ';',
    ',',
    ' ',
    '?1',
    '?',
    '1',
    '.',
    'a',
  );
  const property = fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
    const read = parseNoVarySearch(pieces.join(''));
    if (read !== null) expect(read.params === 'all' || Array.isArray(read.params)).toBe(true);
  });
  fc.assert(property, { numRuns: lawRuns(2000) });
});
