import { expect, test } from 'vitest';
import { hintLines, hintsAsJson } from '../../../src/cli/render/hint-lines.ts';

const MISTAKES = new Map([
  ['severalUrls', { lines: 1200, first: { file: 'a.txt', line: 3 } }],
  ['surroundingText', { lines: 2, first: { file: 'a.txt', line: 4 } }],
  ['punctuation', { lines: 1, first: { file: 'b\u001b.txt', line: 9 } }],
] as const);

const NOTHING = {
  mistakes: new Map(),
  columns: [],
  wideRows: null,
  withoutField: [],
  withoutLinks: [],
  formats: ['lines'],
  cleaned: false,
  lists: 1,
};

test('nothing to say about a list without mistakes', () => {
  expect(hintLines(NOTHING)).toEqual([]);
  expect(hintLines({ ...NOTHING, formats: ['csv'] })).toEqual([]);
  expect(hintLines({ ...NOTHING, cleaned: true })).toEqual([]);
});

test('mistakes have counts, a first line and the option that removes them', () => {
  expect(hintLines({ ...NOTHING, mistakes: MISTAKES })).toEqual([
    '1,200 lines hold more than one URL (first: line 3), 2 have text around the URL (first: line 4), 1 ends in punctuation (first: line 9): --clean splits and trims them',
  ]);
});

test('several lists: the first line names its list; after --clean, the past', () => {
  expect(hintLines({ ...NOTHING, mistakes: MISTAKES, lists: 2, cleaned: true, formats: ['lines', 'csv'] })).toEqual([
    'cleaned: 1,200 lines held more than one URL (first: a.txt:3), 2 had text around the URL (first: a.txt:4), 1 ended in punctuation (first: b\\x1b.txt:9)',
    '--clean has no effect on csv: it applies to lists with one URL per line',
  ]);
});

test('columns name the option that chooses another one', () => {
  const columns = [
    { file: 'a.csv', column: 'url', holdsUrls: true, others: ['canonical'] },
    { file: 'b.csv', column: 'url', holdsUrls: false, others: ['final URL', 'from'] },
    { file: 'c.csv', column: '2', holdsUrls: true, others: [] },
  ];
  expect(hintLines({ ...NOTHING, columns, lists: 3, formats: ['csv'] })).toEqual([
    'a.csv: column url; canonical holds URLs too: --column canonical',
    'b.csv: column url; final URL, from hold URLs: --column "final URL"',
    'c.csv: column 2: the only one that holds URLs',
  ]);
  expect(hintLines({ ...NOTHING, columns: columns.slice(0, 1) })).toEqual([
    'column url; canonical holds URLs too: --column canonical',
  ]);
});

test('rows with too many cells have a count, a first line and the remedy', () => {
  const wideRows = { lines: 2, first: { file: 'a.csv', line: 3 } };
  const remedy =
    'put quotes around cells with commas, semicolons or |, or read one URL per line with --input-format lines';
  expect(hintLines({ ...NOTHING, wideRows })).toEqual([
    `2 rows have more cells than the table has columns (first: line 3): ${remedy}`,
  ]);
  expect(hintLines({ ...NOTHING, wideRows: { ...wideRows, lines: 1 }, lists: 2 })).toEqual([
    `1 row has more cells than the table has columns (first: a.csv:3): ${remedy}`,
  ]);
});

test('a list without a usual field names those that it has', () => {
  const withoutField = [{ file: 'a.jsonl', fields: ['page', 'title\u001b'] }];
  const line =
    'no line has a URL in a usual field (url, link, href, loc, address, uri); the first object has page, title\\x1b: name the field with --field NAME';
  expect(hintLines({ ...NOTHING, withoutField })).toEqual([line]);
  expect(hintLines({ ...NOTHING, withoutField, lists: 2 })).toEqual([`a.jsonl: ${line}`]);
});

test('a list without a link names the format in which it was read', () => {
  const withoutLinks = [{ file: 'feed\u001b.xml', format: 'sitemap' }];
  const line = 'no link found, read as sitemap: if that is wrong, name the format with --input-format';
  expect(hintLines({ ...NOTHING, withoutLinks })).toEqual([line]);
  expect(hintLines({ ...NOTHING, withoutLinks, lists: 2 })).toEqual([`feed\\x1b.xml: ${line}`]);
});

test('programs get the same facts', () => {
  expect(hintsAsJson({ ...NOTHING, mistakes: MISTAKES, cleaned: true, formats: ['lines', 'tsv'] })).toEqual({
    mistakes: Object.fromEntries(MISTAKES),
    columns: [],
    wideRows: null,
    withoutField: [],
    withoutLinks: [],
    cleaned: true,
    notCleaned: ['tsv'],
  });
});
