/** Covers: src/report/html/style.ts */
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AuditReport } from '../../../src/audit/report.ts';
import { LIVE_SCRIPT, SCRIPT } from '../../../src/report/html/client-bundle.ts';
import { lists, scriptJson } from '../../../src/report/html/embedded.ts';
import { writeHtml } from '../../../src/report/html/html.ts';
import { LIVE, livePage, policyOf } from '../../../src/report/html/page.ts';
import { COLOURS } from '../../../src/report/html/styles/colours.ts';
import { written } from './opened.ts';
import { finding, manyFindings, reportOf, sampleReport } from './sample-report.ts';

const MAX_EMPTY_BYTES = 80_000;
const MAX_PART_CHARACTERS = 1_000_000;

test('an empty report is small', async () => {
  const text = await written({ ...reportOf([]), rules: [] });
  expect(Buffer.byteLength(text)).toBeLessThan(MAX_EMPTY_BYTES);
});

test('the policy allows the one style and the one script, by their hashes, and nothing else', async () => {
  const text = await written(sampleReport());
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(text)?.[1]?.split('; ');
  const hashOf = (element: RegExp): string =>
    `'sha256-${createHash('sha256')
      .update(element.exec(text)?.[1] ?? '')
      .digest('base64')}'`;
  expect(policy).toEqual([
    "default-src 'none'",
    `style-src ${hashOf(/<style>(.*?)<\/style>/s)}`,
    `script-src ${hashOf(/<script>(.*?)<\/script>/s)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  expect(text.indexOf('Content-Security-Policy')).toBeLessThan(text.indexOf('<style>'));
});

test('a live page may ask its own server too, by the same policy but for that; a file has nothing of it', async () => {
  const [file, live] = [
    await written(sampleReport()),
    (await Array.fromAsync(livePage(sampleReport(), 'r1'))).join(''),
  ];
  const directives = (text: string): readonly string[] =>
    (/Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1] ?? '').replace(/sha256-[^']+/g, 'hash').split('; ');
  expect(directives(live).filter((one) => !directives(file).includes(one))).toEqual(["connect-src 'self'"]);
  expect(directives(file).filter((one) => !directives(live).includes(one))).toEqual([]);
  expect(await policyOf(LIVE)).toBe(/Content-Security-Policy" content="([^"]*)"/.exec(live)?.[1]);
  expect(live).toContain('<meta name="revision" content="r1">');
  expect(file).not.toMatch(/fetch\(|name="revision"|\.live/);
});

test.each([SCRIPT, LIVE_SCRIPT])('the script holds nothing that ends its element', (script) => {
  expect(script).not.toMatch(/<\/script|<script|<!--/i);
});

test('embedded JSON is the same value, and holds nothing that ends its element or a line', () => {
  const piece = fc.constantFrom(
    '</script>',
    '<!--',
    '<script',
    '\u2028',
    '\u2029',
    '\u202e',
    '\ud800',
    '\0',
    '"',
    '\\',
  );
  const text = fc.string({ unit: fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 1 })), maxLength: 8 });
  fc.assert(
    // Texts of others are values there, never names.
    fc.property(fc.array(text, { maxLength: 3 }), (value) => {
      const json = scriptJson(value);
      expect(json).not.toMatch(/[<\u2028\u2029\u202e\r\n]/);
      expect(JSON.parse(json)).toEqual(value);
    }),
  );
});

test('the title is text, whatever the seed is called', async () => {
  const text = await written({ ...reportOf([]), seeds: ['https://h/</title><script>alert(1)</script>\u202e&amp;'] });
  expect(/<title>(.*)<\/title>/.exec(text)?.[1]).toBe(
    'Audit of https://h/&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;\\u202e&amp;amp;',
  );
});

test('a large report is written in parts that do not grow with it', async () => {
  const sizes: number[] = [];
  await writeHtml(manyFindings(20_000), {
    write: async (text) => {
      sizes.push(text.length);
    },
  });
  expect(sizes.length).toBeGreaterThan(20_000 / 1000);
  expect(Math.max(...sizes)).toBeLessThan(MAX_PART_CHARACTERS);
});

test('a large report is small: repeated text is compressed', async () => {
  const report = manyFindings(2000);
  const text = await written(report);
  expect(text.length - MAX_EMPTY_BYTES).toBeLessThan(JSON.stringify(report.findings).length / 5);
});

test('it waits for a slow reader before it makes the next part', async () => {
  let writing = 0;
  await writeHtml(sampleReport(), {
    write: async () => {
      expect(++writing).toBe(1);
      await new Promise(setImmediate);
      writing--;
    },
  });
});

test('a text that many findings share is written once in a part', async () => {
  const findings = Array.from({ length: 100 }, (_, index) =>
    finding('dup/www', `https://h/${index}`, 'a long message'),
  );
  expect((await embedded(reportOf(findings))).join('').split('a long message')).toHaveLength(2);
});

test.each(['light', 'dark'])('WCAG 2.2 1.4.3 and 1.4.11: colours of the %s scheme have enough contrast', (scheme) => {
  const colours = new Map(
    [...COLOURS.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)].map(
      ([, name = '', light = '', dark = '']) => [name, scheme === 'light' ? light : dark],
    ),
  );
  const contrast = (name: string, ground: string): number =>
    contrastOf(colours.get(name) ?? '', colours.get(ground) ?? '');
  for (const ground of ['ground', 'surface', 'sunken']) {
    for (const name of ['text', 'quiet', 'accent', 'error', 'warning', 'info', 'pass']) {
      expect.soft(contrast(name, ground), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  }
  for (const name of [
    'error-fill',
    'warning-fill',
    'info-fill',
    'pass-fill',
    'preserving',
    'usual',
    'changing',
    'other',
    'strong-line',
  ]) {
    expect.soft(contrast(name, 'surface'), name).toBeGreaterThanOrEqual(3);
  }
  expect(contrast('ground', 'text')).toBeGreaterThanOrEqual(4.5);
  expect(contrast('text', 'mark')).toBeGreaterThanOrEqual(4.5);
});

/** The JSON of each part of the lists. */
async function embedded(report: AuditReport): Promise<readonly string[]> {
  const elements = await Array.fromAsync(lists(report));
  return elements.map((element) =>
    gunzipSync(Buffer.from(/>(.*)<\/script>/.exec(element)?.[1] ?? '', 'base64')).toString(),
  );
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrastOf(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
