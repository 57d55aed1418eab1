/** Makes the playground, one HTML file: `npm run build:playground`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { playgroundDocument } from '../../src/playground/document.ts';
import { version } from '../../src/version.ts';
import { inScriptElement } from './bundle-client.ts';
import { smallIdnaTable } from './bundle-lazy.ts';
import { licencesOf } from './licences.ts';

const root = join(import.meta.dirname, '../..');

if (import.meta.main) await writePlayground(join(root, 'dist/playground'));

/** Writes the page to `index.html` in the folder. */
export async function writePlayground(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), await bundlePlayground());
}

/** The page: its script with the library and its tables, its style, and the licences of the packages inside. */
export async function bundlePlayground(): Promise<string> {
  await using bundle = await rolldown({
    input: join(root, 'src/playground/client/page.ts'),
    platform: 'browser',
    plugins: [smallIdnaTable(join(root, 'src/lazy/idna-table.ts'))],
  });
  const { output } = await bundle.generate({ format: 'iife', strict: true, minify: true });
  return playgroundDocument({
    script: inScriptElement(output[0].code),
    licences: licencesOf(output),
    version,
  });
}
