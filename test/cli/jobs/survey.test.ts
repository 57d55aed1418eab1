import { expect, test } from 'vitest';
import { Discovery } from '../../../crawler/discovery.ts';
import { Scope } from '../../../crawler/scope/scope.ts';
import { MemoryFrontier } from '../../../db/index.ts';
import { Survey } from '../../../src/cli/jobs/survey.ts';
import { compile } from '../../../src/index.ts';

test('learns the number of entries and their origins', async () => {
  const frontier = new MemoryFrontier();
  const limits = { kind: 'any', include: [], exclude: [], maxDepth: null, traps: null } as const;
  const discovery = new Discovery(compile(), new Scope([], limits));
  const urls = ['https://example.com/a', 'https://example.com/b', 'http://example.org:8080/'];
  await frontier.add(urls.map((url) => discovery.found(url, { depth: 0, source: 'seed' })));
  const survey = new Survey(null);
  for await (const entry of frontier.entries()) survey.see(entry);
  expect(survey.entries).toBe(3);
  expect([...survey.origins]).toEqual([
    ['https://example.com', null],
    ['http://example.org:8080', null],
  ]);
});
