import { expect, test } from 'vitest';
import { didYouMean, quote } from '../../src/text/wording.ts';

test('suggests what a slip or two would make of it, and lists what there is', () => {
  const known = ['preserving', 'usual', 'standard'];
  expect(didYouMean('standrad', known)).toBe('; did you mean "standard"? (there are preserving, usual, standard)');
  expect(didYouMean('USUAL', known)).toContain('"usual"');
  expect(didYouMean('something', known)).toBe('; there are preserving, usual, standard');
  expect(didYouMean('x'.repeat(1_000_000), known)).toBe('; there are preserving, usual, standard');
});

test('quotes on one line, fit for a terminal, and not at length', () => {
  expect(quote('a"\n\u001b\u009b\u202e\ud800')).toBe('"a\\"\\n\\u001b\\u009b\\u202e\ufffd"');
  expect(quote('x'.repeat(1000))).toBe(`"${'x'.repeat(100)}…"`);
});
