import { expect, test } from 'vitest';
import { dustpan } from '../cli/dustpan.ts';
import { projectWith } from './project.ts';

test('the pass of the example runs on the command line', async () => {
  const folder = projectWith('drop-print-view.ts');
  const url = 'https://news.example/a/print';
  expect(await dustpan(['canon', '--config', 'drop-print-view.ts', url], '', folder)).toEqual({
    code: 0,
    stdout: 'https://news.example/a\n',
    stderr: '',
  });
});
