import { expect, test } from 'vitest';
import { bandsOf, SketchBands } from '../../../src/audit/duplicates/sketch-bands.ts';

/** A sketch with these bands of 8 equal characters; the others are empty. */
function sketch(bands: Readonly<Record<number, string>>): ReturnType<typeof bandsOf> {
  const text = Array.from({ length: 16 }, (_, band) => (bands[band] ?? '.').repeat(8)).join('');
  return bandsOf(text);
}

function filled(...sketches: readonly ReturnType<typeof bandsOf>[]): SketchBands {
  const bands = new SketchBands();
  for (const [number, one] of sketches.entries()) bands.add(one, number);
  return bands;
}

test('finds the sketches that share a band, each once, in the order of their numbers', () => {
  const bands = filled(sketch({ 1: 'a', 5: 'b' }), sketch({ 0: 'c' }), sketch({ 2: 'd' }));
  expect(bands.similar(sketch({ 0: 'c', 1: 'a', 5: 'b' }), 1)).toEqual([0, 1]);
});

test('finds only the sketches that share as many bands as asked', () => {
  const bands = filled(sketch({ 1: 'a', 5: 'b' }), sketch({ 1: 'a', 5: 'c' }), sketch({ 1: 'x', 5: 'b', 6: 'd' }));
  const asked = sketch({ 1: 'a', 5: 'b', 6: 'd' });
  expect(bands.similar(asked, 1)).toEqual([0, 1, 2]);
  expect(bands.similar(asked, 2)).toEqual([0, 2]);
  expect(bands.similar(asked, 3)).toEqual([]);
});

test('a band that keeps no more sketches counts as shared by all', () => {
  const bands = filled(...Array.from({ length: 9 }, () => sketch({ 3: 'x', 4: 'y' })), sketch({ 4: 'y', 7: 'z' }));
  expect(bands.similar(sketch({ 3: 'x', 4: 'y', 7: 'z' }), 3)).toContain(9);
});

test('the same characters in another band are not shared', () => {
  expect(filled(sketch({ 1: 'a' })).similar(sketch({ 2: 'a' }), 1)).toEqual([]);
});

test('empty bands are not shared', () => {
  expect(filled(sketch({})).similar(sketch({}), 1)).toEqual([]);
});

test('a band that most pages share keeps its first eight sketches', () => {
  const bands = filled(...Array.from({ length: 20 }, () => sketch({ 3: 'x' })));
  expect(bands.similar(sketch({ 3: 'x' }), 1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('of thousands of sketches, those that share a band are found, and almost no others', () => {
  const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const textOf = (number: number): string =>
    Array.from({ length: 128 }, (_, at) => LETTERS[(number * (at + 7) + Math.floor(number / 52) * at * at) % 52]).join(
      '',
    );
  const texts = Array.from({ length: 2000 }, (_, number) => textOf(number));
  const bandOf = (text: string, band: number): string => text.slice(band * 8, band * 8 + 8);
  const bands = filled(...texts.map(bandsOf));
  // Bands are known by hashes, which collide in one of 200 runs.
  let others = 0;
  for (const [number, text] of texts.entries()) {
    if (number % 50 !== 0) continue;
    const sharing = texts.flatMap((other, at) =>
      Array.from({ length: 16 }, (_, band) => band).some((band) => bandOf(other, band) === bandOf(text, band))
        ? [at]
        : [],
    );
    const found = new Set(bands.similar(bandsOf(text), 1));
    expect(sharing.filter((at) => !found.has(at))).toEqual([]);
    others += found.size - sharing.length;
  }
  expect(others).toBeLessThan(4);
});
