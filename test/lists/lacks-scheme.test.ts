import { expect, test } from 'vitest';
import { parseUrl, UrlError } from '../../src/index.ts';
import { lacksScheme } from '../../src/lists/lacks-scheme.ts';

function looks(text: string): boolean {
  const error = parseUrl(text);
  return error instanceof UrlError && lacksScheme(text, error);
}

test.each(['example.com/path', 'www.example.com', ' example.co.uk ', 'bücher.de/a?b#c', 'ann.github.io'])(
  '%s would be a URL with a scheme',
  (text) => expect(looks(text)).toBe(true),
);

test.each([
  'not a url',
  'nope',
  'example.invalid/path',
  'see example.com',
  'page.html',
  '?q=example.com',
  '/example.com',
  '# example.com',
  '{"url":"example.com"}',
  'com',
  'http://[',
  'http://example.com/',
])('%s would not', (text) => expect(looks(text)).toBe(false));

test('a line of many megabytes would not', () => {
  expect(looks(`${'x'.repeat(20_000_000)}\u0451 y`)).toBe(false);
});
