/** Covers: src/lists/error.ts, src/lists/formats/csv/csv-column.ts */
import { describe, expect, test } from 'vitest';
import { readText, urlsOf } from './reading.ts';

describe('the column of a table', () => {
  test.each([
    ['title,url\na,http://a/\n', undefined],
    ['Website,URL,x\nno,http://a/,no\n', undefined],
    ['x, Link ,y\n,http://a/,\n', undefined],
    ['url,Page\nno,http://a/\n', 'Page'],
    ['PAGE,Page\nno,http://a/\n', 'Page'],
    ['url,Page\nno,http://a/\n', 'page'],
    ['url,page\nno,http://a/\n', '2'],
    ['no,http://a/\n', '2'],
    ['title;url\na,b;http://a/\n', undefined],
    ['"a,b,c";url\n1;http://a/\n', undefined],
    ['\n\nurl\nhttp://a/\n', undefined],
  ])('%j, asked for %s', (table, column) => {
    expect(urlsOf('csv', table, column === undefined ? {} : { column })).toEqual(['http://a/']);
  });

  test('a missing column is an error that names the columns and the option', () => {
    expect(() => readText('csv', 'a,b c\n1,2\n')).toThrow(/the columns are a, b c; choose one with --column NAME/);
    expect(() => readText('csv', 'url,b\n', { column: 'c' })).toThrow(/no column c; the columns are url, b/);
    expect(() => readText('csv', 'url,b\n', { column: '3' })).toThrow(/no column 3/);
    expect(() => readText('csv', 'url,b\n', { column: '0' })).toThrow(/no column 0/);
  });

  test('an empty document without columns is not an error', () => {
    expect(readText('csv', '', { column: 'x' })).toEqual([]);
  });
});

describe('rows', () => {
  test('RFC 4180: quotes hold separators, line ends and quotes', () => {
    expect(readText('csv', 'url,t\r\n"http://a/?b=1,2","x\r\n""y"""\r\nhttp://c/,z')).toEqual([
      { bytes: 'url,t\r\n', url: null, line: 1 },
      { bytes: '"http://a/?b=1,2","x\r\n""y"""\r\n', url: 'http://a/?b=1,2', line: 2 },
      { bytes: 'http://c/,z', url: 'http://c/', line: 4 },
    ]);
  });

  test('with a missing or empty cell are not entries', () => {
    expect(urlsOf('csv', 'a,url\nx\n\ny,\nz," "\nw,"http://a/"\n')).toEqual(['http://a/']);
  });

  test('a quote inside a cell is part of it, and so is text after a closing quote', () => {
    expect(urlsOf('csv', 'url,b\nhttp://a/"x",1\n"http://a/"y,1\n')).toEqual(['http://a/"x"', 'http://a/y']);
  });

  test('the CR of CRLF is not part of the last cell', () => {
    expect(urlsOf('csv', 'b,url\r\n1,http://a/\r\n')).toEqual(['http://a/']);
  });

  test('an unclosed quote is an error that names its line', () => {
    expect(() => readText('csv', 'url\nhttp://a/\n"http://b/\nhttp://c/\n')).toThrow(/the quote on line 3/);
    expect(() => readText('csv', 'url,b\nhttp://a/,"x\ny\n","z\n')).toThrow(/the quote on line 4/);
  });

  test('of TSV are separated by tabs and not by commas', () => {
    expect(urlsOf('tsv', 'a,b\turl\n1\thttp://a/,b\n')).toEqual(['http://a/,b']);
  });
});
