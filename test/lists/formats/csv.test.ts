/** Covers: src/lists/error.ts, src/lists/formats/csv/csv-column.ts */
import { describe, expect, test } from 'vitest';
import type { ColumnChoice } from '../../../src/lists/formats/csv/csv-column.ts';
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
    ['title|url|n\na,b;c|http://a/|1\n', undefined],
    ['\n\nurl\nhttp://a/\n', undefined],
    ['sep=;\r\na,b;url\r\n1;http://a/\r\n', undefined],
    ['"sep=|"\na;b|url\n1|http://a/\n', 'URL'],
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

describe('without a usual heading, the cells tell the column', () => {
  test.each([
    ['a,b\n1,http://a/\n', ['http://a/']],
    ['1,http://a/\n2,http://b/\n', ['http://a/', 'http://b/']],
    ['a,b\nhttp://x/,http://a/\n,http://b/\n-,http://c/\n-,\n', ['http://a/', 'http://b/', 'http://c/']],
    ['link,target\nClick here,http://a/\n', ['http://a/']],
    ['1,http://a/?q=x|y|z\n', ['http://a/?q=x|y|z']],
    ['http://a/?q=x|y\nhttp://b/?q=x|y\n', ['http://a/?q=x|y', 'http://b/?q=x|y']],
    ['sep=;\nhttp://a/x;y\nhttp://b/\nhttp://c/\n', ['http://a/x;y', 'http://b/', 'http://c/']],
    ['link,url\nClick here,example.com/a\n', ['example.com/a']],
    ['url,from\n/a,http://x/\n', ['/a']],
    ['url,n\n', []],
    ['http://schema.org/name,url\nx,http://a/\n', ['http://a/']],
    [`a,b\n${',http://a/\n'.repeat(20)}http://b/,no\n`, [...Array<string>(20).fill('http://a/'), 'no']],
  ])('%j', (table, urls) => {
    expect(urlsOf('csv', table)).toEqual(urls);
  });

  test('a long cell that is not a URL takes linear time', () => {
    expect(urlsOf('csv', `url,b\n${'./'.repeat(3e5)} x,http://a/\n`)).toEqual(['http://a/']);
  });

  test.each(['sep=;\n', 'sep=;\n\nurl;n\nhttp://a/;1\n', 'sep=;\nhttp://a/\n', 'sep=;\nsep=;\nhttp://a/\n'])(
    'keeps the line that names the separator apart from links: %j',
    (table) => {
      const pieces = readText('csv', table);
      expect(pieces.map(({ bytes }) => bytes).join('')).toBe(table);
      expect(pieces.filter(({ bytes }) => bytes.startsWith('sep=')).map(({ url }) => url)).toContain(null);
      expect(pieces.filter(({ url }) => url?.includes('sep='))).toEqual([]);
    },
  );

  test('the rows before and after the decision are complete and in order', () => {
    const table = `\n\na,b\r\n\n${'1,http://a/\n'.repeat(30)}`;
    const pieces = readText('csv', table);
    expect(pieces.map(({ bytes }) => bytes).join('')).toBe(table);
    expect(pieces.map(({ line }) => line)).toEqual(Array.from({ length: 34 }, (_, index) => index + 1));
    expect(pieces.map(({ url }) => url !== null)).toEqual(Array.from({ length: 34 }, (_, index) => index > 3));
  });

  test('the names in an error are on one line, without control characters', () => {
    const table = '"a\n::error::",b\u001b[2J\nhttp://a/,http://b/\n';
    expect(() => readText('csv', table)).toThrow(/^columns a\\x0a::error:: and b\\x1b\[2J hold URLs; [ -~]+$/);
    expect(() => readText('csv', table, { column: 'c' })).toThrow(/are a\\x0a::error::, b\\x1b\[2J; [ -~]+$/);
  });

  test('several columns with URLs are an error that names them', () => {
    const table = 'a,b,final URL,n\nhttp://a/,http://b/,http://c/,1\n';
    expect(() => readText('csv', table)).toThrow('columns a, b and final URL hold URLs; choose one with --column a');
    expect(() => readText('csv', 'http://a/,http://b/\n')).toThrow(
      'columns 1 and 2 hold URLs; choose one with --column 1',
    );
    expect(() => readText('csv', 'é é,b\nhttp://a/,http://b/\n')).toThrow('choose one with --column "é é"');
  });

  test('a heading beyond ASCII can be named', () => {
    expect(urlsOf('csv', 'größe,Seite ü\n1,http://a/\n', { column: 'seite Ü' })).toEqual(['http://a/']);
  });
});

describe('a choice that is not obvious is reported', () => {
  test.each([
    ['url,canonical\nhttp://a/,http://b/\n', { column: 'url', holdsUrls: true, others: ['canonical'] }],
    ['url,from,to\n/a,http://b/,http://c/\n', { column: 'url', holdsUrls: false, others: ['from', 'to'] }],
    ['n,page\n1,http://a/\n', { column: 'page', holdsUrls: true, others: [] }],
    ['1,http://a/\n', { column: '2', holdsUrls: true, others: [] }],
    ['url,,2\nhttp://a/,http://b/,http://c/\n', { column: 'url', holdsUrls: true, others: ['2', '3'] }],
  ])('%j', (table, choice) => {
    const choices: ColumnChoice[] = [];
    readText('csv', table, { onColumn: (each) => choices.push(each) });
    expect(choices).toEqual([choice]);
  });

  test.each([
    ['url,n\nhttp://a/,1\n', {}],
    ['page\nhttp://a/\n', {}],
    ['url,canonical\nhttp://a/,http://b/\n', { column: 'url' }],
  ])('%j, asked for %j, is not reported', (table, options) => {
    const choices: ColumnChoice[] = [];
    readText('csv', table, { ...options, onColumn: (each) => choices.push(each) });
    expect(choices).toEqual([]);
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

  test.each([
    ['tsv', 'url\tt\nhttp://a/\t"x\nhttp://b/\tthe "y" z\nhttp://c/\t\n', ['http://a/', 'http://b/', 'http://c/']],
    ['csv', 'url,t\nhttp://a/,"x\nhttp://b/,the "y" z"\n', ['http://a/', 'http://b/']],
    ['csv', 't,url\n"x\ny",http://a/\n"x\r\ny""\n",http://b/\r\n', ['http://a/', 'http://b/']],
    ['csv', 't,url\n"x\ny" ,http://a/\nz,http://b/\n', ['http://a/', 'http://b/']],
    ['csv', 'url,t\nhttp://a/,"x\ny" \nhttp://b/,z\n', ['http://a/', 'http://b/']],
  ])('%s: quotes that text follows on a later line hold no cell together: %j', (format, table, urls) => {
    expect(urlsOf(format, table)).toEqual(urls);
  });

  test('a row whose quotes enclose a line like another row counts as not a URL', () => {
    expect(readText('tsv', 'url\tt\nhttp://a/\t"x\nhttp://b/\t6"\nhttp://c/\tx\n').slice(1)).toMatchObject([
      { bytes: 'http://a/\t"x\nhttp://b/\t6"\n', url: '<http://a/\t"x\nhttp://b/\t6">', line: 2 },
      { url: 'http://c/' },
    ]);
    expect(urlsOf('csv', 't,url\n"x,http://a/\ny",http://b/\n')).toEqual(['<"x,http://a/\ny",http://b/>']);
    expect(urlsOf('csv', 'url,t,u\nhttp://a/,"see\nhttp://b/,\nx",y\n')).toEqual(['http://a/']);
  });

  test('the CR of CRLF is not part of the last cell', () => {
    expect(urlsOf('csv', 'b,url\r\n1,http://a/\r\n')).toEqual(['http://a/']);
  });

  test('an unclosed quote is an error that names its line', () => {
    expect(() => readText('csv', 'url\nhttp://a/\n"http://b/\nhttp://c/\n')).toThrow(/the quote on line 3/);
    expect(() => readText('csv', 'url,b\nhttp://a/,"x\ny\n","z\n')).toThrow(/the quote on line 4/);
  });

  test.each([
    ['url\nhttp://a/1,2\nhttp://a/1,3\n', ['http://a/1,2', 'http://a/1,3']],
    ['url\r\nhttp://a/1,2\r\n,\r\n"http://a/3,4"\r\n', ['http://a/1,2', 'http://a/3,4']],
    ['http://a/\nhttp://a/1;2,3\n\nhttp://a/4,5', ['http://a/', 'http://a/1;2,3', 'http://a/4,5']],
    ['url\nhttp://a/1,\nhttp://a/2,3, ,\n', ['http://a/1', 'http://a/2,3']],
    ['http://a/1;;\nhttp://a/2\n', ['http://a/1', 'http://a/2']],
    [`http://a/\n${'http://a/1,2\n'.repeat(30)}`, ['http://a/', ...Array<string>(30).fill('http://a/1,2')]],
  ])('of a single column are one URL each: %j', (table, urls) => {
    expect(urlsOf('csv', table)).toEqual(urls);
  });

  test.each([
    ['url,n\nhttp://a/1,2,x\nhttp://a/3,x\n', ['<http://a/1,2,x>', 'http://a/3'], [2]],
    ['url;n\nhttp://a/1;2;x\nhttp://a/3;x\n;;\n', ['<http://a/1;2;x>', 'http://a/3'], [2]],
    ['n,url\nx,y,http://a/\n"x,y",http://a/\n', ['<x,y,http://a/>', 'http://a/'], [2]],
    ['1,http://a/\n2,http://a/3,4\n', ['http://a/', '<2,http://a/3,4>'], [2]],
    ['url\n"http://a/",http://b/\n', ['<"http://a/",http://b/>'], [2]],
  ])('with more cells than columns are rejected and reported: %j', (table, urls, lines) => {
    const wide: number[] = [];
    const pieces = readText('csv', table, { onWideRow: (line) => wide.push(line) });
    expect(pieces.flatMap(({ url }) => url ?? [])).toEqual(urls);
    expect(wide).toEqual(lines);
    expect(pieces.filter(({ fault }) => fault !== undefined).map(({ line }) => line)).toEqual(lines);
  });

  test.each(['url,title\nhttp://a/1,Hello,\nhttp://a/2,Hello, ,\n', 'url;title\nhttp://a/1;Hello;\nhttp://a/2;;;\n'])(
    'may end in more blank cells: %j',
    (table) => {
      expect(urlsOf('csv', table)).toEqual(['http://a/1', 'http://a/2']);
    },
  );

  test('without a heading, with cells after the URL, need --column', () => {
    const table = 'http://a/1,2\nhttp://a/1,3\n';
    expect(() => readText('csv', table)).toThrow(/no heading, so the cells after column 1 may be part of its URLs/);
    expect(() => readText('csv', '1,http://a/,x\n')).toThrow('choose --column 2');
    expect(urlsOf('csv', table, { column: '1' })).toEqual(['http://a/1', 'http://a/1']);
  });

  test('without a heading may have any number of cells if the column is given by its number', () => {
    expect(urlsOf('csv', 'http://a/1\nhttp://a/1,Title\n', { column: '1' })).toEqual(['http://a/1', 'http://a/1']);
    expect(urlsOf('csv', 'x,http://a/1\nx,http://a/2,3,4\n', { column: '2' })).toEqual(['http://a/1', 'http://a/2']);
  });

  test('of TSV may have more cells than columns, for no URL contains a tab', () => {
    expect(urlsOf('tsv', 'url\nhttp://a/\tx\n')).toEqual(['http://a/']);
    expect(urlsOf('tsv', 'http://a/\tx\n')).toEqual(['http://a/']);
  });

  test('of TSV are separated by tabs and not by commas', () => {
    expect(urlsOf('tsv', 'a,b\turl\n1\thttp://a/,b\n')).toEqual(['http://a/,b']);
  });
});
