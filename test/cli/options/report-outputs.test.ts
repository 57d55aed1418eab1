import { expect, test } from 'vitest';
import { reportOutputs } from '../../../src/cli/options/report-outputs.ts';
import { AUDIT_FORMATS } from '../../../src/report/audit/index.ts';

const outputs = (
  format: string,
  output: string | null,
  ...also: readonly string[]
): readonly (string | undefined)[][] =>
  reportOutputs({ format, also, ...(output !== null && { output }) }, AUDIT_FORMATS).map(
    ({ format: { name }, file }) => [name, file],
  );

test('one report goes to standard output or a file, further ones to the file after the equals sign', () => {
  expect(outputs('text', null)).toEqual([['text', undefined]]);
  expect(outputs('github', 'a.txt', 'sarif=b.sarif', 'html=c=d.html')).toEqual([
    ['github', 'a.txt'],
    ['sarif', 'b.sarif'],
    ['html', 'c=d.html'],
  ]);
});

test.each([
  [['sarif'], '--also sarif has no file; write FORMAT=FILE'],
  [['sarif='], '--also sarif= has no file; write FORMAT=FILE'],
  [['sarf=a'], 'unknown format "sarf"; did you mean "sarif"?'],
  [['json=a', 'html=./a'], './a is given for two reports; choose a file for each'],
  [['json=b'], 'b is given for two reports'],
])('%j is refused: %s', (also, message) => {
  expect(() => outputs('text', 'b', ...also)).toThrow(message);
});
