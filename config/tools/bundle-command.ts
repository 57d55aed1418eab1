/** Bundles the command line with the packages that it uses: loading hundreds of modules would take longer than most commands. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { licencesOf } from './licences.ts';

/** Packages that stay outside: with native code, or only loaded where they are needed. */
const EXTERNAL: readonly string[] = ['better-sqlite3', 'cheerio/slim', 'jiti', 'pg', 'playwright-core'];

/** The parts of undici that the crawler uses. The whole package takes 90 ms to load. */
const UNDICI = `
  export { default as Agent } from 'undici/lib/dispatcher/agent.js';
  export { default as Client } from 'undici/lib/dispatcher/client.js';
  export { default as Pool } from 'undici/lib/dispatcher/pool.js';
  export { default as buildConnector } from 'undici/lib/core/connect.js';
  export { default as errors } from 'undici/lib/core/errors.js';`;

/** Its table takes longer to load than everything else that most commands need, and few hosts need it. */
const TR46 = `
  import { createRequire } from 'node:module';
  const load = createRequire(import.meta.url);
  export const toASCII = (...given) => load('tr46').toASCII(...given);`;

/** Loads the module only when it is used: Commander needs it for commands that are separate programs; dustpan has none. */
const CHILD_PROCESS = `
  export default { spawn: (...given) => process.getBuiltinModule('node:child_process').spawn(...given) };`;

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
    external: (id) => EXTERNAL.includes(id),
    plugins: [
      replaced('undici', UNDICI),
      replaced('tr46', TR46),
      replaced('node:child_process', CHILD_PROCESS, '/commander/'),
      {
        name: 'one table of public suffixes',
        resolveId(id, importer) {
          return id === 'tldts' ? this.resolve('tldts/dist/index.cjs.min.js', importer) : null;
        },
      },
      {
        name: 'builtin modules without their namespaces',
        renderChunk: (code) => takingBuiltins(code),
      },
    ],
  });
  const { output } = await bundle.write({
    dir: out,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].mjs',
  });
  writeFileSync(join(out, 'LICENSES.txt'), licencesOf(output));
}

/**
 * Replaces imports of builtin modules with `process.getBuiltinModule`. An import reads all that a module exports, which for
 * `node:process` opens the standard streams.
 */
function takingBuiltins(code: string): string {
  const from = /^import (?:([\w$]+)(?:, )?)?(?:\{ (.+) \})? ?from "(node:[^"]+)";$/gm;
  return code.replace(/^(?:import .*\n)+/, (imports) =>
    imports.replace(from, (_, name: string | undefined, names: string | undefined, id: string) => {
      const targets = [name, names && `{ ${names.replaceAll(' as ', ': ')} }`].filter((target) => target !== undefined);
      return targets.map((target) => `const ${target} = globalThis.process.getBuiltinModule("${id}");`).join('\n');
    }),
  );
}

/**
 * A module in the place of a package.
 *
 * @param importing a part of the path of the modules that get it; default: all modules
 */
function replaced(name: string, code: string, importing = ''): Plugin {
  const file = join(import.meta.dirname, `${name.replace(':', '-')}.js`);
  return {
    name: `instead of ${name}`,
    resolveId: (id, importer) => (id === name && (importer ?? '').includes(importing) ? file : null),
    load: (id) => (id === file ? code : null),
  };
}
