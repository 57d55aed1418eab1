import { Command } from 'commander';
import { expect, test } from 'vitest';
import { formatOption } from '../../../src/cli/options/format-option.ts';

const FORMATS = [
  { name: 'text', summary: 'a table for people' },
  { name: 'json', summary: 'one object' },
];

function parse(...args: string[]): unknown {
  const command = new Command()
    .addOption(formatOption(FORMATS))
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  return command.parse(args, { from: 'user' }).opts()['format'];
}

test('the option takes a format by its name', () => {
  expect(parse('--format', 'json')).toBe(FORMATS[1]);
});

test('the help lists each format with its description', () => {
  expect(formatOption(FORMATS).description).toBe('format of the report:\ntext: a table for people\njson: one object');
});

test('an unknown name is refused, and the nearest one is suggested', () => {
  expect(() => parse('--format', 'jason')).toThrow('Unknown format "jason"; did you mean "json"?');
});
