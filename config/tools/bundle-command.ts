/** Bundles the command line with the packages that it uses: loading hundreds of modules would take longer than most commands. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';

/** Packages that stay outside: with native code, or only loaded where they are needed. */
const EXTERNAL: readonly string[] = ['better-sqlite3', 'cheerio/slim', 'jiti'];

/** The parts of undici that the crawler uses. The whole package takes 90 ms to load. */
const UNDICI = `
  export { default as Agent } from 'undici/lib/dispatcher/agent.js';
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
    ],
  });
  const { output } = await bundle.write({
    dir: out,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  writeFileSync(join(out, 'LICENSES.txt'), licences(modules));
}

/** The licences of all packages among the modules. */
function licences(modules: readonly string[]): string {
  const packages = new Set(modules.filter((id) => id.includes('/node_modules/')).map(packageOf));
  return [...packages].toSorted().map(licence).join('\n\n');
}

function packageOf(module: string): string {
  let folder = dirname(module);
  while (!existsSync(join(folder, 'package.json')) || !('version' in manifest(folder))) folder = dirname(folder);
  return folder;
}

function licence(folder: string): string {
  const { name, version, license }: Readonly<Record<string, string>> = manifest(folder);
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} has no file with its licence: do not bundle it`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
}

function manifest(folder: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
