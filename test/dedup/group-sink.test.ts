import { expect, test } from 'vitest';
import { groupsInto } from '../../src/dedup/group-sink.ts';
import { NOWHERE } from '../../src/lists/output.ts';
import { ndjson } from '../cli/dustpan.ts';
import { listOf, run } from './running.ts';

test('a group is written member by member, and what is written goes out meanwhile', async () => {
  const texts: string[] = [];
  let [pending, most] = [0, 0];
  const output = {
    ...NOWHERE,
    text: (text: string): void => {
      texts.push(text);
      pending += text.length;
      most = Math.max(most, pending);
    },
    flush: async (): Promise<void> => {
      pending = 0;
    },
  };
  const urls = Array.from({ length: 10_000 }, (_, n) => `http://a/#${n}`);
  await run({ sources: [listOf('l.txt', urls.join('\n'), 1000)], groups: groupsInto(output) });
  const [group, ...others] = ndjson(texts.join(''));
  expect(group).toMatchObject({ key: 'http://a/', kept: 'http://a/#0', members: urls.map((url) => ({ url })) });
  expect(others).toEqual([]);
  expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(200);
  expect(most).toBeLessThan(texts.join('').length / 5);
});

test('groups are written together, not each by itself', async () => {
  let flushes = 0;
  const output = {
    ...NOWHERE,
    flush: async (): Promise<void> => {
      flushes++;
    },
  };
  const urls = Array.from({ length: 10_000 }, (_, n) => `http://a/${n >> 1}#${n}`);
  await run({ sources: [listOf('l.txt', urls.join('\n'), 1000)], groups: groupsInto(output) });
  expect(flushes).toBeLessThan(500);
});
