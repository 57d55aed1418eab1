/** Covers: src/lazy/*.ts, src/url/{idna,registrable-domain}.ts */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundleLazy } from '../config/tools/bundle-lazy.ts';
import { type CanonOptions, compare, compile, PASSES } from '../src/index.ts';
import type * as Lazy from '../src/lazy.ts';
import { dirtyList, realLists } from './bench/canon-lists.ts';
import { lawRuns } from './law-runs.ts';
import { anyUrl } from './laws/urls.ts';

const numRuns = lawRuns(2000);
const ROOT = join(import.meta.dirname, '..');
/** The bundle finds tldts in a folder above it. */
const CACHE = join(ROOT, 'node_modules/.cache');

let folder: string;
let lazy: typeof Lazy;
beforeAll(async () => {
  mkdirSync(CACHE, { recursive: true });
  folder = mkdtempSync(join(CACHE, 'lazy-'));
  await bundleLazy(join(ROOT, 'src/lazy.ts'), folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  lazy = await import(join(folder, 'lazy.js'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a table is loaded when a URL needs it', () => {
  /** What a program in its own process prints, whose function `loaded` names the loaded packages. */
  const print = (program: string, at = folder): string => {
    const head = `import { registerHooks } from 'node:module';
      import { compare, compile } from './lazy.js';
      const urls = [];
      registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
      const loaded = () => ['idna', 'tldts'].filter((name) => urls.some((url) => url.includes('/' + name)));`;
    writeFileSync(join(at, 'program.js'), head + program);
    return execFileSync(process.execPath, [join(at, 'program.js')], { encoding: 'utf8' }).trim();
  };

  test('none for ASCII hosts', () => {
    const program = `
      const { key, trace } = await compile({ facts: [{ kind: 'www', host: 'example.com', value: 'remove' }] });
      await trace('http://xn--bcher-kva.example/');
      await key('http://[::1');
      console.log(await key('HTTP://WWW.Example.com:80/%7ea?utm_source=x#y'), ...loaded());`;
    expect(print(program)).toBe('http://example.com/~a');
  });

  test.each(['http://Bücher.example/', 'http://b%C3%BCcher.example/'])('IDNA for %s', (url) => {
    const program = `console.log(await (await compile()).key(${JSON.stringify(url)}), ...loaded());`;
    expect(print(program)).toBe('http://xn--bcher-kva.example/ idna');
  });

  test('IDNA for a fact that names such a host', () => {
    const facts = `[{ kind: 'www', host: 'bücher.example', value: 'remove' }]`;
    const program = `await compile({ facts: ${facts} }).catch((error) => console.log(error.name, ...loaded()));`;
    expect(print(program)).toBe('CanonOptionsError idna');
  });

  test('public suffixes for an assumption about hosts', () => {
    const program = `
      const { key } = await compile({ assume: ['www'] });
      console.log(await key('http://www.example.co.uk/'), ...loaded());`;
    expect(print(program)).toBe('http://example.co.uk/ tldts');
  });

  test('both for a comparison that needs both', () => {
    const program = `
      const { passes } = await compare('http://www.bücher.example/', 'http://xn--bcher-kva.example/');
      console.log(...passes, ...loaded());`;
    expect(print(program)).toBe('fold-www idna tldts');
  });

  test('public suffixes for a pass of your own that runs a built-in one', () => {
    const program = `
      const builtIn = (await compile({ profile: 'changing' })).passes.find(({ name }) => name === 'fold-www');
      const mine = { name: 'mine', class: 'changing', summary: 'x', needs: 'www', apply: builtIn.apply };
      const { key } = await compile({ assume: ['www'], noPass: ['fold-www'], passes: [mine] });
      console.log(await key('http://www.example.com/'), ...loaded());`;
    expect(print(program)).toBe('http://example.com/ tldts');
  });

  test('a table that cannot be loaded rejects the promise', () => {
    const cut = join(folder, 'cut');
    cpSync(join(folder, 'lazy.js'), join(cut, 'lazy.js'));
    const program = `
      const { key } = await compile();
      await key('http://bücher.example/').catch(({ code }) => console.log(code));
      console.log(await key('http://a/#b'));`;
    expect(print(program, cut)).toBe('ERR_MODULE_NOT_FOUND\nhttp://a/');
  });
});

test('a wrong option rejects the promise', async () => {
  await expect(lazy.compile({ profile: 'x' })).rejects.toThrow(lazy.CanonOptionsError);
});

test('an invalid URL is a UrlError of the module', async () => {
  expect(await (await lazy.compile()).key('x')).toBeInstanceOf(lazy.UrlError);
});

describe('results are those of the synchronous functions', () => {
  const OPTIONS: readonly CanonOptions[] = [
    {},
    { profile: 'preserving' },
    { profile: 'changing' },
    { profile: 'changing', toWww: 'add', defaultScheme: 'https' },
    { profile: 'whatwg' },
    { facts: [{ kind: 'mobile', host: 'm.xn--bcher-kva.example', value: 'xn--bcher-kva.example' }] },
  ];
  const IDN = [
    'faß.de',
    'παράδειγμα.δοκιμή',
    'مثال.إختبار',
    '例え.テスト',
    'क्\u200dष.example',
    'www.日本.co.jp',
    'm.bücher.example',
  ];

  /** The functions of a canonicalizer, synchronous or not. */
  type Answering = Readonly<Record<'canonicalize' | 'key' | 'keyAndPass' | 'trace', (url: string) => unknown>>;
  const answers = async ({ canonicalize, key, keyAndPass, trace }: Answering, url: string): Promise<string> =>
    JSON.stringify([await canonicalize(url), await key(url), await keyAndPass(url), await trace(url)]);

  test('for generated URLs', async () => {
    const pairs = await Promise.all(
      OPTIONS.map(async (options) => ({ now: compile(options), later: await lazy.compile(options) })),
    );
    const property = fc.asyncProperty(anyUrl, fc.nat(pairs.length - 1), async (url, index) => {
      const pair = pairs[index];
      if (pair === undefined) throw new RangeError(`no pair ${index}`);
      expect(await answers(pair.later, url)).toBe(await answers(pair.now, url));
    });
    await fc.assert(property, { numRuns });
  });

  test.each(OPTIONS)('for lists of links, with %j', async (options) => {
    const hosts = IDN.map((host) => `http://${host}/é?ü#ñ`);
    const examples = PASSES.flatMap((pass) => pass.examples.map(({ before }) => before));
    const urls = [...realLists(), dirtyList(50)].flatMap((list) => list.urls).concat(hosts, examples);
    const now = compile(options);
    const later = await lazy.compile(options);
    expect(urls.length).toBeGreaterThan(1000);
    for (const url of urls) expect(await answers(later, url)).toBe(await answers(now, url));
  });

  test('for comparisons', async () => {
    const partner = fc.tuple(anyUrl, anyUrl, fc.boolean());
    const property = fc.asyncProperty(partner, async ([a, other, isOther]) => {
      const b = isOther ? other : `${a}#x`;
      expect(JSON.stringify(await lazy.compare(a, b))).toBe(JSON.stringify(compare(a, b)));
    });
    await fc.assert(property, { numRuns: numRuns / 10 });
  });
});
