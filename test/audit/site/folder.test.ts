import { expect, test } from 'vitest';
import { folderOf, foldersAround } from '../../../src/audit/site/folder.ts';

test.each([
  ['/', '/'],
  ['', '/'],
  ['/a', '/'],
  ['/a/', '/'],
  ['/a/b', '/a/'],
  ['/a/b/', '/a/'],
  ['/a//', '/a/'],
])('the folder of %s is %s', (path, folder) => {
  expect(folderOf(path)).toBe(folder);
});

test('folders are listed from the inside, and not endlessly', () => {
  expect(foldersAround('/a/b/c/')).toEqual(['/a/b/c/', '/a/b/', '/a/']);
  expect(foldersAround('/')).toEqual([]);
  expect(foldersAround('/'.repeat(1_000_000)).length).toBeLessThan(100);
});
