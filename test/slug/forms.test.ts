/** Covers: src/slug/{compile,error,replace}.ts */
import { describe, expect, test } from 'vitest';
import { byCharacter } from '../../src/slug/replace.ts';
import { ISO_8859_1, UTF_8 } from '../../src/slug/tables/hippo.ts';
import { WIKIDOT_LETTERS } from '../../src/slug/tables/wikidot-letters.ts';
import {
  compileSlug,
  explain,
  hippo,
  isNormal,
  SLUG_FORMS,
  SlugOptionsError,
  slugOfSegment,
  wikidot,
  wikijump,
} from '../../src/slug.ts';

describe('options', () => {
  test('a leading slash and the category _default stay if their steps are left out', () => {
    expect(wikidot('/_default:_a')).toBe('_a');
    expect(wikidot('/_a', { noStep: ['drop-leading-slash'] })).toBe('a');
    expect(wikidot('/_default:_a', { noStep: ['drop-default-category'] })).toBe('_default:_a');
  });

  test.each([
    ['nonsense', {}, 'unknown slug form "nonsense"; choose from wikidot, wikijump, hippo'],
    ['hippo', { variant: 'x' }, 'the slug form hippo has no variant "x"; choose from document, upstream'],
    ['wikidot', { variant: 'x' }, 'the slug form wikidot has no variant "x"; it has no variants'],
    ['wikidot', { noStep: ['transliterate'] }, 'choose from drop-leading-slash, drop-default-category'],
    ['hippo', { noStep: ['compose'] }, 'all its steps are required'],
  ])('%s %j is rejected with a list of choices', (form, options, message) => {
    expect(() => compileSlug(form, options)).toThrow(SlugOptionsError);
    expect(() => compileSlug(form, options)).toThrow(message);
  });
});

test('an unknown variant of hippo is rejected like one of a form', () => {
  expect(() => Reflect.apply(hippo, undefined, ['a', { variant: 'x' }])).toThrow(SlugOptionsError);
});

describe('readings', () => {
  test.each([
    ['a:-:b', 'a:b'],
    [':-:a', 'a'],
    ['\u212a', ''],
    ['日本', ''],
    ['\u0085_a', '_a'],
    ['_:a', '_:a'],
  ])('wikidot %j → %j', (name, slug) => expect(wikidot(name)).toBe(slug));

  test.each([
    ['İ', 'i'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ŀ a', 'l-a'],
    ['a：b', 'a:b'],
    ['a:b:c', 'a-b:c'],
    ['_default:_default:x', '_default-default:x'],
  ])('wikijump %j → %j', (name, slug) => expect(wikijump(name)).toBe(slug));

  test.each([
    ['Tom & Jerry', 'tom-jerry', 'tom--jerry'],
    ['! a', 'a', '-a'],
    ['뉴스', '뉴스', '뉴'],
    ['é\u0300', 'e', 'e\u0300'],
    ['e!\u0301', 'e', 'e\u0301'],
    ['J\u030c', 'ǰ', 'j\u030c'],
    ['é\u0305', 'e', 'e\u0305'],
    ['x!\u0305', 'x', 'x\u0305'],
    ['ẞ', 'ss', 's'],
    ['a\u2013b', 'a\u2013b', 'a-b'],
    ['\ud801\udc00', '\ud801\udc28', '\ud801\udc00'],
    ['a - b', 'a---b', 'a---b'],
    ['..', '', ''],
  ])('hippo %j → %j, upstream %j', (name, document, upstream) => {
    expect(hippo(name)).toBe(document);
    expect(hippo(name, { variant: 'document' })).toBe(document);
    expect(hippo(name, { variant: 'upstream' })).toBe(upstream);
  });
});

test('explain returns every step, and repeats them if letters and marks come together that compose', () => {
  expect(explain('wikidot', 'A').map(({ step }) => step)).toEqual(compileSlug('wikidot').steps.map(({ name }) => name));
  const { steps } = compileSlug('hippo');
  expect(explain('hippo', 'J\u030c')).toHaveLength(2 * steps.length);
});

test('isNormal tells whether a name is its own slug', () => {
  expect(isNormal('wikidot', 'scp-173')).toBe(true);
  expect(isNormal('wikidot', 'SCP-173')).toBe(false);
  expect(isNormal('hippo', 'e\u0300', { variant: 'upstream' })).toBe(false);
});

describe('a segment of a path', () => {
  test.each([
    ['wikidot', 'SCP%20173', 'scp-173'],
    ['wikidot', '%E6%97%A5', null],
    ['wikijump', '%E6%97%A5', '日'],
    ['wikidot', '%FF', null],
    ['wikidot', 'a%', null],
    ['wikidot', '', null],
    ['hippo', '..', null],
  ])('%s of %j is %j', (form, segment, slug) => expect(slugOfSegment(compileSlug(form), segment)).toBe(slug));

  test('has no slug if the slug is not its own slug', () => {
    const upstream = compileSlug('hippo', { variant: 'upstream' });
    expect(slugOfSegment(upstream, 'é\u0300')).toBeNull();
    expect(slugOfSegment(upstream, 'é')).toBe('e');
  });
});

describe('tables', () => {
  test('table 3 covers U+00A1 to U+00FF, and differs from table 2 for three of them', () => {
    const first = 0xa1;
    const all = Array.from({ length: 0x100 - first }, (_, index) => String.fromCharCode(first + index));
    const table = byCharacter(UTF_8);
    expect(Object.keys(table).toSorted()).toEqual(all);
    const different = Object.entries(byCharacter(ISO_8859_1)).filter(([character, text]) => table[character] !== text);
    expect(different).toEqual([
      ['¦', '-'],
      ['±', '-'],
      ['ý', 'u'],
    ]);
  });

  test.each([
    [
      'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ',
      'aaaaaaaeceeeeiiiidnoooooeouuuueytssaaaaaeaaeceeeeiiiidnoooooeouuuueyty',
    ],
    [
      'ĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮįİıĲĳĴĵĶķĸĹĺĻļĽľĿ',
      'aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiijijjjkkkklklklk',
    ],
    [
      'ŀŁłŃńŅņŇňŉŊŋŌōŎŏŐőŒœŔŕŖŗŘřŚŜŞŠšŢŤŦŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžſ',
      'lklnnnnnnnnnoooooooeoerrrrrrssssstttuuuuuuuuuuuuwwyyyzzzzzzss',
    ],
    ['ƒȘȚ', 'fst'],
  ])('of Wikidot: %s → %s', (letters, slug) => expect(wikidot(letters)).toBe(slug));

  test("Wikidot's table has some capitals without their lowercase letters", () => {
    const table = byCharacter(WIKIDOT_LETTERS);
    expect(Object.keys(table)).toHaveLength(191);
    const missing = Object.keys(table).filter((letter) => !(letter.toLowerCase() in table));
    expect(missing.toSorted().join('').toLowerCase()).toBe('i\u0307śŝşţťŧșț');
  });
});

test('each form has a distinct name and variant', () => {
  const names = SLUG_FORMS.map(({ name, variant }) => `${name} ${variant}`);
  expect(new Set(names).size).toBe(names.length);
});
