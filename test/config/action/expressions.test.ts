import { expect, test } from 'vitest';
import { evaluate, interpolate } from './expressions.ts';

const CONTEXTS = { inputs: { 'fail-on': 'none' }, github: { event_name: 'push' }, steps: {} };

test.each([
  ["inputs.fail-on == 'none'", true],
  ["!cancelled() && inputs.fail-on != ''", true],
  ['contains(fromJSON(\'["push","schedule"]\'), github.event_name)', true],
  ["startsWith(github.event_name, 'pull_request')", false],
  ['steps.audit.outputs.folder', null],
])('%s is %s', (expression, value) => {
  expect(evaluate(expression, CONTEXTS)).toBe(value);
});

test('expressions in a text get their values, and a missing one is empty', () => {
  const text = 'a ${{ inputs.fail-on }} b${{ steps.audit.outputs.folder }}'; // oxlint-disable-line no-template-curly-in-string
  expect(interpolate(text, CONTEXTS)).toBe('a none b');
});
