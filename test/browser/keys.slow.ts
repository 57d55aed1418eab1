/** The library in a browser: where Chromium is installed (Debian's package, or CHROMIUM_PATH), in one without a window. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type OutputChunk, rolldown } from 'rolldown';
import { beforeAll, expect, test } from 'vitest';
import { bundleLazy } from '../../config/tools/bundle-lazy.ts';
import * as dustpan from '../../src/index.ts';
import { dirtyList, realLists } from '../bench/canon-lists.ts';
import { anyUrl } from '../laws/urls.ts';
import { HAS_CHROMIUM, launchChromium, WHY_SKIPPED } from './chromium.ts';

/** Most of it are the tables of IDNA and of the public suffixes. */
const MAX_GZIPPED_BYTES = 147_500;

let bundle: OutputChunk;
beforeAll(async () => {
  bundle = await bundleForBrowser();
});

test('the bundle imports nothing and stays small', () => {
  expect({ imports: bundle.imports, dynamic: bundle.dynamicImports }).toEqual({ imports: [], dynamic: [] });
  expect(bundle.code).not.toMatch(/["'`]node:/);
  expect(gzipSync(bundle.code).length).toBeLessThan(MAX_GZIPPED_BYTES);
});

test.runIf(HAS_CHROMIUM)(`a browser gives the keys that Node gives${WHY_SKIPPED}`, async () => {
  await using browser = await launchChromium();
  const page = await browser.newPage();
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.addScriptTag({ content: bundle.code });
  const library = await page.evaluateHandle<typeof dustpan>('dustpan');
  const urls = JSON.stringify(vectors());
  const keys = await page.evaluate(keysOf, { library, urls });
  expect(keys).toEqual(keysOf({ library: dustpan, urls }));
  expect(errors).toEqual([]);
});

test.runIf(HAS_CHROMIUM)(`a browser loads a table when a URL needs it${WHY_SKIPPED}`, async () => {
  const chunks = await lazyChunks();
  await using browser = await launchChromium();
  const page = await browser.newPage();
  const requested: string[] = [];
  await page.route(`${ORIGIN}**`, async (route) => {
    const name = route.request().url().slice(ORIGIN.length);
    requested.push(name);
    const body = chunks.get(name) ?? '';
    await route.fulfill({ contentType: name === '' ? 'text/html' : 'text/javascript', body });
  });
  await page.goto(ORIGIN);
  const key = async (url: string, options: dustpan.CanonOptions = {}): Promise<unknown> =>
    page.evaluate(
      `import('./lazy.js').then(async ({ compile }) => (await compile(${JSON.stringify(options)})).key(${JSON.stringify(url)}))`,
    );

  expect(await key('HTTP://Example.com:80/#x')).toBe('http://example.com/');
  expect(requested.splice(0)).toEqual(['', 'lazy.js']);
  expect(await key('http://www.example.co.uk/', { assume: ['www'] })).toBe('http://example.co.uk/');
  expect(requested).toContain('registrable-domain.js');
  expect(requested.splice(0)).not.toContain('idna.js');
  expect(await key('http://Bücher.example/')).toBe('http://xn--bcher-kva.example/');
  expect(requested.splice(0)).toEqual(['idna.js']);
  const urls = vectors();
  const keys = await page.evaluate(
    `import('./lazy.js').then(async ({ compile }) => {
      const { key } = await compile();
      return Promise.all(${JSON.stringify(urls)}.map(async (url) => JSON.stringify(await key(url))));
    })`,
  );
  const { key: keyNow } = dustpan.compile();
  expect(keys).toEqual(urls.map((url) => JSON.stringify(keyNow(url))));
});

const ORIGIN = 'http://bundle.test/';

/** The bundle of `lazy.ts` as a page would have it, by name. */
async function lazyChunks(): Promise<ReadonlyMap<string, string>> {
  const cache = new URL('../../node_modules/.cache', import.meta.url).pathname;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'lazy-'));
  try {
    await bundleLazy(new URL('../../src/lazy.ts', import.meta.url).pathname, folder);
    await using bundler = await rolldown({ input: join(folder, 'lazy.js'), platform: 'browser' });
    const { output } = await bundler.generate({ format: 'esm', minify: true, chunkFileNames: '[name].js' });
    return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function bundleForBrowser(): Promise<OutputChunk> {
  await using bundler = await rolldown({
    input: new URL('../../src/index.ts', import.meta.url).pathname,
    platform: 'browser',
  });
  const { output } = await bundler.generate({ format: 'iife', name: 'dustpan', minify: true });
  return output[0];
}

function vectors(): readonly string[] {
  const listed = [...realLists(), dirtyList(20)].flatMap(({ urls }) => urls.slice(0, 20));
  const hosts = [
    'bücher.example',
    'faß.de',
    'παράδειγμα.δοκιμή',
    'مثال.إختبار',
    '例え.テスト',
    'क्\u200dष.example',
    'a\u0301.com',
  ];
  const internationalized = hosts.map((host) => `http://${host}/é?ü#ñ`);
  return [...listed, ...internationalized, ...fc.sample(anyUrl, { seed: 1, numRuns: 200 })];
}

/**
 * The keys under every profile, or what is wrong with the URL. It also runs in the page, so that it may use nothing but
 * what it is given; the URLs come as JSON, which carries lone surrogates there.
 */
function keysOf({ library, urls }: { library: typeof dustpan; urls: string }): readonly (readonly string[])[] {
  const list: readonly string[] = JSON.parse(urls);
  return library.PROFILES.map((profile) => {
    const { key } = library.compile({ profile: profile.name });
    return list.map((url) => {
      const result = key(url);
      return typeof result === 'string' ? result : `${url}: ${result.code} at ${result.position}`;
    });
  });
}
