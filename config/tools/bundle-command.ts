/** Bundles the command line with the packages that it uses: loading hundreds of modules would take longer than most commands. */
import { writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { licencesOf } from './licences.ts';

/** Packages that stay outside: with native code, or only loaded where they are needed. */
const EXTERNAL: readonly string[] = ['better-sqlite3', 'cheerio/slim', 'jiti', 'pg', 'playwright-core'];

/** The parts of undici that the crawler uses. The whole package takes 90 ms to load. */
const UNDICI = `
  export { default as Agent } from 'undici/lib/dispatcher/agent.js';
  export { default as Client } from 'undici/lib/dispatcher/client.js';
  export { default as buildConnector } from 'undici/lib/core/connect.js';
  export { default as errors } from 'undici/lib/core/errors.js';`;

/**
 * Writes a file for each entry, the chunks that they share, and the licences of the packages inside.
 *
 * @param entries the modules to bundle, by the name of the file
 * @param out the folder to write to
 */
export async function bundleCommand(entries: Readonly<Record<string, string>>, out: string): Promise<void> {
  await using bundle = await rolldown({
    input: { ...entries },
    platform: 'node',
    external: (id) => isBuiltin(id) || EXTERNAL.includes(id),
    plugins: [
      {
        name: 'parts of undici',
        resolveId: (id) => (id === 'undici' ? join(import.meta.dirname, 'undici.js') : null),
        load: (id) => (id === join(import.meta.dirname, 'undici.js') ? UNDICI : null),
      },
      {
        name: 'one table of public suffixes',
        resolveId(id, importer) {
          return id === 'tldts' ? this.resolve('tldts/dist/index.cjs.min.js', importer) : null;
        },
      },
    ],
  });
  const { output } = await bundle.write({
    dir: out,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  writeFileSync(join(out, 'LICENSES.txt'), licencesOf(output));
}
