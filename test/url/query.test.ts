import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dropMatching, dropParams, paramName, paramPattern } from '../../src/url/query.ts';

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
