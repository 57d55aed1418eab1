import { beforeAll, describe, expect, test } from 'vitest';
import { corrected, type Examples, examplesOf, matches, run, usesSite } from './examples.ts';
import { markdownFiles, ROOT, readPage } from './markdown.ts';

const PAGES = markdownFiles()
  .map((file) => ({ file, page: readPage(file) }))
  .map(({ file, page }) => ({ file, page, examples: examplesOf(page) }))
  .filter(({ examples }) => examples.shown.length > 0);

describe('the commands of a page print what the page says; with -u, the page gets what they print', () => {
  const outputs = new Map<Examples, readonly string[]>();

  beforeAll(async () => {
    const pages = PAGES.map(({ examples }) => examples);
    const groups = Object.values(Object.groupBy(pages, (examples) => String(usesSite(examples))));
    await Promise.all(
      groups.map(async (group = []) => {
        const printed = await run(group);
        for (const [index, examples] of group.entries()) outputs.set(examples, printed[index] ?? []);
      }),
    );
  });

  test.each(PAGES)('$file', async ({ file, page, examples }) => {
    await expect(corrected(page, examples.shown, outputs.get(examples) ?? [])).toMatchFileSnapshot(`${ROOT}/${file}`);
  });
});

test('documented output may leave out lines and text, and differ in times, but in nothing else', () => {
  expect(matches(['a', '…', 'd'], ['a', 'b', 'c', 'd'])).toBe(true);
  expect(matches(['a … c (0.1 s, 9/s)'], ['a b c (2.0 s, 1.2/s)'])).toBe(true);
  expect(matches(['at 2026-11-22 11:33 UTC'], ['at 2027-01-02 10:00 UTC'])).toBe(true);
  expect(matches(['a', '…'], ['b'])).toBe(false);
  expect(matches(['1 page'], ['2 pages'])).toBe(false);
  expect(matches(['a'], ['a', 'b'])).toBe(false);
  expect(matches(['a', 'b'], ['a'])).toBe(false);
});

test('rough output may also differ by a tenth in its numbers', () => {
  expect(matches(['  990  a', '…'], ['  1,003  a', 'b'], true)).toBe(true);
  expect(matches(['990 a'], ['1,003 a'])).toBe(false);
  expect(matches(['990 a'], ['1,200 a'], true)).toBe(false);
  expect(matches(['990 a'], ['990 b'], true)).toBe(false);
});
