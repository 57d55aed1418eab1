import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outputToFile } from '../../src/lists/output.ts';
import { temporaryFolder } from '../cli/dustpan.ts';

test('concurrent files: each appears when complete, and discarded ones leave nothing', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): number => warnings.push(warning);
  process.on('warning', note);
  const folder = temporaryFolder();
  const outputs = await Promise.all(Array.from({ length: 30 }, (_, n) => outputToFile(join(folder, String(n)))));
  for (const output of outputs) output.text('x');
  await Promise.all(outputs.slice(0, 2).map((output) => output.close()));
  await Promise.all(outputs.slice(2).map((output) => output.discard()));
  expect(readdirSync(folder).toSorted()).toEqual(['0', '1']);
  process.off('warning', note);
  expect(warnings).toEqual([]);
});
