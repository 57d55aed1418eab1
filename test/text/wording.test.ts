import { expect, test } from 'vitest';
import { didYouMean, nearestName, quote } from '../../src/text/wording.ts';

test('suggests a known name within a typo or two, and lists the known names', () => {
  const known = ['preserving', 'usual', 'standard'];
  expect(didYouMean('standrad', known)).toBe('; did you mean "standard"? (choose from preserving, usual, standard)');
  expect(didYouMean('USUAL', known)).toContain('"usual"');
  expect(didYouMean('something', known)).toBe('; choose from preserving, usual, standard');
  expect(didYouMean('x'.repeat(1_000_000), known)).toBe('; choose from preserving, usual, standard');
});

test('suggests what two swapped letters were to be, and nothing for a name of which little is left', () => {
  expect(nearestName('--quite', ['--site', '--quiet'])).toBe('--quiet');
  expect(nearestName('cvs', ['cdx', 'csv'])).toBe('csv');
  expect(nearestName('--dp', ['--ca', '--db'])).toBe('--db');
  expect(nearestName('--out', ['--db'])).toBeNull();
  expect(nearestName('--json', ['--also'])).toBeNull();
});

test('quotes on one line, safe for a terminal, and cuts long text', () => {
  expect(quote('a"\n\u001b\u009b\u202e\ud800')).toBe('"a\\"\\n\\u001b\\u009b\\u202e\ufffd"');
  expect(quote('x'.repeat(1000))).toBe(`"${'x'.repeat(100)}…"`);
});
