import { expect, test } from 'vitest';
import { scores } from './planted-site.ts';

test('on one site with everything planted, every rule finds its fault and says nothing of the twin', async () => {
  const all = await scores();
  expect(all.filter(({ planted, found }) => found < planted).map(({ rule }) => rule)).toEqual([]);
  expect(all.flatMap(({ rule, falseAlarms }) => falseAlarms.map((url) => `${rule} ${url}`))).toEqual([]);
});
