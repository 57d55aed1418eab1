import { expect, test } from 'vitest';
import { type CrawlOptions, crawl, parseConnectTo } from '../../crawler/index.ts';
import { MemoryFrontier } from '../../db/index.ts';
import { THRESHOLDS } from '../../src/evidence/thresholds.ts';

/** The call of a program without types. */
const called = (seeds: unknown, options: object = {}): (() => unknown) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JavaScript has no types
  return () => crawl(seeds as string, options);
};

test.each([
  [{ maxPages: 0 }, 'the option maxPages of crawl is 0; write a whole number of at least 1'],
  [{ maxPages: Number.NaN }, 'maxPages of crawl is NaN; write'],
  [{ concurrency: '4' }, 'concurrency of crawl is "4"; write a whole number'],
  [{ depth: -1 }, 'depth of crawl is -1; write a whole number of at least 0'],
  [{ scope: 'hots' }, 'scope of crawl is "hots"; did you mean "host"?'],
  [{ onHandlerError: 'ignore' }, 'onHandlerError of crawl is "ignore"; choose from retry, fail'],
  [{ include: '/p/**' }, 'include of crawl is "/p/**"; write a list of strings in [ ]'],
  [{ follow: ['main'] }, 'follow of crawl is of type object; write a string'],
  [{ onPage: 5 }, 'onPage of crawl is 5; write a function'],
  [{ select: { a: 5 } }, 'select of crawl is of type object; write a selector for each field'],
  [{ signal: {} }, 'signal of crawl is of type object; write the signal of an AbortController'],
  [{ maxPages: 1.5 }, 'maxPages of crawl is 1.5; write a whole number of at least 1'],
  [{ maxPages: Number.POSITIVE_INFINITY }, 'maxPages of crawl is Infinity; write a whole number'],
  [{ concurrency: 1.5 }, 'concurrency of crawl is 1.5; write a whole number'],
  [{ depth: 0.5 }, 'depth of crawl is 0.5; write a whole number'],
  [{ timeout: '5s' }, 'timeout of crawl is "5s"; write a number'],
  [{ delay: Number.POSITIVE_INFINITY }, 'delay of crawl is Infinity; write a number of at least 0, but not Infinity'],
  [{ recrawl: '24h' }, 'recrawl of crawl is "24h"; write true, or a number of milliseconds'],
  [{ recrawl: Number.NaN }, 'recrawl of crawl is NaN'],
  [{ scope: null }, 'scope of crawl is null; choose from host, domain, prefix, any'],
  [{ sitemap: [5] }, 'sitemap of crawl is of type object; write a list of strings in [ ]'],
  [{ robots: 'no' }, 'robots of crawl is "no"; write true or false'],
  [{ needs: { slash: { content: 'x' } } }, 'needs of crawl is of type object; write { slash: { content: 8 } } with'],
  [{ needs: { ...THRESHOLDS, slash: { content: 'x', deep: 0 } } }, 'needs of crawl is of type object'],
  [{ needs: { slas: { content: 8 } } }, 'needs of crawl is of type object'],
  [{ needs: { slash: { conten: 8 } } }, 'needs of crawl is of type object'],
  [{ needs: { slash: 8 } }, 'needs of crawl is of type object'],
  [{ proxy: { url: 'http://proxy.example' } }, 'proxy of crawl is of type object; write a URL such as'],
  [{ proxy: ['http://proxy.example'] }, 'proxy of crawl is of type object; write a URL such as'],
  [{ db: 5 }, 'the option db of crawl is 5; write a file, an address, or a store'],
  [{ db: {} }, 'the option db of crawl is of type object; write a file'],
  [{ headers: 5 }, "the option headers of crawl is 5; write { 'accept-language': 'de' }, or a list"],
  [{ headers: ['accept'] }, 'the option headers of crawl is of type object'],
  [{ headers: [['accept', 'a', 'b']] }, 'the option headers of crawl is of type object'],
  [{ headers: { accept: 5 } }, 'the option headers of crawl is of type object'],
  [{ headers: new Headers({ accept: '*/*' }) }, 'the option headers of crawl is of type object'],
  [{ connectTo: [5] }, 'the option connectTo of crawl is of type object; write a list of rules in [ ]'],
  [{ connectTo: [{}] }, 'the option connectTo of crawl is of type object'],
  [{ clientCertificate: 5 }, 'the option clientCertificate of crawl is 5; write { cert, key }'],
  [{ clientCertificate: { cert: 'a', key: undefined } }, 'the option clientCertificate of crawl is of type object'],
  [{ clientCertificate: {} }, 'the option clientCertificate of crawl is of type object'],
  [{ ca: 5 }, 'the option ca of crawl is 5; write a string'],
  [{ dbWait: '2m' }, 'the option dbWait of crawl is "2m"; write a number'],
  [{ onDbWait: 5 }, 'the option onDbWait of crawl is 5; write a function'],
  [{ warcSize: 5000 }, 'the option warcSize of crawl has no effect without warc: add warc'],
  [{ warcAll: true }, 'the option warcAll of crawl has no effect without warc: add warc'],
  [{ db: new MemoryFrontier(), fresh: true }, 'fresh and join of crawl have no effect on a store'],
])('%j is a TypeError', (options, message) => {
  expect(called('http://a/', options)).toThrow(message);
  expect(called('http://a/', options)).toThrow(TypeError);
});

test.each<CrawlOptions>([
  { proxy: process.env, needs: THRESHOLDS, recrawl: 0, timeout: Number.POSITIVE_INFINITY },
  { proxy: new URL('http://proxy.example'), depth: Number.POSITIVE_INFINITY, recrawl: false, delay: 0.5 },
  { proxy: { https_proxy: 'http://proxy.example' } },
  { headers: [['accept', '*/*']], connectTo: [parseConnectTo('::127.0.0.1:8080'), '::a:'], dbWait: 0, warcAll: false },
  { headers: { accept: '*/*' }, db: new MemoryFrontier(), needs: { slash: { content: 8 }, www: { deep: 0 } } },
])('%j is accepted', (options) => {
  expect(called('http://a/', options)).not.toThrow();
});

test('a password that is undefined, such as that of a missing environment variable, does not count', () => {
  // @ts-expect-error -- TypeScript refuses it with exact types only
  const options: CrawlOptions = { clientCertificate: { cert: 'a', key: 'b', passphrase: undefined } };
  expect(called('http://a/', options)).not.toThrow();
});

test('an object or a list as proxy does not compile', () => {
  // @ts-expect-error -- an object with a URL is not an environment
  expect(() => crawl('http://a/', { proxy: { url: 'http://proxy.example' } })).toThrow(TypeError);
  // @ts-expect-error -- nor is a list
  expect(() => crawl('http://a/', { proxy: ['http://proxy.example'] })).toThrow(TypeError);
});

test('a sitemap is a valid URL', () => {
  const message = expect.stringContaining('the sitemap "x" is not a valid URL: the URL has no scheme');
  for (const seeds of ['http://127.0.0.1:1/', []]) {
    const start = called(seeds, { sitemap: ['http://127.0.0.1:1/', 'x'] });
    expect(start).toThrow(expect.objectContaining({ code: 'bad-sitemap', message }));
  }
});

test('an option of canon beside canon is refused, and the message says where it belongs', () => {
  expect(called('http://a/', { profile: 'usual' })).toThrow(
    /^unknown option "profile" of crawl; write canon: { profile: … }$/,
  );
});

test('an option of canon that is unknown or not valid is refused at once', () => {
  expect(called('http://a/', { canon: { profil: 'usual' } })).toThrow('did you mean "profile"?');
  expect(called('a.example', { canon: { defaultScheme: 'https:' } })).toThrow('write it without the colon');
});

test('seeds are strings, and one of them is a URL', () => {
  expect(called(new URL('http://a/'))).toThrow('write url.href');
  expect(called(undefined)).toThrow('write url.href');
  expect(called('example.com')).toThrow('no seed is a valid URL: "example.com": the URL has no scheme');
  expect(called(['example.com', 'http://a/'])).not.toThrow();
  expect(called('example.com', { canon: { defaultScheme: 'http' } })).not.toThrow();
  expect(called([])).not.toThrow();
});
