/** Covers: src/text/refuse-non-text.ts */
import { describe, expect, test } from 'vitest';
import { loadConfig, loadFacts } from '../../config/index.ts';
import { distinct } from '../../src/dedup.ts';
import { compare, compile, parseUrl, resolve, surt, uniqueKey } from '../../src/index.ts';
import { explain, hippo, SlugOptionsError, wikidot, wikijump } from '../../src/slug.ts';

const { canonicalize, canonicalizeMany, key, keyAndPass, trace } = compile();
const withoutFastPath = compile({ assume: ['www'] });

describe('a function that takes a URL names itself and what it takes, instead of failing inside', () => {
  test.each<[string, (value: string) => unknown]>([
    ['the URL of canonicalize', canonicalize],
    ['the URL of key', key],
    ['the URL of keyAndPass', keyAndPass],
    ['the URL of trace', trace],
    ['the URL of canonicalize', withoutFastPath.canonicalize],
    ['the URL of parseUrl', parseUrl],
    ['the URL of surt', surt],
    ['the URL of uniqueKey', uniqueKey],
    ['a URL of compare', (value) => compare(value, 'http://a/')],
    ['a URL of compare', (value) => compare('http://a/', value)],
    ['the reference of resolve', (value) => resolve(value, 'http://a/')],
    ['the base of resolve', (value) => resolve('b', value)],
  ])('%s', (what, called) => {
    // What JavaScript may pass: none of these is a string, though a pattern reads each as one.
    const given: readonly [unknown, string][] = [
      [5, 'of type number'],
      [undefined, 'undefined'],
      [null, 'null'],
      [new URL('http://a.example/'), 'of type object'],
      [Object('http://a.example/'), 'of type object'],
      [['http://a.example/'], 'of type object'],
    ];
    for (const [value, kind] of given) {
      const run = (): unknown => Reflect.apply(called, undefined, [value]);
      expect(run).toThrow(new TypeError(`${what} is ${kind}; write a string, such as url.href`));
    }
  });
});

test.each<[string, string, (value: string) => unknown]>([
  ['the name of a slug', "'Some page'", wikidot],
  ['the name of a slug', "'Some page'", wikijump],
  ['the name of a slug', "'Some page'", hippo],
  ['the name of a slug', "'Some page'", (name) => explain('hippo', name)],
  ['the path of loadConfig', "'dustpan.config.ts'", loadConfig],
  ['the path of loadFacts', "'facts.json'", loadFacts],
])('a function that takes %s names it', async (what, example, called) => {
  const run = async (): Promise<unknown> => Reflect.apply(called, undefined, [5]);
  await expect(run()).rejects.toThrow(new TypeError(`${what} is of type number; write a string, such as ${example}`));
});

test('the steps that a slug form leaves out are a list', () => {
  const run = (): unknown => Reflect.apply(wikidot, undefined, ['a', { noStep: 'drop-leading-slash' }]);
  expect(run).toThrow(new SlugOptionsError('the option noStep is not a list of steps; write them in [ ]'));
});

test('a list that is not bytes is refused', () => {
  for (const list of ['http://a/', ['http://a/'], new Uint16Array([104, 10]), new ArrayBuffer(4), null]) {
    const run = (): unknown => Reflect.apply(canonicalizeMany, undefined, [list]);
    expect(run).toThrow(
      new TypeError('the list of canonicalizeMany is not bytes; write a Uint8Array, such as a Buffer'),
    );
  }
  expect(canonicalizeMany(Buffer.from('http://A/\n'))).toEqual(new TextEncoder().encode('http://a/\n'));
});

test('a urlOf without a string is named', async () => {
  // @ts-expect-error -- JavaScript can do this
  const links = distinct([{ href: 'http://a/' }], { urlOf: (link) => link.url });
  await expect(links.next()).rejects.toThrow(
    new TypeError('the result of urlOf is undefined; write a string, such as url.href'),
  );
});
