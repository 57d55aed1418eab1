import { expect, test } from 'vitest';
import { addDefaultScheme } from '../../src/canon/default-scheme.ts';

test.each([
  ['example.com/a', 'https://example.com/a'],
  ['//example.com/a', 'https://example.com/a'],
  ['\\\\example.com', 'https:\\\\example.com'],
  ['  example.com', 'https://example.com'],
  ['localhost:8080', 'https://localhost:8080'],
  ['LOCALHOST:80/a', 'https://LOCALHOST:80/a'],
  ['example.com:80/a', 'https://example.com:80/a'],
  ['127.0.0.1:80?a', 'https://127.0.0.1:80?a'],
  ['ann@example.com', 'https://ann@example.com'],
  ['a/b:c', 'https://a/b:c'],
  ['example.com:\t80/a', 'https://example.com:80/a'],
  ['/\n/example.com', 'https://example.com'],
])('%j becomes %s', (input, url) => {
  expect(addDefaultScheme(input, 'https')).toBe(url);
});

test.each([
  'http://example.com',
  'mailto:ann@example.com',
  'javascript:80',
  'x.y:z',
  'example.com:123456',
  'example.com:80x',
  '/a',
  '\\a',
  '.',
  './a',
  '?a',
  '#a',
  ' ',
  '',
  '\tmailto\n:x',
])('%j stays unchanged', (input) => {
  expect(addDefaultScheme(input, 'https')).toBe(input);
});

test('a million labels and an invalid port take little time', () => {
  const input = `${'a.'.repeat(1_000_000)}:123456`;
  expect(addDefaultScheme(input, 'https')).toBe(input);
});
