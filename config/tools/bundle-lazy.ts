/** Bundles `src/lazy.ts` so that the tables of tr46 and tldts are loaded on demand. */
import { basename, join } from 'node:path';
import { type RolldownOutput, rolldown } from 'rolldown';

/** The modules of `src/url` that import a table, each with one of its name in `src/lazy` that loads it. */
const TABLES = /\/url\/(?:idna|registrable-domain)\.[jt]s$/;

/**
 * Writes `lazy.js`, and the tables in a folder `lazy` beside it.
 *
 * @param source the entry: `lazy.ts`, or what the compiler made of it
 * @param out the folder to write to
 */
export async function bundleLazy(source: string, out: string): Promise<RolldownOutput> {
  await using bundle = await rolldown({
    input: { lazy: source },
    platform: 'neutral',
    external: /^[^./]/,
    plugins: [
      {
        name: 'tables on demand',
        async resolveId(id, importer, { kind }) {
          const found = await this.resolve(id, importer, { kind, skipSelf: true });
          if (found === null || kind === 'dynamic-import' || !TABLES.test(found.id)) return found;
          return join(found.id, '../../lazy', basename(found.id));
        },
      },
    ],
  });
  return await bundle.write({ dir: out, entryFileNames: '[name].js', chunkFileNames: 'lazy/[name].js' });
}
