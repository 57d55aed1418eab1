import { describe, expect, test } from 'vitest';
import { readDefinition, readInlineDestination } from '../../../../src/lists/formats/markdown/markdown-destination.ts';

describe('CommonMark 6.3: the destination of an inline link', () => {
  test.each([
    ['/url)', '/url'],
    [' \n/url\n )', '/url'],
    [')', ''],
    ['<>)', ''],
    ['</my uri>)', '/my uri'],
    ['<a)b>)', 'a)b'],
    ['<a\\>b>)', 'a\\>b'],
    ['a(b)c(d(e)))', 'a(b)c(d(e))'],
    ['a\\(b)', 'a\\(b'],
    ['/url "title")', '/url'],
    ["/url 'ti\\'tle' )", '/url'],
    ['/url (title))', '/url'],
    ['/url "title ) "))', '/url'],
    [`${'('.repeat(32)}${')'.repeat(32)})`, `${'('.repeat(32)}${')'.repeat(32)}`],
  ])('%j: %j', (text, raw) => {
    const read = readInlineDestination(text, 0);
    expect(read?.raw).toBe(raw);
    expect(text.charAt((read?.end ?? 0) - 1)).toBe(')');
  });

  test.each([
    ['no closing parenthesis', '/url'],
    ['text after the destination', '/url title)'],
    ['an open parenthesis', 'a(b)'],
    ['a line break in angle brackets', '<a\nb>)'],
    ['an angle bracket in angle brackets', '<a<b>)'],
    ['text after angle brackets', '<a>b)'],
    ['no space before a title', '<a>"title")'],
    ['an unclosed title', '/url "title)'],
    ['a parenthesis in a title in parentheses', '/url (a(b))'],
    ['too many open parentheses', `${'('.repeat(33)}${')'.repeat(33)})`],
    ['nothing', ''],
  ])('%s: %j is not one', (_, text) => {
    expect(readInlineDestination(text, 0)).toBeNull();
  });
});

describe('CommonMark 4.7: the destination of a definition', () => {
  test.each([
    [' /url', '/url', ''],
    ['\n  /url\nmore', '/url', '\nmore'],
    [' </my uri>  ', '/my uri', '  '],
    [' /url "title" \nmore', '/url', ' "title" \nmore'],
    [' /url\n"title"', '/url', '\n"title"'],
    [' a)b(', 'a)b(', ''],
  ])('%j: %j', (text, raw, rest) => {
    const read = readDefinition(text, 0);
    expect(read?.raw).toBe(raw);
    expect(text.slice(read?.end)).toBe(rest);
  });

  test.each(['', ' ', ' <>', ' /url text', ' /url "title" text'])('%j is not one', (text) => {
    expect(readDefinition(text, 0)).toBeNull();
  });
});
