import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileProblem } from '../../src/text/file-problem.ts';

const folder = mkdtempSync(join(tmpdir(), 'dustpan-test-'));

function problemOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return fileProblem(error);
  }
}

test.each([
  ['a missing file', join(folder, 'none.txt'), 'does not exist; check the path'],
  ['a file below a file', join(import.meta.filename, 'none.txt'), 'does not exist; check the path'],
  ['a folder', folder, 'is a folder; name a file'],
])('%s has a sentence instead of a code', (_, path, problem) => {
  expect(problemOf(path)).toBe(problem);
});

test.each([
  [Object.assign(new Error('no'), { code: 'EACCES' }), 'cannot be read; check its permissions'],
  [Object.assign(new Error('no'), { code: 'EIO' }), 'cannot be read (EIO)'],
  [Object.assign(new Error('no'), { code: 'ERR_STRING_TOO_LONG' }), 'is too large; choose another file'],
  [new Error('broken'), 'cannot be read (broken)'],
])('%s is explained', (error, problem) => {
  expect(fileProblem(error)).toBe(problem);
});
