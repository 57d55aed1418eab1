/** Bundles `src/lazy.ts` so that the tables of tr46 and tldts are loaded on demand. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Plugin, type RolldownOutput, rolldown } from 'rolldown';
import { compactIdnaTable } from './compact-idna.ts';
import { licencesOf } from './licences.ts';

/** The modules of `src/url` that import a table, each with one of its name in `src/lazy` that loads it. */
const TABLES = /\/url\/(?:idna|registrable-domain)\.[jt]s$/;
/** Packages that stay outside: all but tr46, whose table is made smaller. */
const OUTSIDE = /^(?!tr46$|punycode\/$)[^./]/;

/**
 * Writes `lazy.js`, and in a folder `lazy` beside it the tables and the licences of the packages inside.
 *
 * @param source the entry: `lazy.ts`, or what the compiler made of it
 * @param out the folder to write to
 */
export async function bundleLazy(source: string, out: string): Promise<RolldownOutput> {
  const reader = join(dirname(source), 'lazy', basename(source).replace('lazy', 'idna-table'));
  await using bundle = await rolldown({
    input: { lazy: source },
    platform: 'neutral',
    resolve: { mainFields: ['main'] },
    external: OUTSIDE,
    plugins: [
      {
        name: 'tables on demand',
        async resolveId(id, importer, { kind }) {
          const found = await this.resolve(id, importer, { kind, skipSelf: true });
          if (found === null || kind === 'dynamic-import' || !TABLES.test(found.id)) return found;
          return join(found.id, '../../lazy', basename(found.id));
        },
      },
      smallIdnaTable(reader),
    ],
  });
  const bundled = await bundle.write({
    dir: out,
    entryFileNames: '[name].js',
    chunkFileNames: 'lazy/[name].js',
    banner: ({ name }) => (name === 'idna' ? '/*! Contains tr46 and punycode, MIT License, see LICENSES.txt. */' : ''),
  });
  writeFileSync(join(out, 'lazy/LICENSES.txt'), licencesOf(bundled.output));
  return bundled;
}

/**
 * Lets a bundle hold the table of tr46 in a quarter of its size after compression.
 *
 * @param reader the module that restores it
 */
export function smallIdnaTable(reader: string): Plugin {
  return {
    name: 'small table of IDNA',
    load: (id) => (id.endsWith('/tr46/lib/mappingTable.json') ? smallTable(id, reader) : null),
  };
}

/** A module that restores the table when it is loaded. */
function smallTable(file: string, reader: string): { code: string; moduleType: 'js' } {
  const table = JSON.stringify(compactIdnaTable(JSON.parse(readFileSync(file, 'utf8'))));
  return { code: `module.exports = require(${JSON.stringify(reader)}).readIdnaTable(${table});`, moduleType: 'js' };
}
