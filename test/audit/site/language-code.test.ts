import { describe, expect, test } from 'vitest';
import { codeProblem } from '../../../src/audit/site/language-code.ts';

test.each(
  'en en-GB EN-gb de-AT zh-Hant zh-Hant-TW zh-TW sr-Latn-RS es-419 x-default X-Default fil haw gsw no nb iw tl uk kr abc en-US-x-uk de-1996 en-u-uk'.split(
    ' ',
  ),
)('%s is accepted', (code) => {
  expect(codeProblem(code)).toBeNull();
});

describe('is reported, with the code that was meant', () => {
  test.each([
    ['en-UK', 'has a region that does not exist', 'en-GB'],
    ['zh-Hant-UK', 'has a region that does not exist', 'zh-Hant-GB'],
    ['sr-YU', 'has a region that does not exist', 'sr-RS'],
    ['de-XX', 'has a region that does not exist', null],
    ['en-EU', 'has a region that does not exist', null],
    ['jp', 'has a country in place of the language', 'ja'],
    ['cn', 'has a country in place of the language', 'zh'],
    ['us-en', 'has a country in place of the language', 'en-en'],
    ['xx', 'has a language that does not exist', null],
    ['english', 'has a language that does not exist', null],
    ['eng', 'has a language of three letters that has a code of two', 'en'],
    ['deu-AT', 'has a language of three letters that has a code of two', 'de-AT'],
    ['en_US', 'is not a language code', 'en-US'],
    ['zh-CHS', 'is not a language code', null],
    ['', 'is not a language code', null],
    ['*', 'is not a language code', null],
  ])('%s', (code, problem, meant) => {
    expect(codeProblem(code)).toEqual({ problem, meant });
  });
});

test('a code of any length is judged', () => {
  expect(codeProblem('en-'.repeat(1_000_000))).toEqual({ problem: 'is not a language code', meant: null });
});
