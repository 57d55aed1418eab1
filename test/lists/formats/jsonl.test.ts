/** Covers: src/lists/formats/json-field.ts */
import { describe, expect, test } from 'vitest';
import { compile, parseUrl, UrlError } from '../../../src/index.ts';
import { readText, urlsOf } from './reading.ts';

describe('jsonl', () => {
  test('a string is the URL, an object has it in its most likely field', () => {
    const text = '"http://a/\\u00e9"\n{"link":"http://no/","url":"http://b/"}\n\n{"uri":"http://c/","url":5}\n';
    expect(urlsOf('jsonl', text)).toEqual(['http://a/é', 'http://b/', 'http://c/']);
  });

  test.each([
    ['{"page":{"links":[{"u":"no"},{"u":"http://a/"}]}}', 'page.links.1.u'],
    ['{"page.u":"http://a/","page":{"u":"no"}}', 'page.u'],
    ['["no","http://a/"]', '1'],
  ])('%s has its URL at %s', (line, field) => {
    expect(urlsOf('jsonl', line, { field })).toEqual(['http://a/']);
  });

  test('a null or blank field makes no entry', () => {
    expect(urlsOf('jsonl', '{"url":null}\n{"url":""}\n')).toEqual([]);
  });

  test.each([
    '{"a":"http://a/"}',
    '{',
    '{}',
    '[]',
    'null',
    '12',
    'http://a/',
    'foo: bar',
    'example.com',
    '{"url":1}',
    '\u0001x:y',
  ])('a line without a URL (%s) is an entry that no parser takes for one', (line) => {
    const [url = ''] = urlsOf('jsonl', `${line}\n`);
    expect(url).toContain(line);
    expect(parseUrl(url)).toBeInstanceOf(UrlError);
    expect(compile({ defaultScheme: 'https' }).canonicalize(url)).toBeInstanceOf(UrlError);
  });

  test('a field missing from the first 1,000 lines is an error that names the existing fields', () => {
    const lines = '{"link":"http://a/","page":1}\n'.repeat(1000);
    const message = /no line has the field url; the first object has link, page; name the field with --field NAME/;
    expect(() => readText('jsonl', lines, { field: 'url' })).toThrow(message);
    expect(() => readText('jsonl', '{"link":1,"page":1}', { field: 'url' })).toThrow(message);
    expect(() => readText('jsonl', `${lines}{"url":"http://b/"}\n`, { field: 'url' })).toThrow(message);
  });

  test('a field in the 1,000th line is found', () => {
    const text = `${'{"a":1}\n'.repeat(999)}{"url":"http://b/"}\n`;
    expect(urlsOf('jsonl', text, { field: 'url' })).toHaveLength(1000);
    expect(readText('jsonl', '\n', { field: 'url' })).toHaveLength(1);
  });

  test.each([
    ['{"page":"http://a/","n":1}\n{"url":5}\n', [['page', 'n']]],
    ['{"page":"http://a/"}\n{"url":"http://a/"}\n', []],
    ['{"page":"http://a/"}\n"http://a/"\n', []],
    ['{"page":"http://a/"}\n{"url":null}\n', []],
    ['[]\n{}\n', []],
    ['\n', []],
  ])('the fields of the first object are told if no line has its URL in a usual field: %j', (text, fields) => {
    const told: (readonly string[])[] = [];
    readText('jsonl', text, { onFields: (names) => told.push(names) });
    expect(told).toEqual(fields);
  });

  test.each([
    ['{"x":1}', { field: 'page.url' }, 'the line has no text in the field page.url'],
    ['{"page":{"url":5}}', { field: 'page.url' }, 'the line has no text in the field page.url'],
    ['{"x":1}', {}, 'the line has no text in any of the fields url, link, href, loc, address, uri'],
    ['{"url":', {}, 'the line is not JSON'],
  ])('the line %s with %j says why it has no URL', (line, options, problem) => {
    const text = `{"page":{"url":"http://a/"},"url":"http://a/"}\n${line}\n`;
    const [first, second] = readText('jsonl', text, options);
    expect(first).not.toHaveProperty('fault');
    expect(second).toMatchObject({ line: 2, fault: expect.stringMatching(`^${problem};`) });
  });

  test('inherited properties are not fields', () => {
    expect(() => readText('jsonl', '{"a":1}', { field: 'constructor.name' })).toThrow(/no line has the field/);
  });
});
