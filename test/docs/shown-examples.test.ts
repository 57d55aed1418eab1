import { expect, test } from 'vitest';
import { blocksOf, readPage } from './markdown.ts';

/** A link to an example that ends the paragraph above a block, which then shows the example. */
const SHOWN = /\(\.\.\/(examples\/[\w/-]+\.ts)\):$/;

test('the examples that the guide to the library shows are the files in examples/', () => {
  const page = readPage('docs/library.md');
  const lines = page.split('\n');
  const shown = blocksOf(page).flatMap(({ lines: code, start }) => {
    const [, file] =
      SHOWN.exec(lines.slice(0, start).findLast((line) => line !== '' && !line.startsWith('```')) ?? '') ?? [];
    return file === undefined ? [] : [[file, `${code.join('\n')}\n`] as const];
  });
  expect(shown.length).toBeGreaterThan(2);
  for (const [file, code] of shown) expect(code, file).toBe(readPage(file));
});
