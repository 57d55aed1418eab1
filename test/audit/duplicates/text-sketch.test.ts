import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { similarity, TextSketch } from '../../../src/audit/duplicates/text-sketch.ts';

/** Meaningless words that all differ. */
const words = (count: number, from = 0): number[] =>
  Array.from({ length: count }, (_, at) => Math.imul(from + at + 1, 0x2545f491));

function sketch(list: readonly number[]): string {
  const text = new TextSketch();
  for (const word of list) text.add(word);
  return text.text;
}

/** The exact Jaccard index of two sets of 4-word shingles. */
function jaccard(a: readonly number[], b: readonly number[]): number {
  const shingles = (list: readonly number[]): Set<string> =>
    new Set(list.map((_, at) => [0, 0, 0, ...list].slice(at, at + 4).join(' ')));
  const [ofA, ofB] = [shingles(a), shingles(b)];
  const shared = [...ofA].filter((shingle) => ofB.has(shingle)).length;
  return shared / (ofA.size + ofB.size - shared);
}

describe('the sketch of a text', () => {
  it('is 128 characters of ASCII, however long the text', () => {
    for (const length of [0, 1, 10, 100_000]) expect(sketch(words(length))).toMatch(/^[\w.-]{128}$/);
  });

  it('counts the words', () => {
    const text = new TextSketch();
    for (const word of words(7)) text.add(word);
    expect(text.words).toBe(7);
  });
});

describe('similarity', () => {
  const all = words(1000);
  const others = words(1000, 5000);

  it('is 1 for the same text, also for empty texts', () => {
    expect(similarity(sketch(all), sketch(all))).toBe(1);
    expect(similarity(sketch([]), sketch([]))).toBe(1);
  });

  it('is near 0 for texts without a common shingle, and 0 for an empty text', () => {
    expect(similarity(sketch(all), sketch(others))).toBeLessThan(0.05);
    expect(similarity(sketch(all), sketch([]))).toBe(0);
  });

  it.each([5, 50, 200, 500, 900])('is close to the Jaccard index if %i of 1000 words differ', (changed) => {
    const other = [...all.slice(0, 1000 - changed), ...others.slice(0, changed)];
    expect(Math.abs(similarity(sketch(all), sketch(other)) - jaccard(all, other))).toBeLessThan(0.12);
  });

  it('compares shingles of 4 words', () => {
    const everyFourth = all.map((word, at) => (at % 4 === 0 ? -word : word));
    const everyFifth = all.map((word, at) => (at % 5 === 0 ? -word : word));
    expect(similarity(sketch(all), sketch(everyFourth))).toBeLessThan(0.05);
    expect(similarity(sketch(all), sketch(everyFifth))).toBeGreaterThan(0.05);
  });

  it('subtracts chance matches', () => {
    const pairs = Array.from({ length: 50 }, (_, at) => [words(1000, at * 2000), words(1000, at * 2000 + 1000)]);
    const sum = pairs.reduce((total, [a, b]) => total + similarity(sketch(a ?? []), sketch(b ?? [])), 0);
    expect(sum / pairs.length).toBeLessThan(0.01);
  });

  it('depends on the order of words', () => {
    expect(similarity(sketch(all), sketch(all.toReversed()))).toBeLessThan(0.05);
  });

  it('is symmetric and between 0 and 1, for any strings', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 140 }), fc.string({ maxLength: 140 }), (a, b) => {
        expect(similarity(a, b)).toBe(similarity(b, a));
        expect(similarity(a, b)).toBeGreaterThanOrEqual(0);
        expect(similarity(a, b)).toBeLessThanOrEqual(1);
      }),
    );
  });
});
