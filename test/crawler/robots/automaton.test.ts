import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Automaton } from '../../../crawler/robots/automaton.ts';
import { lawRuns } from '../../law-runs.ts';

/** All occurrences, as `end needle`, in the order in which the automaton finds them. */
function occurrences(needles: readonly string[], text: string): readonly string[] {
  const automaton = new Automaton(needles.reduce((sum, { length }) => sum + length, 0));
  const names = new Map(needles.map((needle) => [automaton.add(needle), needle]));
  automaton.link();
  expect(automaton.size).toBe(new Set(needles).size);
  const found: string[] = [];
  let node = 0;
  for (let at = 0; at < text.length; at++) {
    node = automaton.next(node, text.charCodeAt(at));
    for (let each = automaton.found(node); each !== -1; each = automaton.shorter(each)) {
      found.push(`${at + 1} ${names.get(each)}`);
    }
  }
  return found;
}

/** The same by a search for each needle: by end, the longest first. */
function expected(needles: readonly string[], text: string): readonly string[] {
  const unique = [...new Set(needles)].toSorted((a, b) => b.length - a.length);
  return Array.from(text, (_, at) => text.slice(0, at + 1)).flatMap((start) =>
    unique.filter((needle) => start.endsWith(needle)).map((needle) => `${start.length} ${needle}`),
  );
}

test.each([
  ['one needle, overlapping itself', ['aa'], 'aaaa'],
  ['the example of Aho and Corasick', ['he', 'she', 'his', 'hers'], 'ushers'],
  ['needles that are suffixes of each other', ['a', 'ba', 'cba'], 'xcbacba'],
  ['a needle inside a longer one that fails', ['abcd', 'bc'], 'abcx'],
  ['the same needle twice', ['a', 'a'], 'ba'],
  ['characters above ASCII', ['b'], 'éb\u0162b'],
  ['no needles', [], 'abc'],
])('finds %s', (_, needles, text) => {
  expect(occurrences(needles, text)).toEqual(expected(needles, text));
});

test('finds the same as a search for each needle', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), fc.array(word, { maxLength: 8 }), (needles, parts) => {
      const text = parts.join('');
      expect(occurrences(needles, text)).toEqual(expected(needles, text));
    }),
    { numRuns: lawRuns(300) },
  );
});
