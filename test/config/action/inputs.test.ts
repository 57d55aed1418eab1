import { describe, expect, test } from 'vitest';
import { readInputs } from '../../../config/action/inputs.ts';

const GIVEN = {
  DUSTPAN_URL: 'http://a.example/',
  DUSTPAN_NAME: 'docs',
  DUSTPAN_WAIT_SECONDS: '60',
  RUNNER_TEMP: '/tmp',
};

test('what is left out is null, and the folder is one of this audit alone', () => {
  expect(readInputs({ ...GIVEN, DUSTPAN_START: ' ', DUSTPAN_OPTIONS: '' })).toEqual({
    url: 'http://a.example/',
    start: null,
    waitFor: null,
    waitSeconds: 60,
    baseline: null,
    failOn: 'error',
    options: [],
    folder: '/tmp/dustpan/docs',
  });
});

test('the site that a command starts is waited for', () => {
  expect(readInputs({ ...GIVEN, DUSTPAN_START: 'npm start' }).waitFor).toBe('http://a.example/');
  expect(readInputs({ ...GIVEN, DUSTPAN_START: 'npm start', DUSTPAN_WAIT_FOR: 'http://b.example/' }).waitFor).toBe(
    'http://b.example/',
  );
});

describe('options', () => {
  const optionsIn = (text: string): readonly string[] => readInputs({ ...GIVEN, DUSTPAN_OPTIONS: text }).options;

  test('are one per line, and a value is all that follows the name', () => {
    expect(optionsIn('--max-pages 500\r\n\n  --header X-Own: a b\n--rule=dup/*\n--external')).toEqual([
      '--max-pages',
      '500',
      '--header',
      'X-Own: a b',
      '--rule=dup/*',
      '--external',
    ]);
  });

  test.each([
    ['max-pages 500', 'options has the line "max-pages 500"; each line is one option: --max-pages 500'],
    ['--include "/docs/**"', 'options has quotes around "/docs/**"; leave them out: no shell reads the options'],
  ])('%s is refused', (text, message) => {
    expect(() => optionsIn(text)).toThrow(message);
  });
});

test.each([
  [{ DUSTPAN_URL: '' }, 'url is empty; write the URL of the site'],
  [{ DUSTPAN_NAME: '../x' }, 'name is "../x"; write letters, digits, - and _ only'],
  [{ DUSTPAN_WAIT_SECONDS: '1m' }, 'wait-seconds is "1m"; write a whole number of seconds'],
])('%j is refused: %s', (wrong, message) => {
  expect(() => readInputs({ ...GIVEN, ...wrong })).toThrow(message);
});
