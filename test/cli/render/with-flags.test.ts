/** Covers: src/cli/render/with-flags.ts */
import { expect, test } from 'vitest';
import { withFlags } from '../../../src/cli/render/with-flags.ts';
import { parseUrl, UrlError } from '../../../src/index.ts';

test('a message of the library names its options, and the command line its own', () => {
  const error = parseUrl('example.com');
  const message = error instanceof UrlError ? error.message : '';
  expect(message).toMatch(/; write the whole URL, or set the option defaultScheme to https$/);
  expect(withFlags(message)).toMatch(/; write the whole URL, or set --default-scheme to https$/);
});

test.each([
  [
    'name another crawl with the option db, or start over with the option fresh',
    'name another crawl with --db, or start over with --fresh',
  ],
  ['without the option perHost: wait', 'without --per-host: wait'],
  ['a crawl can join it (the option join)', 'a crawl can join it (--join)'],
  ['the options of the URL, the option X', 'the options of the URL, the option X'],
  ['http://a b/the option foo: invalid', 'http://a b/the option foo: invalid'],
  ['the option db.dustpan does not exist', 'the option db.dustpan does not exist'],
  ['"the option db" does not exist', '"the option db" does not exist'],
])('%s', (text, flags) => {
  expect(withFlags(text)).toBe(flags);
});
