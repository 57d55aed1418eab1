import { expect, test } from 'vitest';
import { UsageError } from '../../../src/cli/io/exit.ts';
import { defaultDatabase } from '../../../src/cli/jobs/default-database.ts';

test.each([
  ['https://Example.com/a', 'example.com.dustpan'],
  ['http://example.com:8080/', 'example.com_8080.dustpan'],
  ['http://[2001:db8::1]/', '2001_db8__1.dustpan'],
  ['http://bücher.example/', 'xn--bcher-kva.example.dustpan'],
])('the crawl file of %s is %s', (seed, file) => {
  expect(defaultDatabase([seed])).toBe(file);
});

test('it is named after the first seed that has a host', () => {
  expect(defaultDatabase(['javascript:void(0)', '# pages', '/page', 'http://a.example/'])).toBe('a.example.dustpan');
});

test.each([[[]], [['javascript:void(0)']], [['http://']]])('the seeds %j have none', (seeds) => {
  expect(() => defaultDatabase(seeds)).toThrow(UsageError);
});
