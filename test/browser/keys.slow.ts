/** The library in a browser: where Chromium is installed (Debian's package, or CHROMIUM_PATH), in one without a window. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type OutputChunk, rolldown } from 'rolldown';
import { beforeAll, expect, test } from 'vitest';
import * as dustpan from '../../src/index.ts';
import { dirtyList, realLists } from '../bench/canon-lists.ts';
import { anyUrl } from '../laws/urls.ts';
import { HAS_CHROMIUM, launchChromium, WHY_SKIPPED } from './chromium.ts';

/** Most of it are the tables of IDNA and of the public suffixes. */
const MAX_GZIPPED_BYTES = 220_000;

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
