import { expect, test } from 'vitest';
import { scores } from './planted-site.ts';

test('on one site with all examples, every rule reports its bad example and ignores its good one', async () => {
  const all = await scores();
  expect(all.filter(({ planted, found }) => found < planted).map(({ rule }) => rule)).toEqual([]);
  expect(all.flatMap(({ rule, falseAlarms }) => falseAlarms.map((url) => `${rule} ${url}`))).toEqual([]);
});
