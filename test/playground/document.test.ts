/** Covers: src/playground/style.ts */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundlePlayground } from '../../config/tools/bundle-playground.ts';
import { playgroundDocument } from '../../src/playground/document.ts';

/** What a page may weigh that somebody opens on a phone. */
const MAX_GZIPPED_BYTES = 200_000;

test('the page is small, whole, and has nothing of Node', async () => {
  const page = await bundlePlayground();
  expect(gzipSync(page).length).toBeLessThan(MAX_GZIPPED_BYTES);
  expect(page).not.toMatch(/<(?:link|script|img)[^>]* (?:src|href)="(?!data:)/);
  expect(page).not.toMatch(/["'`]node:|\bBuffer\./);
  expect(page.match(/<script/g)).toHaveLength(1);
  for (const name of ['tldts ', 'tr46 ', 'punycode ']) expect(page).toMatch(new RegExp(`[\\n>]${name}`));
});

test('the policy allows this script and style, and nothing else', async () => {
  const page = await playgroundDocument({ script: 'let a = 1 < 2;', licences: 'MIT <b> & "c"', version: '1.2.3' });
  const part = (name: string): string => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(page)?.[1] ?? '';
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  expect(policy?.split('; ')).toEqual([
    "default-src 'none'",
    `style-src ${hash(part('style'))}`,
    `script-src ${hash(part('script'))}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  expect(page).toContain('MIT &lt;b&gt; &amp; &quot;c&quot;');
});
