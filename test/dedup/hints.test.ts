import { describe, expect, test } from 'vitest';
import { encodeBytes } from '../../src/text/bytes.ts';
import { listOf, run } from './running.ts';

const LIST = [
  'http://a/ http://b/',
  'http://c/x.',
  'http://c/x',
  'see http://d/',
  'http://c/x.',
  'see http://d/',
  'http://c/X.',
  '',
];

describe('mistakes in plain lists', () => {
  test('are counted with repeats and the first line, and the output stays a part of the input', async () => {
    const { summary, output } = await run({ sources: [listOf('l', LIST.join('\n'))] });
    expect(Object.fromEntries(summary.mistakes)).toEqual({
      severalUrls: { lines: 1, first: { file: 'l', line: 1 } },
      punctuation: { lines: 3, first: { file: 'l', line: 2 } },
      surroundingText: { lines: 2, first: { file: 'l', line: 4 } },
    });
    expect(output.split('\n').filter((line) => !LIST.includes(line))).toEqual([]);
  });

  test('are counted once for each line when entries spill', async () => {
    const distinct = Array.from({ length: 40_000 }, (_, index) => `http://a/some/longer/path/of/a/page/${index}.`);
    const { summary } = await run({
      sources: [listOf('l', [...distinct, ...distinct].join('\n'), 1 << 16)],
      memory: 1,
    });
    expect([summary.spilled, summary.mistakes.get('punctuation')?.lines]).toEqual([true, 80_000]);
  });

  test('count if the spelling came first as the key of another, or in the reference list, or in another format', async () => {
    const asKey = await run({ sources: [listOf('l', 'HTTP://a/x,\nhttp://a/x,\nhttp://a/x,\n')] });
    expect(asKey.summary.mistakes.get('punctuation')).toEqual({ lines: 3, first: { file: 'l', line: 1 } });
    const reference = await run({
      sources: [listOf('l', 'http://a/x,\n')],
      against: listOf('r', 'http://b/y,\nhttp://a/x,\n'),
    });
    expect(reference.summary.mistakes.get('punctuation')).toEqual({ lines: 1, first: { file: 'l', line: 1 } });
    const mixed = await run({
      sources: [listOf('a.html', '<!doctype html><a href="http://a/x,">x</a>'), listOf('l', 'http://a/x,\n')],
    });
    expect(mixed.summary.mistakes.get('punctuation')).toEqual({ lines: 1, first: { file: 'l', line: 1 } });
    expect(mixed.summary.formats).toEqual(['html', 'lines']);
  });
});

describe('cleaning', () => {
  test('prints the URLs of lines with mistakes one per line, and leaves other lines unchanged', async () => {
    const list = encodeBytes('\ufeffhttp://a/,http://b/é\r\n\r\njunk.\r\nhttp://c/#1\r\nhttp://c/x.\nsee <http://d/>');
    const { output, summary } = await run({ sources: [listOf('l', list)], cleans: true });
    expect(output).toBe(
      encodeBytes('\ufeffhttp://a/\r\nhttp://b/é\r\n\r\njunk.\r\nhttp://c/#1\r\nhttp://c/x\nhttp://d/\n'),
    );
    expect(summary.tally.entries).toBe(6);
    expect(Object.fromEntries(summary.mistakes)).toEqual({
      severalUrls: { lines: 1, first: { file: 'l', line: 1 } },
      punctuation: { lines: 1, first: { file: 'l', line: 5 } },
      surroundingText: { lines: 1, first: { file: 'l', line: 6 } },
    });
  });

  test('merges what it finds with the clean twin, and with the reference list', async () => {
    const { output, groups, summary } = await run({
      sources: [listOf('l', LIST.join('\n'))],
      against: listOf('r', '<http://a/>\n'),
      cleans: true,
    });
    expect(output).toBe('http://b/\nhttp://c/x\nhttp://d/\nhttp://c/X\n');
    expect(groups).toContain('"line":2');
    expect(summary.mistakes.get('surroundingText')).toEqual({ lines: 2, first: { file: 'l', line: 4 } });
  });

  test('finds no mistake in its own output', async () => {
    const first = await run({ sources: [listOf('l', LIST.join('\n'))], cleans: true });
    const second = await run({ sources: [listOf('l', first.output)], cleans: true });
    expect([second.output, second.summary.mistakes.size]).toEqual([first.output, 0]);
  });
});

test('choices of URL columns name the first list with these columns', async () => {
  const table = 'url,canonical\nhttp://a/,http://b/\n';
  const { summary } = await run({
    sources: [listOf('a.csv', table), listOf('b.csv', table), listOf('c.csv', 'n,page\n1,http://c/\n')],
    emitted: 'key',
  });
  expect(summary.columns).toEqual([
    { file: 'a.csv', column: 'url', holdsUrls: true, others: ['canonical'] },
    { file: 'c.csv', column: 'page', holdsUrls: true, others: [] },
  ]);
});

test('rows with more cells than columns are counted, stay, and merge with nothing', async () => {
  const table = 'url,n\nhttp://a/1,2,x\nhttp://a/1,x\nhttp://a/1,3,x\n';
  const { summary, output, rejected } = await run({ sources: [listOf('a.csv', table), listOf('b.csv', table)] });
  const problem = 'the row has more cells than the table has columns; put quotes around cells with commas';
  expect(rejected.map(({ error }) => error.message)).toEqual(Array(4).fill(expect.stringContaining(problem)));
  expect(summary.wideRows).toEqual({ lines: 4, first: { file: 'a.csv', line: 2 } });
  expect([summary.tally.rejected, summary.tally.merged]).toEqual([4, 1]);
  expect(output.match(/,[23],x/g)?.length).toBe(4);
});
