import { expect, test } from 'vitest';
import { DEFAULT_SCHEME } from '../../src/canon/key-and-pass.ts';
import { passCode, passOf } from '../../src/dedup/pass-code.ts';
import { PASSES } from '../../src/passes/index.ts';
import { PASS_CLASSES } from '../../src/passes/pass.ts';

test('every pass has a code of its own, from which it is found again', () => {
  const passes = [...PASSES, DEFAULT_SCHEME];
  const codes = passes.map(passCode);
  expect(new Set(codes).size).toBe(passes.length);
  expect(codes).not.toContain(0);
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
  const known = [...PASSES, DEFAULT_SCHEME];
  expect(known.toSorted((a, b) => passCode(a) - passCode(b)).map(({ name }) => name)).toEqual(order);
});

test('a custom pass comes after the built-in ones of its class', () => {
  const code = passCode({ name: 'my-own', class: 'usual' });
  expect(passOf(code)).toEqual({ name: 'my-own', class: 'usual' });
  expect(passCode({ name: 'my-own', class: 'usual' })).toBe(code);
  for (const pass of PASSES) expect(code > passCode(pass)).toBe(pass.class !== 'changing');
});
