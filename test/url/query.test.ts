import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dropMatching, dropParams, paramName, paramNames, paramPattern } from '../../src/url/query.ts';

const query = fc
  .array(fc.constantFrom('', 'a', 'a=', 'a=1', 'a=&', 'ab=1', 'b', 'u_', 'u_x=1', '=', '=a', 'A=1', 'a==2'), {
    maxLength: 8,
  })
  .map((params) => params.join('&'));

test('a pattern drops the same parameters as a check of each name', () => {
  const pattern = paramPattern(['a', 'u_[^&=]*']);
  const isNamed = (param: string): boolean => paramName(param) === 'a' || paramName(param).startsWith('u_');
  fc.assert(
    fc.property(query, (text) => {
      expect(dropMatching(text, pattern)).toBe(dropParams(text, isNamed));
    }),
    { numRuns: 5000 },
  );
});

test.each([
  [null, []],
  ['a=1&b=2&a=3', ['a', 'b']],
  ['p=x.git;a=log;h=1&z', ['p', 'a', 'h', 'z']],
  ['q=a;b', ['q']],
  ['q=a;;=b', ['q']],
])('the parameters of %s are %j', (text, names) => {
  expect(paramNames(text)).toEqual(names);
});
