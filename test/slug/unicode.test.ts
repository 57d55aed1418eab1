/** Covers: src/slug/marks.ts */
import { versions } from 'node:process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMPOSING, FIRST_VOWEL_SIGNS } from '../../src/slug/kinds.ts';
import { compose, lowercase, neitherLetterNor } from '../../src/slug/unicode.ts';
import { hippo } from '../../src/slug.ts';

/** By Node 22.19, whose Unicode is 16.0. */
const LETTERS_AND_NUMBERS_IN_16 = 142_939;
const CAPITAL_IN_17 = '\u{16ea0}';
const MARK_IN_17 = '\u1acf';

test('the list of newer characters covers those that this engine knows', () => {
  expect(Number(versions.unicode)).toBeLessThanOrEqual(17);
});

test('letters and numbers are those of Unicode 16', () => {
  const others = neitherLetterNor('');
  let count = 0;
  for (let code = 0; code < 0x110000; code++) if (String.fromCodePoint(code).search(others) < 0) count++;
  expect(count).toBe(LETTERS_AND_NUMBERS_IN_16);
});

test('newer characters stay, and their neighbours do not interact across them', () => {
  expect(lowercase(`Ä${CAPITAL_IN_17}Ä`)).toBe(`ä${CAPITAL_IN_17}ä`);
  expect(compose(`e\u0301${MARK_IN_17}\u0316\u0301`, 'NFC')).toBe(`é${MARK_IN_17}\u0316\u0301`);
  const long = '\u0301\u0316'.repeat(40);
  expect(compose(`${long}${MARK_IN_17}${long}`, 'NFC')).toBe(
    [long, long].map((run) => run.normalize('NFC')).join(MARK_IN_17),
  );
  expect(hippo(`é${MARK_IN_17}`)).toBe(`e${MARK_IN_17}`);
  expect(compose(`e${MARK_IN_17}\u0301`, 'NFC')).toBe(`e${MARK_IN_17}\u0301`);
});

test('each character is lowercased on its own', () => {
  expect(lowercase('ΟΔΟΣ ΑΣ')).toBe('οδοσ ασ');
  expect(lowercase('İ')).toBe('i\u0307');
});

/** Vowel signs that compose with the sign before them. */
const SIGNS = /[\u09be\u09d7\u0b3e\u0b56\u0b57\u0bbe\u0c56\u0cc2\u0cd5\u0cd6\u0d3e\u0d57\u0dca\u0dcf\u0ddf]/;

test('the shortcut leaves characters that compose with a preceding one to the steps', () => {
  for (let code = 0; code < 0x10000; code++) {
    const character = String.fromCharCode(code);
    if (!character.isWellFormed() || character.normalize('NFC') !== character) continue;
    const [first = '', ...others] = Array.from(character.normalize('NFD'));
    for (const other of others) {
      const isOfSigns =
        SIGNS.test(other) && /\p{M}/u.test(character) && (FIRST_VOWEL_SIGNS.test(first) || others.length > 1);
      expect(COMPOSING.test(other) || isOfSigns, `U+${code.toString(16)}`).toBe(true);
    }
  }
});

describe('long runs of marks are normalized like the engine would in quadratic time', () => {
  const marks = Array.from(
    '\u0300\u0301\u0308\u0316\u0323\u0327\u0328\u0338\u0345\u034f\u0344\u05b0\u05b9\u0670\u0c55\u0f71\u0f72\u0f73\u0f74\u3099\uff9e\uff9f\u{1d165}\u{1d16d}\u{16ff0}\u20dd',
  );
  const text = fc
    .tuple(
      fc.constantFrom('e', 'E', 'y', 'か', '가', 'ﾊ'),
      fc.array(fc.constantFrom(...marks), { minLength: 30, maxLength: 200 }),
    )
    .map(([base, run]) => base + run.join(''));
  test.each(['NFC', 'NFKC'] as const)('%s', (form) => {
    fc.assert(
      fc.property(text, (name) => {
        expect(compose(name, form)).toBe(name.normalize(form));
      }),
    );
  });
});
