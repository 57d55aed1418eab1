import { expect, test } from 'vitest';
import { PASSES, PROFILES } from '../src/index.ts';

test.each([
  ['passes', PASSES],
  ['profiles', PROFILES],
])('the tables of %s cannot be changed by a program', (_, table) => {
  const reached: unknown[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    reached.push(value);
    Object.values(value).forEach(visit);
  };
  visit(table);
  expect(reached.filter((value) => !Object.isFrozen(value))).toEqual([]);
});
