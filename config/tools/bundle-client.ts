/** Bundles the scripts of the HTML report into a module that the report imports: `npm run build:client`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { rolldown } from 'rolldown';

const HTML = join(import.meta.dirname, '../../src/report/html');
export const CLIENT_BUNDLE: string = join(HTML, 'client-bundle.ts');

if (import.meta.main) writeFileSync(CLIENT_BUNDLE, await clientBundle());

/** The source of the module: the script of the page and the script of the live page, each as one string. */
export async function clientBundle(): Promise<string> {
  const [page, live] = [await bundled('page.ts'), await bundled('live-page.ts')];
  return [
    '// Generated from client/ by `npm run build:client`.',
    `export const SCRIPT: string = ${JSON.stringify(page)};`,
    `export const LIVE_SCRIPT: string = ${JSON.stringify(live)};`,
    '',
  ].join('\n');
}

async function bundled(entry: string): Promise<string> {
  await using bundler = await rolldown({ input: join(HTML, 'client', entry), platform: 'browser' });
  const { output } = await bundler.generate({ format: 'iife', strict: true, minify: true });
  return inScriptElement(output[0].code);
}

/**
 * Makes a script fit for a `script` element, whose text must not hold `</script`, `<script` or `<!--`. In a string, a
 * template and a regular expression, `\x3C` means the same as `<`.
 *
 * @throws SyntaxError if one of them is elsewhere in the code
 */
export function inScriptElement(code: string): string {
  const safe = code.replace(/<(?=\/script|script|!--)/gi, '\\x3C');
  compileFunction(safe);
  return safe;
}
