import { expect, test } from 'vitest';
import { SeenTexts } from '../../src/dedup/rejects.ts';
import { MemoryWorkspace } from './memory-workspace.ts';

test('a text is new only once, in memory and in the workspace after memory is full', () => {
  let opened = 0;
  const workspace = new MemoryWorkspace();
  const open = (): MemoryWorkspace => {
    opened++;
    return workspace;
  };
  // Room for the table alone: what it has at first is more.
  const texts = new SeenTexts(1 << 18, open);
  const names = Array.from({ length: 40_000 }, (_, i) => `${i} \xff`);
  expect(names.filter((name) => !texts.add(name))).toEqual([]);
  expect(opened).toBeGreaterThan(0);
  expect(opened).toBeLessThan(names.length);
  expect(names.filter((name) => texts.add(name))).toEqual([]);
});
