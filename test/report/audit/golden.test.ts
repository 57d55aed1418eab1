/** Covers: src/report/audit/*.ts, src/audit/groups.ts */
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { AUDIT_FORMATS } from '../../../src/report/audit/index.ts';
import { smallReport } from './small-report.ts';
import { written } from './written.ts';

const golden = join(import.meta.dirname, 'golden');

test.each(AUDIT_FORMATS.map(({ name }) => name))('%s matches its golden file', async (name) => {
  const text = await written(name, smallReport());
  await expect(name === 'html' ? withoutProgram(text) : text).toMatchFileSnapshot(join(golden, `${name}.txt`));
});

test('text has colours on request, and otherwise the same text', async () => {
  const coloured = await written('text', smallReport(), true);
  expect(coloured).toContain('\x1b[1;31merror\x1b[0m');
  // oxlint-disable-next-line no-control-regex -- ANSI colours
  expect(coloured.replace(/\x1b\[[\d;]*m/g, '')).toBe(await written('text', smallReport()));
});

/** With readable data. Other tests cover the style, the script and the policy with their hashes. */
function withoutProgram(html: string): string {
  return html
    .replace(
      /(data-list="\w+">)([^<]*)/g,
      (_, start, data) => start + gunzipSync(Buffer.from(data, 'base64')).toString(),
    )
    .replace(/<style>.*?<\/style>/s, '<style></style>')
    .replace(/<script>.*?<\/script>/s, '<script></script>')
    .replace(/'sha256-[^']*'/g, "'sha256-'");
}
