/** Long names of every shape: a slug, and its own. What took quadratic time would not end within the time of a test. */
import { expect, test } from 'vitest';
import { lowercase } from '../../src/slug/unicode.ts';
import { compileSlug, hippo, SLUG_FORMS } from '../../src/slug.ts';

const BYTES = 250_000;

const SHAPES: Readonly<Record<string, string>> = {
  letters: 'aB',
  'capital sigmas': 'Σ',
  spaces: ' ',
  'spaces between letters': 'a  ',
  dashes: '-',
  underscores: '_',
  colons: ':',
  'dashes and colons': ':-',
  sections: '_a-:',
  'the default category': '_default:',
  'full stops': '.',
  'full stops and spaces': '. ',
  symbols: '$@&',
  'lone surrogates': '\ud800',
  'characters outside the BMP': '\u{1f697}',
  marks: '\u0301',
  'marks out of order': '\u0301\u0316',
  'marks that decompose': '\u0f71\u0f73',
  'letters that become marks': '\uff9e\u0301',
  'letters with marks': 'é\u0301!\u0301',
  'marks after what is removed': '!\u0301',
  'jamo after what is removed': '\u1100!\u1161!\u11a8!',
  'newer characters': '\u1acf\u0301',
  ideographs: '五',
  NUL: '\0',
};

const encoder = new TextEncoder();
const SLUGGERS = SLUG_FORMS.map(({ name, variant }) => compileSlug(name, variant === null ? {} : { variant }));

function checkStays(name: string): void {
  for (const { form, slug } of SLUGGERS) {
    const once = slug(name);
    if (form.variant !== 'upstream') expect(slug(once) === once).toBe(true);
  }
}

test.each(Object.entries(SHAPES))('a quarter of a megabyte of %s', (_, unit) => {
  checkStays(`e${unit.repeat(BYTES / Buffer.byteLength(unit))}e`);
});

test('a megabyte of all of them', () => {
  const all = Object.values(SHAPES).join('e');
  checkStays(all.repeat((4 * BYTES) / Buffer.byteLength(all)));
});

test('millions of characters in one run overflow no stack', () => {
  expect(hippo(`!${'\u0301'.repeat(6_000_000)}`)).toBe('');
  const newer = '\u1acf';
  expect(lowercase(newer + '五É'.repeat(8_000_000)) === newer + '五é'.repeat(8_000_000)).toBe(true);
});

test('many lines of any length give the same slugs as single calls', () => {
  const lengths = [0, 1, 30, 1 << 12, 1 << 16, (1 << 17) - 1, 1 << 17, (1 << 17) + 1, 1 << 19, 3, 0];
  const names = lengths.flatMap((length) => ['É b_'.repeat(length / 4), 'x'.repeat(length), '@'.repeat(length)]);
  for (const { slug, slugLines } of SLUGGERS) {
    const lines = new TextDecoder().decode(slugLines(encoder.encode(`${names.join('\n')}\n`)));
    expect(lines === names.map((name) => `${slug(name)}\n`).join('')).toBe(true);
  }
});
