import { describe, expect, test } from 'vitest';
import { BlockCutter } from '../../../../src/lists/formats/markdown/markdown-blocks.ts';

/** The blocks of a document, each as its first line and its text. */
function blocksOf(document: string): readonly (readonly [line: number, text: string])[] {
  const cutter = new BlockCutter();
  const lines = document.split(/(?<=\n)/);
  return [...lines.map((line, at) => cutter.push(line, at + 1)), cutter.end()].flatMap((block) =>
    block === null ? [] : [[block.line, block.text] as const],
  );
}

describe('a block', () => {
  test.each([
    ['is a paragraph of several lines', 'a\nb\n', [[1, 'a\nb\n']]],
    [
      'ends at a blank line',
      'a\n \t\nb',
      [
        [1, 'a\n'],
        [3, 'b'],
      ],
    ],
    [
      'ends before a list item',
      'a\n- b\n  c\n2) d',
      [
        [1, 'a\n'],
        [2, '- b\n  c\n'],
        [4, '2) d'],
      ],
    ],
    [
      'ends before a quotation, a heading and a row',
      'a\n> b\n# c\n| d',
      [
        [1, 'a\n'],
        [2, '> b\n'],
        [3, '# c\n'],
        [4, '| d'],
      ],
    ],
    ['goes on after a dash without a space', 'a\n-b\n1.c', [[1, 'a\n-b\n1.c']]],
    ['may be indented, as a nested item', '    - a', [[1, '    - a']]],
  ])('%s', (_, document, blocks) => {
    expect(blocksOf(document)).toEqual(blocks);
  });
});

describe('CommonMark 4.5: fenced code is left out', () => {
  test.each([
    [
      'backticks',
      'a\n```\nb\n```\nc',
      [
        [1, 'a\n'],
        [5, 'c'],
      ],
    ],
    ['tildes, and a text after the opening fence', '~~~ x ` y\nb\n~~~\nc', [[4, 'c']]],
    ['a longer fence closes it', '```\nb\n````\nc', [[4, 'c']]],
    ['a shorter fence does not', '````\nb\n```\nc', []],
    ['another character does not', '```\nb\n~~~\nc', []],
    ['a fence with a text after it does not', '```\nb\n``` x\nc', []],
    ['in a list item', '- ```\n  b\n  ```\nc', [[4, 'c']]],
    ['until the end of the document', '```\nb\n\nc', []],
    ['not backticks followed by backticks: that is a code span', '``` a ```\nb', [[1, '``` a ```\nb']]],
    ['not two backticks', '``\nb', [[1, '``\nb']]],
  ])('%s', (_, document, blocks) => {
    expect(blocksOf(document)).toEqual(blocks);
  });
});

describe('CommonMark 4.6: comments are left out', () => {
  test.each([
    [
      'on one line',
      'a\n<!-- b -->\nc',
      [
        [1, 'a\n'],
        [3, 'c'],
      ],
    ],
    ['on several lines, blank ones too', '<!-- b\n\nc\n--> d\ne', [[5, 'e']]],
    ['the shortest one', '<!-->\na', [[2, 'a']]],
    ['not one inside a line', 'a <!--\nb', [[1, 'a <!--\nb']]],
  ])('%s', (_, document, blocks) => {
    expect(blocksOf(document)).toEqual(blocks);
  });
});
