import { expect, test } from 'vitest';
import { DEFAULT_SCHEME } from '../../src/canon/key-and-pass.ts';
import { passCode, passOf } from '../../src/dedup/pass-code.ts';
import { PASSES } from '../../src/passes/index.ts';
import { PASS_CLASSES } from '../../src/passes/pass.ts';

test('every pass has a code of its own, from which it is found again', () => {
  const passes = [...PASSES, DEFAULT_SCHEME];
  const codes = passes.map(passCode);
  expect(codes.toSorted((a, b) => a - b)).toEqual(passes.map((_, at) => at + 1));
  expect(codes.map(passOf)).toEqual(passes);
});

test('no pass has the code 0', () => {
  expect(passCode(null)).toBe(0);
  expect(passOf(0)).toBeNull();
});

test('a looser class has larger codes; within a class, a later pass has, and the default scheme comes first', () => {
  const order = PASS_CLASSES.flatMap((each) => [
    ...(each === 'changing' ? [DEFAULT_SCHEME.name] : []),
    ...PASSES.filter((pass) => pass.class === each).map(({ name }) => name),
  ]);
  expect(order.map((_, at) => passOf(at + 1)?.name)).toEqual(order);
});
