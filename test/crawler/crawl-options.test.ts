import { expect, test } from 'vitest';
import { crawl } from '../../crawler/index.ts';
import { MemoryFrontier } from '../../db/index.ts';

/** The call of a program without types. */
const called = (seeds: unknown, options: object = {}): (() => unknown) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JavaScript has no types
  return () => crawl(seeds as string, options);
};

test.each([
  [{ maxPages: 0 }, 'the option maxPages of crawl is 0; write a number of at least 1'],
  [{ maxPages: Number.NaN }, 'maxPages of crawl is NaN; write'],
  [{ concurrency: '4' }, 'concurrency of crawl is "4"; write a number'],
  [{ depth: -1 }, 'depth of crawl is -1; write a number of at least 0'],
  [{ scope: 'hots' }, 'scope of crawl is "hots"; did you mean "host"?'],
  [{ onHandlerError: 'ignore' }, 'onHandlerError of crawl is "ignore"; choose from retry, fail'],
  [{ include: '/p/**' }, 'include of crawl is "/p/**"; write a list in [ ]'],
  [{ follow: ['main'] }, 'follow of crawl is of type object; write a string'],
  [{ onPage: 5 }, 'onPage of crawl is 5; write a function'],
  [{ select: { a: 5 } }, 'select of crawl is of type object; write a selector for each field'],
  [{ signal: {} }, 'signal of crawl is of type object; write the signal of an AbortController'],
  [{ db: new MemoryFrontier(), fresh: true }, 'fresh and join of crawl have no effect on a store'],
])('%j is a TypeError', (options, message) => {
  expect(called('http://a/', options)).toThrow(message);
  expect(called('http://a/', options)).toThrow(TypeError);
});

test('an unknown option of canon is refused at once', () => {
  expect(called('http://a/', { canon: { profil: 'usual' } })).toThrow('did you mean "profile"?');
});

test('seeds are strings, and one of them is a URL', () => {
  expect(called(new URL('http://a/'))).toThrow('write url.href');
  expect(called(undefined)).toThrow('write url.href');
  expect(called('example.com')).toThrow('no seed is a valid URL: "example.com": the URL has no scheme');
  expect(called(['example.com', 'http://a/'])).not.toThrow();
  expect(called([])).not.toThrow();
});
