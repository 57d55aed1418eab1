import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CLIENT_BUNDLE, clientBundle, inScriptElement } from '../../../config/tools/bundle-client.ts';

test('the bundle is that of the sources; if not, `npm run build:client` writes it', async () => {
  const isCurrent = readFileSync(CLIENT_BUNDLE, 'utf8') === (await clientBundle());
  expect(isCurrent, 'client-bundle.ts is out of date: run `npm run build:client`').toBe(true);
});

test('a script means the same without what ends its element', () => {
  const ends = ['</script>', '<SCRIPT src>', '<!--', '<b>'];
  const code = inScriptElement(
    `[${ends.map((text) => JSON.stringify(text)).join()}, /^<\\/script>/.test('</script>')]`,
  );
  expect(code).not.toMatch(/<\/script|<script|<!--/i);
  // oxlint-disable-next-line no-eval -- it is the code of this test
  expect(eval(code)).toEqual([...ends, true]);
});

test('a script that holds it outside of a string or a regular expression is refused', () => {
  expect(() => inScriptElement('let script = 1; 0 <script')).toThrow(SyntaxError);
  expect(() => inScriptElement('let a = 1; 0 <!--a')).toThrow(SyntaxError);
});
